// What only OpenCL devices have.
#include "spirv/spirv_device.h"

#include <kcc/runtime.h>

#include <cstddef>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace {

using kcc::Stream;
using kcc::testing::refused;
using testing::HasSubstr;

class OpenclDevice : public kcc::testing::SpirvDevice {};
KCC_FOR_DEVICES(OpenclDevice, testing::Values(kcc::Backend::opencl));

TEST_P(OpenclDevice, HasStreamsOfAllPriorities) {
  const kcc::StreamPriorities range = device_.stream_priorities();
  for (int priority = range.greatest; priority <= range.least; ++priority) {
    Stream stream(device_, {.priority = priority});
    kcc::Buffer<int> values(device_, 10);
    kcc::fill(stream, values, priority);
    EXPECT_EQ(values.to_host(stream), std::vector(10, priority));
  }
}

TEST_P(OpenclDevice, RefusesCodeForVulkan) {
  const std::vector<std::byte> bytes = compile_source("add", R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %kernel "NAME"
OpExecutionMode %kernel LocalSize 1 1 1
%void = OpTypeVoid
%type = OpTypeFunction %void
%kernel = OpFunction %void None %type
%entry = OpLabel
OpReturn
OpFunctionEnd
)",
                                                      "--target-env vulkan1.2");
  EXPECT_THAT(refused([&] { kcc::Module::load_data(device_, bytes); }), HasSubstr("--target=spirv"));
}

} // namespace
