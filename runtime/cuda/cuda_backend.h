// NVIDIA GPUs as a backend of the runtime, through the CUDA driver.
#ifndef KCC_RUNTIME_CUDA_CUDA_BACKEND_H
#define KCC_RUNTIME_CUDA_CUDA_BACKEND_H

#include "../core/backend.h"

namespace kcc::cuda {

core::BackendEntry backend_entry();

} // namespace kcc::cuda

#endif
