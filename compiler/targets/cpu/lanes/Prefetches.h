// Threads fetch into the cache what will be accessed later, and is too far away for the processor to foresee.
#ifndef KCC_TARGETS_CPU_LANES_PREFETCHES_H
#define KCC_TARGETS_CPU_LANES_PREFETCHES_H

#include "targets/cpu/lanes/PreparedThread.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

namespace kcc::compiler {

inline constexpr std::int64_t cacheLineBytes = 64;
/// The metadata of the prefetches that are made here: they are for rows of lanes, and no use for single
/// lanes.
inline constexpr char rowPrefetch[] = "kcc.row";

// These are for accesses of neighbouring threads to neighbouring memory; a prefetch stands for all cache
// lines that the lanes' accesses fill.

/// Lets each iteration of a loop with a stride fetch what a later one accesses. `AtEnd` is where it goes on.
void prefetchLaterIteration(const llvm::Loop &L, llvm::IRBuilder<> &AtEnd, const LaneShapes &Shapes,
                            const llvm::LoopInfo &LI, const llvm::DominatorTree &Dominators);

/// Lets each block fetch what the next one reads first. If blocks read memory before such a loop, then behind
/// the loop what the next block reads there, and before the loop what its first iteration reads. If they do
/// not, then behind the loop what the next block's first iteration reads. Returns whether they do.
bool prefetchNextBlock(const llvm::Loop &L, const LaneShapes &Shapes, const llvm::LoopInfo &LI,
                       const llvm::DominatorTree &Dominators);

/// Without such loops: lets each block fetch what a later block with the same y and z reads. If threads wait
/// for each other, that keeps the processor from beginning with the next block's reads. If they do not, only
/// the last read of each array is fetched: of neighbouring rows, as of an image, that is the one that no
/// thread of the block before has read. Of loops with barriers, the first iteration's reads are fetched; of
/// other loops that run long, nothing is.
void prefetchLaterBlock(PreparedThread &Thread, bool Waits, llvm::FunctionAnalysisManager &Analyses);

} // namespace kcc::compiler

#endif
