// kcc: launch: the second argument is not a shape
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats) {
  stream.launch(scale, kcc::Blocks(3), kcc::Threads(32), floats, floats);
}
