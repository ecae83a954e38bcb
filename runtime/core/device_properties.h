// What can be asked of a device, and settings for all its work.
#ifndef KCC_RUNTIME_CORE_DEVICE_PROPERTIES_H
#define KCC_RUNTIME_CORE_DEVICE_PROPERTIES_H

#include "backend.h"

namespace kcc::core {

/// See the functions of Device with these names. Any thread may call them.
class DeviceProperties {
public:
  virtual ~DeviceProperties() = default;
  virtual std::optional<int> attribute(DeviceAttribute, Operation) = 0;
  virtual std::string uuid(Operation) = 0;
  virtual std::string pci_address(Operation) = 0;
  virtual DeviceMemoryInfo memory(Operation) = 0;
  virtual StreamPriorities stream_priorities(Operation) = 0;
  virtual void set_stack_bytes(std::size_t bytes, Operation) = 0;
  virtual std::size_t stack_bytes(Operation) = 0;
  virtual void set_wait_mode(WaitMode, Operation) = 0;
  virtual WaitMode wait_mode(Operation) = 0;
};

/// Access to the memory of other devices of the same backend; `peer` is another device.
class PeerBackend {
public:
  virtual ~PeerBackend() = default;
  virtual bool can_access(BackendDevice &peer, Operation) = 0;
  virtual void enable(BackendDevice &peer, Operation) = 0;
  virtual void disable(BackendDevice &peer, Operation) = 0;
  virtual std::optional<int> attribute(PeerAttribute, BackendDevice &peer, Operation) = 0;
};

} // namespace kcc::core

#endif
