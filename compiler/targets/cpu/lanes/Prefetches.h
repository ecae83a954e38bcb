// Loops over an array with a stride fetch what a later iteration accesses.
#ifndef KCC_TARGETS_CPU_LANES_PREFETCHES_H
#define KCC_TARGETS_CPU_LANES_PREFETCHES_H

#include "targets/cpu/lanes/LaneShapes.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

namespace kcc::compiler {

inline constexpr std::int64_t cacheLineBytes = 64;

/// Lets each iteration fetch into the cache what a later one accesses, which is too far away for the
/// processor to foresee. `AtEnd` is at the end of an iteration. For accesses of neighbouring threads to
/// neighbouring memory; a prefetch stands for all cache lines that the lanes' accesses fill.
void prefetchLaterIteration(llvm::Loop &L, llvm::IRBuilder<> &AtEnd, const LaneShapes &Shapes,
                            const llvm::LoopInfo &LI, const llvm::DominatorTree &Dominators);

} // namespace kcc::compiler

#endif
