#include <kcc/runtime.h>

#include KERNELS

#include <vector>

int main() {
  const kcc::Device device = kcc::Device::cpu();
  kcc::Stream stream(device);
  kcc::Buffer<int> counts(device, std::vector<int>(2)), keys(device, std::vector<int>(64, 7));
  stream.launch(kernels::count, {kcc::Blocks(2), kcc::Threads(32)}, counts, keys);
  stream.synchronize();
}
