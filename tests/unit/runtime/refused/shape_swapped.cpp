// kcc: write the shape of a launch as {kcc::Blocks(grid), kcc::Threads(block)}
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats) {
  stream.launch(scale, {kcc::Threads(32), kcc::Blocks(3)}, floats, floats);
}
