#include "targets/nvptx/TableAddresses.h"
#include "targets/nvptx/AddressSpaces.h"
#include "targets/nvptx/PureAssembly.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

bool callsFunction(const Loop &L) {
  for (const BasicBlock *B : L.blocks())
    for (const Instruction &I : *B)
      if (auto *Call = dyn_cast<CallInst>(&I); Call && !Call->isInlineAsm())
        if (const Function *Callee = Call->getCalledFunction(); !Callee || !Callee->isDeclaration())
          return true;
  return false;
}

bool isAddressInGlobalMemory(const Value &V) {
  if (!isa<Constant>(V) || !V.getType()->isPointerTy())
    return false;
  auto *Variable = dyn_cast<GlobalVariable>(getUnderlyingObject(&V));
  return Variable &&
         (Variable->getAddressSpace() == GlobalSpace || Variable->getAddressSpace() == GenericSpace);
}

/// Adds a zero to the address that ptxas does not know to be one: a grid has at most 65535 blocks in z, so
/// the upper half of their number is 0.
Value *hold(Value &Address, IRBuilder<> &Builder) {
  Value *Zero =
      createPureAssembly(Builder, "{ .reg .u32 blocks; mov.u32 blocks, %nctaid.z; shr.u32 $0, blocks, 16; }",
                         "=r", Builder.getInt32Ty());
  return Builder.CreateInBoundsGEP(Builder.getInt8Ty(), &Address,
                                   Builder.CreateZExt(Zero, Builder.getInt64Ty()));
}

void holdIn(const Loop &L) {
  BasicBlock *Before = L.getLoopPredecessor();
  if (!Before || !callsFunction(L))
    return;
  IRBuilder<> Builder(Before->getTerminator());
  DenseMap<Value *, Value *> Held;
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B)
      if (isa<GetElementPtrInst>(I) || isa<LoadInst>(I))
        if (Value *&Address = Held[I.getOperand(0)]; Address || isAddressInGlobalMemory(*I.getOperand(0))) {
          if (!Address)
            Address = hold(*I.getOperand(0), Builder);
          I.setOperand(0, Address);
        }
}

} // namespace

void holdTableAddresses(Module &M) {
  for (Function &F : M)
    if (!F.isDeclaration()) {
      DominatorTree Dominators(F);
      for (const Loop *L : LoopInfo(Dominators))
        holdIn(*L);
    }
}

} // namespace kcc::compiler
