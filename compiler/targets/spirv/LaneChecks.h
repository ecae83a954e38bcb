// Checks, where kernels run, that warps are what kcc's kernels expect.
#ifndef KCC_TARGETS_SPIRV_LANECHECKS_H
#define KCC_TARGETS_SPIRV_LANECHECKS_H

namespace llvm {
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Metal and OpenCL promise neither how many lanes a warp has nor which threads they are, and kcc counts on
/// both: a kernel of \p M with operations of warps traps at its start where it is otherwise.
void checkLanes(llvm::Module &M);

} // namespace kcc::compiler

#endif
