// Page-locked and managed memory of the CPU device: ordinary memory, of which copies know that it may be used
// when the stream gets there.
#ifndef KCC_RUNTIME_CPU_HOST_MEMORY_H
#define KCC_RUNTIME_CPU_HOST_MEMORY_H

#include "../core/host_memory_backend.h"

#include <cstddef>
#include <map>
#include <shared_mutex>

namespace kcc::cpu {

class CpuDevice;

class CpuHostMemory final : public core::HostMemoryBackend {
public:
  using StreamHandle = core::StreamHandle;
  using Operation = core::Operation;

  explicit CpuHostMemory(CpuDevice &device) : device_(device) {}

  void *allocate_pinned(std::size_t bytes, bool write_combined, bool mapped, Operation) override;
  void release_pinned(void *host) noexcept override;
  void pin(void *host, std::size_t bytes, bool mapped, bool read_only, Operation) override;
  void unpin(void *host) noexcept override;
  void *device_address(void *host, Operation) override;
  void *allocate_managed(std::size_t bytes, Operation) override;
  void release_managed(void *memory) noexcept override;
  void advise(void *memory, std::size_t bytes, core::MemoryAdvice, bool to_host, Operation) override;
  void prefetch(StreamHandle *, void *memory, std::size_t bytes, bool to_host, Operation) override;

  /// Whether copies may use the memory after the call that starts them.
  bool is_pinned(const void *host) const;

private:
  void forget(void *host) noexcept;

  CpuDevice &device_;
  mutable std::shared_mutex mutex_; ///< guards the next
  std::map<const std::byte *, std::size_t> pinned_;
};

} // namespace kcc::cpu

#endif
