// Page-locked memory: memory of the host that the device reaches.
#ifndef KCC_RUNTIME_VULKAN_HOST_MEMORY_H
#define KCC_RUNTIME_VULKAN_HOST_MEMORY_H

#include "../core/host_memory_backend.h"

namespace kcc::vulkan {

class VulkanDevice;

/// Vulkan can neither lock memory of the caller everywhere, nor has it managed memory.
class VulkanHostMemory final : public core::HostMemoryBackend {
public:
  explicit VulkanHostMemory(VulkanDevice &device) : device_(device) {}

  void *allocate_pinned(std::size_t bytes, bool write_combined, bool mapped, core::Operation) override;
  void release_pinned(void *host) noexcept override;
  void pin(void *host, std::size_t bytes, bool mapped, bool read_only, core::Operation) override;
  void unpin(void *) noexcept override {}
  void *device_address(void *host, core::Operation) override;

  void *allocate_managed(std::size_t bytes, core::Operation) override;
  void release_managed(void *) noexcept override {}
  void advise(void *memory, std::size_t bytes, core::MemoryAdvice, bool to_host, core::Operation) override;
  void prefetch(core::StreamHandle *, void *memory, std::size_t bytes, bool to_host,
                core::Operation) override;

private:
  VulkanDevice &device_;
};

} // namespace kcc::vulkan

#endif
