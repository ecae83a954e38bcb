// Shapes of launches, what a kernel needs, and how many of its blocks run at the same time.
#include "../common/example.h"

#include "example_launches_kernels.h"

#include <cstdio>
#include <numeric>
#include <vector>

namespace {

void run(const kcc::Device &device) {
  kcc::Stream stream(device);
  kcc::Buffer<float> x(device, std::vector<float>(1000, 1.5f));
  stream.launch(kernels::scale, kcc::cover(x.size(), 256), x, 2.0f);
  example::expect(x.to_host(stream) == std::vector<float>(1000, 3.0f), "enough threads for all elements");

  const std::size_t width = 100, height = 30;
  kcc::Buffer<unsigned> matrix(device, width * height);
  std::vector<unsigned> numbers(matrix.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  stream.launch(kernels::number, kcc::cover({width, height}, {32, 8}), matrix, width);
  example::expect(matrix.to_host(stream) == numbers, "enough threads in two dimensions");
  const kcc::Dim3 extent{width, height};
  const kcc::LaunchConfig same{.grid = kcc::Blocks(4, 4), .block = kcc::Threads(32, 8)};
  example::expect(kcc::cover(extent, {32, 8}).grid == same.grid, "which are 4 by 4 blocks of 32 by 8");

  const kcc::KernelAttributes needs = kcc::kernel_attributes(device, kernels::scale);
  std::printf("%u registers, blocks of up to %u threads\n", needs.registers_per_thread,
              needs.max_threads_per_block);
  const kcc::LaunchConfig all = kcc::suggest_launch(device, kernels::scale);
  std::printf("%u blocks of %u threads fill the device\n", all.grid.x, all.block.x);
  stream.launch(kernels::scale, all, x, 2.0f); // each thread does several elements, if there are more
  example::expect(x.to_host(stream) == std::vector<float>(1000, 6.0f),
                  "the suggested shape does all elements");
  const std::uint32_t resident = kcc::resident_blocks(device, kernels::scale, all);
  example::expect(all.grid.x == resident * device.limits().multiprocessors, "all its blocks run at once");

  const auto small = kcc::suggest_launch(device, kernels::scale,
                                         {.max_threads_per_block = 128, .dynamic_shared_bytes = 4096});
  const auto with_room = kcc::suggest_launch(device, kernels::scale,
                                             [](std::uint32_t threads) { return threads * sizeof(float); });
  example::expect(small.block.x <= 128 && with_room.block.x > 0,
                  "the block can be limited, or need shared memory");

  kcc::LaunchConfig early = kcc::cover(x.size(), 256);
  early.attributes.programmatic_dependent_launch = true;
  early.attributes.priority = device.stream_priorities().greatest;
  for (int i = 0; i < 4; ++i)
    stream.launch(kernels::scale_early, early, x, 0.5f);
  example::expect(x.to_host(stream) == std::vector<float>(1000, 0.375f),
                  "each launch sees what the one before wrote");

  const std::size_t shared =
      kcc::available_dynamic_shared_bytes(device, kernels::scale, 1, kcc::Threads(256));
  example::expect(shared > 0, "shared memory that leaves room for one block");
  if (device.limits().max_cluster_blocks > 1) {
    const kcc::LaunchConfig clusters{
        .grid = kcc::Blocks(64), .block = kcc::Threads(256), .cluster = kcc::Blocks(4)};
    const std::uint32_t most = kcc::max_active_clusters(device, kernels::scale, clusters);
    example::expect(most > 0, "clusters of four blocks run at the same time");
  }

  std::string refusal;
  try {
    stream.launch(kernels::scale, {kcc::Blocks(1), kcc::Threads(5000)}, x, 2.0f);
  } catch (const kcc::Error &error) {
    refusal = error.what();
  }
  std::cout << refusal << "\n";
  example::expect(refusal.find("5000") != refusal.npos,
                  "a shape over a limit is refused before anything runs");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
