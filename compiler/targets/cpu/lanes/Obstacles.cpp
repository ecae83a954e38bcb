#include "targets/cpu/lanes/Obstacles.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Whether the end of the loop depends on atomic operations in it. A lane that got a lock would wait in
/// vain for the others at the end of the loop.
bool waits(const Loop &L) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  SmallVector<const Value *, 16> Work;
  SmallPtrSet<const Value *, 16> Seen;
  for (BasicBlock *Block : L.blocks())
    if (auto *Branch = dyn_cast<BranchInst>(Block->getTerminator()); Branch && Branch->isConditional())
      Work.push_back(Branch->getCondition()); // inner branches choose among exits
  if (Exiting.empty())
    return true;
  while (!Work.empty()) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !L.contains(I) || !Seen.insert(I).second)
      continue;
    if (I->isAtomic() || I->isVolatile() || (isa<CallBase>(I) && !isa<IntrinsicInst>(I)))
      return true;
    append_range(Work, I->operand_values());
    if (auto *Phi = dyn_cast<PHINode>(I))
      for (BasicBlock *Block : Phi->blocks())
        if (auto *Branch = dyn_cast<BranchInst>(Block->getTerminator()); Branch && Branch->isConditional())
          Work.push_back(Branch->getCondition());
  }
  return false;
}

} // namespace

std::string obstacleIn(Function &F, const LaneShapes &Shapes, const LoopInfo &LI) {
  for (Instruction &I : instructions(F)) {
    if (isa<CallBase>(I) && I.getType()->isStructTy())
      continue;
    if (isa<AtomicCmpXchgInst>(I))
      continue;
    if (auto *Extract = dyn_cast<ExtractValueInst>(&I); Extract && Shapes.isDivergent(*Extract)) {
      auto *From = dyn_cast<Instruction>(Extract->getAggregateOperand());
      if (!From || From->getParent() != I.getParent() || Extract->getNumIndices() != 1 ||
          !isa<CallBase, AtomicCmpXchgInst>(From))
        return "it has a structure of values that differ between threads";
    }
    if (Shapes.isDivergent(I) && !I.getType()->isVoidTy() && !isElement(I.getType()))
      return "it computes with a type that has no vectors";
    if (auto *Store = dyn_cast<StoreInst>(&I); Store && !isElement(Store->getValueOperand()->getType()))
      return "it stores a type that has no vectors";
  }
  for (Loop *L : LI.getLoopsInPreorder())
    if (waits(*L))
      return "a loop waits for what another thread writes";
  return "";
}

} // namespace kcc::compiler
