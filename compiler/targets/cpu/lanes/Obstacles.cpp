#include "targets/cpu/lanes/Obstacles.h"
#include "lowering/SymbolNames.h"
#include "targets/cpu/lanes/LaneChecks.h"
#include "targets/cpu/lanes/WarpOperations.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

bool isCall(const Instruction &I) {
  return isa<CallBase>(I) && !isa<IntrinsicInst>(I) && !warpOperation(I) && !isCheck(I);
}

/// Whether another thread can change the result, as that of a call that reads memory or waits. Others, such
/// as the product of complex numbers, compute with their operands.
bool mayTellOfOthers(const Instruction &I) {
  return I.isAtomic() || I.isVolatile() ||
         (isCall(I) && (I.mayReadFromMemory() || cast<CallBase>(I).isConvergent()));
}

/// Whether the kernel ends, by a failed assertion or the like, after what the block does.
bool endsWithFailure(const BasicBlock &Block) {
  return none_of(*Block.getParent(), [&](const BasicBlock &End) {
    return isa<ReturnInst>(End.getTerminator()) && isPotentiallyReachable(&Block, &End);
  });
}

/// What values of a loop depend on.
struct Sources {
  bool OtherThreads = false; ///< on atomic or volatile accesses or calls in the loop
  bool Memory = false;       ///< on other loads in the loop
};

Sources sourcesOf(SmallVector<const Value *, 16> Work, const Loop &L) {
  Sources Result;
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !L.contains(I) || !Seen.insert(I).second)
      continue;
    if (mayTellOfOthers(*I))
      Result.OtherThreads = true;
    else if (isa<LoadInst>(I))
      Result.Memory = true;
    append_range(Work, I->operand_values());
    if (auto *Phi = dyn_cast<PHINode>(I))
      for (BasicBlock *Block : Phi->blocks())
        if (auto *Branch = dyn_cast<BranchInst>(Block->getTerminator()); Branch && Branch->isConditional())
          Work.push_back(Branch->getCondition());
  }
  return Result;
}

/// Whether the end of the loop depends on atomic operations in it, also through memory. A lane that got a
/// lock would wait in vain for the others at the end of the loop.
bool waits(const Loop &L) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  if (Exiting.empty())
    return true;
  SmallVector<const Value *, 16> Conditions;
  for (BasicBlock *Block : L.blocks())
    if (auto *Branch = dyn_cast<BranchInst>(Block->getTerminator()); Branch && Branch->isConditional())
      Conditions.push_back(Branch->getCondition()); // inner branches choose among exits
  const Sources Ends = sourcesOf(Conditions, L);
  if (Ends.OtherThreads || !Ends.Memory)
    return Ends.OtherThreads;
  return any_of(L.blocks(), [&](BasicBlock *Block) {
    return any_of(*Block, [&](Instruction &I) {
      auto *Store = dyn_cast<StoreInst>(&I);
      const bool CallWrites = isCall(I) && I.mayWriteToMemory(); // perhaps to local memory
      return (Store && sourcesOf({Store->getValueOperand()}, L).OtherThreads) ||
             (CallWrites && sourcesOf({&I}, L).OtherThreads);
    });
  });
}

/// The functions that calls in F reach, if they call none by a pointer; with those whose address is taken
/// otherwise.
SmallSetVector<const Function *, 8> calledFrom(const Function &F) {
  SmallSetVector<const Function *, 8> Called;
  auto AddCalls = [&](const Function &Caller) {
    for (const Instruction &I : instructions(Caller)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || isa<IntrinsicInst>(Call))
        continue;
      if (const Function *Callee = Call->getCalledFunction()) {
        if (!Callee->isDeclaration())
          Called.insert(Callee);
        continue;
      }
      for (const Function &Other : *F.getParent())
        if (!Other.isDeclaration() && Other.hasAddressTaken())
          Called.insert(&Other);
    }
  };
  AddCalls(F);
  for (unsigned K = 0; K < Called.size(); ++K)
    AddCalls(*Called[K]);
  return Called;
}

bool repeats(const Function &F, ArrayRef<const Function *> Called) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> BackEdges;
  FindFunctionBackedges(F, BackEdges);
  return !BackEdges.empty() || any_of(instructions(F), [&](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && !isa<IntrinsicInst>(Call) &&
           (Call->getCalledFunction() == nullptr || is_contained(Called, Call->getCalledFunction()));
  });
}

/// Whether a called function may wait for another thread. The lanes call it one after another, so that the
/// other thread would never go on.
const Function *waitingCallee(const Function &F) {
  const SmallSetVector<const Function *, 8> Called = calledFrom(F);
  const bool HaveAtomics = any_of(Called, [](const Function *Callee) {
    return any_of(instructions(*Callee), [](const Instruction &I) { return I.isAtomic() || I.isVolatile(); });
  });
  if (HaveAtomics)
    for (const Function *Callee : Called)
      if (repeats(*Callee, Called.getArrayRef()))
        return Callee;
  return nullptr;
}

} // namespace

std::string obstacleIn(Function &F, const LaneShapes &Shapes, const LoopInfo &LI) {
  for (Instruction &I : instructions(F)) {
    if (auto *Struct = dyn_cast<StructType>(I.getType()); Struct && isa<CallBase>(I)) {
      if (!all_of(Struct->elements(), isElement))
        return "it calls a function that returns a type that has no vectors";
      continue;
    }
    if (isa<AtomicCmpXchgInst>(I))
      continue;
    // A message is composed by several calls, which must not be those of several threads in turn.
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && Call->getCalledFunction() && Call->getCalledFunction()->getName() == "kcc_cpu_print_begin")
      return endsWithFailure(*I.getParent()) ? "it may fail with a message, as a container that grows may"
                                             : "it prints";
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
  if (const Function *Callee = waitingCallee(F))
    return ("it calls `" + sourceName(Callee->getName()) +
            "`, which may wait for what another thread writes");
  return "";
}

} // namespace kcc::compiler
