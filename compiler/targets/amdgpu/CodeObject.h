// Code objects of AMD's GPUs, which are ELF files.
#ifndef KCC_TARGETS_AMDGPU_CODEOBJECT_H
#define KCC_TARGETS_AMDGPU_CODEOBJECT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace kcc::compiler {

/// What \p M, a module for AMDGPU, needs and a code object cannot have; empty if there is nothing.
std::string problemWith(const llvm::Module &M);

/// The code object \p Linked with \p Manifest in a section of its own (abi::amdgpu_manifest_section).
std::string withManifest(llvm::StringRef Linked, llvm::StringRef Manifest);

} // namespace kcc::compiler

#endif
