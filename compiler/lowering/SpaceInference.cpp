#include "lowering/SpaceInference.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

constexpr unsigned GenericSpace = 0;

/// The pointers from which the instruction computes its own, if LLVM infers through it.
SmallVector<Use *, 4> sourcesOf(Instruction &I) {
  SmallVector<Use *, 4> Sources;
  if (!I.getType()->isPtrOrPtrVectorTy() || I.getType()->getPointerAddressSpace() != GenericSpace)
    return Sources;
  if (auto *Phi = dyn_cast<PHINode>(&I))
    append_range(Sources, make_pointer_range(Phi->incoming_values()));
  else if (isa<SelectInst>(I))
    Sources = {&I.getOperandUse(1), &I.getOperandUse(2)};
  else if (isa<GetElementPtrInst>(I))
    Sources = {&I.getOperandUse(0)};
  else if (auto *Call = dyn_cast<IntrinsicInst>(&I); Call && Call->getIntrinsicID() == Intrinsic::ptrmask)
    Sources = {&Call->getArgOperandUse(0)};
  else if (auto *Number = isa<IntToPtrInst>(I) ? dyn_cast<PtrToIntInst>(I.getOperand(0)) : nullptr)
    Sources = {&Number->getOperandUse(0)};
  return Sources;
}

/// Whether it is a constant that names no memory, such as a null pointer.
bool isNowhere(const Value *V) {
  if (!isa<Constant>(V))
    return false;
  const Type *T = getUnderlyingObject(V, /*MaxLookup=*/0)->getType();
  return !T->isPtrOrPtrVectorTy() || T->getPointerAddressSpace() == GenericSpace;
}

/// The pointers that are computed from nothing else: LLVM finds no address space for them.
SmallSetVector<Instruction *, 8> findNowhere(Function &F) {
  SmallSetVector<Instruction *, 8> Found;
  for (Instruction &I : instructions(F))
    if (!sourcesOf(I).empty())
      Found.insert(&I);
  auto HasPlace = [&](Instruction *I) {
    return any_of(sourcesOf(*I), [&](const Use *Source) {
      auto *From = dyn_cast<Instruction>(Source->get());
      return !isNowhere(Source->get()) && !(From && Found.contains(From));
    });
  };
  while (Found.remove_if(HasPlace)) {
  }
  return Found;
}

/// Hides these pointers where they are chosen beside others: LLVM forgets them there, and leaves a null
/// operand. Returns what hides them.
SmallVector<FreezeInst *, 8> hideInChoices(Function &F) {
  const SmallSetVector<Instruction *, 8> Nowhere = findNowhere(F);
  SmallVector<FreezeInst *, 8> Hidden;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if ((!isa<PHINode>(I) && !isa<SelectInst>(I)) || Nowhere.contains(&I))
      continue;
    for (Use *Source : sourcesOf(I)) {
      auto *From = dyn_cast<Instruction>(Source->get());
      if (!From || !Nowhere.contains(From))
        continue;
      auto *Phi = dyn_cast<PHINode>(&I);
      const auto Where =
          Phi ? Phi->getIncomingBlock(*Source)->getTerminator()->getIterator() : I.getIterator();
      Hidden.push_back(new FreezeInst(From, "", Where));
      Source->set(Hidden.back());
    }
  }
  return Hidden;
}

} // namespace

PreservedAnalyses SpaceInferencePass::run(Function &F, FunctionAnalysisManager &Analyses) {
  const SmallVector<FreezeInst *, 8> Hidden = hideInChoices(F);
  const PreservedAnalyses Preserved = InferAddressSpacesPass(GenericSpace).run(F, Analyses);
  for (FreezeInst *Freeze : Hidden) {
    Freeze->replaceAllUsesWith(Freeze->getOperand(0));
    Freeze->eraseFromParent();
  }
  return Preserved;
}

} // namespace kcc::compiler
