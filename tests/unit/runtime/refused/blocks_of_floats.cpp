// kcc::Blocks takes one to three integers
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats) {
  stream.launch(scale, {kcc::Blocks(3.5), kcc::Threads(32)}, floats, floats);
}
