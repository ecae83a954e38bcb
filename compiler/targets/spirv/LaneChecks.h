// Checks when a kernel starts that warps are what kcc's kernels expect.
#ifndef KCC_TARGETS_SPIRV_LANECHECKS_H
#define KCC_TARGETS_SPIRV_LANECHECKS_H

namespace llvm {
class Module;
} // namespace llvm

namespace kcc::compiler {

/// kcc's kernels count on warps of 32 threads in the order of their indices, but Metal and OpenCL promise
/// neither the number nor the order. So kernels of \p M that use warps trap at their start where it is
/// otherwise.
void checkLanes(llvm::Module &M);

} // namespace kcc::compiler

#endif
