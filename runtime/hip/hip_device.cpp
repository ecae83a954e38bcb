// Waiting for all of the device, its limits and what kernels print.
#include "current.h"

#include <optional>
#include <string>

namespace kcc::hip {

Error HipDevice::failed(Result result, const char *call, const Operation &operation) const {
  return print_buffer_.failed(result, call, operation.text());
}

/// The result of a query. HIP remembers "not ready" as the thread's last error, which other code would take
/// for a failure of its own.
bool HipDevice::is_done(Result result, const char *call, const Operation &operation) const {
  if (result == error_not_ready)
    api_.get_last_error();
  else if (result != success)
    throw failed(result, call, operation);
  return result == success;
}

void HipDevice::synchronize(Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.device_synchronize);
}

void HipDevice::wait_if_used() noexcept {
  if (used_.load(std::memory_order_relaxed))
    wait_quietly();
}

core::Messages HipDevice::fetch_messages() {
  if (!print_buffer_.exists())
    return {};
  const auto reading = [] { return std::string("reading the output of kernels"); };
  std::optional<Current> current;
  try {
    current.emplace(*this, reading);
  } catch (const Error &) { // the next call that waits reports it
  }
  return print_buffer_.take();
}

void HipDevice::reserve_stack(std::size_t bytes, Operation operation) {
  const Current current(*this, operation);
  std::size_t now = 0;
  call(operation, api_.device_get_limit, &now, limit_stack_bytes);
  if (now < bytes)
    call(operation, api_.device_set_limit, limit_stack_bytes, bytes);
}

void HipDevice::set_heap_bytes(std::size_t, Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "kernels on HIP devices have no heap");
}

core::BackendDevice &HipDevice::reset(Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "kcc does not reset HIP devices",
               "End what was made with the device instead, or start the process again");
}

} // namespace kcc::hip
