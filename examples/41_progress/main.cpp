// A bar that shows how far a long kernel is.
#include "../common/example.h"

#include "example_progress_kernels.h"

#include <vector>

namespace {

void run(const kcc::Device &device) {
  kcc::Stream stream(device);
  kcc::Buffer<float> cells(device, std::vector<float>(1 << 18, 0.0f));
  const std::uint32_t blocks = kcc::cover(cells.size(), 256).grid.x;

  kcc::Progress progress(device, blocks, "simulating");
  stream.launch(kernels::simulate, kcc::cover(cells.size(), 256), cells, 1000, progress.counter());
  progress.wait(stream); // simulating [#########           ]  45 %, 0:12, 0:14 left

  example::expect(progress.done() == blocks, "each block was counted");
  example::expect(cells.to_host(stream)[0] == 1.0f, "the work is done");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
