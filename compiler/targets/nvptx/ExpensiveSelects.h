// Selects whose operand takes long to compute.
#ifndef KCC_TARGETS_NVPTX_EXPENSIVESELECTS_H
#define KCC_TARGETS_NVPTX_EXPENSIVESELECTS_H

namespace llvm {
class PassBuilder;
}

namespace kcc::compiler {

/// Adds a pass to the pipeline of \p Builder that makes a branch again of
/// `condition ? y / x : 0`. LLVM makes a select of it, whatever the operation costs, because that may allow
/// other optimizations, and expects the back end to undo it; that for NVPTX does not.
void addExpensiveSelectBranches(llvm::PassBuilder &Builder);

} // namespace kcc::compiler

#endif
