// Kernel parameters, which are in a separate, read-only memory.
#ifndef KCC_TARGETS_NVPTX_KERNELPARAMETERS_H
#define KCC_TARGETS_NVPTX_KERNELPARAMETERS_H

#include <cstdint>

namespace llvm {
class Function;
class IRBuilderBase;
class Module;
class TargetMachine;
class Value;
} // namespace llvm

namespace kcc::compiler {

/// Gives each kernel of \p M a local copy of the by-value parameters that it may write to, in registers if \p
/// Machine optimizes.
///
/// The back end assumes that every pointer loaded from such a parameter points to global memory, because the
/// host stored it there. That is not true for pointers that the kernel itself has written.
void copyWrittenParameters(llvm::Module &M, llvm::TargetMachine &Machine);

/// The parameter bytes of a kernel; 0 for other functions.
std::uint64_t parameterBytes(const llvm::Function &F);

/// Replaces the parameters of \p Kernel by what \p Builder's code reads from \p Block, in which the host has
/// laid them out like the members of a struct.
void readParametersFrom(llvm::Function &Kernel, llvm::Value &Block, llvm::IRBuilderBase &Builder);

} // namespace kcc::compiler

#endif
