// Kernel parameters, which are in a separate, read-only memory.
#ifndef KCC_TARGETS_NVPTX_KERNELPARAMETERS_H
#define KCC_TARGETS_NVPTX_KERNELPARAMETERS_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace kcc::compiler {

/// Gives each kernel of \p M a local copy of the by-value parameters that it may write to, in registers if \p
/// Machine optimizes.
///
/// The back end assumes that every pointer loaded from such a parameter points to global memory, because the
/// host stored it there. That is not true for pointers that the kernel itself has written.
void copyWrittenParameters(llvm::Module &M, llvm::TargetMachine &Machine);

} // namespace kcc::compiler

#endif
