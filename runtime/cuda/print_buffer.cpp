#include "print_buffer.h"

#include <kcc/abi/print_ring.h>

#include <optional>
#include <string_view>

namespace kcc::cuda {

namespace {

/// Errors that do not end the context are unrelated to the report.
Error error(const DriverApi &api, const std::optional<std::string> &report, Result result, const char *call,
            const std::string &operation, std::string log = {}) {
  if (report && is_sticky(result))
    return core::failed_kernel(operation, result, error_name(result), *report);
  return driver_error(api, result, call, operation, std::move(log));
}

} // namespace

template <class... P, class... A>
void PrintBuffer::call(const std::string &operation, const DriverCall<Result(P...)> &function,
                       A... arguments) const {
  if (const Result result = function(arguments...); result != success)
    throw error(api_, failure_while_locked(), result, function.name, operation);
}

Error PrintBuffer::failed(Result result, const char *call, const std::string &operation,
                          std::string log) const {
  return error(api_, failure(), result, call, operation, std::move(log));
}

void PrintBuffer::make(Memory &memory, std::size_t channel_bytes, const std::string &operation) {
  // The stream is our own: the null stream waits for other libraries' streams, which Stream::done() must not
  // do.
  if (!stream_)
    call(operation, api_.stream_create_with_priority, &stream_, stream_non_blocking, 0);
  if (!memory.channel) {
    void *host = nullptr;
    call(operation, api_.mem_host_alloc, &host, channel_bytes, mem_host_portable | mem_host_device_map);
    memory.channel = static_cast<abi::PrintChannel *>(host);
  }
  DevicePointer channel = 0;
  call(operation, api_.mem_host_get_device_pointer, &channel, static_cast<void *>(memory.channel), 0u);
  memory.channel_address = channel;
  if (!memory.control) {
    DevicePointer control = 0;
    call(operation, api_.mem_alloc, &control, sizeof(abi::PrintControl));
    memory.control = control;
  }
}

void PrintBuffer::write(std::uint64_t to, const void *from, std::size_t bytes, const std::string &operation) {
  call(operation, api_.memcpy_htod_async, DevicePointer{to}, from, bytes, stream_);
  call(operation, api_.stream_synchronize, stream_);
}

bool PrintBuffer::read(void *to, std::uint64_t from, std::size_t bytes) noexcept {
  return api_.memcpy_dtoh_async(to, from, bytes, stream_) == success &&
         api_.stream_synchronize(stream_) == success;
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
  if (found != success)
    throw failed(found, api_.module_get_global.name, operation);
  core::PrintBuffer::attach(variable, operation);
}

} // namespace kcc::cuda
