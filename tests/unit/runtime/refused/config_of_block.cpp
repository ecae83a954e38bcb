// kcc: write the shape of a launch as {kcc::Blocks(grid), kcc::Threads(block)}
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats) {
  kcc::LaunchConfig config{};
  config.grid = config.block;
  stream.launch(scale, config, floats, floats);
}
