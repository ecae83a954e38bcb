// HIP that cannot be used, in whole or in part. The tests build on each other, because a process looks for
// devices once.
#include "expect_error.h"
#include "fake_hip.h"

#include <kcc/runtime/device.h>

#include <cstdlib>

namespace {

using kcc::Device;

fake_hip::State &fake = fake_hip::state();

void expect_no_gpu(const std::string &what) {
  EXPECT_EQ(Device::pick(), Device::cpu());
  EXPECT_EQ(Device::all(), std::vector{Device::cpu()});
  EXPECT_ERROR(Device::hip(), what);
  setenv("KCC_DEVICE", "hip", 1);
  EXPECT_ERROR(Device::pick(), what);
  unsetenv("KCC_DEVICE");
}

TEST(BadHip, WhatMayPassIsLookedForAgain) {
  for (const char *call : {"hipInit", "hipRuntimeGetVersion", "hipGetDeviceCount"}) {
    fake.lasting_result = {{call, 2}};
    expect_no_gpu("hipErrorOutOfMemory (2): the fake HIP's text (" + std::string(call) + ")");
  }
  fake.lasting_result.clear();
  fake.bad_gpus = {{0, 2}, {1, 100}};
  EXPECT_EQ(Device::all(), (std::vector{Device::hip(2), Device::cpu()}));
  EXPECT_ERROR(Device::hip(0), "asking for HIP device 0", "hipErrorOutOfMemory");
  EXPECT_ERROR(Device::hip(1), "asking for HIP device 1", "hipErrorNoDevice", "/dev/kfd");
  fake.bad_gpus = {{1, 100}};
  for (const char *call :
       {"hipDeviceGetName", "hipGetDevicePropertiesR0600", "hipDeviceGetAttribute", "hipDeviceTotalMem"}) {
    fake.lasting_result = {{call, 2}};
    EXPECT_ERROR(Device::hip(0), "asking for HIP device 0", "(" + std::string(call) + ")");
  }
  fake.lasting_result.clear();
  EXPECT_EQ(Device::hip(0).arch(), "gfx1100");
  fake.bad_gpus.clear();
  EXPECT_ERROR(Device::hip(1), "hipErrorNoDevice"); // permanent, so HIP is not asked again
  fake.calls.clear();
  (void)Device::pick();
  EXPECT_TRUE(fake.calls.empty());
}

} // namespace
