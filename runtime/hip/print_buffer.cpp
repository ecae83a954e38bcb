#include "print_buffer.h"

#include "hip_errors.h"

#include <kcc/abi/print_ring.h>

#include <optional>

namespace kcc::hip {

namespace {

void *pointer(std::uint64_t address) {
  return reinterpret_cast<void *>(static_cast<std::uintptr_t>(address));
}

std::uint64_t address(const void *pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

/// The report explains sticky errors only: after others, the GPU goes on working.
Error error(const HipApi &api, const std::optional<std::string> &report, Result result, const char *call,
            const std::string &operation) {
  if (report && is_sticky(result))
    return core::failed_kernel(operation, result, error_name(result), *report);
  return hip_error(api, result, call, operation);
}

} // namespace

template <class... P, class... A>
void PrintBuffer::call(const std::string &operation, const HipCall<Result(P...)> &function,
                       A... arguments) const {
  if (const Result result = function(arguments...); result != success)
    throw error(api_, failure_while_locked(), result, function.name, operation);
}

Error PrintBuffer::failed(Result result, const char *call, const std::string &operation) const {
  return error(api_, failure(), result, call, operation);
}

void PrintBuffer::make(Memory &memory, std::size_t channel_bytes, const std::string &operation) {
  // The stream is our own: the null stream waits for other libraries' streams, which Stream::done() must not
  // do.
  if (!stream_)
    call(operation, api_.stream_create_with_priority, &stream_, stream_non_blocking, 0);
  if (!memory.channel) {
    void *host = nullptr;
    call(operation, api_.host_malloc, &host, channel_bytes, host_portable | host_mapped | host_coherent);
    memory.channel = static_cast<abi::PrintChannel *>(host);
  }
  void *channel = nullptr;
  call(operation, api_.host_get_device_pointer, &channel, static_cast<void *>(memory.channel), 0u);
  memory.channel_address = address(channel);
  if (!memory.control) {
    void *control = nullptr;
    call(operation, api_.malloc, &control, sizeof(abi::PrintControl));
    memory.control = address(control);
  }
}

void PrintBuffer::write(std::uint64_t to, const void *from, std::size_t bytes, const std::string &operation) {
  call(operation, api_.memcpy_async, pointer(to), from, bytes, copy_host_to_device, stream_);
  call(operation, api_.stream_synchronize, stream_);
}

bool PrintBuffer::read(void *to, std::uint64_t from, std::size_t bytes) noexcept {
  return api_.memcpy_async(to, pointer(from), bytes, copy_device_to_host, stream_) == success &&
         api_.stream_synchronize(stream_) == success;
}

void PrintBuffer::attach(ModuleRef module, std::string_view code, const std::string &operation) {
  if (code.find(abi::print_variable) == std::string_view::npos)
    return;
  void *variable = nullptr;
  std::size_t bytes = 0;
  const Result found = api_.module_get_global(&variable, &bytes, module, abi::print_variable);
  if (found != success)
    throw failed(found, api_.module_get_global.name, operation);
  core::PrintBuffer::attach(address(variable), operation);
}

} // namespace kcc::hip
