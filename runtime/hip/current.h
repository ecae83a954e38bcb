// Makes a device current to the calling thread.
#ifndef KCC_RUNTIME_HIP_CURRENT_H
#define KCC_RUNTIME_HIP_CURRENT_H

#include "../core/process_end.h"
#include "hip_device.h"

namespace kcc::hip {

/// Makes the device current to the calling thread for a scope. It asks HIP which one is current each time,
/// because any other library may change it, and gives that one back.
class Current {
public:
  Current(HipDevice &device, const core::Operation &operation) : api_(device.api()) {
    core::refuse_at_process_end(operation);
    device.note_use();
    int current = 0;
    device.call(operation, api_.get_device, &current);
    if (current == device.number())
      return;
    device.call(operation, api_.set_device, device.number());
    previous_ = current;
  }
  ~Current() {
    if (previous_ >= 0)
      api_.set_device(previous_);
  }
  Current(const Current &) = delete;
  Current &operator=(const Current &) = delete;

private:
  const HipApi &api_;
  int previous_ = -1; ///< the device to give back; negative: none
};

/// For destructors: errors have nowhere to go, and HIP may be gone already.
template <class F> void without_throwing(F &&work) noexcept {
  try {
    work([]() -> std::string { return {}; });
  } catch (const Error &) { // the memory is freed with the process
  }
}

} // namespace kcc::hip

#endif
