// Memory of the CPU device that the host cannot use, so that the check `host` sees who tries.
#ifndef KCC_RUNTIME_CPU_CHECK_DEVICE_PAGES_H
#define KCC_RUNTIME_CPU_CHECK_DEVICE_PAGES_H

#include "unawaited_copies.h"

#include <cstddef>
#include <optional>

namespace kcc::cpu::check {

// All memory of the device is on pages of its own, which can be used as long as the device does something:
// while it runs a kernel, copies or fills. At other times an access is a fault (host_accesses.h). Everything
// here does nothing without the check.

/// While one exists, the device uses its memory.
class DeviceWork {
public:
  DeviceWork();
  ~DeviceWork();
  DeviceWork(const DeviceWork &) = delete;
  DeviceWork &operator=(const DeviceWork &) = delete;

private:
  const bool counts_;
  std::optional<MayUseCopies> may_use_copies_;
};

/// In the middle of work of the device, runs code of the host.
class HostWork {
public:
  HostWork();
  ~HostWork();
  HostWork(const HostWork &) = delete;
  HostWork &operator=(const HostWork &) = delete;

private:
  const bool counts_;
};

/// Memory of the device: on pages of its own with the check, else like that of other buffers. Null if there
/// is none.
void *allocate_for_device(std::size_t bytes) noexcept;
void release_for_device(void *memory) noexcept;

/// These whole pages, which can be read and written, are the device's from now on; they may follow others.
void add_device_pages(void *at, std::size_t bytes);
/// To be called before they are used for something else. They may be a part of those added.
void remove_device_pages(void *at, std::size_t bytes) noexcept;

/// The host may use the memory at this address until it is freed.
void lend_to_host(const void *place);

/// For the signal handler: whether the address is in such pages. If so, the page can be used until the device
/// has done something.
bool open_device_page(const void *place) noexcept;

} // namespace kcc::cpu::check

#endif
