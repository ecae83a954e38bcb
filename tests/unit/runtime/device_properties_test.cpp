// Attributes, limits and addresses of devices, and access between them.
#include "cuda_backend_test.h"
#include "expect_error.h"

#include <gmock/gmock.h>

#include <thread>
#include <vector>

namespace {

using kcc::Device;
using kcc::DeviceAttribute;
using kcc::PeerAttribute;
using kcc::WaitMode;
using testing::HasSubstr;

using DeviceProperties = CudaBackend;

TEST_F(DeviceProperties, AttributesHaveNames) {
  EXPECT_EQ(kcc::attribute_name(DeviceAttribute::max_threads_per_block), "max_threads_per_block");
  EXPECT_EQ(kcc::attribute_name(PeerAttribute::performance_rank), "performance_rank");
  EXPECT_EQ(kcc::attribute_name(static_cast<DeviceAttribute>(9999)), "");
}

TEST_F(DeviceProperties, AttributesThatTheDriverDoesNotKnowAreLeftOut) {
  EXPECT_EQ(gpu_.attribute(DeviceAttribute::multiprocessor_count), 132);
  EXPECT_EQ(gpu_.attribute(DeviceAttribute::total_constant_memory), std::nullopt);
  EXPECT_EQ(gpu_.attributes().size(), 29u);
  EXPECT_EQ(gpu_.attributes().front(), (std::pair{DeviceAttribute::max_threads_per_block, 1024}));
  fake_.next_result["cuDeviceGetAttribute"] = 999;
  EXPECT_ERROR(gpu_.attribute(DeviceAttribute::warp_size),
               "asking device 1 (Fake H200) for its attribute `warp_size`", "CUDA_ERROR_UNKNOWN");
}

TEST_F(DeviceProperties, TheCpuDeviceAnswersWhatHasAMeaningThere) {
  const Device cpu = Device::cpu();
  EXPECT_EQ(cpu.attribute(DeviceAttribute::warp_size), 32);
  EXPECT_EQ(cpu.attribute(DeviceAttribute::max_grid_dim_x), 0x7fffffff);
  EXPECT_EQ(cpu.attribute(DeviceAttribute::ecc_enabled), std::nullopt);
  for (const auto &[attribute, value] : cpu.attributes())
    EXPECT_GE(value, 0) << kcc::attribute_name(attribute);
  EXPECT_GT(cpu.memory().free, 0u);
  EXPECT_LE(cpu.memory().free, cpu.memory().total);
  EXPECT_EQ(cpu.memory().total, cpu.total_memory());
  EXPECT_EQ(cpu.stream_priorities().greatest, 0);
  cpu.set_wait_mode(WaitMode::spin);
  EXPECT_EQ(cpu.wait_mode(), WaitMode::block);
  EXPECT_ERROR(cpu.uuid(), "the CPU device", "it has none");
  EXPECT_ERROR(cpu.pci_address(), "the CPU device", "not on a PCI bus");
  const std::size_t before = cpu.stack_bytes();
  cpu.set_stack_bytes(1 << 20);
  EXPECT_EQ(cpu.stack_bytes(), std::size_t{1} << 20);
  cpu.set_stack_bytes(before);
  EXPECT_ERROR(cpu.set_stack_bytes(1), "the stack of threads on the CPU device to 1 bytes",
               "Take from 16384");
}

TEST_F(DeviceProperties, HaveAddresses) {
  EXPECT_EQ(gpu_.uuid(), "GPU-01f1f2f3-f4f5-f6f7-f8f9-fafbfcfdfeff");
  EXPECT_EQ(Device::by_uuid(gpu_.uuid()), gpu_);
  EXPECT_EQ(Device::by_uuid("02f1f2f3-f4f5-f6f7-f8f9-fafbfcfdfeff"), Device::cuda(2));
  EXPECT_ERROR(Device::by_uuid("GPU-00"), "`GPU-00`", "GPU-01f1f2f3-f4f5-f6f7-f8f9-fafbfcfdfeff, GPU-02");
  EXPECT_EQ(gpu_.pci_address(), "0000:3b:00.0");
}

TEST_F(DeviceProperties, HaveMemoryLimitsAndPriorities) {
  EXPECT_EQ(gpu_.memory().free, std::size_t{15} << 30);
  EXPECT_EQ(gpu_.memory().total, std::size_t{16} << 30);
  EXPECT_EQ(gpu_.stream_priorities().least, 0);
  EXPECT_EQ(gpu_.stream_priorities().greatest, -5);
  gpu_.set_stack_bytes(4096);
  EXPECT_EQ(gpu_.stack_bytes(), 4096u);
}

TEST_F(DeviceProperties, WaitModesKeepTheOtherFlags) {
  fake_.context_flags[1] = 16 | 1; // what other code has set
  EXPECT_EQ(gpu_.wait_mode(), WaitMode::spin);
  for (const WaitMode mode : {WaitMode::yield, WaitMode::block, WaitMode::automatic, WaitMode::spin}) {
    gpu_.set_wait_mode(mode);
    EXPECT_EQ(gpu_.wait_mode(), mode);
    EXPECT_EQ(fake_.context_flags[1] & ~7u, 16u);
  }
}

TEST_F(DeviceProperties, PeersAreEnabledOnce) {
  const Device other = Device::cuda(2), alone = Device::cuda(0), cpu = Device::cpu();
  EXPECT_TRUE(gpu_.can_access_peer(other));
  EXPECT_TRUE(gpu_.can_access_peer(gpu_));
  EXPECT_TRUE(cpu.can_access_peer(cpu));
  EXPECT_FALSE(gpu_.can_access_peer(alone));
  EXPECT_FALSE(gpu_.can_access_peer(cpu));
  EXPECT_FALSE(cpu.can_access_peer(gpu_));

  gpu_.enable_peer_access(other);
  gpu_.enable_peer_access(other);
  gpu_.enable_peer_access(gpu_);
  EXPECT_EQ(fake_.peers, (std::set<std::pair<int, int>>{{1, 2}}));
  gpu_.disable_peer_access(other);
  gpu_.disable_peer_access(other);
  gpu_.disable_peer_access(cpu);
  EXPECT_TRUE(fake_.peers.empty());

  EXPECT_ERROR(gpu_.enable_peer_access(alone), "access of device 1 (Fake H200)", "device 0 (Fake T4)",
               "no direct connection");
  EXPECT_ERROR(cpu.enable_peer_access(gpu_), "no direct connection");
  EXPECT_ERROR(gpu_.enable_peer_access(cpu), "no direct connection");
  EXPECT_EQ(gpu_.peer_attribute(PeerAttribute::access_supported, other), 1);
  EXPECT_EQ(gpu_.peer_attribute(PeerAttribute::access_supported, alone), 0);
  EXPECT_EQ(gpu_.peer_attribute(PeerAttribute::only_partial_native_atomic_supported, other), std::nullopt);
  EXPECT_EQ(gpu_.peer_attribute(PeerAttribute::access_supported, gpu_), std::nullopt);
  EXPECT_EQ(gpu_.peer_attribute(PeerAttribute::access_supported, cpu), std::nullopt);
}

TEST_F(DeviceProperties, ManyThreadsEnableAndDisablePeers) {
  const Device other = Device::cuda(2);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        gpu_.enable_peer_access(other);
        other.enable_peer_access(gpu_);
        gpu_.disable_peer_access(other);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(fake_.peers, (std::set<std::pair<int, int>>{{2, 1}}));
}

} // namespace
