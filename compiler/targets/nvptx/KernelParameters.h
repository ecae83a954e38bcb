// Parameters of kernels, which are in a memory of their own that cannot be written.
#ifndef KCC_TARGETS_NVPTX_KERNELPARAMETERS_H
#define KCC_TARGETS_NVPTX_KERNELPARAMETERS_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace kcc::compiler {

/// Gives each kernel of \p M a local copy of the parameters passed by value that it may write, in registers
/// where \p Machine optimises.
///
/// The back end takes every pointer that is loaded from such a parameter for one to global memory, as the
/// host put it there. That does not hold for what the kernel itself wrote.
void copyWrittenParameters(llvm::Module &M, llvm::TargetMachine &Machine);

} // namespace kcc::compiler

#endif
