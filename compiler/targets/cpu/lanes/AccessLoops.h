// Accesses of lanes one after another, in loops.
#ifndef KCC_TARGETS_CPU_LANES_ACCESS_LOOPS_H
#define KCC_TARGETS_CPU_LANES_ACCESS_LOOPS_H

#include "llvm/IR/PassManager.h"

namespace kcc::compiler {

/// Gathers and scatters for which the processor has no instruction become loops over the lanes, in functions
/// with many of them. LLVM makes a test, a branch and an access for each lane of each: 32 lanes become so
/// much code that compiling it takes minutes.
struct AccessLoops : llvm::PassInfoMixin<AccessLoops> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses);
  static bool isRequired() { return true; }
};

} // namespace kcc::compiler

#endif
