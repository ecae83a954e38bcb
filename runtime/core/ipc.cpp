#include <kcc/runtime/ipc.h>

#include "allocation_size.h"
#include "device_properties.h"
#include "event_state.h"
#include "ipc_backend.h"

#include <algorithm>
#include <random>
#include <string>
#include <unistd.h>
#include <utility>

namespace kcc {

namespace {

constexpr std::uint64_t memory_kind = detail::ipc_hash("kcc memory 1"),
                        event_kind = detail::ipc_hash("kcc event 1");

constexpr const char *allocating = "allocating memory for several processes on ";
constexpr const char *giving_memory = "giving memory to another process on ";
constexpr const char *opening_memory = "opening memory of another process on ";
constexpr const char *making_event = "making an event for several processes on ";
constexpr const char *giving_event = "giving an event to another process on ";
constexpr const char *opening_event = "opening an event of another process on ";

core::IpcBackend &ipc_of(const Device &device, const char *operation) {
  if (core::IpcBackend *backend = device.backend_device().ipc())
    return *backend;
  detail::fail(ErrorCategory::not_supported, operation + core::label(device),
               "the backend has no memory of other processes");
}

std::array<char, 48> identity(const Device &device, const core::Operation &operation) {
  std::array<char, 48> text{};
  const std::string id =
      device.backend() == Backend::cpu ? "CPU" : device.backend_device().properties().uuid(operation);
  std::copy_n(id.begin(), std::min(id.size(), text.size() - 1), text.begin());
  return text;
}

/// Tells this process from others whose number is the same, in another container or at another time.
std::uint64_t process_salt() {
  static const std::uint64_t salt = [] {
    std::random_device random;
    return std::uint64_t{random()} << 32 | random();
  }();
  return salt;
}

detail::IpcHandle new_handle(std::uint64_t kind, const Device &device, const core::Operation &operation) {
  detail::IpcHandle handle;
  handle.kind = kind;
  handle.process = static_cast<std::uint64_t>(getpid());
  handle.process_salt = process_salt();
  handle.device = identity(device, operation);
  return handle;
}

void check(const detail::IpcHandle &handle, std::uint64_t kind, const Device &device,
           const core::Operation &operation) {
  if (handle.kind != kind)
    detail::fail(operation.text(), "the bytes are not such a handle",
                 "Send all sizeof(handle) bytes of handle(), and use one version of kcc in all processes");
  if (handle.process == static_cast<std::uint64_t>(getpid()) && handle.process_salt == process_salt())
    detail::fail(operation.text(), "the handle is of this process",
                 "Use the object that handle() was called on");
  if (handle.device != identity(device, operation))
    detail::fail(operation.text(), "it is of the device " + std::string(handle.device.data()),
                 "Open it on kcc::Device::by_uuid with that name, or on kcc::Device::cpu()");
}

} // namespace

namespace detail {

IpcMemory::IpcMemory(const Device &device, std::size_t count, std::size_t element_bytes) : device_(device) {
  const auto operation = [&] { return allocating + core::label(device_); };
  core::IpcBackend &backend = ipc_of(device_, allocating);
  const std::size_t bytes = core::allocation_size(count, element_bytes, operation);
  if (bytes == 0)
    fail(operation(), "there are no elements", "Allocate at least one");
  data_ = backend.allocate(bytes, operation);
  bytes_ = bytes;
}

IpcMemory::IpcMemory(const Device &device, const IpcHandle &handle, std::size_t element_bytes,
                     std::string_view element)
    : device_(device), is_opened_(true) {
  const auto operation = [&] { return opening_memory + core::label(device_); };
  core::IpcBackend &backend = ipc_of(device_, opening_memory);
  check(handle, memory_kind, device_, operation);
  if (handle.element_bytes != element_bytes || handle.element != ipc_hash(element))
    fail(operation(),
         "its elements are of another type, of " + std::to_string(handle.element_bytes) +
             " bytes; this one is `" + std::string(element) + "`, of " + std::to_string(element_bytes),
         "Open it as a kcc::IpcBuffer of the type with which it was allocated, and reinterpret its view()");
  const std::size_t bytes = core::allocation_size(handle.count, element_bytes, operation);
  data_ = backend.open_memory(handle.backend, bytes, operation);
  bytes_ = bytes;
}

IpcMemory::IpcMemory(IpcMemory &&other) noexcept
    : device_(other.device_), is_opened_(other.is_opened_), data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)) {}

IpcMemory &IpcMemory::operator=(IpcMemory &&other) noexcept {
  IpcMemory moved(std::move(other));
  std::swap(device_, moved.device_);
  std::swap(is_opened_, moved.is_opened_);
  std::swap(data_, moved.data_);
  std::swap(bytes_, moved.bytes_);
  return *this;
}

IpcMemory::~IpcMemory() {
  if (!data_)
    return;
  core::IpcBackend &backend = *device_.backend_device().ipc();
  if (is_opened_)
    backend.close_memory(data_, bytes_);
  else
    backend.release(data_);
}

IpcHandle IpcMemory::handle(std::size_t element_bytes, std::string_view element) const {
  const auto operation = [&] { return giving_memory + core::label(device_); };
  if (!data_ || is_opened_)
    fail(ErrorCategory::invalid_state, operation(),
         data_ ? "this process has opened the memory, and not allocated it" : "the buffer was moved from",
         "Send the handle that this process received, or that of the buffer to which it was moved");
  IpcHandle handle = new_handle(memory_kind, device_, operation);
  handle.element = ipc_hash(element);
  handle.element_bytes = element_bytes;
  handle.count = bytes_ / element_bytes;
  handle.backend = ipc_of(device_, giving_memory).memory_handle(data_, operation);
  return handle;
}

} // namespace detail

IpcEvent::IpcEvent(const Device &device)
    : Event(device, std::make_unique<core::EventState>(device.backend_device(),
                                                       ipc_of(device, making_event).create_event([&] {
                                                         return making_event + core::label(device);
                                                       }),
                                                       core::EventState::OfProcesses{})),
      is_opened_(false) {}

IpcEvent::IpcEvent(const Device &device, const IpcEventHandle &handle)
    : Event(device,
            [&] {
              const auto operation = [&] { return opening_event + core::label(device); };
              core::IpcBackend &backend = ipc_of(device, opening_event);
              check(handle, event_kind, device, operation);
              return std::make_unique<core::EventState>(device.backend_device(),
                                                        backend.open_event(handle.backend, operation),
                                                        core::EventState::OfProcesses{});
            }()),
      is_opened_(true) {}

IpcEventHandle IpcEvent::handle() const {
  const auto operation = [&] { return giving_event + core::label(device()); };
  if (is_opened_)
    detail::fail(ErrorCategory::invalid_state, operation(),
                 "this process has opened the event, and not made it",
                 "Send the handle that this process received");
  IpcEventHandle handle{new_handle(event_kind, device(), operation)};
  handle.backend = ipc_of(device(), giving_event).event_handle(state().handle(), operation);
  return handle;
}

} // namespace kcc
