// Writes a module of kernels as SPIR-V for Vulkan.
#ifndef KCC_TARGETS_VULKAN_MODULEWRITER_H
#define KCC_TARGETS_VULKAN_MODULEWRITER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace kcc::compiler {

/// \p M has passed resolvePointers(), expandAtomics() and structureFlow(). What cannot be written is an error
/// that names the kernel and the operation.
llvm::Expected<std::string> writeSpirv(const llvm::Module &M);

/// The module with its manifest, for a file.
std::string withManifest(const std::string &Spirv, llvm::StringRef Manifest);

} // namespace kcc::compiler

#endif
