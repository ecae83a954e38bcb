// Makes a device's context current to the calling thread.
#ifndef KCC_RUNTIME_CUDA_CURRENT_H
#define KCC_RUNTIME_CUDA_CURRENT_H

#include "cuda_device.h"

namespace kcc::cuda {

/// Makes the device's context current to the calling thread for a scope.
///
/// It asks the driver which context is current each time (a load from thread-local storage there) instead of
/// remembering it, because any other library may change it. A thread without a context keeps this one, as it
/// would keep the CUDA runtime's; a thread with another one gets that back.
class Current {
public:
  Current(CudaDevice &device, const core::Operation &operation) : api_(device.api()) {
    const Context wanted = device.context(operation);
    Context current = nullptr;
    device.call(operation, api_.ctx_get_current, &current);
    if (current == wanted)
      return;
    device.call(operation, current ? api_.ctx_push_current : api_.ctx_set_current, wanted);
    pushed_ = current != nullptr;
  }
  ~Current() {
    if (pushed_) {
      Context popped;
      api_.ctx_pop_current(&popped);
    }
  }
  Current(const Current &) = delete;
  Current &operator=(const Current &) = delete;

private:
  const DriverApi &api_;
  bool pushed_ = false;
};

/// For destructors: errors have nowhere to go, and the driver may be gone already.
template <class F> void without_throwing(F &&work) noexcept {
  try {
    work([]() -> std::string { return {}; });
  } catch (const Error &) { // the memory is freed with the context or the process
  }
}

} // namespace kcc::cuda

#endif
