// Code objects of AMD's GPUs, which are ELF files.
#ifndef KCC_TARGETS_AMDGPU_CODEOBJECT_H
#define KCC_TARGETS_AMDGPU_CODEOBJECT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace kcc::compiler {

/// A CodeProblem if \p M, a module for AMDGPU, needs what a code object cannot have.
llvm::Error checkForCodeObject(const llvm::Module &M);

/// The code object \p Linked with \p Manifest in a section of its own (abi::amdgpu_manifest_section).
std::string withManifest(llvm::StringRef Linked, llvm::StringRef Manifest);

} // namespace kcc::compiler

#endif
