// The barrier of all threads of a cooperative grid.
#ifndef KCC_TARGETS_NVPTX_GRIDBARRIER_H
#define KCC_TARGETS_NVPTX_GRIDBARRIER_H

namespace llvm {
class IRBuilderBase;
} // namespace llvm

namespace kcc::compiler {

/// Adds a call of the grid's barrier, and the function itself to the module if it is not there yet.
void callGridBarrier(llvm::IRBuilderBase &Builder);

} // namespace kcc::compiler

#endif
