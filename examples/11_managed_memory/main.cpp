// Memory that the host and kernels use at the same address.
#include "../common/example.h"

#include "example_managed_memory_kernels.h"

#include <algorithm>
#include <vector>

namespace {

void run(const kcc::Device &device) {
  kcc::Stream stream(device);
  const std::size_t n = 100'000;
  std::vector<unsigned char> bytes(n);
  for (std::size_t i = 0; i < n; ++i)
    bytes[i] = static_cast<unsigned char>(i * i % 251);
  const kcc::Buffer<unsigned char> data(device, bytes);

  kcc::ManagedBuffer<int> counts(device, 256);
  std::ranges::fill(counts, 0);
  if (device.attribute(kcc::DeviceAttribute::concurrent_managed_access).value_or(0) != 0)
    counts.prefetch(stream);
  stream.launch(kernels::count, kcc::cover(n, 256), data, counts);
  stream.synchronize();
  std::cout << counts[0] << " zeros\n";

  example::expect(counts[4] == std::ranges::count(bytes, 4), "the host reads what the kernel counted");
  int sum = 0;
  for (int count : counts)
    sum += count;
  example::expect(sum == static_cast<int>(n), "every byte was counted once");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
