#include <kcc/runtime/buffer.h>

#include "allocation_size.h"
#include "pool_backend.h"
#include "stream_state.h"

#include <kcc/runtime/memory_pool.h>

namespace kcc::detail {

namespace {

std::size_t bytes_of(const Device &device, std::size_t count, std::size_t element_bytes) {
  return core::allocation_size(count, element_bytes,
                               [&] { return "allocating a buffer on " + core::label(device); });
}

std::string allocating(std::size_t bytes, const Device &device) {
  return "allocating " + std::to_string(bytes) + " bytes on " + core::label(device);
}

} // namespace

DeviceMemory::DeviceMemory(const Device &device, std::size_t count, std::size_t element_bytes)
    : device_(device), bytes_(bytes_of(device, count, element_bytes)) {
  if (bytes_ > 0) // an empty buffer owns nothing
    data_ = device.backend_device().allocate(bytes_, [&] { return allocating(bytes_, device_); });
}

DeviceMemory::DeviceMemory(Stream &stream, const MemoryPool *pool, std::size_t count,
                           std::size_t element_bytes)
    : device_(stream.device()), bytes_(bytes_of(device_, count, element_bytes)) {
  const auto operation = [&] { return allocating(bytes_, device_) + " from a pool"; };
  if (pool && !(pool->device() == device_))
    fail(operation(), "the pool is of " + core::label(pool->device()), "Use a pool of the stream's device");
  if (bytes_ == 0)
    return;
  if (stream.state().capture())
    fail(ErrorCategory::invalid_state, operation(),
         "the stream is being captured, and the memory would be free again when the graph runs",
         "Create the buffer before the capture, and keep it as long as the graph");
  core::BackendDevice &backend = device_.backend_device();
  if (core::PoolBackend *pools = backend.pools()) {
    data_ =
        pools->allocate_in_order(stream.state().handle(), pool ? pool->handle() : nullptr, bytes_, operation);
    stream_ = stream.state().shared_handle();
  } else {
    data_ = backend.allocate(bytes_, operation);
  }
}

DeviceMemory::DeviceMemory(DeviceMemory &&other) noexcept
    : device_(other.device_), stream_(std::move(other.stream_)), data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)) {}

DeviceMemory &DeviceMemory::operator=(DeviceMemory &&other) noexcept {
  std::swap(device_, other.device_);
  std::swap(stream_, other.stream_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  if (&other != this) {
    // Free what was here now, as the caller expects, not when `other` goes.
    const DeviceMemory freed(std::move(other));
  }
  return *this;
}

DeviceMemory::~DeviceMemory() {
  release();
}

void DeviceMemory::release() noexcept {
  if (!data_)
    return;
  core::BackendDevice &backend = device_.backend_device();
  if (stream_)
    backend.pools()->release_in_order(stream_.get(), data_);
  else
    backend.release(data_);
  stream_.reset();
  data_ = nullptr;
  bytes_ = 0;
}

void DeviceMemory::free_in(Stream &stream) {
  if (!(stream.device() == device_))
    fail("freeing a buffer of " + core::label(device_), "the stream is of " + core::label(stream.device()),
         "Use a stream of the buffer's device");
  if (stream_)
    stream_ = stream.state().shared_handle();
  release();
}

void DeviceMemory::copy_from_host(const void *host) {
  core::BackendDevice &device = device_.backend_device();
  const auto operation = [&] { return "copying into a buffer of " + device.info().label; };
  if (bytes_ == 0)
    return;
  device.copy(nullptr,
              {.to = data_,
               .to_device = &device,
               .from = host,
               .from_device = nullptr,
               .row_bytes = bytes_,
               .host_access = core::HostAccess::later},
              operation);
  // Streams of ours do not wait for the driver's null stream.
  device.synchronize_stream(nullptr, operation);
}

void DeviceMemory::copy_to_host(void *host) const {
  core::BackendDevice &device = device_.backend_device();
  const auto operation = [&] { return "copying out of a buffer of " + device.info().label; };
  core::wait_and_deliver(device, [&] {
    if (bytes_ == 0)
      return device.synchronize(operation);
    device.synchronize_memory(data_, operation);
    device.copy(nullptr,
                {.to = host,
                 .to_device = nullptr,
                 .from = data_,
                 .from_device = &device,
                 .row_bytes = bytes_,
                 .host_access = core::HostAccess::later},
                operation);
    device.synchronize_stream(nullptr, operation);
  });
}

} // namespace kcc::detail
