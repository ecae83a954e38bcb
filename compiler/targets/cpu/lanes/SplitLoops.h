// Loops over an array with a stride, as by kcc::grid_stride(), run in the order of memory.
#ifndef KCC_TARGETS_CPU_LANES_SPLIT_LOOPS_H
#define KCC_TARGETS_CPU_LANES_SPLIT_LOOPS_H

#include "targets/cpu/lanes/PreparedThread.h"

#include "llvm/IR/DebugLoc.h"

namespace kcc::compiler {

/// A call of this function is where all threads of the block run up to before any goes on, like a barrier.
inline constexpr char splitMarker[] = "kcc.lanes.split";

/// Lets all threads of the block run one iteration of a strided loop before any begins with the next:
/// neighbouring threads' elements are neighbours, whereas the elements of one thread are far apart. What a
/// later iteration accesses is prefetched. Only if the order of threads shows in nothing but data races:
/// without volatile accesses in the loop, without atomic ones but updates of integers whose result nobody
/// uses, and without calls in the function. In a function with barriers, all threads come to the loop or
/// none. Returns where the source has such loops, unknown without lines.
llvm::SmallVector<llvm::DebugLoc, 2> splitStridedLoops(PreparedThread &Thread,
                                                       llvm::FunctionAnalysisManager &Analyses);

} // namespace kcc::compiler

#endif
