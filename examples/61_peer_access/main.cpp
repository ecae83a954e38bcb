// Copies between two GPUs, and a kernel of one that works on memory of the other.
#include "../common/example.h"

#include "example_peer_access_kernels.h"

#include <algorithm>
#include <vector>

namespace {

void run(const kcc::Device &device) {
  const std::vector<kcc::Device> all = kcc::Device::all();
  if (device.backend() != kcc::Backend::cuda ||
      std::ranges::count(all, kcc::Backend::cuda, &kcc::Device::backend) < 2)
    throw example::Skip("two GPUs are needed");

  const kcc::Device first = kcc::Device::cuda(0), second = kcc::Device::cuda(1);
  kcc::Stream stream(first);
  kcc::Buffer<float> here(first, std::vector<float>(1000, 1.5f)), there(second, 1000);
  kcc::copy(stream, there, here); // directly, or over the host's memory
  stream.synchronize();
  example::expect(there.to_host() == std::vector<float>(1000, 1.5f), "a buffer went to the other GPU");

  if (first.can_access_peer(second))
    first.enable_peer_access(second); // kernels of `first` may use buffers of `second`
  else
    throw example::Skip("the two GPUs are not connected");
  stream.launch(kernels::scale, kcc::cover(there.size(), 256), there.span(), 2.0f);
  stream.synchronize();
  example::expect(there.to_host() == std::vector<float>(1000, 3.0f),
                  "a kernel wrote to the other GPU's memory");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
