#include "targets/cpu/lanes/WideGroups.h"
#include "targets/cpu/lanes/BarrierRegions.h"
#include "targets/cpu/lanes/RowVersions.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace kcc::compiler {

bool runsWellInWideGroups(PreparedThread &Thread, unsigned Lanes, FunctionAnalysisManager &Analyses) {
  const LaneShapes Shapes(Thread.F, Thread.Loads, {}, Analyses.getResult<LoopAnalysis>(Thread.F), Lanes);
  const bool IsSlow = any_of(instructions(Thread.F), [&](const Instruction &I) {
    if (isa<CallBase>(I) && !isa<IntrinsicInst>(I) && !isBarrier(I))
      return true;
    // Numbers of 64 bits that are no more than parts of addresses are few.
    const bool IsLarge =
        I.getType()->isDoubleTy() ||
        (I.getType()->isIntegerTy(64) && (isa<LoadInst>(I) || I.getOpcode() == Instruction::Mul));
    return IsLarge && Shapes[&I].Kind == Shape::Varying;
  });
  return !IsSlow && !dividesRows(Thread, Lanes, Analyses);
}

} // namespace kcc::compiler
