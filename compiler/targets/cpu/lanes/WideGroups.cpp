#include "targets/cpu/lanes/WideGroups.h"
#include "targets/cpu/lanes/RowVersions.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace kcc::compiler {

bool runsWellInWideGroups(PreparedThread &Thread, unsigned Lanes, FunctionAnalysisManager &Analyses) {
  const LaneShapes Shapes(Thread.F, Thread.Loads, {}, Analyses.getResult<LoopAnalysis>(Thread.F), Lanes);
  const bool HasLarge = any_of(instructions(Thread.F), [&](const Instruction &I) {
    return (I.getType()->isIntegerTy(64) || I.getType()->isDoubleTy()) && Shapes[&I].Kind == Shape::Varying;
  });
  return !HasLarge && !dividesRows(Thread, Lanes, Analyses);
}

} // namespace kcc::compiler
