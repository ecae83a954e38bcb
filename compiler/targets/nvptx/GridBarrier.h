// The barrier for all threads of a cooperative grid.
#ifndef KCC_TARGETS_NVPTX_GRIDBARRIER_H
#define KCC_TARGETS_NVPTX_GRIDBARRIER_H

namespace llvm {
class IRBuilderBase;
} // namespace llvm

namespace kcc::compiler {

/// Adds a call of the grid barrier, and the function itself if the module does not have it yet.
void callGridBarrier(llvm::IRBuilderBase &Builder);

} // namespace kcc::compiler

#endif
