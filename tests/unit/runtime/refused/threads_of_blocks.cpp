// kcc::Threads takes one to three integers
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats) {
  stream.launch(scale, {{}, kcc::Threads(kcc::Blocks(32))}, floats, floats);
}
