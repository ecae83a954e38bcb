// Finds loops over an array with a stride, as by kcc::grid_stride(), that can be outside of the loop over a
// block's threads.
#ifndef KCC_TARGETS_CPU_LANES_INTERCHANGED_LOOPS_H
#define KCC_TARGETS_CPU_LANES_INTERCHANGED_LOOPS_H

#include "targets/cpu/lanes/PreparedThread.h"

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>
#include <utility>

namespace kcc::compiler {

/// A load or a store in a strided loop.
struct StridedAccess {
  llvm::Value *Address;
  std::uint64_t Bytes;
  std::uint64_t Stride; ///< how many bytes the address grows when `i` grows by 1
  bool IsStore;
};

/// A loop `for (i = Start; i < End; i += Step)` of a thread. Start grows by 1 from neighbour to neighbour,
/// End and Step are the same for all threads of the block, and all three are known where the block begins.
struct StridedLoop {
  llvm::Value *Start, *End, *Step; ///< in the thread's function
  bool IsSigned;                   ///< the comparison with End
  llvm::DebugLoc Line;             ///< where the source has the loop, unknown without lines
  /// The conditions before the loop, the same for all threads of the block, and what they are where a thread
  /// comes to it.
  llvm::SmallVector<std::pair<llvm::Value *, bool>, 2> Conditions = {};
  /// The loop does the same for each `i`, whichever thread runs it.
  bool IsForAnyThread = false;
  /// All accesses to memory, if they only depend on Counter, the `i` of an iteration; otherwise none.
  llvm::SmallVector<StridedAccess, 8> Accesses = {};
  llvm::Value *Counter = nullptr; ///< once the loop is interchanged

  llvm::CmpInst::Predicate less() const {
    return IsSigned ? llvm::CmpInst::ICMP_SLT : llvm::CmpInst::ICMP_ULT;
  }
};

/// Changes a thread's function so that it runs one iteration of its only strided loop: the one whose `i` is
/// Start plus the number to which the function's third parameter points. runIterations() then has the loop.
/// This is done only if the order of threads shows in nothing but data races, the function does little but
/// that loop, and iterations pass each other nothing but what is in memory. Nothing is changed if there is
/// no such loop.
std::optional<StridedLoop> interchangeLoop(PreparedThread &Thread, llvm::FunctionAnalysisManager &Analyses);

} // namespace kcc::compiler

#endif
