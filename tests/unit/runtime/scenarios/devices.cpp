#include "scenarios.h"

#include "../fake_cuda/fake_cuda.h"

#include <gtest/gtest.h>

void scenarios::devices(const kcc::Device &gpu) {
  gpu.set_heap_bytes(1 << 20);
  (void)gpu.heap_bytes();
  gpu.set_stack_bytes(2048);
  (void)gpu.stack_bytes();
  (void)gpu.attribute(kcc::DeviceAttribute::warp_size);
  (void)gpu.uuid();
  (void)gpu.pci_address();
  (void)gpu.memory();
  (void)gpu.stream_priorities();
  gpu.set_wait_mode(kcc::WaitMode::block);
  (void)gpu.wait_mode();
  const kcc::Device other = kcc::Device::cuda(2);
  (void)gpu.peer_attribute(kcc::PeerAttribute::performance_rank, other);
  gpu.enable_peer_access(other);
  gpu.disable_peer_access(other);
  EXPECT_EQ(kcc::Device::adopt(gpu.native_context()), gpu);
  const kcc::Device adopted = kcc::Device::adopt(fake_cuda::foreign_context(1));
  adopted.set_wait_mode(adopted.wait_mode());
  adopted.synchronize();
  gpu.synchronize();
}

void scenarios::resets(const kcc::Device &) {
  kcc::Device::cuda(2).reset();
}
