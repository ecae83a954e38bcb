// Where threads that a branch separates come together again.
#ifndef KCC_TARGETS_CPU_LANES_MEETING_H
#define KCC_TARGETS_CPU_LANES_MEETING_H

#include "targets/cpu/lanes/LaneShapes.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace kcc::compiler {

/// Whether all ways from a branch that separates threads go through the same block before they come to the
/// end of one that `IsStop`, or no further. Otherwise only those threads that take one of the ways may come
/// to such a block at all.
bool threadsMeet(llvm::Function &F, const ThreadUniformity &Uniformity,
                 llvm::function_ref<bool(const llvm::BasicBlock &)> IsStop);

} // namespace kcc::compiler

#endif
