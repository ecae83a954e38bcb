// SPIR-V modules of kernels, in an image or in a file: what the compiler and the runtime agree on for Vulkan
// and OpenCL alike. What differs is in vulkan_code.h and opencl_code.h. A module has one entry point for each
// kernel.
//
// What the runtime needs beside the instructions is in OpModuleProcessed strings, the module's notes. Each
// states one fact and begins with one of the words below:
//
//   kcc-manifest: JSON              the manifest, in files only; its parts, if the text is too long for one
//                                   string, are in order
//   kcc-variables: BYTES ALIGN      the module has variables, which the runtime allocates
//   kcc-data: OFFSET HEX            their initial bytes; those that no such line names are 0
//   kcc-address: OFFSET TARGET      the 8 bytes at OFFSET are the address of the variables plus TARGET
//   kcc-symbol: OFFSET BYTES NAME   the variable with this symbol
//   kcc-local: BYTES ENTRY          for Vulkan: each thread of the kernel needs so much local memory
//   kcc-partial-barriers: ENTRY     for Vulkan: the kernel has a barrier that some threads of a block
//                                   may not reach
//   kcc-warps: ENTRY                the kernel uses warps, which are subgroups of 32 threads in order
//   kcc-pushed: ENTRY               the kernel's parameters are passed with the launch, not in memory
//
// The features that a device must have are the module's capabilities and extensions.
#ifndef KCC_ABI_SPIRV_NOTES_H
#define KCC_ABI_SPIRV_NOTES_H

#include <cstdint>

namespace kcc::abi {

inline constexpr char spirv_manifest_word[] = "kcc-manifest: ";
inline constexpr char spirv_variables_word[] = "kcc-variables: ";
inline constexpr char spirv_data_word[] = "kcc-data: ";
inline constexpr char spirv_address_word[] = "kcc-address: ";
inline constexpr char spirv_symbol_word[] = "kcc-symbol: ";
inline constexpr char spirv_local_word[] = "kcc-local: ";
inline constexpr char spirv_partial_barriers_word[] = "kcc-partial-barriers: ";
inline constexpr char spirv_warps_word[] = "kcc-warps: ";
inline constexpr char spirv_pushed_word[] = "kcc-pushed: ";

/// The longest list of parameters that is passed with the launch, in units of 8 bytes.
inline constexpr unsigned spirv_pushed_count = 11;

/// Bits.
enum SpirvFailure : std::uint32_t {
  spirv_trapped = 1,      ///< a thread has executed a trap
  spirv_loop_cut_off = 2, ///< the driver has ended a loop before its condition did (llvmpipe)
};

/// Written by kernels that fail. A kernel without a report of its own (abi/print_ring.h) writes only this.
struct SpirvStatus {
  std::uint32_t failures; ///< SpirvFailure
  std::uint32_t fence;    ///< what sequentially consistent fences change; its value means nothing
};

} // namespace kcc::abi

#endif
