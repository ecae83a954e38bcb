// What the CPU device answers about itself.
#ifndef KCC_RUNTIME_CPU_CPU_PROPERTIES_H
#define KCC_RUNTIME_CPU_CPU_PROPERTIES_H

#include "../core/device_properties.h"

namespace kcc::cpu {

class CpuProperties final : public core::DeviceProperties {
public:
  using Operation = core::Operation;

  /// \p info is the device's and outlives this object.
  explicit CpuProperties(const core::DeviceInfo &info) : info_(info) {}

  std::optional<int> attribute(DeviceAttribute, Operation) override;
  std::string uuid(Operation) override;
  std::string pci_address(Operation) override;
  DeviceMemoryInfo memory(Operation) override;
  StreamPriorities stream_priorities(Operation) override { return {}; }
  void set_stack_bytes(std::size_t bytes, Operation) override;
  std::size_t stack_bytes(Operation) override;
  void set_wait_mode(WaitMode, Operation) override {}
  WaitMode wait_mode(Operation) override { return WaitMode::block; }

private:
  const core::DeviceInfo &info_;
};

} // namespace kcc::cpu

#endif
