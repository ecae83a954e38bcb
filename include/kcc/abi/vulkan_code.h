// Code for Vulkan, as it is stored in an image (CodeKind::spirv) or in a file: a SPIR-V module with one entry
// point for each kernel. This file is what the compiler and the runtime agree on.
//
// What the runtime needs beside the instructions is in OpModuleProcessed strings, one fact each, which begin
// with one of the words below:
//
//   kcc-manifest: JSON              the manifest, in files only; its parts, if the text is too long for one
//                                   string, are in order
//   kcc-variables: BYTES ALIGN      the module has variables, which the runtime allocates
//   kcc-data: OFFSET HEX            their initial bytes; those that no such line names are 0
//   kcc-address: OFFSET TARGET      the 8 bytes at OFFSET are the address of the variables plus TARGET
//   kcc-symbol: OFFSET BYTES NAME   the variable with this symbol
//   kcc-warps: ENTRY                the kernel needs warps (subgroups) of 32 threads in order
//   kcc-pushed: ENTRY               the kernel's parameters are push constants
//
// The features that a device must have are the module's capabilities and extensions.
#ifndef KCC_ABI_VULKAN_CODE_H
#define KCC_ABI_VULKAN_CODE_H

#include <cstddef>
#include <cstdint>

namespace kcc::abi {

inline constexpr char vulkan_manifest_word[] = "kcc-manifest: ";
inline constexpr char vulkan_variables_word[] = "kcc-variables: ";
inline constexpr char vulkan_data_word[] = "kcc-data: ";
inline constexpr char vulkan_address_word[] = "kcc-address: ";
inline constexpr char vulkan_symbol_word[] = "kcc-symbol: ";
inline constexpr char vulkan_warps_word[] = "kcc-warps: ";
inline constexpr char vulkan_pushed_word[] = "kcc-pushed: ";

/// The push constants of every kernel: as many bytes as each device offers. The parameters are laid out like
/// a struct of them.
struct VulkanArguments {
  std::uint64_t parameters; ///< device address of the parameters; 0 if there are none, or in `pushed`
  std::uint64_t variables;  ///< device address of the module's variables; 0 without any
  std::uint64_t status;     ///< device address of a VulkanStatus
  std::uint32_t grid[3];    ///< blocks of the whole launch, which may be several dispatches
  std::uint32_t dynamic_shared_bytes;
  std::uint64_t pushed[11]; ///< the parameters of kernels that a kcc-pushed string names
};
static_assert(sizeof(VulkanArguments) == 128);

/// Written by kernels that fail. A kernel without a report of its own (abi/print_ring.h) writes only this.
struct VulkanStatus {
  std::uint32_t trapped; ///< nonzero: a thread has executed a trap
  std::uint32_t fence;   ///< what sequentially consistent fences change; its value means nothing
};

/// Specialization constants, by SpecId.
enum VulkanConstant : std::uint32_t {
  vulkan_block_x = 0, ///< threads of a block
  vulkan_block_y = 1,
  vulkan_block_z = 2,
  vulkan_shared_words = 3 ///< static and dynamic shared memory, in words of 4 bytes; at least 1
};

} // namespace kcc::abi

#endif
