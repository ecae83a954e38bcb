// kcc: launch: the first argument is not a kernel
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats) {
  stream.launch("scale", one, floats, floats);
}
