// CUDA's virtual memory management.
#ifndef KCC_RUNTIME_CUDA_VIRTUAL_MEMORY_H
#define KCC_RUNTIME_CUDA_VIRTUAL_MEMORY_H

#include "../core/virtual_memory_backend.h"
#include "driver_api.h"

namespace kcc::cuda {

class CudaDevice;

class CudaVirtualMemory final : public core::VirtualMemoryBackend {
public:
  using Operation = core::Operation;

  explicit CudaVirtualMemory(CudaDevice &device) : device_(device) {}

  std::size_t granularity(Operation) override;
  void *reserve(std::size_t bytes, Operation) override;
  void release(void *memory, std::size_t bytes, std::size_t mapped_bytes) noexcept override;
  void map(void *at, std::size_t bytes, Operation) override;
  void unmap(void *at, std::size_t bytes) noexcept override;
  void allow_access(void *at, std::size_t bytes, core::BackendDevice &from, Operation) override;

private:
  AllocationProperties properties() const;

  CudaDevice &device_;
};

} // namespace kcc::cuda

#endif
