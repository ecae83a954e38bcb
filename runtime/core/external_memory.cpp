#include <kcc/runtime/external_memory.h>

#include "external_backend.h"
#include "stream_state.h"

#include <string>
#include <unistd.h>
#include <utility>

namespace kcc {

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0)
    close(fd_);
}

namespace {

constexpr const char *importing_memory = "importing memory of another library on ";
constexpr const char *importing_semaphore = "importing a semaphore of another library on ";
constexpr const char *signaling = "signaling a semaphore of another library on ";
constexpr const char *waiting = "waiting for a semaphore of another library on ";

core::ExternalBackend &external_of(const Device &device, const char *operation) {
  if (core::ExternalBackend *backend = device.backend_device().external())
    return *backend;
  detail::fail(ErrorCategory::not_supported, operation + core::label(device),
               "the backend takes nothing of other libraries");
}

void check_descriptor(const FileDescriptor &fd, const core::Operation &operation) {
  if (!fd)
    detail::fail(operation.text(), "there is no file descriptor",
                 "Pass what the other library has exported, for example by vkGetMemoryFdKHR");
}

/// The stream's state, if it is of the semaphore's device and there is a semaphore.
core::StreamState &state_for(const Stream &stream, const Device &device,
                             const core::ExternalSemaphoreHandle *handle, const char *operation) {
  if (!(stream.device() == device))
    detail::fail(operation + core::label(device), "the stream is of " + core::label(stream.device()),
                 "Use a stream of the semaphore's device");
  if (!handle)
    detail::fail(ErrorCategory::invalid_state, operation + core::label(device),
                 "the semaphore was moved from", "Use the object to which it was moved");
  return stream.state();
}

} // namespace

ExternalMemory::ExternalMemory(const Device &device, FileDescriptor fd, std::size_t bytes,
                               const ExternalMemoryOptions &options)
    : device_(device) {
  const auto operation = [&] { return importing_memory + core::label(device_); };
  core::ExternalBackend &backend = external_of(device_, importing_memory);
  check_descriptor(fd, operation);
  if (bytes == 0)
    detail::fail(operation(), "its size is 0", "Pass the size of the other library's allocation");
  const core::ImportedMemory imported = backend.import_memory(fd.get(), bytes, options, operation);
  handle_ = imported.handle;
  data_ = imported.data;
  bytes_ = bytes;
}

ExternalMemory::ExternalMemory(ExternalMemory &&other) noexcept
    : device_(other.device_), handle_(std::exchange(other.handle_, nullptr)),
      data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

ExternalMemory &ExternalMemory::operator=(ExternalMemory &&other) noexcept {
  ExternalMemory moved(std::move(other));
  std::swap(device_, moved.device_);
  std::swap(handle_, moved.handle_);
  std::swap(data_, moved.data_);
  std::swap(bytes_, moved.bytes_);
  return *this;
}

ExternalMemory::~ExternalMemory() {
  if (data_)
    device_.backend_device().external()->release_memory({handle_, data_}, bytes_);
}

ExternalSemaphore::ExternalSemaphore(const Device &device, FileDescriptor fd, ExternalSemaphoreKind kind)
    : device_(device) {
  const auto operation = [&] { return importing_semaphore + core::label(device_); };
  core::ExternalBackend &backend = external_of(device_, importing_semaphore);
  check_descriptor(fd, operation);
  handle_ = backend.import_semaphore(fd.get(), kind, operation);
}

ExternalSemaphore::ExternalSemaphore(ExternalSemaphore &&other) noexcept
    : device_(other.device_), handle_(std::exchange(other.handle_, nullptr)) {}

ExternalSemaphore &ExternalSemaphore::operator=(ExternalSemaphore &&other) noexcept {
  ExternalSemaphore moved(std::move(other));
  std::swap(device_, moved.device_);
  std::swap(handle_, moved.handle_);
  return *this;
}

ExternalSemaphore::~ExternalSemaphore() {
  if (handle_)
    device_.backend_device().external()->release_semaphore(handle_);
}

void ExternalSemaphore::signal(Stream &stream, std::uint64_t value) {
  core::StreamState &state = state_for(stream, device_, handle_, signaling);
  external_of(device_, signaling).signal(state.handle(), handle_, value, [&] {
    return signaling + state.description();
  });
}

void ExternalSemaphore::wait(Stream &stream, std::uint64_t value) {
  core::StreamState &state = state_for(stream, device_, handle_, waiting);
  external_of(device_, waiting).wait(state.handle(), handle_, value, [&] {
    return waiting + state.description();
  });
}

} // namespace kcc
