// Memory of the host that the device reaches.
#ifndef KCC_RUNTIME_OPENCL_HOST_MEMORY_H
#define KCC_RUNTIME_OPENCL_HOST_MEMORY_H

#include "../core/host_memory_backend.h"

namespace kcc::opencl {

class OpenclDevice;

/// Fine-grained shared virtual memory, which is page-locked and managed memory at once.
class OpenclHostMemory final : public core::HostMemoryBackend {
public:
  explicit OpenclHostMemory(OpenclDevice &device) : device_(device) {}

  void *allocate_pinned(std::size_t bytes, bool write_combined, bool mapped, core::Operation) override;
  void release_pinned(void *host) noexcept override;
  void pin(void *host, std::size_t bytes, bool mapped, bool read_only, core::Operation) override;
  void unpin(void *) noexcept override {}
  void *device_address(void *host, core::Operation) override;

  void *allocate_managed(std::size_t bytes, core::Operation) override;
  void release_managed(void *memory) noexcept override { release_pinned(memory); }
  // What the driver cannot be told changes no result.
  void advise(void *, std::size_t, core::MemoryAdvice, bool, core::Operation) override {}
  void prefetch(core::StreamHandle *, void *, std::size_t, bool, core::Operation) override {}

private:
  OpenclDevice &device_;
};

} // namespace kcc::opencl

#endif
