// kcc: an Array's element is float, kcc::float16, an integer of 8, 16 or 32 bits
#include <kcc/runtime.h>

#include "kernels.inc"

void make(const kcc::Device &device) {
  kcc::Array<double> numbers(device, {.width = 4});
}
