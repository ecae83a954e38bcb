#include "host_memory.h"

#include "current.h"
#include "handles.h"

#include <array>

namespace kcc::cuda {

void *CudaHostMemory::allocate_pinned(std::size_t bytes, bool write_combined, bool mapped,
                                      Operation operation) {
  const Current current(device_, operation);
  void *memory = nullptr;
  device_.call(operation, device_.api().mem_host_alloc, &memory, bytes,
               mem_host_portable | (mapped ? mem_host_device_map : 0) |
                   (write_combined ? mem_host_write_combined : 0));
  if (mapped)
    device_.checks().add(address(memory), bytes, bytes);
  return memory;
}

// cuMemFreeHost and cuMemHostUnregister are not documented to wait for copies that use the memory.

void CudaHostMemory::release_pinned(void *host) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(device_, operation);
    device_.api().ctx_synchronize();
    device_.checks().remove(address(host));
    device_.api().mem_free_host(host);
  });
}

void CudaHostMemory::pin(void *host, std::size_t bytes, bool mapped, bool read_only, Operation operation) {
  const Current current(device_, operation);
  if (read_only) {
    int supported = 0;
    device_.call(operation, device_.api().device_get_attribute, &supported,
                 DeviceAttribute::read_only_host_register_supported, device_.number());
    if (supported == 0)
      detail::fail(ErrorCategory::not_supported, operation.text(),
                   "the device cannot lock pages that the process may only read",
                   "Copy the data to memory that may be written, or leave out read_only");
  }
  device_.call(operation, device_.api().mem_host_register, host, bytes,
               mem_register_portable | (mapped ? mem_register_device_map : 0) |
                   (read_only ? mem_register_read_only : 0));
}

void CudaHostMemory::unpin(void *host) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(device_, operation);
    device_.api().ctx_synchronize();
    device_.api().mem_host_unregister(host);
  });
}

void *CudaHostMemory::device_address(void *host, Operation operation) {
  const Current current(device_, operation);
  DevicePointer memory = 0;
  device_.call(operation, device_.api().mem_host_get_device_pointer, &memory, host, 0u);
  return pointer(memory);
}

void *CudaHostMemory::allocate_managed(std::size_t bytes, Operation operation) {
  const Current current(device_, operation);
  DevicePointer memory = 0;
  device_.call(operation, device_.api().mem_alloc_managed, &memory, bytes, mem_attach_global);
  return pointer(memory);
}

void CudaHostMemory::release_managed(void *memory) noexcept {
  device_.release(memory);
}

void CudaHostMemory::advise(void *memory, std::size_t bytes, core::MemoryAdvice advice, bool to_host,
                            Operation operation) {
  const Current current(device_, operation);
  device_.call(operation, device_.api().mem_advise, address(memory), bytes,
               advise_read_mostly + static_cast<unsigned>(advice),
               to_host ? device_number_of_host : device_.number());
}

void CudaHostMemory::prefetch(StreamHandle *stream, void *memory, std::size_t bytes, bool to_host,
                              Operation operation) {
  const Current current(device_, operation);
  device_.call(operation, device_.api().mem_prefetch_async, address(memory), bytes,
               to_host ? device_number_of_host : device_.number(), raw(stream));
}

} // namespace kcc::cuda
