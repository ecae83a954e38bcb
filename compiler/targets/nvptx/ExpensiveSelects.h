// Selects whose operand takes long to compute.
#ifndef KCC_TARGETS_NVPTX_EXPENSIVESELECTS_H
#define KCC_TARGETS_NVPTX_EXPENSIVESELECTS_H

namespace llvm {
class PassBuilder;
}

namespace kcc::compiler {

/// Adds a pass to the pipeline of \p Builder that turns `condition ? y / x : 0` back into a branch. LLVM
/// makes a select of it, whatever the operation costs, because that may allow other optimizations, and
/// expects the back end to undo it; NVPTX's does not. Costs.h has the measurement.
void addExpensiveSelectBranches(llvm::PassBuilder &Builder);

} // namespace kcc::compiler

#endif
