// Runs the walks of random_walks: shared|device|used BLOCKS THREADS < four walks; `used`: another kernel has
// written to the memory before
#include "walk_kernels.h"

#include <kcc/runtime.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>

int main(int argc, char **argv) {
  if (argc != 4)
    return std::fputs("walks shared|device|used BLOCKS THREADS < walks\n", stderr), 2;
  try {
    const auto blocks = static_cast<unsigned>(std::atoi(argv[2])),
               threads = static_cast<unsigned>(std::atoi(argv[3]));
    std::array<Walk, 4> walks{};
    if (std::fread(walks.data(), sizeof(Walk), walks.size(), stdin) != walks.size())
      return std::fputs("walks are missing\n", stderr), 2;
    kcc::Device device = kcc::Device::cpu();
    kcc::Stream stream(device);
    const kcc::Buffer<Walk> steps(device, walks);
    const std::vector<std::uint64_t> zeros(std::size_t{1} << 16);
    kcc::Buffer<std::uint64_t> memory(device, zeros);
    kcc::Buffer<int> sums(device, std::size_t{blocks} * threads);
    if (std::string_view(argv[1]) == "used")
      stream.launch(walk_kernels::fill, kcc::cover(2 * zeros.size(), 256), memory);
    const kcc::LaunchConfig shape{kcc::Blocks(blocks), kcc::Threads(threads)};
    if (std::string_view(argv[1]) == "shared")
      stream.launch(walk_kernels::walk_shared, shape, steps, sums);
    else
      stream.launch(walk_kernels::walk, shape, steps, memory, sums);
    stream.synchronize();
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
