// Files that other libraries have made, as memory of the CPU device.
#ifndef KCC_RUNTIME_CPU_EXTERNAL_MEMORY_H
#define KCC_RUNTIME_CPU_EXTERNAL_MEMORY_H

#include "../core/external_backend.h"

namespace kcc::cpu {

class CpuDevice;

/// Maps a file's bytes into the process, also for the memory of other processes. Throws Error if it has
/// fewer.
void *map_file(CpuDevice &, int descriptor, std::size_t bytes, const core::Operation &);
/// Waits for the device first.
void unmap_file(CpuDevice &, void *memory, std::size_t bytes) noexcept;

class CpuExternal final : public core::ExternalBackend {
public:
  using Operation = core::Operation;
  using StreamHandle = core::StreamHandle;
  using SemaphoreHandle = core::ExternalSemaphoreHandle;

  explicit CpuExternal(CpuDevice &device) : device_(device) {}

  core::ImportedMemory import_memory(int fd, std::size_t bytes, const ExternalMemoryOptions &,
                                     Operation) override;
  void release_memory(const core::ImportedMemory &, std::size_t bytes) noexcept override;
  SemaphoreHandle *import_semaphore(int fd, ExternalSemaphoreKind, Operation) override;
  void release_semaphore(SemaphoreHandle *) noexcept override {}
  void signal(StreamHandle *, SemaphoreHandle *, std::uint64_t, Operation) override {}
  void wait(StreamHandle *, SemaphoreHandle *, std::uint64_t, Operation) override {}

private:
  CpuDevice &device_;
};

} // namespace kcc::cpu

#endif
