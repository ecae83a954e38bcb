#include "checks/EndlessLoops.h"
#include "checks/CheckCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

constexpr StringRef EndlessCheck = "kcc_check_endless";

/// Whether the instruction does the same each time if its operands and the memory that it reads are the same.
/// Checks note what has been accessed, and fences order what is not there: neither changes anything.
bool changesNothing(const Instruction &I) {
  if (isa<FenceInst, DbgInfoIntrinsic>(I))
    return true;
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call) {
    auto *Load = dyn_cast<LoadInst>(&I);
    return Load ? Load->isSimple() : !I.mayReadOrWriteMemory();
  }
  if (const Function *Callee = Call->getCalledFunction()) {
    StringRef Name = Callee->getName();
    if (Name.starts_with("kcc_check_"))
      return Name != EndlessCheck;
    if (Name == "__kcc_atomic_fence")
      return true;
  }
  return !Call->isConvergent() && !Call->mayHaveSideEffects();
}

bool isEndless(const Loop &L) {
  return L.getHeader()->phis().empty() &&
         all_of(L.blocks(), [](const BasicBlock *B) { return all_of(*B, changesNothing); });
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
  const DominatorTree Dominance(F);
  const LoopInfo Loops(Dominance);
  CheckCalls Calls(*F.getParent(), Checks);
  IRBuilder<> &Builder = Calls.Builder;
  for (Loop *L : Loops.getLoopsInPreorder()) {
    if (!isEndless(*L))
      continue;
    SmallVector<BasicBlock *, 4> Latches;
    L->getLoopLatches(Latches);
    auto IsAlwaysMade = [&](const LoadInst &Load) {
      return all_of(Latches,
                    [&](BasicBlock *Latch) { return Dominance.dominates(&Load, Latch->getTerminator()); });
    };
    LoadInst *Poll = pollOf(*L, IsAlwaysMade);
    Value *Place =
        Poll && IsAlwaysMade(*Poll) ? Poll->getPointerOperand() : ConstantPointerNull::get(Calls.Pointer);
    const std::uint64_t Bytes =
        Poll ? F.getDataLayout().getTypeStoreSize(Poll->getType()).getFixedValue() : 0;
    for (BasicBlock *Latch : Latches) {
      Builder.SetInsertPoint(Latch->getTerminator());
      Builder.SetCurrentDebugLocation(Poll ? Poll->getDebugLoc() : L->getStartLoc());
      Calls.insert(Calls.declare(EndlessCheck, Builder.getVoidTy(), {Calls.Pointer, Calls.Pointer}),
                   {Place, Calls.site({.Bytes = Bytes})});
    }
  }
}

} // namespace kcc::compiler
