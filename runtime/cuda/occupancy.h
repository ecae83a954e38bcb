// What the CUDA driver knows about kernels.
#ifndef KCC_RUNTIME_CUDA_OCCUPANCY_H
#define KCC_RUNTIME_CUDA_OCCUPANCY_H

#include "../core/kernel_backend.h"

namespace kcc::cuda {

class CudaDevice;

class CudaKernels final : public core::KernelBackend {
public:
  /// The device outlives this object.
  explicit CudaKernels(CudaDevice &device) : device_(device) {}

  KernelAttributes attributes(core::FunctionHandle *, core::Operation) override;
  std::uint32_t resident_blocks(const core::Launch &, core::Operation) override;
  std::uint32_t active_clusters(const core::Launch &, core::Operation) override;
  std::size_t available_dynamic_shared_bytes(core::FunctionHandle *, std::uint32_t blocks,
                                             std::uint32_t threads, std::size_t most,
                                             core::Operation) override;

private:
  CudaDevice &device_;
};

} // namespace kcc::cuda

#endif
