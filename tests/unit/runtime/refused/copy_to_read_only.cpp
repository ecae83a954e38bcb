// kcc: copy: the destination, which comes first, is read-only
#include <kcc/runtime.h>

#include "kernels.inc"

void copy(kcc::Stream &stream, kcc::Buffer<float> &floats, const kcc::Buffer<float> &read_only) {
  kcc::copy(stream, read_only.view(), floats);
}
