#include "print_buffer.h"

#include <kcc/abi/print_ring.h>

#include <cstddef>

namespace kcc::cuda {

template <class... P, class... A>
void PrintBuffer::call(const std::string &operation, const DriverCall<Result(P...)> &function,
                       A... arguments) const {
  if (const Result result = function(arguments...); result != success)
    throw error(result, function.name, operation);
}

Error PrintBuffer::error(Result result, const char *call, const std::string &operation,
                         std::string log) const {
  // Other errors are unrelated to the record.
  if (ring_ && is_sticky(result))
    if (const auto record = ring_->failure())
      return Error({.operation = operation,
                    .code = result,
                    .code_name = error_name(result),
                    .text = core::failure_of(*record),
                    .log = {},
                    .hint = std::string(sticky_advice) +
                            ". Correct the cause, or find it on the CPU device (KCC_DEVICE=cpu), which "
                            "stays usable",
                    .category = ErrorCategory::kernel_failed,
                    .sticky = true});
  return driver_error(api_, result, call, operation, std::move(log));
}

Error PrintBuffer::failed(Result result, const char *call, const std::string &operation, std::string log) {
  const std::lock_guard lock(mutex_);
  return error(result, call, operation, std::move(log));
}

void PrintBuffer::create(const std::string &operation) {
  // Whatever is created before a call fails is kept for the next attempt. The stream is our own: the null
  // stream waits for other libraries' streams, which Stream::done() must not do.
  if (!stream_)
    call(operation, api_.stream_create_with_priority, &stream_, stream_non_blocking, 0);
  if (!host_)
    call(operation, api_.mem_host_alloc, &host_, sizeof(abi::PrintChannel) + capacity_,
         mem_host_portable | mem_host_device_map);
  DevicePointer channel = 0;
  call(operation, api_.mem_host_get_device_pointer, &channel, host_, 0u);
  if (!control_)
    call(operation, api_.mem_alloc, &control_, sizeof(abi::PrintControl));
  abi::PrintControl control{};
  control.channel = channel;
  control.capacity = capacity_;
  call(operation, api_.memcpy_htod_async, control_, static_cast<const void *>(&control), sizeof(control),
       stream_);
  call(operation, api_.stream_synchronize, stream_);
  ring_.emplace(static_cast<abi::PrintChannel *>(host_), capacity_);
  exists_.store(true, std::memory_order_release);
}

void PrintBuffer::attach(ModuleRef module, const core::Content &code, const std::string &operation) {
  // Looked for here instead of asking the driver, because compute-sanitizer reports "not found" as an error
  // of the program. Fatbins may be compressed.
  const std::string_view content(static_cast<const char *>(code.bytes), code.size);
  if (code.kind != core::ContentKind::fatbin && content.find(abi::print_variable) == std::string_view::npos)
    return;
  DevicePointer variable = 0;
  std::size_t bytes = 0;
  const Result found = api_.module_get_global(&variable, &bytes, module, abi::print_variable);
  if (found == error_not_found)
    return;
  const std::lock_guard lock(mutex_);
  if (found != success)
    throw error(found, api_.module_get_global.name, operation);
  if (!ring_)
    create(operation);
  call(operation, api_.memcpy_htod_async, variable, static_cast<const void *>(&control_), sizeof(control_),
       stream_);
  call(operation, api_.stream_synchronize, stream_);
}

std::optional<std::uint64_t> PrintBuffer::read_counter(std::size_t offset) const noexcept {
  std::uint64_t value = 0;
  if (api_.memcpy_dtoh_async(&value, control_ + offset, sizeof(value), stream_) != success ||
      api_.stream_synchronize(stream_) != success)
    return std::nullopt;
  return value;
}

core::Messages PrintBuffer::take() noexcept {
  if (!exists())
    return {};
  const std::lock_guard lock(mutex_);
  if (!ring_)
    return {};
  return ring_->take([&]() -> std::optional<core::PrintReader::Counters> {
    const auto finished = read_counter(offsetof(abi::PrintControl, finished));
    const auto dropped = read_counter(offsetof(abi::PrintControl, dropped));
    const auto reserved = read_counter(offsetof(abi::PrintControl, reserved));
    if (!finished || !dropped || !reserved) // the context has failed
      return std::nullopt;
    return core::PrintReader::Counters{*finished, *dropped, *reserved};
  });
}

void PrintBuffer::end() noexcept {
  const std::lock_guard lock(mutex_);
  exists_.store(false, std::memory_order_release);
  ring_.reset();
}

std::uint64_t PrintBuffer::capacity() {
  const std::lock_guard lock(mutex_);
  return capacity_;
}

bool PrintBuffer::set_capacity(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (host_)
    return false;
  capacity_ = bytes;
  return true;
}

} // namespace kcc::cuda
