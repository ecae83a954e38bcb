// NVIDIA GPUs as a backend of the runtime, through the CUDA driver.
#ifndef KCC_RUNTIME_CUDA_CUDA_BACKEND_H
#define KCC_RUNTIME_CUDA_CUDA_BACKEND_H

#include "../core/backend.h"

namespace kcc::cuda {

class CudaDevice;

core::BackendEntry backend_entry();

/// Ends the life of a device and puts another one in its place. Returns the device that is in its place, even
/// if another thread was faster.
core::BackendDevice &replace(CudaDevice &device, const core::Operation &operation);

} // namespace kcc::cuda

#endif
