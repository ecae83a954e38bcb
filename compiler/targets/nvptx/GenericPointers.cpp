#include "targets/nvptx/GenericPointers.h"
#include "lowering/Analyses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Marks \p Pointer as a pointer to global memory: LLVM's inference follows the cast.
void markGlobal(Value &Pointer, BasicBlock::iterator Where) {
  IRBuilder<> Builder(Where->getParent(), Where);
  Value *Global = Builder.CreateAddrSpaceCast(&Pointer, Builder.getPtrTy(NVPTXAS::ADDRESS_SPACE_GLOBAL));
  Value *Generic = Builder.CreateAddrSpaceCast(Global, Pointer.getType());
  Pointer.replaceUsesWithIf(Generic, [&](const Use &U) { return U.getUser() != Global; });
}

/// The host passes only pointers to global memory. The back end's own passes also assume that, but run after
/// this one. A parameter that the kernel writes to may hold other pointers by then.
void markKernelPointers(Function &Kernel) {
  auto IsGeneric = [](const Value &V) {
    return V.getType()->isPointerTy() &&
           V.getType()->getPointerAddressSpace() == NVPTXAS::ADDRESS_SPACE_GENERIC;
  };
  for (Argument &A : Kernel.args())
    if (IsGeneric(A) && !A.hasByValAttr())
      markGlobal(A, Kernel.getEntryBlock().getFirstInsertionPt());
  SmallVector<LoadInst *, 8> Loads;
  for (Instruction &I : instructions(Kernel))
    if (auto *Load = dyn_cast<LoadInst>(&I); Load && IsGeneric(*Load))
      if (auto *A = dyn_cast<Argument>(getUnderlyingObject(Load->getPointerOperand(), /*MaxLookup=*/0));
          A && A->hasByValAttr() && A->onlyReadsMemory())
        Loads.push_back(Load);
  for (LoadInst *Load : Loads)
    markGlobal(*Load, std::next(Load->getIterator()));
}

/// Hides, where pointers are chosen, those that are computed from constants of no address space: LLVM forgets
/// them beside pointers into a space, and leaves a null operand. Returns what hides them.
SmallVector<FreezeInst *, 8> hideConstantsInChoices(Function &F) {
  SmallVector<FreezeInst *, 8> Hidden;
  auto Hide = [&](Use &U, BasicBlock::iterator Where) {
    auto *I = dyn_cast<Instruction>(U);
    auto *Base = I ? dyn_cast<Constant>(getUnderlyingObject(I, /*MaxLookup=*/0)) : nullptr;
    if (!Base || Base->getType()->getPointerAddressSpace() != NVPTXAS::ADDRESS_SPACE_GENERIC)
      return;
    Hidden.push_back(new FreezeInst(I, "", Where));
    U.set(Hidden.back());
  };
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (!I.getType()->isPointerTy())
      continue;
    if (auto *Phi = dyn_cast<PHINode>(&I))
      for (Use &U : Phi->incoming_values())
        Hide(U, Phi->getIncomingBlock(U)->getTerminator()->getIterator());
    else if (isa<SelectInst>(I))
      for (unsigned Number : {1, 2})
        Hide(I.getOperandUse(Number), I.getIterator());
  }
  return Hidden;
}

} // namespace

void inferAddressSpaces(Module &M, TargetMachine &Machine) {
  Analyses A(&Machine);
  InferAddressSpacesPass Pass;
  for (Function &F : M)
    if (!F.isDeclaration()) {
      if (F.getCallingConv() == CallingConv::PTX_Kernel)
        markKernelPointers(F);
      const SmallVector<FreezeInst *, 8> Hidden = hideConstantsInChoices(F);
      Pass.run(F, A.Functions);
      for (FreezeInst *Freeze : Hidden) {
        Freeze->replaceAllUsesWith(Freeze->getOperand(0));
        Freeze->eraseFromParent();
      }
    }
}

} // namespace kcc::compiler
