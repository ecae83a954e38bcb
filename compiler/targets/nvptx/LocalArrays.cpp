#include "targets/nvptx/LocalArrays.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// An array of up to this many bytes fits into a thread's registers beside other values.
constexpr std::uint64_t MaxArrayBytes = 512;
constexpr unsigned MaxIterations = 64;
/// sha_256 of benchmarks/codegen is 5300 instructions then, of which 1440 remain in SASS, and takes 57 % of
/// its time on an H200.
constexpr unsigned MaxInstructionsWhenUnrolled = 6000;

/// Finds out whether a local array is only accessed with indices that are constant once loops of few
/// iterations are unrolled.
class ArrayAccesses {
public:
  ArrayAccesses(const AllocaInst &Array, ScalarEvolution &Evolution) : Evolution(Evolution) {
    Dissolves = visit(Array);
  }
  /// True if unrolling \p L, and possibly others, dissolves the array.
  bool dissolveWith(const Loop &L) const { return Dissolves && Loops.contains(&L); }

private:
  bool visit(const Instruction &Pointer) {
    for (const User *U : Pointer.users()) {
      auto *I = cast<Instruction>(U);
      if (isa<GetElementPtrInst>(I) || isa<AddrSpaceCastInst>(I)) {
        if (!visit(*I))
          return false;
      } else if (isa<LoadInst>(I) || (isa<StoreInst>(I) && I->getOperand(0) != &Pointer)) {
        if (!isKnownAfterUnrolling(Pointer))
          return false;
      } else if (auto *Operation = dyn_cast<MemIntrinsic>(I)) {
        if (!isa<ConstantInt>(Operation->getLength()) || !isKnownAfterUnrolling(Pointer))
          return false;
      } else if (!I->isLifetimeStartOrEnd()) {
        return false;
      }
    }
    return true;
  }

  bool isKnownAfterUnrolling(const Instruction &Pointer) {
    return isKnownAfterUnrolling(Evolution.getSCEV(const_cast<Instruction *>(&Pointer)));
  }

  /// True if \p S consists of constants, addresses of local variables and induction variables of short loops.
  bool isKnownAfterUnrolling(const SCEV *S) {
    return !SCEVExprContains(S, [&](const SCEV *Part) {
      if (auto *Induction = dyn_cast<SCEVAddRecExpr>(Part))
        return !isShort(*Induction->getLoop());
      if (auto *Unknown = dyn_cast<SCEVUnknown>(Part))
        return !isa<AllocaInst>(getUnderlyingObject(Unknown->getValue())) ||
               !Unknown->getType()->isPointerTy();
      return isa<SCEVCouldNotCompute>(Part);
    });
  }

  /// The number of iterations may depend on loops around \p L: `for (j = 0; j <= i; ++j)`. cholesky_6x6 of
  /// benchmarks/codegen takes 18 % less time on an H200 with it.
  bool isShort(const Loop &L) {
    unsigned Most = Evolution.getSmallConstantMaxTripCount(&L);
    if (Most == 0 || Most > MaxIterations || !isKnownAfterUnrolling(Evolution.getBackedgeTakenCount(&L)))
      return false;
    Loops.insert(&L);
    return true;
  }

  ScalarEvolution &Evolution;
  SmallPtrSet<const Loop *, 4> Loops;
  bool Dissolves;
};

class DissolveArrays : public PassInfoMixin<DissolveArrays> {
public:
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &, LoopStandardAnalysisResults &Analyses, LPMUpdater &) {
    unsigned Trips = Analyses.SE.getSmallConstantTripCount(&L);
    if (Trips >= 2 && Trips <= MaxIterations && hasUnrollTransformation(&L) == TM_Unspecified &&
        instructionsWhenUnrolled(L, Analyses) <= MaxInstructionsWhenUnrolled &&
        any_of(arraysIn(L),
               [&](const AllocaInst *Array) { return ArrayAccesses(*Array, Analyses.SE).dissolveWith(L); }))
      addStringMetadataToLoop(&L, "llvm.loop.unroll.full");
    return PreservedAnalyses::all();
  }

private:
  /// An inner loop with a constant number of iterations has stayed a loop. Others may be unrolled after \p L;
  /// those of a triangle run half as often as they may on average.
  static std::uint64_t instructionsWhenUnrolled(const Loop &L, LoopStandardAnalysisResults &Analyses) {
    std::uint64_t Count = 0;
    for (const BasicBlock *B : L.blocks()) {
      std::uint64_t Times = Analyses.SE.getSmallConstantTripCount(&L);
      for (const Loop *Inner = Analyses.LI.getLoopFor(B); Inner != &L; Inner = Inner->getParentLoop())
        if (unsigned Most = Analyses.SE.getSmallConstantMaxTripCount(Inner);
            Analyses.SE.getSmallConstantTripCount(Inner) == 0 && Most != 0 && Most <= MaxIterations)
          Times *= (Most + 1) / 2;
      Count += B->sizeWithoutDebug() * Times;
    }
    return Count;
  }

  static SmallPtrSet<const AllocaInst *, 4> arraysIn(const Loop &L) {
    SmallPtrSet<const AllocaInst *, 4> Arrays;
    for (const BasicBlock *B : L.blocks())
      for (const Instruction &I : *B)
        if (const Value *Pointer = getLoadStorePointerOperand(&I))
          if (auto *Array = dyn_cast<AllocaInst>(getUnderlyingObject(Pointer)))
            if (std::optional<TypeSize> Bytes = Array->getAllocationSize(B->getDataLayout());
                Bytes && Bytes->getFixedValue() <= MaxArrayBytes)
              Arrays.insert(Array);
    return Arrays;
  }
};

} // namespace

void addLocalArrayUnrolling(PassBuilder &Builder) {
  Builder.registerLateLoopOptimizationsEPCallback(
      [](LoopPassManager &Passes, OptimizationLevel) { Passes.addPass(DissolveArrays()); });
}

} // namespace kcc::compiler
