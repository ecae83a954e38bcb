// kcc: copy_from: the source is a temporary
#include <kcc/runtime.h>

#include "kernels.inc"

void copy(kcc::Stream &stream, kcc::Buffer<float> &floats, const kcc::Buffer<float> &other) {
  floats.copy_from(stream, other.to_host());
}
