// kcc: copy: the elements have different types
#include <kcc/runtime.h>

#include "kernels.inc"

void copy(kcc::Stream &stream, kcc::Buffer<float> &floats, const kcc::Buffer<int> &integers) {
  kcc::copy(stream, floats, integers);
}
