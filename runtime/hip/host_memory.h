// Page-locked and managed memory of HIP.
#ifndef KCC_RUNTIME_HIP_HOST_MEMORY_H
#define KCC_RUNTIME_HIP_HOST_MEMORY_H

#include "../core/host_memory_backend.h"

namespace kcc::hip {

class HipDevice;

class HipHostMemory final : public core::HostMemoryBackend {
public:
  using StreamHandle = core::StreamHandle;
  using Operation = core::Operation;

  explicit HipHostMemory(HipDevice &device) : device_(device) {}

  void *allocate_pinned(std::size_t bytes, bool write_combined, bool mapped, Operation) override;
  void release_pinned(void *host) noexcept override;
  void pin(void *host, std::size_t bytes, bool mapped, bool read_only, Operation) override;
  void unpin(void *host) noexcept override;
  void *device_address(void *host, Operation) override;
  void *allocate_managed(std::size_t bytes, Operation) override;
  void release_managed(void *memory) noexcept override;
  void advise(void *memory, std::size_t bytes, core::MemoryAdvice, bool to_host, Operation) override;
  void prefetch(StreamHandle *, void *memory, std::size_t bytes, bool to_host, Operation) override;

private:
  HipDevice &device_;
};

} // namespace kcc::hip

#endif
