// Code on HIP devices: which is chosen, launches and variables.
#include "hip_test.h"

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::Device;
using kcc::Stream;

class HipModules : public Hip {
protected:
  Stream stream_{gpu_};
};

TEST_F(HipModules, TheCodeIsTheArchitecturesOwn) {
  EXPECT_ERROR(kcc::Module::load(Device::hip(2), test_image::image), "loading module `test_image.cpp`",
               "the image has no code for gfx803; of AMD's GPUs, it has code for gfx1100, gfx90a",
               "--arch=gfx803");
  EXPECT_EQ(fake_.count("hipModuleLoadData"), 0);
  kcc::abi::Code codes[2]{};
  kcc::abi::Image image = test_image::image;
  std::copy_n(image.codes + 4, 1, codes); // gfx1100
  image.codes = codes;
  image.code_count = 1;
  EXPECT_ERROR(kcc::Module::load(gpu_, image), "no code for gfx90a", "it has code for gfx1100");
  image.code_count = 0;
  EXPECT_ERROR(kcc::Module::load(gpu_, image), "it has code for none");
  fake_.next_result["hipModuleLoadData"] = 209;
  EXPECT_ERROR(kcc::Module::load(gpu_, test_image::image), "hipErrorNoBinaryForGpu (209)",
               "(hipModuleLoadData)");
}

TEST_F(HipModules, AKernelComputes) {
  fake_.kernels["add_entry"] = [](const fake_hip::Launch &launch) {
    const auto sum = launch.parameter<std::span<float>>(0);
    const auto a = launch.parameter<std::span<const float>>(16),
               b = launch.parameter<std::span<const float>>(32);
    for (std::size_t i = 0; i < sum.size(); ++i)
      sum[i] = a[i] + b[i];
    return 0;
  };
  const std::vector<float> numbers{1, 2, 3, 4, 5};
  Buffer<float> a(gpu_, numbers), sum(gpu_, numbers.size());
  stream_.launch(test_image::add, kcc::cover(sum.size(), 2), sum, a, a);
  EXPECT_EQ(sum.to_host(stream_), (std::vector<float>{2, 4, 6, 8, 10}));
  ASSERT_EQ(fake_.launches.size(), 1u);
  EXPECT_EQ(fake_.launches[0].grid, (std::array{3u, 1u, 1u}));
  EXPECT_EQ(fake_.launches[0].block, (std::array{2u, 1u, 1u}));
  EXPECT_EQ(fake_.launches[0].stream, stream_.native_handle());
  fake_.calls.clear();
  stream_.launch(test_image::add, kcc::cover(sum.size(), 2), sum, a, a);
  EXPECT_EQ(fake_.calls, (std::vector<std::string>{"hipGetDevice", "hipSetDevice", "hipModuleLaunchKernel",
                                                   "hipSetDevice"}));
}

/// Parameters lie in one block like the members of a struct, which ends at a multiple of 16 bytes.
TEST_F(HipModules, ParametersAreOneBlock) {
  double *const out = reinterpret_cast<double *>(0x123456789abcdef0);
  kcc::LaunchConfig config{kcc::Blocks(7, 6, 5), kcc::Threads(4, 3, 2), 1000};
  stream_.launch(test_image::store, config, out, std::uint16_t{0x1234}, 0.5, true, test_image::Order::down,
                 test_image::Pixel{1, 2, 3, 4});
  ASSERT_EQ(fake_.launches.size(), 1u);
  const fake_hip::Launch launch = fake_.launches[0];
  EXPECT_EQ(launch.entry, "store_entry");
  EXPECT_EQ(launch.grid, (std::array{7u, 6u, 5u}));
  EXPECT_EQ(launch.block, (std::array{4u, 3u, 2u}));
  EXPECT_EQ(launch.dynamic_shared_bytes, 1000u);
  struct Parameters {
    double *out;
    std::uint16_t index;
    double factor;
    bool flag;
    test_image::Order order;
    test_image::Pixel pixel;
  };
  ASSERT_EQ(launch.parameters.size(), 48u);
  const auto parameters = launch.parameter<Parameters>(0);
  EXPECT_EQ(parameters.out, out);
  EXPECT_EQ(parameters.index, 0x1234);
  EXPECT_EQ(parameters.factor, 0.5);
  EXPECT_TRUE(parameters.flag);
  EXPECT_EQ(parameters.order, test_image::Order::down);
  EXPECT_EQ(parameters.pixel.a, 4);
  stream_.launch(test_image::nothing, {});
  EXPECT_TRUE(fake_.launches.back().parameters.empty());
}

TEST_F(HipModules, LaunchesOverALimitAreRefused) {
  const std::span<int> none;
  EXPECT_ERROR(stream_.launch(test_image::nothing, {{}, kcc::Threads(2048)}), "over the device's limit");
  EXPECT_ERROR(stream_.launch(test_image::nothing, {kcc::Blocks(1, 70000)}),
               "the grid (1, 70000, 1) is over");
  EXPECT_ERROR(stream_.launch(test_image::nothing, {kcc::Blocks(1 << 22), kcc::Threads(1024)}),
               "the grid (4194304, 1, 1) of blocks (1024, 1, 1) has 2^32 threads or more");
  EXPECT_ERROR(stream_.launch(test_image::reverse, {{}, {}, 65536}, none), "the device has 65536");
  EXPECT_ERROR(stream_.launch(test_image::reverse, {{}, kcc::Threads(65)}, none), "the kernel's limit of 64");
  kcc::LaunchConfig cooperative, cluster;
  cooperative.cooperative = true;
  cluster.grid = cluster.cluster = kcc::Blocks(2);
  EXPECT_ERROR(stream_.launch(test_image::nothing, cooperative), "does not support cooperative launches");
  EXPECT_ERROR(stream_.launch(test_image::nothing, cluster), "gfx90a has no clusters");
  EXPECT_EQ(stream_.max_cooperative_blocks(test_image::nothing, {}), 0u);
  EXPECT_EQ(fake_.launches.size(), 0u);
}

TEST_F(HipModules, KernelsAreDescribed) {
  const kcc::KernelAttributes attributes = kcc::kernel_attributes(gpu_, test_image::add);
  EXPECT_EQ(attributes.max_threads_per_block, 1024u);
  EXPECT_EQ(attributes.registers_per_thread, 40u); // HIP_FUNC_ATTRIBUTE_NUM_REGS is 4
  EXPECT_EQ(attributes.local_bytes_per_thread, 30u);
  EXPECT_EQ(attributes.constant_bytes, 20u);
  EXPECT_EQ(kcc::resident_blocks(gpu_, test_image::add, {{}, kcc::Threads(256), 16384}), 4u);
  EXPECT_EQ(kcc::available_dynamic_shared_bytes(gpu_, test_image::add, 3, kcc::Threads(64)), 65536u / 3);
  EXPECT_EQ(kcc::available_dynamic_shared_bytes(gpu_, test_image::add, 33, kcc::Threads(64)), 0u);
  EXPECT_EQ(kcc::suggest_launch(gpu_, test_image::add).block, kcc::Threads(1024));
}

TEST_F(HipModules, VariablesAreReadAndWritten) {
  const kcc::Module module = kcc::Module::load(gpu_, test_image::image);
  const auto scale = module.global(test_image::scale);
  stream_.write(scale, 2.5);
  EXPECT_EQ(stream_.read(scale), 2.5);
  double value = 0;
  std::memcpy(&value, fake_.variables.at("scale_symbol"), sizeof value);
  EXPECT_EQ(value, 2.5);
  EXPECT_ERROR(module.global(test_image::missing), "looking up variable `missing_symbol`",
               "hipErrorNotFound (500)", "(hipModuleGetGlobal)");
}

TEST_F(HipModules, FilesOfOtherKindsAreRefused) {
  const auto load = [&](const std::string &bytes) {
    return kcc::Module::load_data(gpu_, std::as_bytes(std::span(bytes)));
  };
  EXPECT_ERROR(load(".version 7.0"), "a PTX file needs a CUDA device", "--target=amdgpu");
  EXPECT_ERROR(load("\x03\x02\x23\x07 spirv"), "SPIR-V needs a Vulkan or OpenCL device", "--target=amdgpu");
  EXPECT_ERROR(load(std::string("!<arch>\n")), "it is a static library", "--target=amdgpu --arch=gfx90a");
}

TEST_F(HipModules, UnloadingWaitsForTheDevice) {
  {
    const kcc::Module module = kcc::Module::load(gpu_, test_image::image);
    stream_.launch(module.kernel("test_image::nothing"), {});
    stream_.synchronize();
    fake_.calls.clear();
  }
  EXPECT_EQ(fake_.count("hipModuleUnload"), 1);
  EXPECT_EQ(fake_.count("hipDeviceSynchronize"), 1);
}

} // namespace
