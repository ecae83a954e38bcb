// What HIP devices say about themselves, and which one a program gets.
#include "hip_test.h"

#include <cstdlib>
#include <thread>

namespace {

using kcc::Device;
using kcc::DeviceAttribute;

TEST_F(Hip, DevicesDescribeThemselves) {
  EXPECT_EQ(gpu_.backend(), kcc::Backend::hip);
  EXPECT_EQ(gpu_.ordinal(), 1);
  EXPECT_EQ(gpu_.name(), "Fake MI210");
  EXPECT_EQ(gpu_.arch(), "gfx90a"); // without its features
  EXPECT_EQ(gpu_.driver(), "HIP 6.2");
  EXPECT_EQ(gpu_.total_memory(), std::size_t{64} << 30);
  const kcc::DeviceLimits limits = gpu_.limits();
  EXPECT_EQ(limits.max_threads_per_block, 1024u);
  EXPECT_EQ(limits.max_grid, (kcc::Dim3{2147483647, 65536, 65536}));
  EXPECT_EQ(limits.max_shared_bytes_per_block, 65536u);
  EXPECT_EQ(limits.warp_size, 32u);
  EXPECT_EQ(limits.multiprocessors, 104u);
  EXPECT_EQ(limits.max_cluster_blocks, 1u);
}

TEST_F(Hip, CallsAreTraced) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  setenv("KCC_TRACE", "stderr", 1); // for the process that the test starts
  EXPECT_EXIT(std::exit(0), testing::ExitedWithCode(0),
              "us  thread [0-9]+  hipInit\\(0\\) = hipSuccess  [0-9.]+ us(.|\n)*"
              "hipGetDeviceCount\\(\\[3\\]\\) = hipSuccess");
  unsetenv("KCC_TRACE");
}

TEST_F(Hip, DevicesArePickedBeforeTheCpu) {
  EXPECT_EQ(Device::pick(), gpu_); // most multiprocessors times clock rate
  EXPECT_EQ(Device::all(), (std::vector{Device::hip(0), gpu_, Device::hip(2), Device::cpu()}));
  for (const auto &[value, device] :
       {std::pair("hip", gpu_), std::pair("hip:0", Device::hip(0)), std::pair("cpu", Device::cpu())}) {
    setenv("KCC_DEVICE", value, 1);
    EXPECT_EQ(Device::pick(), device) << value;
  }
  setenv("KCC_DEVICE", "hip:7", 1);
  EXPECT_ERROR(Device::pick(), "taking hip device 7", "there are 3", "HIP_VISIBLE_DEVICES");
  unsetenv("KCC_DEVICE");
  ASSERT_EQ(Device::unavailable().size(), 1u);
  EXPECT_THAT(Device::unavailable()[0].what(), testing::HasSubstr("libcuda.so.1"));
  EXPECT_EQ(fake_.count("hipInit"), 0);
  EXPECT_ERROR(kcc::use_hip_library("/somewhere/libamdhip64.so"), "choosing the HIP library",
               "kcc::use_hip_library at the start of main");
}

TEST_F(Hip, PropertiesAreHips) {
  EXPECT_EQ(gpu_.uuid(), "GPU-5a3c0d5e00110001");
  EXPECT_EQ(Device::by_uuid("GPU-5a3c0d5e00110002"), Device::hip(2));
  EXPECT_EQ(gpu_.pci_address(), "0000:c1:00.0");
  EXPECT_EQ(gpu_.memory().free, std::size_t{60} << 30);
  EXPECT_EQ(gpu_.stream_priorities().greatest, -1);
  EXPECT_EQ(gpu_.attribute(DeviceAttribute::warp_size), 32);
  EXPECT_EQ(gpu_.attribute(DeviceAttribute::global_memory_bus_width), 59); // hipDeviceAttributeMemoryBusWidth
  EXPECT_EQ(gpu_.attribute(DeviceAttribute::l2_cache_size), 19);
  EXPECT_EQ(gpu_.attribute(DeviceAttribute::cluster_launch), 0);
  EXPECT_EQ(gpu_.attribute(DeviceAttribute::can_tex2d_gather), std::nullopt);
  gpu_.set_stack_bytes(4096);
  EXPECT_EQ(gpu_.stack_bytes(), 4096u);
  for (const kcc::WaitMode mode : {kcc::WaitMode::spin, kcc::WaitMode::block, kcc::WaitMode::automatic}) {
    gpu_.set_wait_mode(mode);
    EXPECT_EQ(gpu_.wait_mode(), mode);
  }
  EXPECT_ERROR(gpu_.set_heap_bytes(1 << 20), "no heap");
  EXPECT_ERROR(gpu_.reset(), "kcc does not reset HIP devices");
  EXPECT_FALSE(gpu_.can_access_peer(Device::hip(0)));
}

TEST_F(Hip, FeaturesThatItLacksAreRefused) {
  kcc::Stream stream(gpu_);
  EXPECT_ERROR(kcc::Stream::adopt(gpu_, stream.native_handle()), "no driver that other code could use");
  EXPECT_ERROR(kcc::Linker{gpu_}, "only GPU code is linked at run time");
  EXPECT_ERROR(kcc::MemoryPool{gpu_}, "HIP device 1", "CUDA devices and the CPU device have pools");
  EXPECT_NE(stream.native_handle(), nullptr);
  EXPECT_EQ(gpu_.native_context(), nullptr);
}

TEST_F(Hip, TheThreadsDeviceIsGivenBack) {
  for (int i : {0, 1, 2}) {
    kcc::Stream stream(Device::hip(i));
    stream.synchronize();
    EXPECT_EQ(fake_hip::current_device(), 0);
  }
  fake_.calls.clear();
  kcc::Stream stream(Device::hip(0));
  EXPECT_EQ(fake_.count("hipSetDevice"), 0);
}

} // namespace
