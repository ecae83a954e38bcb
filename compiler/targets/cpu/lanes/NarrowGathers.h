// Loads of bytes and of pairs of bytes from different places in each lane.
#ifndef KCC_TARGETS_CPU_LANES_NARROW_GATHERS_H
#define KCC_TARGETS_CPU_LANES_NARROW_GATHERS_H

#include "llvm/IR/PassManager.h"

namespace kcc::compiler {

/// Processors gather elements of 32 bits and more. A smaller element is taken from the aligned 32 bits that
/// contain it: they are in one page, so they can be loaded. LLVM would load one lane after another, with a
/// branch for each lane that may be inactive.
struct NarrowGathers : llvm::PassInfoMixin<NarrowGathers> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses);
  static bool isRequired() { return true; }
};

} // namespace kcc::compiler

#endif
