// The search for a driver's devices.
#ifndef KCC_RUNTIME_CORE_DEVICE_SEARCH_H
#define KCC_RUNTIME_CORE_DEVICE_SEARCH_H

#include "backend.h"

#include <cstddef>
#include <mutex>

namespace kcc::core {

/// What the search asks a backend.
struct DeviceDriver {
  /// The number of devices, of which there is at least one. Opens the driver. Throws Error.
  std::size_t (*count)();
  /// Makes the device with this number, which is never destroyed. Throws Error.
  BackendDevice *(*make)(int ordinal);
  /// Whether the same call may succeed later in this process.
  bool (*may_pass)(const Error &);
};

/// The devices found so far. Each find() looks again for those that could not be used for a reason that may
/// pass; what is missing for another reason stays missing. Never destroyed, because destructors of static
/// objects may use devices. Any thread may call the functions.
class DeviceSearch {
public:
  explicit DeviceSearch(DeviceDriver driver) : driver_(driver) {}

  FoundDevices find();

  /// Lets `change(slot)` put another device in the place of a device, unless another thread was faster, while
  /// no other thread does. Returns the device that is there then.
  template <class F> BackendDevice &replace(const BackendDevice &device, F &&change) {
    const std::lock_guard lock(mutex_);
    DeviceSlot &slot = found_.slots[static_cast<std::size_t>(device.info().ordinal)];
    change(slot);
    return *slot.device;
  }

private:
  void search();

  const DeviceDriver driver_;
  std::mutex mutex_;
  FoundDevices found_;
  bool finished_ = false;
};

} // namespace kcc::core

#endif
