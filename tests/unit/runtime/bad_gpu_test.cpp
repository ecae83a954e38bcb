// A driver that fails partly, or temporarily. The tests build on each other, because a process looks for
// devices once.
#include "expect_error.h"
#include "fake_cuda.h"

#include <kcc/runtime/device.h>

#include <cstdlib>

namespace {

using kcc::Device;

fake_cuda::State &fake = fake_cuda::state();

/// The only reason why devices are missing.
kcc::Error reason() {
  const std::vector<kcc::Error> reasons = Device::unavailable();
  EXPECT_EQ(reasons.size(), 1u);
  return reasons.at(0);
}

void expect_no_gpu(const char *code, const char *hint) {
  EXPECT_EQ(Device::pick(), Device::cpu());
  EXPECT_EQ(Device::all(), std::vector{Device::cpu()});
  EXPECT_THAT(reason().what(), testing::HasSubstr(code));
  EXPECT_ERROR(Device::cuda(2), code, hint);
  setenv("KCC_DEVICE", "cuda", 1);
  EXPECT_ERROR(Device::pick(), code, hint);
  unsetenv("KCC_DEVICE");
}

TEST(BadGpu, WhatMayPassIsLookedForAgain) {
  unsetenv("KCC_DEVICE");
  fake.lasting_result["cuInit"] = 802;
  expect_no_gpu("CUDA_ERROR_SYSTEM_NOT_READY (802)", "or wait for it");
  fake.lasting_result = {{"cuDeviceGetCount", 807}};
  expect_no_gpu("CUDA_ERROR_MPS_SERVER_NOT_READY (807)", "Try again");
  fake.lasting_result.clear();

  fake.bad_gpus = {{0, 214}, {1, 46}};
  EXPECT_EQ(Device::pick().ordinal(), 2);
  EXPECT_EQ(Device::all(), (std::vector{Device::cuda(2), Device::cpu()}));
  EXPECT_ERROR(Device::cuda(0), "asking for CUDA device 0", "CUDA_ERROR_ECC_UNCORRECTABLE");
  EXPECT_ERROR(Device::cuda(1), "asking for CUDA device 1", "CUDA_ERROR_DEVICE_UNAVAILABLE");
  EXPECT_ERROR(Device::cuda(3), "no such device; there are 3");
  EXPECT_EQ(Device::unavailable().size(), 2u);

  const Device third = Device::cuda(2);
  fake.bad_gpus = {{0, 214}};
  EXPECT_EQ(Device::pick().ordinal(), 1);
  EXPECT_EQ(Device::cuda(2), third);
  EXPECT_THAT(reason().what(), testing::HasSubstr("CUDA device 0"));

  fake.bad_gpus.clear();
  EXPECT_EQ(reason().code(), 214); // permanent, so the driver is not asked again
  fake.calls.clear();
  (void)Device::pick();
  EXPECT_TRUE(fake.calls.empty());
}

} // namespace

int main(int argc, char **argv) {
  setenv("KCC_CUDA_DRIVER_LIBRARY", KCC_FAKE_CUDA_LIBRARY, 1);
  for (const char *variable :
       {"VK_DRIVER_FILES", "VK_ICD_FILENAMES", "OCL_ICD_VENDORS"}) // no GPU is found otherwise
    setenv(variable, "/nowhere", 1);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
