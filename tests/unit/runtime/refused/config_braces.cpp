// kcc: write the shape of a launch as {kcc::Blocks(3), kcc::Threads(32)}
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats) {
  const kcc::LaunchConfig config{{3}, {32}};
  stream.launch(scale, config, floats, floats);
}
