// Loops that the threads of a block leave together.
#ifndef KCC_TARGETS_CPU_LANES_VOTED_LOOPS_H
#define KCC_TARGETS_CPU_LANES_VOTED_LOOPS_H

#include "targets/cpu/lanes/PreparedThread.h"

namespace kcc::compiler {

/// Whether the loop ends with its only exit, a test, as LLVM rotates loops.
bool canVoteInLoop(const llvm::Loop &L);

/// Lets all threads of a block stay in such a loop until the last one leaves it: each iteration begins with a
/// barrier at which they vote, and does nothing for those that the loop is over for. A thread that would pass
/// the loop by comes along, too.
void voteInLoop(llvm::Loop &L, PreparedThread &Thread, llvm::FunctionAnalysisManager &Analyses);

} // namespace kcc::compiler

#endif
