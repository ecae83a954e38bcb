#include "virtual_memory.h"

#include "current.h"
#include "handles.h"

namespace kcc::cuda {

AllocationProperties CudaVirtualMemory::properties() const {
  AllocationProperties properties{};
  properties.type = allocation_pinned;
  properties.location = {location_device, device_.number()};
  return properties;
}

std::size_t CudaVirtualMemory::granularity(Operation operation) {
  const Current current(device_, operation);
  int supported = 0;
  device_.call(operation, device_.api().device_get_attribute, &supported,
               DeviceAttribute::virtual_memory_management_supported, device_.number());
  if (supported == 0)
    detail::fail(ErrorCategory::not_supported, operation.text(),
                 "the device has no virtual memory management", "Use a kcc::Buffer of the greatest size");
  const AllocationProperties wanted = properties();
  std::size_t bytes = 0;
  device_.call(operation, device_.api().mem_get_allocation_granularity, &bytes, &wanted,
               granularity_recommended);
  return bytes;
}

void *CudaVirtualMemory::reserve(std::size_t bytes, Operation operation) {
  const Current current(device_, operation);
  DevicePointer memory = 0;
  device_.call(operation, device_.api().mem_address_reserve, &memory, bytes, std::size_t{0}, DevicePointer{0},
               0ull);
  return pointer(memory);
}

void CudaVirtualMemory::release(void *memory, std::size_t bytes, std::size_t mapped_bytes) noexcept {
  // The driver is not documented to wait for work that uses the memory.
  without_throwing([&](Operation operation) {
    const Current current(device_, operation);
    device_.api().ctx_synchronize();
  });
  // These need no context, and a reset of the device leaves the memory.
  if (mapped_bytes == 0 || device_.api().mem_unmap(address(memory), mapped_bytes) == success)
    device_.api().mem_address_free(address(memory), bytes);
}

void CudaVirtualMemory::map(void *at, std::size_t bytes, Operation operation) {
  const Current current(device_, operation);
  const AllocationProperties wanted = properties();
  AllocationHandle handle = 0;
  device_.call(operation, device_.api().mem_create, &handle, bytes, &wanted, 0ull);
  const Result result = device_.api().mem_map(address(at), bytes, std::size_t{0}, handle, 0ull);
  device_.api().mem_release(handle); // a mapping keeps the memory
  if (result != success)
    throw device_.failed(result, device_.api().mem_map.name, operation);
  try {
    allow_access(at, bytes, device_, operation);
  } catch (const Error &) {
    unmap(at, bytes);
    throw;
  }
}

void CudaVirtualMemory::unmap(void *at, std::size_t bytes) noexcept {
  device_.api().mem_unmap(address(at), bytes);
}

void CudaVirtualMemory::allow_access(void *at, std::size_t bytes, core::BackendDevice &from,
                                     Operation operation) {
  const Current current(device_, operation);
  AccessDescription access{};
  access.location = {location_device, static_cast<CudaDevice &>(from).number()};
  access.flags = access_read_and_write;
  device_.call(operation, device_.api().mem_set_access, address(at), bytes, &access, std::size_t{1});
}

} // namespace kcc::cuda
