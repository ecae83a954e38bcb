#include "host_memory.h"

#include "vulkan_device.h"

#include <string>

namespace kcc::vulkan {

namespace {

[[noreturn]] void refuse_managed(const core::Operation &operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "Vulkan has no managed memory",
               "Use a kcc::Buffer and copies, or a kcc::PinnedBuffer with the option `mapped`");
}

} // namespace

void *VulkanHostMemory::allocate_pinned(std::size_t bytes, bool, bool, core::Operation operation) {
  return device_.context(operation).allocations.allocate(bytes, BlockKind::host, operation);
}

void VulkanHostMemory::release_pinned(void *host) noexcept {
  device_.wait_quietly();
  try {
    device_.context([] { return std::string(); }).allocations.release(host, BlockKind::host);
  } catch (const Error &) { // there is no memory without a context
  }
}

void VulkanHostMemory::pin(void *, std::size_t, bool, bool, core::Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(),
               "Vulkan devices cannot lock memory that the program has allocated itself",
               "Use a kcc::PinnedBuffer instead");
}

void *VulkanHostMemory::device_address(void *host, core::Operation operation) {
  if (const auto address = device_.context(operation).allocations.device_address(host))
    return reinterpret_cast<void *>(*address);
  detail::fail(operation.text(), "the memory is not page-locked memory of this device",
               "Allocate a kcc::PinnedBuffer for the device that uses it");
}

void *VulkanHostMemory::allocate_managed(std::size_t, core::Operation operation) {
  refuse_managed(operation);
}
void VulkanHostMemory::advise(void *, std::size_t, core::MemoryAdvice, bool, core::Operation operation) {
  refuse_managed(operation);
}
void VulkanHostMemory::prefetch(core::StreamHandle *, void *, std::size_t, bool, core::Operation operation) {
  refuse_managed(operation);
}

} // namespace kcc::vulkan
