#include "allocation_size.h"
#include "host_memory_backend.h"
#include "stream_state.h"

#include <kcc/runtime/managed_buffer.h>
#include <kcc/runtime/memory_resource.h>
#include <kcc/runtime/pinned_allocator.h>
#include <kcc/runtime/pinned_buffer.h>
#include <kcc/runtime/registered_memory.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace kcc {

namespace {

core::HostMemoryBackend &host_memory_of(const Device &device, const char *operation) {
  if (core::HostMemoryBackend *backend = device.backend_device().host_memory())
    return *backend;
  detail::fail(ErrorCategory::not_supported, operation + core::label(device),
               "the backend has no page-locked or managed memory");
}

std::size_t bytes_of(std::size_t count, std::size_t element_bytes, const char *operation,
                     const Device &device) {
  return core::allocation_size(count, element_bytes, [&] { return operation + core::label(device); });
}

constexpr const char *allocating_pinned = "allocating page-locked memory for ";
constexpr const char *registering = "locking the pages of host memory for ";
constexpr const char *allocating_managed = "allocating managed memory for ";
constexpr const char *advising = "advising on managed memory of ";
constexpr const char *prefetching = "prefetching managed memory on ";
constexpr const char *addressing = "asking for the device address of page-locked memory on ";

[[noreturn]] void fail_not_mapped(const Device &device) {
  detail::fail(ErrorCategory::invalid_state, addressing + core::label(device), "the memory is not mapped",
               "Allocate or register it with the option `mapped`, or copy it to a kcc::Buffer");
}

} // namespace

namespace detail {

PinnedMemory::PinnedMemory(const Device &device, std::size_t count, std::size_t element_bytes,
                           PinnedOptions options)
    : device_(device), bytes_(bytes_of(count, element_bytes, allocating_pinned, device)) {
  core::HostMemoryBackend &backend = host_memory_of(device, allocating_pinned);
  if (bytes_ == 0)
    return;
  const auto operation = [&] { return allocating_pinned + core::label(device); };
  data_ = backend.allocate_pinned(bytes_, options.write_combined, options.mapped, operation);
  if (!options.mapped)
    return;
  try {
    device_data_ = backend.device_address(data_, operation);
  } catch (const Error &) {
    backend.release_pinned(data_);
    throw;
  }
}

PinnedMemory::PinnedMemory(PinnedMemory &&other) noexcept
    : device_(other.device_), data_(std::exchange(other.data_, nullptr)),
      device_data_(std::exchange(other.device_data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

PinnedMemory &PinnedMemory::operator=(PinnedMemory &&other) noexcept {
  PinnedMemory moved(std::move(other));
  std::swap(device_, moved.device_);
  std::swap(data_, moved.data_);
  std::swap(device_data_, moved.device_data_);
  std::swap(bytes_, moved.bytes_);
  return *this;
}

PinnedMemory::~PinnedMemory() {
  if (data_)
    device_.backend_device().host_memory()->release_pinned(data_);
}

void *PinnedMemory::device_data() const {
  if (data_ && !device_data_)
    fail_not_mapped(device_);
  return device_data_;
}

void *allocate_pinned(const Device &device, std::size_t bytes) {
  return host_memory_of(device, allocating_pinned)
      .allocate_pinned(std::max<std::size_t>(bytes, 1), false, true,
                       [&] { return allocating_pinned + core::label(device); });
}

void release_pinned(const Device &device, void *memory) noexcept {
  device.backend_device().host_memory()->release_pinned(memory);
}

ManagedMemory::ManagedMemory(const Device &device, std::size_t count, std::size_t element_bytes)
    : device_(device), bytes_(bytes_of(count, element_bytes, allocating_managed, device)) {
  core::HostMemoryBackend &backend = host_memory_of(device, allocating_managed);
  if (bytes_ > 0)
    data_ = backend.allocate_managed(bytes_, [&] { return allocating_managed + core::label(device); });
}

ManagedMemory::ManagedMemory(ManagedMemory &&other) noexcept
    : device_(other.device_), data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)) {}

ManagedMemory &ManagedMemory::operator=(ManagedMemory &&other) noexcept {
  ManagedMemory moved(std::move(other));
  std::swap(device_, moved.device_);
  std::swap(data_, moved.data_);
  std::swap(bytes_, moved.bytes_);
  return *this;
}

ManagedMemory::~ManagedMemory() {
  if (data_)
    device_.backend_device().host_memory()->release_managed(data_);
}

namespace {

void advise(const ManagedMemory &memory, const Device &device, core::MemoryAdvice advice, bool to_host) {
  if (device.backend() != memory.device().backend())
    fail(advising + core::label(memory.device()), "the advice is about " + core::label(device),
         "Name a device of the same kind, or the host");
  if (memory.data())
    host_memory_of(device, advising).advise(memory.data(), memory.bytes(), advice, to_host, [&] {
      return advising + core::label(device);
    });
}

} // namespace

void ManagedMemory::set_read_mostly(bool is_set) const {
  advise(*this, device_, is_set ? core::MemoryAdvice::read_mostly : core::MemoryAdvice::not_read_mostly,
         false);
}
void ManagedMemory::set_preferred_location(const Device &device) const {
  advise(*this, device, core::MemoryAdvice::preferred_location, false);
}
void ManagedMemory::set_preferred_location_host() const {
  advise(*this, device_, core::MemoryAdvice::preferred_location, true);
}
void ManagedMemory::clear_preferred_location() const {
  advise(*this, device_, core::MemoryAdvice::no_preferred_location, false);
}
void ManagedMemory::set_accessed_by(const Device &device, bool is_set) const {
  advise(*this, device, is_set ? core::MemoryAdvice::accessed_by : core::MemoryAdvice::not_accessed_by,
         false);
}
void ManagedMemory::set_accessed_by_host(bool is_set) const {
  advise(*this, device_, is_set ? core::MemoryAdvice::accessed_by : core::MemoryAdvice::not_accessed_by,
         true);
}

void ManagedMemory::prefetch(Stream &stream, bool to_host) const {
  core::StreamState &state = stream.state();
  if (state.public_device().backend() != device_.backend())
    fail(prefetching + core::label(device_), "the stream is of " + state.device().info().label,
         "Use a stream of a device of the same kind");
  if (data_)
    host_memory_of(state.public_device(), prefetching).prefetch(state.handle(), data_, bytes_, to_host, [&] {
      return prefetching + state.description();
    });
}

} // namespace detail

RegisteredMemory::RegisteredMemory(const Device &device, const void *memory, std::size_t bytes,
                                   RegisterOptions options)
    : device_(device), data_(memory), bytes_(bytes) {
  core::HostMemoryBackend &backend = host_memory_of(device, registering);
  if (bytes == 0) {
    data_ = nullptr;
    return;
  }
  const auto operation = [&] { return registering + core::label(device); };
  void *const host = const_cast<void *>(memory);
  backend.pin(host, bytes, options.mapped, options.read_only, operation);
  if (!options.mapped)
    return;
  try {
    device_data_ = static_cast<std::byte *>(backend.device_address(host, operation));
  } catch (const Error &) {
    backend.unpin(host);
    throw;
  }
}

RegisteredMemory::RegisteredMemory(RegisteredMemory &&other) noexcept
    : device_(other.device_), data_(std::exchange(other.data_, nullptr)),
      device_data_(std::exchange(other.device_data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

RegisteredMemory &RegisteredMemory::operator=(RegisteredMemory &&other) noexcept {
  RegisteredMemory moved(std::move(other));
  std::swap(device_, moved.device_);
  std::swap(data_, moved.data_);
  std::swap(device_data_, moved.device_data_);
  std::swap(bytes_, moved.bytes_);
  return *this;
}

RegisteredMemory::~RegisteredMemory() {
  if (data_)
    device_.backend_device().host_memory()->unpin(const_cast<void *>(data_));
}

void *RegisteredMemory::device_address(const void *part, std::size_t bytes) const {
  const auto begin = reinterpret_cast<std::uintptr_t>(data_), at = reinterpret_cast<std::uintptr_t>(part);
  if (at < begin || at - begin > bytes_ || bytes > bytes_ - (at - begin))
    detail::fail(addressing + core::label(device_), "the part is not inside the registered memory",
                 "Pass a part of the range that was registered");
  if (bytes_ != 0 && !device_data_)
    fail_not_mapped(device_);
  return device_data_ + (at - begin);
}

void *MemoryResource::do_allocate(std::size_t bytes, std::size_t alignment) {
  const auto operation = [&] {
    return "allocating " + std::to_string(bytes) + " bytes of a memory resource of " + core::label(device_);
  };
  constexpr std::size_t most_aligned = 256;
  if (alignment > most_aligned)
    detail::fail(operation(), "an alignment of " + std::to_string(alignment) + " bytes is not possible",
                 "Take at most " + std::to_string(most_aligned) + ", and align within the memory");
  bytes = std::max<std::size_t>(bytes, 1);
  switch (kind_) {
  case Kind::device:
    return device_.backend_device().allocate(bytes, operation);
  case Kind::pinned:
    return host_memory_of(device_, allocating_pinned).allocate_pinned(bytes, false, true, operation);
  default:
    return host_memory_of(device_, allocating_managed).allocate_managed(bytes, operation);
  }
}

void MemoryResource::do_deallocate(void *memory, std::size_t, std::size_t) {
  switch (kind_) {
  case Kind::device:
    return device_.backend_device().release(memory);
  case Kind::pinned:
    return device_.backend_device().host_memory()->release_pinned(memory);
  default:
    return device_.backend_device().host_memory()->release_managed(memory);
  }
}

bool MemoryResource::do_is_equal(const std::pmr::memory_resource &other) const noexcept {
  const auto *const same = dynamic_cast<const MemoryResource *>(&other);
  return same && same->device_ == device_ && same->kind_ == kind_;
}

} // namespace kcc
