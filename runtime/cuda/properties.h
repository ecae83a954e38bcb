// What a GPU is asked and told, and its access to the memory of others.
#ifndef KCC_RUNTIME_CUDA_PROPERTIES_H
#define KCC_RUNTIME_CUDA_PROPERTIES_H

#include "../core/device_properties.h"

namespace kcc::cuda {

class CudaDevice;

class CudaProperties final : public core::DeviceProperties {
public:
  using Operation = core::Operation;

  explicit CudaProperties(CudaDevice &device) : device_(device) {}

  std::optional<int> attribute(DeviceAttribute, Operation) override;
  std::string uuid(Operation) override;
  std::string pci_address(Operation) override;
  DeviceMemoryInfo memory(Operation) override;
  StreamPriorities stream_priorities(Operation) override;
  void set_stack_bytes(std::size_t bytes, Operation) override;
  std::size_t stack_bytes(Operation) override;
  void set_wait_mode(WaitMode, Operation) override;
  WaitMode wait_mode(Operation) override;

private:
  CudaDevice &device_;
};

class CudaPeers final : public core::PeerBackend {
public:
  using BackendDevice = core::BackendDevice;
  using Operation = core::Operation;

  explicit CudaPeers(CudaDevice &device) : device_(device) {}

  bool can_access(BackendDevice &peer, Operation) override;
  void enable(BackendDevice &peer, Operation) override;
  void disable(BackendDevice &peer, Operation) override;
  std::optional<int> attribute(PeerAttribute, BackendDevice &peer, Operation) override;

private:
  CudaDevice &device_;
};

} // namespace kcc::cuda

#endif
