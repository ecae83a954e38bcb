#include <kcc/runtime/memory_pool.h>

#include "pool_backend.h"

#include <string>
#include <utility>

namespace kcc {

namespace {

constexpr const char *creating = "creating a memory pool on ";

core::PoolBackend &pools_of(const Device &device, const char *operation) {
  core::BackendDevice &backend = device.backend_device();
  if (core::PoolBackend *pools = backend.pools())
    return *pools;
  detail::fail(ErrorCategory::not_supported, operation + backend.info().label,
               "the device or its driver has no memory pools",
               std::string("Allocate by kcc::Buffer(device, count), and keep the buffers. ") +
                   (device.backend() == Backend::cuda ? "Pools need a driver for CUDA 11.2 or newer"
                                                      : "CUDA devices and the CPU device have pools"));
}

} // namespace

MemoryPool::MemoryPool(const Device &device, const PoolOptions &options) : device_(device) {
  const auto operation = [&] { return creating + core::label(device_); };
  core::PoolBackend &pools = pools_of(device_, creating);
  handle_ = pools.create_pool(options.max_bytes, operation);
  if (options.release_threshold == 0)
    return;
  try {
    pools.set_pool_attribute(handle_, core::PoolAttribute::release_threshold, options.release_threshold,
                             operation);
  } catch (const Error &) {
    pools.destroy_pool(handle_);
    throw;
  }
}

MemoryPool::MemoryPool(const Device &device, Default) : device_(device) {
  (void)pools_of(device_, "taking the default memory pool of ");
}

MemoryPool MemoryPool::default_of(const Device &device) {
  return {device, Default{}};
}

MemoryPool::MemoryPool(MemoryPool &&other) noexcept
    : device_(other.device_), handle_(std::exchange(other.handle_, nullptr)) {}

MemoryPool &MemoryPool::operator=(MemoryPool &&other) noexcept {
  MemoryPool moved(std::move(other));
  std::swap(device_, moved.device_);
  std::swap(handle_, moved.handle_);
  return *this;
}

MemoryPool::~MemoryPool() {
  if (handle_)
    device_.backend_device().pools()->destroy_pool(handle_);
}

std::size_t MemoryPool::release_threshold() const {
  constexpr const char *asking = "asking for the release threshold of a memory pool on ";
  return pools_of(device_, asking).pool_attribute(handle_, core::PoolAttribute::release_threshold, [&] {
    return asking + core::label(device_);
  });
}

void MemoryPool::set_release_threshold(std::size_t bytes) {
  constexpr const char *setting = "setting the release threshold of a memory pool on ";
  pools_of(device_, setting).set_pool_attribute(handle_, core::PoolAttribute::release_threshold, bytes, [&] {
    return setting + core::label(device_);
  });
}

void MemoryPool::trim(std::size_t keep_bytes) {
  constexpr const char *trimming = "trimming a memory pool on ";
  pools_of(device_, trimming).trim_pool(handle_, keep_bytes, [&] { return trimming + core::label(device_); });
}

PoolStatistics MemoryPool::statistics() const {
  constexpr const char *asking = "asking for the statistics of a memory pool on ";
  core::PoolBackend &pools = pools_of(device_, asking);
  const auto value = [&](core::PoolAttribute attribute) {
    return pools.pool_attribute(handle_, attribute, [&] { return asking + core::label(device_); });
  };
  return {.used = value(core::PoolAttribute::used_now),
          .used_high = value(core::PoolAttribute::used_high),
          .reserved = value(core::PoolAttribute::reserved_now),
          .reserved_high = value(core::PoolAttribute::reserved_high)};
}

void MemoryPool::reset_high_marks() {
  constexpr const char *resetting = "resetting the statistics of a memory pool on ";
  core::PoolBackend &pools = pools_of(device_, resetting);
  for (const auto attribute : {core::PoolAttribute::used_high, core::PoolAttribute::reserved_high})
    pools.set_pool_attribute(handle_, attribute, 0, [&] { return resetting + core::label(device_); });
}

void MemoryPool::allow_access_from(const Device &device) {
  constexpr const char *allowing = "letting another device use a memory pool of ";
  if (device.backend() != device_.backend())
    detail::fail(allowing + core::label(device_), core::label(device) + " is not of the same kind",
                 "Copy through the host instead");
  if (!(device == device_)) // it has access already
    pools_of(device_, allowing).allow_access(handle_, device.backend_device(), [&] {
      return allowing + core::label(device_);
    });
}

} // namespace kcc
