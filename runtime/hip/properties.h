// What a HIP device is asked and told.
#ifndef KCC_RUNTIME_HIP_PROPERTIES_H
#define KCC_RUNTIME_HIP_PROPERTIES_H

#include "../core/device_properties.h"

namespace kcc::hip {

class HipDevice;

class HipProperties final : public core::DeviceProperties {
public:
  using Operation = core::Operation;

  explicit HipProperties(HipDevice &device) : device_(device) {}

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
  HipDevice &device_;
};

} // namespace kcc::hip

#endif
