// Code for OpenCL (CodeKind::opencl): SPIR-V modules with notes (spirv_notes.h) for the execution environment
// of OpenCL, with addresses of 64 bits. Memory is reached by addresses in integers, so it must be shared
// virtual memory, or buffers with device addresses.
#ifndef KCC_ABI_OPENCL_CODE_H
#define KCC_ABI_OPENCL_CODE_H

#include "kcc/abi/spirv_notes.h"

#include <cstdint>

namespace kcc::abi {

/// The arguments of every kernel, by index. The parameters are laid out like a struct of them.
enum OpenclArgument : std::uint32_t {
  opencl_parameters = 0, ///< 8 bytes: device address of the parameters; 0 if there are none, or pushed
  opencl_variables = 1,  ///< 8 bytes: device address of the module's variables; 0 without any
  opencl_status = 2,     ///< 8 bytes: device address of a SpirvStatus
  opencl_dynamic_shared_bytes = 3, ///< 4 bytes
  opencl_shared = 4,               ///< local memory for static and dynamic shared memory; at least 1 byte
  /// Kernels that a kcc-pushed note names have the parameters in spirv_pushed_count arguments of 8 bytes from
  /// here on; others have no more arguments.
  opencl_pushed = 5
};

} // namespace kcc::abi

#endif
