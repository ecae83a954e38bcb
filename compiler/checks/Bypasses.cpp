#include "checks/Bypasses.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

using Blocks = SmallPtrSet<BasicBlock *, 32>;

template <class Neighbours> Blocks reachable(BasicBlock *Begin, Neighbours &&Next) {
  Blocks Seen = {Begin};
  SmallVector<BasicBlock *, 32> Open = {Begin};
  while (!Open.empty())
    for (BasicBlock *Block : Next(Open.pop_back_val()))
      if (Seen.insert(Block).second)
        Open.push_back(Block);
  return Seen;
}

/// Whether \p Place is Clang's variable that says where to go after objects have been destroyed. A switch
/// reads it.
bool isCleanupVariable(const Value *Place) {
  return isa<AllocaInst>(Place) && all_of(Place->users(), [](const User *U) {
           if (auto *Store = dyn_cast<StoreInst>(U))
             return isa<ConstantInt>(Store->getValueOperand());
           return isa<LoadInst>(U) &&
                  all_of(U->users(), [](const User *Test) { return isa<SwitchInst>(Test); });
         });
}

/// Whether \p I may be on the way out of a function or a scope, where local objects are destroyed and the
/// result is loaded.
bool isOnTheWayOut(const Instruction &I) {
  if (auto *Call = dyn_cast<CallInst>(&I)) {
    const Function *Callee = Call->getCalledFunction();
    return isa<DbgInfoIntrinsic>(Call) || Call->isLifetimeStartOrEnd() ||
           (Callee && any_of(ArrayRef<StringRef>{"D0Ev", "D1Ev", "D2Ev"},
                             [&](StringRef Destructor) { return Callee->getName().ends_with(Destructor); }));
  }
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return isCleanupVariable(Store->getPointerOperand());
  return isa<LoadInst>(I) || I.isTerminator();
}

/// The blocks in which a thread only leaves scopes, and those from which it only returns.
struct WaysOut {
  explicit WaysOut(Function &F) {
    for (BasicBlock &Block : F)
      if (all_of(Block, isOnTheWayOut))
        Leaving.insert(&Block);
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (BasicBlock *Block : Leaving)
        if (all_of(successors(Block), [&](BasicBlock *Next) { return Returning.contains(Next); }))
          Changed |= Returning.insert(Block).second;
    }
  }
  /// Whether the block may be the body of an `if` that ends in `return`.
  bool isReturn(BasicBlock *Block) const {
    return Block->hasNPredecessors(1) && all_of(successors(Block), [&](BasicBlock *Next) {
             return Leaving.contains(Next) || isReturn(Next);
           });
  }

  Blocks Leaving, Returning;
};

unsigned lineOf(const BasicBlock &Block) {
  for (const Instruction &I : Block)
    if (I.getDebugLoc())
      return I.getDebugLoc().getLine();
  return 0;
}

} // namespace

SmallVector<Bypass, 8> findBypasses(ArrayRef<CallInst *> Calls) {
  MapVector<std::pair<BasicBlock *, BasicBlock *>, SmallVector<CallInst *, 2>> Found;
  Function &F = *Calls.front()->getFunction();
  const WaysOut Out(F);
  for (CallInst *Call : Calls) {
    BasicBlock *At = Call->getParent(), *Behind = At->getSingleSuccessor();
    const Blocks Later = reachable(Behind, [](BasicBlock *B) { return successors(B); });
    const Blocks Earlier = reachable(At, [](BasicBlock *B) { return predecessors(B); });
    auto IsPast = [&](BasicBlock *Block) { return Later.contains(Block) && !Earlier.contains(Block); };
    SmallVector<std::pair<BasicBlock *, BasicBlock *>, 4> Ways;
    for (BasicBlock &From : F)
      if (&From != At && &From != Behind && (!IsPast(&From) || Out.Leaving.contains(&From)))
        for (BasicBlock *To : successors(&From))
          if (IsPast(To) && !Out.Leaving.contains(To) && !is_contained(Ways, std::pair(&From, To)))
            Ways.push_back({&From, To});
    // Threads may return early from a loop. If all ways look like that, the last is where the loop ends.
    auto Returns = [&](auto &Way) { return Out.isReturn(Way.second); };
    if (!all_of(Ways, Returns))
      erase_if(Ways, Returns);
    else if (Ways.size() > 1)
      Ways = {*max_element(Ways, [](auto &A, auto &B) { return lineOf(*A.second) < lineOf(*B.second); })};
    for (auto &Way : Ways)
      Found[Way].push_back(Call);
  }
  SmallVector<Bypass, 8> Bypasses;
  for (auto &[Way, Passed] : Found)
    Bypasses.push_back({Way.first, Way.second, Passed});
  return Bypasses;
}

} // namespace kcc::compiler
