// Code for Vulkan (CodeKind::spirv): SPIR-V modules with notes (spirv_notes.h) whose entry points take their
// arguments as push constants.
#ifndef KCC_ABI_VULKAN_CODE_H
#define KCC_ABI_VULKAN_CODE_H

#include "kcc/abi/spirv_notes.h"

#include <cstdint>

namespace kcc::abi {

/// The push constants of every kernel: 128 bytes, as many as each device offers. The parameters are laid out
/// like a struct of them. Kernels in Metal's language get the same, without `pushed`.
struct VulkanArguments {
  std::uint64_t parameters; ///< device address of the parameters; 0 if there are none, or in `pushed`
  std::uint64_t variables;  ///< device address of the module's variables; 0 without any
  std::uint64_t status;     ///< device address of a SpirvStatus
  std::uint32_t grid[3];    ///< blocks of the whole launch, which may be several dispatches
  std::uint32_t dynamic_shared_bytes;
  std::uint64_t pushed[spirv_pushed_count]; ///< the parameters of kernels that a kcc-pushed note names
};
static_assert(sizeof(VulkanArguments) == 128);

/// Specialization constants, by SpecId.
enum VulkanConstant : std::uint32_t {
  vulkan_block_x = 0, ///< threads of a block
  vulkan_block_y = 1,
  vulkan_block_z = 2,
  vulkan_shared_words = 3, ///< static and dynamic shared memory, in words of 4 bytes; at least 1
  /// A thread's memory for local variables, likewise; by default what any kernel needs.
  vulkan_local_words = 4,
  /// A boolean: the driver is Mesa's llvmpipe, so kernels work around its errors.
  vulkan_on_llvmpipe = 5,
};

} // namespace kcc::abi

#endif
