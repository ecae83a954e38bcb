// For which threads of a row conditions on the thread's index hold, such as `i < n`.
#ifndef KCC_TARGETS_CPU_LANES_ROW_RANGES_H
#define KCC_TARGETS_CPU_LANES_ROW_RANGES_H

#include "targets/cpu/lanes/LaneShapes.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include <optional>

namespace kcc::compiler {

/// The threads of a row, neighbours along x, from one index up to, but without, another. No thread if the end
/// is not greater. Both are 32-bit numbers, and may be greater than there are threads.
struct RowRange {
  llvm::Value *Begin, *End;
};

/// Computes ranges before the first thread of a row runs. What is computed is exact for all threads of the
/// row, whether they come to the condition or not.
class RowRanges {
public:
  /// `AtBegin` returns what a value is in a row's first thread, or null if it cannot tell.
  RowRanges(llvm::IRBuilder<> &Builder, const LaneShapes &Shapes,
            llvm::function_ref<llvm::Value *(llvm::Value *)> AtBegin)
      : Builder(Builder), Shapes(Shapes), AtBegin(AtBegin) {}

  /// Threads for which the condition is sure to be `Truth`; nothing if none are known.
  std::optional<RowRange> where(llvm::Value *Condition, bool Truth);
  RowRange both(const RowRange &A, const RowRange &B);

  /// Whether a condition is true for most threads, as far as one can guess: `i < n`, not `i == 0`.
  static bool isUsuallyTrue(llvm::Value *Condition, const LaneShapes &Shapes);

private:
  std::optional<RowRange> compared(llvm::CmpInst::Predicate Predicate, llvm::Value *Steps,
                                   llvm::Value *Limit);
  llvm::Value *begin(llvm::Value *V);
  llvm::Value *computed(llvm::Instruction &I);
  llvm::Value *index(llvm::Value *V);

  llvm::IRBuilder<> &Builder;
  const LaneShapes &Shapes;
  llvm::function_ref<llvm::Value *(llvm::Value *)> AtBegin;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> Known;
};

} // namespace kcc::compiler

#endif
