// Addresses of the CPU device that get memory later: a page without memory faults, as on a GPU.
#ifndef KCC_RUNTIME_CPU_VIRTUAL_MEMORY_H
#define KCC_RUNTIME_CPU_VIRTUAL_MEMORY_H

#include "../core/virtual_memory_backend.h"

namespace kcc::cpu {

class CpuDevice;

class CpuVirtualMemory final : public core::VirtualMemoryBackend {
public:
  using Operation = core::Operation;

  explicit CpuVirtualMemory(CpuDevice &device) : device_(device) {}

  std::size_t granularity(Operation) override;
  void *reserve(std::size_t bytes, Operation) override;
  void release(void *memory, std::size_t bytes, std::size_t mapped_bytes) noexcept override;
  void map(void *at, std::size_t bytes, Operation) override;
  void unmap(void *at, std::size_t bytes) noexcept override;
  void allow_access(void *, std::size_t, core::BackendDevice &, Operation) override {} // there is one device

private:
  CpuDevice &device_;
};

} // namespace kcc::cpu

#endif
