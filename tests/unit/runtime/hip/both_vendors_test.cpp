// A machine with GPUs of NVIDIA and of AMD.
#include "expect_error.h"
#include "fake_hip.h"

#include <kcc/runtime.h>

#include <cstdlib>
#include <vector>

namespace {

using kcc::Device;

/// The tests build on each other.
TEST(BothVendors, HipIsNotStartedForProgramsThatUseOtherDevices) {
  EXPECT_EQ(Device::pick().backend(), kcc::Backend::cuda);
  for (const Device &device : {Device::pick(), Device::cpu()}) {
    kcc::Stream stream(device);
    kcc::Buffer<int> buffer(device, std::vector<int>{1, 2});
    EXPECT_EQ(buffer.to_host(stream), (std::vector<int>{1, 2}));
  }
  EXPECT_TRUE(fake_hip::state().calls.empty());
}

TEST(BothVendors, AllDevicesAreListedAndUsed) {
  std::vector<kcc::Backend> backends;
  for (const Device &device : Device::all())
    if (backends.empty() || backends.back() != device.backend())
      backends.push_back(device.backend());
  EXPECT_EQ(backends, (std::vector{kcc::Backend::cuda, kcc::Backend::hip, kcc::Backend::cpu}));
  setenv("KCC_DEVICE", "hip:1", 1);
  EXPECT_EQ(Device::pick(), Device::hip(1));
  unsetenv("KCC_DEVICE");
  kcc::Stream of_cuda(Device::cuda()), of_hip(Device::hip());
  kcc::Buffer<int> from(Device::cuda(), std::vector<int>{1, 2}), to(Device::hip(), 2);
  EXPECT_ERROR(kcc::copy(of_hip, to, from), "HIP device 0");
  EXPECT_ERROR(kcc::copy(of_cuda, to, from), "HIP device 0");
  const std::vector<int> numbers = from.to_host(of_cuda);
  kcc::copy(of_hip, to, numbers);
  EXPECT_EQ(to.to_host(of_hip), (std::vector<int>{1, 2}));
}

} // namespace
