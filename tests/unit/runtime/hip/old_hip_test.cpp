// HIP of ROCm 5, which has another struct of properties.
#include "fake_hip.h"

#include <kcc/runtime/device.h>

#include <gtest/gtest.h>

TEST(OldHip, TellsArchitecturesToo) {
  EXPECT_EQ(kcc::Device::hip(1).arch(), "gfx90a");
  EXPECT_EQ(kcc::Device::pick(), kcc::Device::hip(1));
  EXPECT_EQ(fake_hip::state().count("hipGetDeviceProperties"), 3);
}
