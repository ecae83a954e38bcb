// The embedded image: what one kernel source became, as the runtime finds it in a program. `kcc --emit=obj`
// writes it as constant data of a host object; the typed header declares it.
#ifndef KCC_ABI_IMAGE_H
#define KCC_ABI_IMAGE_H

#include <cstdint>

namespace kcc::abi {

/// Raised whenever a struct in kcc/abi, the manifest's meaning or an entry point changes.
/// The runtime refuses an image of another version.
inline constexpr std::uint32_t version = 4;

/// A PTX file carries its manifest in a comment line: this prefix, then the JSON text.
inline constexpr char ptx_manifest_prefix[] = "// kcc-manifest: ";

/// What the bytes of a Code are. A device loads the kinds that it knows and passes over the others.
enum class CodeKind : std::uint32_t {
  ptx = 1, ///< PTX text, NUL-terminated
  cpu = 2, ///< an abi::CpuCode: functions and variables of the program itself
};

/// The kernels of an image, compiled for one architecture.
struct Code {
  CodeKind kind;
  const char *arch;     ///< "sm_75", "sm_90a", "x86-64"
  const char *manifest; ///< what holds for this code, as JSON (docs/manifest.md), NUL-terminated
  const void *bytes;
  std::uint64_t size; ///< of `bytes`, without a NUL at its end
};

/// Everything one kernel source became. The codes have the same kernels, parameters and variables; they may
/// differ in launch bounds, shared memory and the use of barriers.
struct Image {
  std::uint32_t abi_version;
  std::uint32_t code_count;
  const char *name; ///< for messages: the source's file name
  const Code *codes;
};

} // namespace kcc::abi

#endif
