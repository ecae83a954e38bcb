#include <kcc/runtime/buffer.h>

#include "backend.h"
#include "stream_state.h"

#include <limits>

namespace kcc::detail {

namespace {

void check_bytes(const DeviceMemory &memory, std::size_t bytes, const char *operation, const char *other) {
  if (bytes != memory.bytes())
    fail(operation + memory.device().backend_device().info().label,
         "the buffer has " + std::to_string(memory.bytes()) + " bytes, " + other + " has " +
             std::to_string(bytes),
         "Pass as many elements as the buffer's size()");
}

/// The stream's state, if it is of the memory's device.
core::StreamState &state_for(const DeviceMemory &memory, const Stream &stream, const char *operation) {
  if (!(stream.device() == memory.device()))
    fail(operation + memory.device().backend_device().info().label,
         "the stream is of " + stream.device().backend_device().info().label,
         "Use a stream of the buffer's device: kcc::Stream stream(buffer.device())");
  return stream.state();
}

constexpr const char *copying_in = "copying into a buffer of ";
constexpr const char *copying_out = "copying out of a buffer of ";
constexpr const char *filling = "filling a buffer of ";

} // namespace

DeviceMemory::DeviceMemory(const Device &device, std::size_t count, std::size_t element_bytes)
    : device_(device) {
  core::BackendDevice &backend = device.backend_device();
  if (count > std::numeric_limits<std::size_t>::max() / element_bytes)
    fail("allocating a buffer on " + backend.info().label,
         std::to_string(count) + " elements of " + std::to_string(element_bytes) +
             " bytes are more than fit in the address space");
  bytes_ = count * element_bytes;
  if (bytes_ > 0) // an empty buffer owns nothing
    data_ = backend.allocate(
        bytes_, [&] { return "allocating " + std::to_string(bytes_) + " bytes on " + backend.info().label; });
}

DeviceMemory::DeviceMemory(DeviceMemory &&other) noexcept
    : device_(other.device_), data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)) {}

DeviceMemory &DeviceMemory::operator=(DeviceMemory &&other) noexcept {
  std::swap(device_, other.device_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  if (&other != this) {
    // Free what was here now, as the caller expects, not when `other` goes.
    const DeviceMemory freed(std::move(other));
  }
  return *this;
}

DeviceMemory::~DeviceMemory() {
  if (data_)
    device_.backend_device().release(data_);
}

void DeviceMemory::copy_from_host(const void *host, std::size_t bytes) {
  core::BackendDevice &device = device_.backend_device();
  const auto operation = [&] { return copying_in + device.info().label; };
  if (bytes == 0)
    return;
  device.copy_in(nullptr, data_, host, bytes, operation);
  // From pageable memory the driver returns when it has staged the data, and streams of ours do not wait for
  // its null stream.
  device.synchronize_stream(nullptr, operation);
}

void DeviceMemory::copy_from_host(Stream &stream, const void *host, std::size_t bytes) {
  check_bytes(*this, bytes, copying_in, "the host's range");
  core::StreamState &state = state_for(*this, stream, copying_in);
  if (bytes > 0)
    state.device().copy_in(state.handle(), data_, host, bytes,
                           [&] { return copying_in + state.description(); });
}

void DeviceMemory::copy_to_host(void *host, std::size_t bytes) const {
  core::BackendDevice &device = device_.backend_device();
  const auto operation = [&] { return copying_out + device.info().label; };
  check_bytes(*this, bytes, copying_out, "the host's range");
  core::wait_and_deliver(device, [&] {
    if (bytes == 0)
      return device.synchronize(operation);
    device.synchronize_memory(data_, operation);
    device.copy_out(nullptr, host, data_, bytes, operation);
    device.synchronize_stream(nullptr, operation);
  });
}

void DeviceMemory::copy_to_host(Stream &stream, void *host, std::size_t bytes) const {
  check_bytes(*this, bytes, copying_out, "the host's range");
  core::StreamState &state = state_for(*this, stream, copying_out);
  if (bytes > 0)
    core::wait_and_deliver(state.device(), [&] {
      state.device().copy_out(state.handle(), host, data_, bytes,
                              [&] { return copying_out + state.description(); });
    });
}

void DeviceMemory::copy_from_device(Stream &stream, const DeviceMemory &from) {
  check_bytes(*this, from.bytes(), copying_in, "the other buffer");
  core::StreamState &state = state_for(*this, stream, copying_in);
  if (!(from.device() == device_))
    fail(copying_in + device_.backend_device().info().label,
         "the other buffer is of " + from.device().backend_device().info().label,
         "Go through the host: `const auto host = from.to_host(); to.copy_from(stream, host); "
         "stream.synchronize();`");
  if (bytes_ > 0)
    state.device().copy_within(state.handle(), data_, from.data(), bytes_,
                               [&] { return copying_in + state.description(); });
}

void DeviceMemory::fill(Stream &stream, std::byte value) {
  core::StreamState &state = state_for(*this, stream, filling);
  if (bytes_ > 0)
    state.device().fill(state.handle(), data_, value, bytes_, [&] { return filling + state.description(); });
}

} // namespace kcc::detail
