#include <kcc/runtime.h>
#include "add_kernels.h"

#include <cstdlib>
#include <iostream>
#include <vector>

int main() {
const std::size_t n = 100'003;
std::vector<float> host_a(n), host_b(n);
for (std::size_t i = 0; i != n; ++i) {
  host_a[i] = static_cast<float>(i);
  host_b[i] = 0.5f * static_cast<float>(i % 1000);
}

// clang-format off
kcc::Device device = kcc::Device::pick();       // the best GPU, else the CPU; KCC_DEVICE=cpu|cuda:1|hip|vulkan|opencl overrides
kcc::Stream stream(device);
kcc::Buffer<float> a(device, host_a), b(device, host_b), sum(device, n);
stream.launch(add_kernels::add, kcc::cover(n, 256), sum, a, b);   // wrong count or type: does not compile
std::vector<float> result = sum.to_host(stream);
// clang-format on

for (std::size_t i = 0; i != n; ++i)
  if (result[i] != host_a[i] + host_b[i]) {
    std::cout << "element " << i << " is " << result[i] << ", not " << host_a[i] + host_b[i] << "\n";
    return EXIT_FAILURE;
  }
std::cout << n << " sums are right on " << (device.backend() == kcc::Backend::cpu ? "the CPU" : "a GPU") << "\n";
}
