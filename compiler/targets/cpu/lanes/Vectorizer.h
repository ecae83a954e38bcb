// Code that runs the threads of a block side by side in the lanes of vectors.
#ifndef KCC_TARGETS_CPU_LANES_VECTORIZER_H
#define KCC_TARGETS_CPU_LANES_VECTORIZER_H

#include "targets/cpu/lanes/Frame.h"
#include "targets/cpu/lanes/PreparedThread.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instructions.h"

namespace kcc::compiler {

/// Called by a thread just before it returns to wait for the others of its block: the number of the region
/// with which it goes on, not 0, and what it votes.
inline constexpr char arriveMarker[] = "kcc.lanes.arrive";

/// Creates a function that runs every thread of a block like calls of `Thread`, `Lanes` neighbours along x at
/// a time. The threads must not wait for each other.
///
/// It is `Name(const void *const *arguments, CpuThread *thread, void *frame)`; the threads are those of the
/// block that `*thread` is in. If `Frame` is null it returns nothing and does not use the frame. Otherwise
/// the thread's function is a region between barriers: of the threads only those run that have arrived (all
/// of them if `IsFirst`), and the result is the number of the region that they go on with, 0 if they have
/// ended.
///
/// The method is that of SPMD compilers (Karrenberg, "Automatic SIMD Vectorization of SSA-based Control Flow
/// Graphs"; ispc): values that are the same in all lanes stay scalars, those that grow by a constant from
/// lane to lane are known by their first one, and all others are vectors. There are two copies of the control
/// flow. In one, all lanes are at the same place. A branch on which they disagree leads to the other, in
/// which blocks come one after another, each with the set of lanes that are there, until all lanes meet
/// again.
///
/// Returns null, and sets `Obstacle`, if that is impossible.
llvm::Function *vectorize(PreparedThread &Thread, llvm::ArrayRef<Slot> Slots, const FrameLayout *Frame,
                          bool IsFirst, llvm::StringRef Name, unsigned Lanes,
                          llvm::FunctionAnalysisManager &Analyses, std::string &Obstacle);

/// Whether loads and stores of `Bits` bits, whose addresses the analysis says nothing about, compare them at
/// run time: accesses to neighbouring objects then become one. For a part of the lanes, not every level has
/// an instruction that accesses smaller objects.
constexpr bool comparesAddresses(std::uint64_t Bits, bool ByAllLanes) {
  return Bits >= 32 || (ByAllLanes && Bits % 8 == 0);
}

} // namespace kcc::compiler

#endif
