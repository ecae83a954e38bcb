// Writes a module of kernels as SPIR-V.
#ifndef KCC_TARGETS_SPIRV_MODULEWRITER_H
#define KCC_TARGETS_SPIRV_MODULEWRITER_H

#include "targets/spirv/SpirvModule.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <spirv/unified1/spirv.hpp>
#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// \p M has passed resolvePointers(), expandAtomics() and structureFlow(). What cannot be written is an error
/// that names the kernel and the operation (a CodeProblem).
llvm::Expected<std::string> writeSpirv(const llvm::Module &M, SpirvReader Reader);

/// SPIRV-Cross has no name for the size of a block as a variable. In modules for Metal, what kernels have no
/// use for stands for it, and its name is replaced in the text.
inline constexpr spv::BuiltIn BlockSizeStandIn = spv::BuiltInGlobalInvocationId;

/// Begins a note of modules for Metal, which the name of an entry with dynamic shared memory ends.
inline constexpr char DynamicSharedNote[] = "kcc-dynamic-shared: ";

/// Whether \p Kernel reaches an operation of warps.
bool usesWarps(const llvm::Function &Kernel);

/// The module with its manifest, for a file.
std::string withManifest(const std::string &Spirv, llvm::StringRef Manifest);

} // namespace kcc::compiler

#endif
