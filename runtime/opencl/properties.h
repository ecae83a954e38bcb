// What can be asked of a device.
#ifndef KCC_RUNTIME_OPENCL_PROPERTIES_H
#define KCC_RUNTIME_OPENCL_PROPERTIES_H

#include "../core/device_properties.h"

namespace kcc::opencl {

class OpenclDevice;

class OpenclProperties final : public core::DeviceProperties {
public:
  explicit OpenclProperties(OpenclDevice &device) : device_(device) {}

  std::optional<int> attribute(DeviceAttribute, core::Operation) override;
  std::string uuid(core::Operation) override;
  std::string pci_address(core::Operation) override;
  DeviceMemoryInfo memory(core::Operation) override;
  StreamPriorities stream_priorities(core::Operation) override;
  void set_stack_bytes(std::size_t bytes, core::Operation) override;
  std::size_t stack_bytes(core::Operation) override;
  void set_wait_mode(WaitMode, core::Operation) override {} // the driver decides
  WaitMode wait_mode(core::Operation) override { return WaitMode::block; }

private:
  OpenclDevice &device_;
};

} // namespace kcc::opencl

#endif
