// kcc: write the shape of a launch as {kcc::Blocks(3), kcc::Threads(32)}
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats) {
  stream.launch(scale, {.grid = 3}, floats, floats);
}
