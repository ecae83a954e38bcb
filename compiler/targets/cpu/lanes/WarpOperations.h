// Operations of a warp whose threads run side by side, in as many lanes.
#ifndef KCC_TARGETS_CPU_LANES_WARP_OPERATIONS_H
#define KCC_TARGETS_CPU_LANES_WARP_OPERATIONS_H

#include "targets/cpu/lanes/LaneShapes.h"

#include "llvm/IR/IRBuilder.h"
#include <optional>

namespace kcc::compiler {

inline constexpr unsigned WarpSize = 32;

/// What the lanes of a warp do together.
enum class WarpOperation {
  Sync,
  Any,
  All,
  Same,
  Ballot,
  MatchAny,
  MatchAll,
  Shuffle,
  ShuffleUp,
  ShuffleDown,
  ShuffleXor,
  Add,
  And,
  Or,
  Xor,
  MinSigned,
  MaxSigned,
  MinUnsigned,
  MaxUnsigned,
};

/// The operation that the instruction calls the runtime for, if its mask is the constant for all lanes.
std::optional<WarpOperation> warpOperation(const llvm::Instruction &I);
/// Gives that mask to an operation that names all lanes which have not returned in another way, by the
/// result of ballot(true). False if the instruction is no such operation.
bool makeWarpOperation(llvm::Instruction &I);

/// Whether all lanes that take part get the same result.
bool hasOneResult(WarpOperation Operation);

/// Whether the threads of a kernel's blocks run in groups that are warps. Then there are WarpSize lanes, and
/// the number of threads along x is a multiple of that.
bool runsWholeWarps(const llvm::Function &F);
void runWholeWarps(llvm::Function &F);

/// Whether a condition or number is the same in a whole warp because of how threads are numbered: `rank /
/// 32`, `thread_idx.x < 64`.
bool isSameInWarp(const llvm::Instruction &I, const Fields &Loads);
/// Whether it is known to grow by 1 from lane to lane, without wrapping: the lane's number, or that of a
/// thread.
bool countsLanes(const llvm::Instruction &I, const Fields &Loads);

/// Whether threads that a branch separates meet again before they come to an operation of the warp or a
/// barrier of the block. Otherwise only those that take one of the ways may come to one at all.
bool lanesMeetAtOperations(llvm::Function &F, const Fields &Loads);

/// What the lanes of the mask get, one value if hasOneResult(), or else a vector; null for Sync. `Operands`
/// are those of the call as vectors. Without a mask all lanes take part.
llvm::Value *emitWarpOperation(llvm::IRBuilder<> &Builder, WarpOperation Operation,
                               llvm::ArrayRef<llvm::Value *> Operands, llvm::Value *Mask);

} // namespace kcc::compiler

#endif
