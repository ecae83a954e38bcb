#include "checks/EndlessLoops.h"
#include "checks/CheckCalls.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

constexpr StringRef EndlessCheck = "kcc_check_endless";

/// Whether a single store is all that writes the local variable: then no iteration sees another value there
/// than the one before.
bool isWrittenOnce(const AllocaInst &Variable) {
  unsigned Stores = 0;
  return all_of(Variable.users(), [&](const User *U) {
    if (auto *Store = dyn_cast<StoreInst>(U))
      return Store->getPointerOperand() == &Variable && Store->getValueOperand() != &Variable &&
             ++Stores == 1;
    auto *Call = dyn_cast<CallBase>(U);
    return isa<LoadInst, LifetimeIntrinsic>(U) ||
           (Call && Call->getCalledFunction() &&
            Call->getCalledFunction()->getName().starts_with("kcc_check_"));
  });
}

/// Finds instructions that do the same each time if their operands and the memory that they read are the
/// same.
class Repetition {
public:
  /// Checks note what has been accessed, fences order what is not there, and a pause does nothing.
  bool changesNothing(const Instruction &I) {
    if (isa<FenceInst, DbgInfoIntrinsic, LifetimeIntrinsic>(I))
      return true;
    if (auto *Store = dyn_cast<StoreInst>(&I)) {
      auto *Variable = dyn_cast<AllocaInst>(Store->getPointerOperand());
      return Variable && Store->isSimple() && isWrittenOnce(*Variable);
    }
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call) {
      auto *Load = dyn_cast<LoadInst>(&I);
      return Load ? Load->isSimple() : !I.mayReadOrWriteMemory();
    }
    const Function *Callee = Call->getCalledFunction();
    if (Callee && Callee->getName().starts_with("kcc_check_"))
      return true;
    if (Callee &&
        is_contained({"__kcc_atomic_fence", "__kcc_nanosleep", "kcc_cpu_nanosleep"}, Callee->getName()))
      return true;
    if (!Call->isConvergent() && !Call->mayHaveSideEffects())
      return true;
    return Callee && !Callee->isDeclaration() && changesNothing(*Callee);
  }

private:
  bool changesNothing(const Function &F) {
    if (auto [Row, IsNew] = Known.try_emplace(&F, false); !IsNew) // false while it calls itself
      return Row->second;
    const bool Result = all_of(F, [&](const BasicBlock &B) {
      return all_of(B, [&](const Instruction &I) { return changesNothing(I); });
    });
    return Known[&F] = Result;
  }

  DenseMap<const Function *, bool> Known;
};

bool isEndless(const Loop &L) {
  Repetition Iteration;
  auto IsChecked = [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && Call->getCalledFunction() && Call->getCalledFunction()->getName() == EndlessCheck;
  };
  return L.getHeader()->phis().empty() && all_of(L.blocks(), [&](const BasicBlock *B) {
           return all_of(*B,
                         [&](const Instruction &I) { return !IsChecked(I) && Iteration.changesNothing(I); });
         });
}

/// A read of other memory than local variables, if possible one that is made in each iteration; null: none.
LoadInst *pollOf(const Loop &L, function_ref<bool(const LoadInst &)> IsAlwaysMade) {
  LoadInst *Found = nullptr;
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B)
      if (auto *Load = dyn_cast<LoadInst>(&I);
          Load && !isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand(), /*MaxLookup=*/0))) {
        if (IsAlwaysMade(*Load))
          return Load;
        Found = Found ? Found : Load;
      }
  return Found;
}

} // namespace

void checkEndlessLoops(Function &F, std::uint32_t Checks) {
  if ((Checks & abi::check_barrier) == 0 || F.isDeclaration())
    return;
  DominatorTree Dominance(F);
  LoopInfo Loops(Dominance);
  CheckCalls Calls(*F.getParent(), Checks);
  IRBuilder<> &Builder = Calls.Builder;
  for (Loop *L : Loops.getLoopsInPreorder()) {
    if (!isEndless(*L))
      continue;
    SmallVector<BasicBlock *, 4> Latches;
    L->getLoopLatches(Latches);
    if (any_of(Latches, [](BasicBlock *B) { return isa<IndirectBrInst>(B->getTerminator()); }))
      continue;
    auto IsAlwaysMade = [&](const LoadInst &Load) {
      return all_of(Latches,
                    [&](BasicBlock *Latch) { return Dominance.dominates(&Load, Latch->getTerminator()); });
    };
    LoadInst *Poll = pollOf(*L, IsAlwaysMade);
    Value *Place =
        Poll && IsAlwaysMade(*Poll) ? Poll->getPointerOperand() : ConstantPointerNull::get(Calls.Pointer);
    const std::uint64_t Bytes =
        Poll ? F.getDataLayout().getTypeStoreSize(Poll->getType()).getFixedValue() : 0;
    const DebugLoc At = Poll ? Poll->getDebugLoc() : L->getStartLoc();
    // A latch may also leave the loop, so the check is on the way back to the header.
    BasicBlock *Again = SplitBlockPredecessors(L->getHeader(), Latches, ".again", &Dominance, &Loops);
    Builder.SetInsertPoint(Again->getTerminator());
    Builder.SetCurrentDebugLocation(At);
    Calls.insert(Calls.declare(EndlessCheck, Builder.getVoidTy(), {Calls.Pointer, Calls.Pointer}),
                 {Place, Calls.site({.Bytes = Bytes})});
  }
}

} // namespace kcc::compiler
