// kcc: write the shape of a launch as {kcc::Blocks(grid), kcc::Threads(block)}
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats) {
  const kcc::Dim3 grid(3), block(32);
  stream.launch(scale, {grid, block}, floats, floats);
}
