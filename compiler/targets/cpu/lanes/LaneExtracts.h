// Elements of vectors that are used one by one.
#ifndef KCC_TARGETS_CPU_LANES_LANE_EXTRACTS_H
#define KCC_TARGETS_CPU_LANES_LANE_EXTRACTS_H

#include "llvm/IR/PassManager.h"

namespace kcc::compiler {

/// Lets code that uses at least half of the elements of a vector of integers or pointers, each for itself,
/// load them from memory. A load is one operation, of which processors begin two or more at the same time;
/// taking an element out of a register is two, which wait for each other.
struct LaneExtracts : llvm::PassInfoMixin<LaneExtracts> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses);
  static bool isRequired() { return true; }
};

} // namespace kcc::compiler

#endif
