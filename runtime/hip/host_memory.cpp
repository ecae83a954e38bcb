#include "host_memory.h"

#include "current.h"

namespace kcc::hip {

void *HipHostMemory::allocate_pinned(std::size_t bytes, bool write_combined, bool mapped,
                                     Operation operation) {
  const Current current(device_, operation);
  void *memory = nullptr;
  device_.call(operation, device_.api().host_malloc, &memory, bytes,
               host_portable | (mapped ? host_mapped : 0) | (write_combined ? host_write_combined : 0));
  return memory;
}

void HipHostMemory::release_pinned(void *host) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(device_, operation);
    device_.api().device_synchronize();
    device_.api().host_free(host);
  });
}

void HipHostMemory::pin(void *host, std::size_t bytes, bool mapped, bool read_only, Operation operation) {
  if (read_only)
    detail::fail(ErrorCategory::not_supported, operation.text(),
                 "HIP cannot lock pages that the process may only read",
                 "Copy the data to memory that may be written, or leave out read_only");
  const Current current(device_, operation);
  device_.call(operation, device_.api().host_register, host, bytes,
               register_portable | (mapped ? register_mapped : 0));
}

void HipHostMemory::unpin(void *host) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(device_, operation);
    device_.api().device_synchronize();
    device_.api().host_unregister(host);
  });
}

void *HipHostMemory::device_address(void *host, Operation operation) {
  const Current current(device_, operation);
  void *memory = nullptr;
  device_.call(operation, device_.api().host_get_device_pointer, &memory, host, 0u);
  return memory;
}

void *HipHostMemory::allocate_managed(std::size_t bytes, Operation operation) {
  const Current current(device_, operation);
  void *memory = nullptr;
  device_.call(operation, device_.api().malloc_managed, &memory, bytes, attach_global);
  return memory;
}

void HipHostMemory::release_managed(void *memory) noexcept {
  device_.release(memory);
}

void HipHostMemory::advise(void *memory, std::size_t bytes, core::MemoryAdvice advice, bool to_host,
                           Operation operation) {
  const Current current(device_, operation);
  device_.call(operation, device_.api().mem_advise, static_cast<const void *>(memory), bytes,
               advise_read_mostly + static_cast<unsigned>(advice),
               to_host ? device_number_of_host : device_.number());
}

void HipHostMemory::prefetch(StreamHandle *stream, void *memory, std::size_t bytes, bool to_host,
                             Operation operation) {
  const Current current(device_, operation);
  device_.call(operation, device_.api().mem_prefetch_async, static_cast<const void *>(memory), bytes,
               to_host ? device_number_of_host : device_.number(), raw(stream));
}

} // namespace kcc::hip
