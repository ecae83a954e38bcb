#include "pools.h"

#include "current.h"
#include "handles.h"

#include <string>

namespace kcc::cuda {

namespace {

PoolRef raw(core::PoolHandle *handle) {
  return reinterpret_cast<PoolRef>(handle);
}

DriverPoolAttribute attribute_number(core::PoolAttribute attribute) {
  switch (attribute) {
  case core::PoolAttribute::release_threshold:
    return pool_release_threshold;
  case core::PoolAttribute::reserved_now:
    return pool_reserved_now;
  case core::PoolAttribute::reserved_high:
    return pool_reserved_high;
  case core::PoolAttribute::used_now:
    return pool_used_now;
  default:
    return pool_used_high;
  }
}

/// The first version of the driver whose pools have a maximum size.
constexpr int version_with_maximum = 12020;

} // namespace

bool CudaPools::exist() {
  std::call_once(asked_, [&] {
    int supported = 0;
    // The functions came together, with CUDA 11.2.
    exist_ = device_.api().mem_alloc_async.function &&
             device_.api().device_get_attribute(&supported, DeviceAttribute::memory_pools_supported,
                                                device_.number()) == success &&
             supported != 0;
  });
  return exist_;
}

PoolRef CudaPools::pool(PoolHandle *handle, const Operation &operation) {
  if (handle)
    return raw(handle);
  PoolRef pool = nullptr;
  device_.call(operation, device_.api().device_get_default_mem_pool, &pool, device_.number());
  return pool;
}

core::PoolHandle *CudaPools::create_pool(std::size_t most_bytes, Operation operation) {
  const Current current(device_, operation);
  int version = 0;
  device_.call(operation, device_.api().driver_get_version, &version);
  if (most_bytes != 0 && version < version_with_maximum)
    detail::fail(ErrorCategory::not_supported, operation.text(),
                 "the driver's pools have no maximum size before CUDA 12.2",
                 "Update the NVIDIA driver, or leave out max_bytes");
  PoolProperties properties{};
  properties.type = allocation_pinned;
  properties.location = {location_device, device_.number()};
  properties.most_bytes = most_bytes;
  PoolRef pool = nullptr;
  device_.call(operation, device_.api().mem_pool_create, &pool, &properties);
  return reinterpret_cast<PoolHandle *>(pool);
}

void CudaPools::destroy_pool(PoolHandle *handle) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(device_, operation);
    device_.api().mem_pool_destroy(raw(handle));
  });
}

void *CudaPools::allocate_in_order(StreamHandle *stream, PoolHandle *handle, std::size_t bytes,
                                   Operation operation) {
  const Current current(device_, operation);
  DevicePointer memory = 0;
  const std::size_t reserved = bytes + GpuChecks::redzone();
  if (handle)
    device_.call(operation, device_.api().mem_alloc_from_pool_async, &memory, reserved, raw(handle),
                 cuda::raw(stream));
  else
    device_.call(operation, device_.api().mem_alloc_async, &memory, reserved, cuda::raw(stream));
  device_.checks().add(memory, bytes, reserved);
  return pointer(memory);
}

void CudaPools::release_in_order(StreamHandle *stream, void *memory) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(device_, operation);
    device_.checks().remove(address(memory));
    if (device_.api().mem_free_async(address(memory), cuda::raw(stream)) != success)
      device_.api().mem_free(address(memory)); // the stream is being captured: frees when the device is done
  });
}

std::size_t CudaPools::pool_attribute(PoolHandle *handle, core::PoolAttribute attribute,
                                      Operation operation) {
  const Current current(device_, operation);
  unsigned long long value = 0;
  device_.call(operation, device_.api().mem_pool_get_attribute, pool(handle, operation),
               attribute_number(attribute), static_cast<void *>(&value));
  return value;
}

void CudaPools::set_pool_attribute(PoolHandle *handle, core::PoolAttribute attribute, std::size_t bytes,
                                   Operation operation) {
  const Current current(device_, operation);
  unsigned long long value = bytes;
  device_.call(operation, device_.api().mem_pool_set_attribute, pool(handle, operation),
               attribute_number(attribute), static_cast<void *>(&value));
}

void CudaPools::trim_pool(PoolHandle *handle, std::size_t keep_bytes, Operation operation) {
  const Current current(device_, operation);
  device_.call(operation, device_.api().mem_pool_trim_to, pool(handle, operation), keep_bytes);
}

void CudaPools::allow_access(PoolHandle *handle, core::BackendDevice &from, Operation operation) {
  const Current current(device_, operation);
  AccessDescription access{};
  access.location = {location_device, static_cast<CudaDevice &>(from).number()};
  access.flags = access_read_and_write;
  device_.call(operation, device_.api().mem_pool_set_access, pool(handle, operation),
               static_cast<const AccessDescription *>(&access), std::size_t{1});
}

} // namespace kcc::cuda
