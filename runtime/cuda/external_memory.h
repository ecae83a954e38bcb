// Memory and semaphores of other libraries, on CUDA.
#ifndef KCC_RUNTIME_CUDA_EXTERNAL_MEMORY_H
#define KCC_RUNTIME_CUDA_EXTERNAL_MEMORY_H

#include "../core/external_backend.h"

namespace kcc::cuda {

class CudaDevice;

class CudaExternal final : public core::ExternalBackend {
public:
  using Operation = core::Operation;
  using StreamHandle = core::StreamHandle;
  using SemaphoreHandle = core::ExternalSemaphoreHandle;

  explicit CudaExternal(CudaDevice &device) : device_(device) {}

  core::ImportedMemory import_memory(int fd, std::size_t bytes, const ExternalMemoryOptions &,
                                     Operation) override;
  void release_memory(const core::ImportedMemory &, std::size_t bytes) noexcept override;
  SemaphoreHandle *import_semaphore(int fd, ExternalSemaphoreKind, Operation) override;
  void release_semaphore(SemaphoreHandle *) noexcept override;
  void signal(StreamHandle *, SemaphoreHandle *, std::uint64_t value, Operation) override;
  void wait(StreamHandle *, SemaphoreHandle *, std::uint64_t value, Operation) override;

private:
  CudaDevice &device_;
};

} // namespace kcc::cuda

#endif
