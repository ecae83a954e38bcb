// Linking by libnvJitLink, which a CUDA toolkit brings.
#ifndef KCC_RUNTIME_CUDA_NVJITLINK_H
#define KCC_RUNTIME_CUDA_NVJITLINK_H

#include "../core/module_backend.h"

#include <string>

namespace kcc::cuda {

/// Links for `arch` unless the options have a target. Throws Error if the library is missing.
core::LinkedCode nvjitlink(std::span<const core::LinkInput> inputs, const JitOptions &options,
                           const std::string &arch, bool has_lto_ir, core::Operation operation);

} // namespace kcc::cuda

#endif
