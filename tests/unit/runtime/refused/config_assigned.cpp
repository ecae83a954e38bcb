// kcc: write the shape of a launch as {kcc::Blocks(3), kcc::Threads(32)}
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats) {
  kcc::LaunchConfig config{};
  config.grid = {2, 1, 1};
  stream.launch(scale, config, floats, floats);
}
