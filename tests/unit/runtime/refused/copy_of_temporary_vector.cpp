// kcc: copy: the source is a temporary
#include <kcc/runtime.h>

#include "kernels.inc"

void copy(kcc::Stream &stream, kcc::Buffer<float> &floats) {
  kcc::copy(stream, floats, std::vector<float>(4));
}
