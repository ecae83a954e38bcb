// Stores of vectors that take several registers.
#ifndef KCC_TARGETS_CPU_LANES_WIDE_STORES_H
#define KCC_TARGETS_CPU_LANES_WIDE_STORES_H

#include "llvm/IR/PassManager.h"

namespace kcc::compiler {

/// Splits them into stores of one register each, in the order of memory. LLVM itself would store the last
/// register first. Where a register crosses the end of a cache line, stores in that order take up to 1.8
/// times as long: a processor merges stores to one line that follow each other.
struct WideStores : llvm::PassInfoMixin<WideStores> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses);
  static bool isRequired() { return true; }
};

} // namespace kcc::compiler

#endif
