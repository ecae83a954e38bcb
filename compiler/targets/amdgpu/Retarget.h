// From optimized IR for NVPTX to IR for AMDGPU.
#ifndef KCC_TARGETS_AMDGPU_RETARGET_H
#define KCC_TARGETS_AMDGPU_RETARGET_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace kcc::compiler {

/// Makes \p M, which has been optimized by \p Ptx, a module for \p Amd. The address spaces have the same
/// numbers in both. Each kernel gets one parameter: the block in which the host has laid out the parameters
/// like the members of a struct.
void retarget(llvm::Module &M, llvm::TargetMachine &Ptx, llvm::TargetMachine &Amd);

} // namespace kcc::compiler

#endif
