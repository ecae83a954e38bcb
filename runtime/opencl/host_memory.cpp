#include "host_memory.h"

#include "opencl_device.h"

namespace kcc::opencl {

void *OpenclHostMemory::allocate_pinned(std::size_t bytes, bool, bool, core::Operation operation) {
  if (!device_.facts().has_fine_grain())
    detail::fail(ErrorCategory::not_supported, operation.text(),
                 "the device has no fine-grained shared virtual memory, which host and device use together",
                 "Use a kcc::Buffer and copies from ordinary memory of the host");
  return device_.context(operation).allocations.allocate(bytes, MemoryKind::shared, operation);
}

void OpenclHostMemory::release_pinned(void *host) noexcept {
  device_.release(host);
}

void OpenclHostMemory::pin(void *, std::size_t, bool, bool, core::Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(),
               "OpenCL devices cannot lock memory that the program has allocated itself",
               "Use a kcc::PinnedBuffer instead");
}

void *OpenclHostMemory::device_address(void *host, core::Operation operation) {
  if (device_.context(operation).allocations.is_shared(host, 0))
    return host;
  detail::fail(operation.text(), "the memory is not page-locked memory of this device",
               "Allocate a kcc::PinnedBuffer for the device that uses it");
}

void *OpenclHostMemory::allocate_managed(std::size_t bytes, core::Operation operation) {
  return allocate_pinned(bytes, false, true, operation);
}

} // namespace kcc::opencl
