// Splits the function of a thread at the barriers of its block.
#ifndef KCC_TARGETS_CPU_LANES_BARRIER_REGIONS_H
#define KCC_TARGETS_CPU_LANES_BARRIER_REGIONS_H

#include "targets/cpu/lanes/PreparedThread.h"

#include <string>

namespace kcc::compiler {

/// The regions of a thread's function. Region 0 begins where the function does, region N behind the N-th
/// barrier; each ends at the next barriers and where the thread ends.
struct BarrierRegions {
  /// What a thread keeps at barriers.
  llvm::SmallVector<Slot, 8> Slots;
  /// In place of a barrier they call `arriveMarker` and return. A region that begins behind a barrier with a
  /// vote reads its result from the frame's header.
  llvm::SmallVector<llvm::Function *, 4> Threads;
  bool Votes = false;     ///< some barrier counts what the threads vote
  bool AllArrive = false; ///< no thread ends before a barrier that others come to
};

/// Whether the instruction waits for the other threads of the block.
bool isBarrier(const llvm::Instruction &I);

/// Whether the function waits for the other threads of its block, and for nothing else.
bool hasBarriers(const llvm::Function &F);

/// Inlines what waits at barriers into the function. Says why if that is impossible, or if it waits for
/// something else; otherwise the result is empty.
std::string inlineBarriers(llvm::Function &F);

/// Splits a prepared function. A value that outlives a barrier is computed anew if it depends on no memory
/// that changes and is cheap; otherwise it gets a slot, as do local arrays (Karrenberg and Hack, "Improving
/// Performance of OpenCL on CPUs"). All threads of a block that have not ended must arrive at the same
/// barrier: where the control flow does not show that they do, nothing is split, and `Obstacle` says so.
BarrierRegions splitAtBarriers(PreparedThread &Thread, llvm::FunctionAnalysisManager &Analyses,
                               std::string &Obstacle);

} // namespace kcc::compiler

#endif
