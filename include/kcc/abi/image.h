// The embedded image: everything that one kernel source is compiled to, as the runtime finds it in a program.
// `kcc --emit=obj` writes it as constant data of a host object; the typed header declares it.
#ifndef KCC_ABI_IMAGE_H
#define KCC_ABI_IMAGE_H

#include <cstdint>

namespace kcc::abi {

/// Incremented whenever a struct in kcc/abi, the meaning of the manifest or an entry point changes. The
/// runtime refuses images with another version.
inline constexpr std::uint32_t version = 14;

/// A PTX file carries its manifest in a comment line: this prefix, then the JSON text.
inline constexpr char ptx_manifest_prefix[] = "// kcc-manifest: ";

/// A code object in a file has its manifest, the JSON text, in a section of this name.
inline constexpr char amdgpu_manifest_section[] = ".kcc-manifest";

/// What the bytes of a Code are. A device loads the kinds that it knows and skips the others.
enum class CodeKind : std::uint32_t {
  ptx = 1,    ///< PTX text, NUL-terminated
  cpu = 2,    ///< an abi::CpuCode: functions and variables in the program itself
  cubin = 3,  ///< code of one GPU architecture, aligned to 16 bytes
  spirv = 4,  ///< a SPIR-V module for Vulkan, aligned to 16 bytes (vulkan_code.h)
  amdgpu = 5, ///< an HSA code object for one architecture of AMD's GPUs, aligned to 16 bytes
  opencl = 6  ///< a SPIR-V module for OpenCL, aligned to 16 bytes (opencl_code.h)
};

/// The kernels of an image, compiled for one architecture.
struct Code {
  CodeKind kind;
  const char *arch;     ///< "sm_75", "sm_90a", "x86-64"
  const char *manifest; ///< for this code, as JSON (docs/manifest.md), NUL-terminated
  const void *bytes;
  std::uint64_t size; ///< of `bytes`, without a terminating NUL
};

/// Everything that one kernel source is compiled to. The codes have the same kernels, parameters and
/// variables; they may differ in launch bounds, shared memory and the use of barriers.
struct Image {
  std::uint32_t abi_version;
  std::uint32_t code_count;
  const char *name; ///< the source's file name, for messages
  const Code *codes;
};

} // namespace kcc::abi

#endif
