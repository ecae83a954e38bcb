// What the bytes are that a program wants to load.
#ifndef KCC_RUNTIME_CORE_MODULE_CONTENT_H
#define KCC_RUNTIME_CORE_MODULE_CONTENT_H

#include <cstddef>
#include <span>
#include <string>

namespace kcc::core {

enum class ContentKind {
  ptx,               ///< text
  cubin,             ///< code of one GPU architecture
  relocatable_cubin, ///< the same, with symbols to be resolved by a linker
  fatbin,            ///< cubins and PTX for several architectures
  lto_ir,            ///< of NVIDIA's compilers, for nvJitLink
  host_library,      ///< a shared object for this processor
  host_object,       ///< an object file of the host, which may contain GPU code
  archive,           ///< a static library of those
  spirv,             ///< of kcc, for Vulkan or OpenCL (abi/spirv_notes.h)
  amdgpu,            ///< a code object for AMD's GPUs
  unknown
};

/// Code in memory. PTX is followed by a NUL, as the driver requires.
struct Content {
  ContentKind kind;
  const void *bytes;
  std::size_t size;
  std::string path = {}; ///< absolute; empty if it is from no file
};

/// Decides by the first bytes. Text of any kind counts as PTX: the driver's compiler says what is wrong with
/// it.
ContentKind content_kind(std::span<const std::byte> bytes) noexcept;

/// Without the NULs that may follow a text; other code is left as it is.
std::span<const std::byte> without_final_nuls(std::span<const std::byte> bytes) noexcept;

/// "a cubin", for messages.
const char *content_text(ContentKind kind) noexcept;

} // namespace kcc::core

#endif
