// The function of a block that has the strided loop of its threads outside of the loop over the threads.
#ifndef KCC_TARGETS_CPU_LANES_BLOCK_ITERATIONS_H
#define KCC_TARGETS_CPU_LANES_BLOCK_ITERATIONS_H

#include "targets/cpu/lanes/InterchangedLoops.h"

namespace kcc::compiler {

/// Creates the function of a block that calls `Iteration`, which runs one iteration in each of its threads,
/// until `i` has come to the end for the first one. Where the same is done for each `i` and the call is for
/// all threads of the grid, or for a range of `i`, one call runs all iterations. Where `i` might wrap, it
/// calls `Thread` for each thread instead. `Prepared` is what interchangeLoop() has changed.
llvm::Function &runIterations(llvm::Function &Iteration, const StridedLoop &Loop,
                              const PreparedThread &Prepared, llvm::Function &Thread, unsigned Lanes,
                              llvm::StringRef Name);

} // namespace kcc::compiler

#endif
