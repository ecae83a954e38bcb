// Launches kernels of a module file one by one: `run_kernels FILE.so KERNEL:BLOCKS:THREADS...`, or FILE.ptx
// for the first GPU. BLOCKS and THREADS are numbers, or up to three with commas: `16,8`. All have the
// parameters (span<int> out, span<const int> in, span<int> unwritten), of 256 elements each. Launches of
// kernels whose names begin with `grid_` are cooperative, those of `cluster_` have clusters of two blocks,
// and those of `cluster_grid_` both. The first elements of `in` of `host_` are HostMade, of the host.
#include "host_objects.h"

#include <kcc/runtime.h>

#include <cstdio>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

/// "16,8" is 16 × 8 × 1.
static kcc::Dim3 parse_extents(const std::string &text) {
  kcc::Dim3 extents(1);
  std::sscanf(text.c_str(), "%u,%u,%u", &extents.x, &extents.y, &extents.z);
  return extents;
}

int main(int argc, char **argv) {
  const bool is_for_gpu = std::string(argv[1]).ends_with(".ptx");
  const kcc::Device device = is_for_gpu ? kcc::Device::cuda(0) : kcc::Device::cpu();
  const kcc::Module module = kcc::Module::load_file(device, argv[1]);
  std::vector<int> numbers(256);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (int i = 2; i < argc; ++i) {
    const std::string given = argv[i];
    const auto first = given.find(':'), second = given.find(':', first + 1);
    const std::string name = given.substr(0, first);
    const kcc::Dim3 blocks = parse_extents(given.substr(first + 1)),
                    threads = parse_extents(given.substr(second + 1));
    try {
      kcc::Stream stream(device);
      kcc::Buffer<int> out(device, std::vector<int>(256)), in(device, numbers), unwritten(device, 256);
      if (given.starts_with("host_")) {
        std::vector<int> with_objects = numbers;
        const HostMade made = make_on_the_host();
        std::memcpy(with_objects.data(), static_cast<const void *>(&made), sizeof made);
        in = kcc::Buffer<int>(device, with_objects);
      }
      kcc::LaunchConfig config{kcc::Blocks(blocks), kcc::Threads(threads), 512};
      config.cooperative = given.starts_with("grid_") || given.starts_with("cluster_grid_");
      if (given.starts_with("cluster_"))
        config.cluster = kcc::Blocks(2);
      stream.launch(module.kernel(name), config, out, in, unwritten);
      stream.synchronize();
    } catch (const kcc::Error &error) {
      std::printf("%s: %s\n", name.c_str(), error.what());
      if (error.is_sticky())
        return 1;
    }
  }
}
