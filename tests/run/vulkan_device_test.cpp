// What only Vulkan devices have.
#include "spirv/spirv_device.h"

#include <kcc/runtime.h>

#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace {

using kcc::Blocks;
using kcc::Stream;
using kcc::Threads;
using kcc::testing::numbers;
using kcc::testing::refused;
using testing::HasSubstr;

class VulkanDevice : public kcc::testing::SpirvDevice {};
KCC_FOR_DEVICES(VulkanDevice, testing::Values(kcc::Backend::vulkan));

TEST_P(VulkanDevice, HasAUuid) {
  EXPECT_THAT(device_.uuid(), testing::MatchesRegex("GPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"));
}

TEST_P(VulkanDevice, SaysThatLlvmpipeFlushesSubnormals) {
  if (!device_.name().starts_with("llvmpipe"))
    GTEST_SKIP() << "the device is not llvmpipe";
  EXPECT_FALSE(device_.keeps_subnormals());
}

TEST_P(VulkanDevice, RefusesWarpsOfAnotherSize) {
  if (device_.limits().warp_size == 32)
    GTEST_SKIP() << "the device has warps of 32 threads";
  const kcc::Module warps = load("add", {"kcc-warps: add"});
  Stream stream(device_);
  kcc::Buffer<int> values(device_, 2);
  EXPECT_THAT(
      refused([&] { stream.launch(warps.kernel("add"), {Blocks(1), Threads(32)}, values, values, 1); }),
      HasSubstr("the kernel uses warps, and the device has none of 32 threads that reconverge"));
}

TEST_P(VulkanDevice, ComputesOrRefusesAtomicsOf64Bits) {
  Stream stream(device_);
  kcc::Buffer<int> values(device_, 2);
  const std::string missing = refused([&] {
    const kcc::Module atomics = load("add_64_bits");
    kcc::fill(stream, values, 0);
    stream.launch(atomics.kernel("add_64_bits"), {Blocks(4), Threads(32)}, values, values, 1);
    EXPECT_THAT(values.to_host(stream), testing::ElementsAre(128, 0));
  });
  if (!missing.empty())
    EXPECT_THAT(missing, HasSubstr("64-bit atomic operations (SPIR-V capability Int64Atomics)"));
}

TEST_P(VulkanDevice, CallsAreTraced) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  setenv("KCC_TRACE", "stderr", 1); // for the process that the test starts
  const auto work = [&] {
    Stream stream(device_);
    kcc::Buffer<int> buffer(device_, numbers(4));
    kcc::fill(stream, buffer, 1);
    stream.synchronize();
    std::exit(0);
  };
  EXPECT_EXIT(
      work(), testing::ExitedWithCode(0),
      "vkCreateInstance\\(.*\\) = VK_SUCCESS  [0-9.]+ us(.|\n)*vkCreateDevice\\((.|\n)*vkCmdFillBuffer\\("
      "0x[0-9a-f]+, (.|\n)*vkQueueSubmit\\(.*\\) = VK_SUCCESS");
  unsetenv("KCC_TRACE");
}

} // namespace
