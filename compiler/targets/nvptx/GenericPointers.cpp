#include "targets/nvptx/GenericPointers.h"
#include "lowering/Analyses.h"
#include "lowering/SpaceInference.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Target/TargetMachine.h"

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

} // namespace

void inferAddressSpaces(Module &M, TargetMachine &Machine) {
  Analyses A(&Machine);
  SpaceInferencePass Pass;
  for (Function &F : M)
    if (!F.isDeclaration()) {
      if (F.getCallingConv() == CallingConv::PTX_Kernel)
        markKernelPointers(F);
      Pass.run(F, A.Functions);
    }
}

} // namespace kcc::compiler
