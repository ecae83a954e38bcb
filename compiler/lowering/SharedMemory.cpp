#include "lowering/SharedMemory.h"
#include "lowering/Reach.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace kcc::compiler {

/// Adds the constants whose initializers hold the address \p C, those that hold another's address before it.
static void addHolders(Constant *C, SmallSetVector<GlobalVariable *, 4> &Holders) {
  for (User *U : C->users()) {
    auto *G = dyn_cast<GlobalVariable>(U);
    if (G && (!G->isConstant() || G->getName().starts_with("llvm.")))
      continue;
    if (G || (isa<Constant>(U) && !isa<GlobalValue>(U)))
      addHolders(cast<Constant>(U), Holders);
    if (G)
      Holders.insert(G);
  }
}

/// Gives every function that uses \p G a copy of its own on the stack.
static void copyIntoFunctions(GlobalVariable *G) {
  convertUsersOfConstantsToInstructions(G);
  SmallDenseMap<Function *, Value *, 4> Copies;
  for (Use &U : make_early_inc_range(G->uses())) {
    auto *User = dyn_cast<Instruction>(U.getUser());
    if (!User)
      continue;
    Value *&Copy = Copies[User->getFunction()];
    if (!Copy) {
      BasicBlock &Entry = User->getFunction()->getEntryBlock();
      IRBuilder<> Builder(&Entry, Entry.begin());
      AllocaInst *Alloca = Builder.CreateAlloca(G->getValueType());
      Alloca->setAlignment(std::max(Alloca->getAlign(), G->getAlign().valueOrOne()));
      Builder.CreateAlignedStore(G->getInitializer(), Alloca, Alloca->getAlign());
      Copy = Builder.CreatePointerBitCastOrAddrSpaceCast(Alloca, G->getType());
    }
    U.set(Copy);
  }
  if (G->use_empty())
    G->eraseFromParent();
}

void expandConstantsWithAddressesOf(ArrayRef<GlobalVariable *> Variables) {
  SmallSetVector<GlobalVariable *, 4> Holders;
  for (GlobalVariable *V : Variables)
    addHolders(V, Holders);
  for (GlobalVariable *G : Holders)
    copyIntoFunctions(G);
}

SharedLayout layOutSharedMemory(ArrayRef<Function *> Kernels, ArrayRef<GlobalVariable *> Variables) {
  SharedLayout Layout;
  Layout.KernelBytes.assign(Kernels.size(), 0);
  if (Variables.empty())
    return Layout;
  const DataLayout &DL = Variables.front()->getDataLayout();

  SmallVector<SmallBitVector, 8> UsedBy(Variables.size(), SmallBitVector(Kernels.size()));
  for (auto [K, Kernel] : enumerate(Kernels)) {
    Reach Reached = reachedFrom(*Kernel);
    for (auto [V, Variable] : enumerate(Variables))
      if (Reached.contains(Variable))
        UsedBy[V].set(K);
  }

  // First fit: the lowest offset at which no variable of a common kernel is in the way.
  struct Placed {
    std::uint64_t Begin, End;
    const SmallBitVector *UsedBy;
  };
  SmallVector<Placed, 8> Done;
  for (auto [V, Variable] : enumerate(Variables)) {
    std::uint64_t Size = DL.getTypeAllocSize(Variable->getValueType());
    Align Alignment = Variable->getAlign().value_or(DL.getPrefTypeAlign(Variable->getValueType()));
    std::uint64_t Offset = 0;
    for (bool Moved = true; Moved;) {
      Moved = false;
      for (const Placed &P : Done)
        if (P.UsedBy->anyCommon(UsedBy[V]) && Offset < P.End && P.Begin < Offset + Size) {
          Offset = alignTo(P.End, Alignment);
          Moved = true;
        }
    }
    Done.push_back({Offset, Offset + Size, &UsedBy[V]});
    Layout.Offsets[Variable] = Offset;
    for (unsigned K : UsedBy[V].set_bits())
      Layout.KernelBytes[K] = std::max(Layout.KernelBytes[K], Offset + Size);
  }
  return Layout;
}

} // namespace kcc::compiler
