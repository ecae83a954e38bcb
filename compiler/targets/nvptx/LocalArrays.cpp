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
constexpr unsigned MaxInstructionsWhenUnrolled = 4000;

unsigned instructionsOf(const Loop &L) {
  unsigned Count = 0;
  for (const BasicBlock *B : L.blocks())
    Count += static_cast<unsigned>(B->sizeWithoutDebug());
  return Count;
}

/// Finds out whether a local array is only accessed with indices that are constant once loops of few
/// iterations are unrolled.
class ArrayAccesses {
public:
  ArrayAccesses(const AllocaInst &Array, ScalarEvolution &Evolution) : Evolution(Evolution) {
    Dissolves = visit(Array);
  }
  /// The loops to unroll; empty if that does not dissolve the array.
  const SmallPtrSetImpl<const Loop *> &loops() const { return Loops; }
  bool dissolves() const { return Dissolves && !Loops.empty(); }

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

  /// True if \p Pointer is the array's address plus constants and induction variables of short loops.
  bool isKnownAfterUnrolling(const Instruction &Pointer) {
    const SCEV *Offset = Evolution.getSCEV(const_cast<Instruction *>(&Pointer));
    SmallVector<const Loop *, 2> Inductions;
    bool IsKnown = !SCEVExprContains(Offset, [&](const SCEV *Part) {
      if (auto *Induction = dyn_cast<SCEVAddRecExpr>(Part)) {
        Inductions.push_back(Induction->getLoop());
        unsigned Trips = Evolution.getSmallConstantTripCount(Induction->getLoop());
        return Trips == 0 || Trips > MaxIterations; // stops the search
      }
      if (auto *Unknown = dyn_cast<SCEVUnknown>(Part))
        return !isa<AllocaInst>(getUnderlyingObject(Unknown->getValue())) ||
               !Unknown->getType()->isPointerTy();
      return false;
    });
    Loops.insert_range(Inductions);
    return IsKnown;
  }

  ScalarEvolution &Evolution;
  SmallPtrSet<const Loop *, 4> Loops;
  bool Dissolves;
};

class DissolveArrays : public PassInfoMixin<DissolveArrays> {
public:
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &, LoopStandardAnalysisResults &Analyses, LPMUpdater &) {
    unsigned Trips = Analyses.SE.getSmallConstantTripCount(&L);
    if (Trips >= 2 && Trips <= MaxIterations && instructionsOf(L) * Trips <= MaxInstructionsWhenUnrolled &&
        hasUnrollTransformation(&L) == TM_Unspecified && any_of(arraysIn(L), [&](const AllocaInst *Array) {
          ArrayAccesses Accesses(*Array, Analyses.SE);
          return Accesses.dissolves() && Accesses.loops().contains(&L);
        }))
      addStringMetadataToLoop(&L, "llvm.loop.unroll.full");
    return PreservedAnalyses::all();
  }

private:
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
