#include "lowering/SharedMemory.h"
#include "kcc/abi/cpu_code.h"
#include "lowering/PointerUses.h"
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

/// Adds the constants whose initializers hold the address \p C; a constant that holds another's address comes
/// after it.
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

/// Stores \p C, which may hold addresses of shared variables, at \p Address.
static void storeConstant(Constant *C, Value *Address, Align Alignment, IRBuilderBase &Builder) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  const DataLayout &DL = M.getDataLayout();
  Type *T = C->getType();
  if (isa<UndefValue>(C))
    return;
  if (!T->isAggregateType()) {
    Builder.CreateAlignedStore(C, Address, Alignment);
  } else if (C->isNullValue()) {
    Builder.CreateMemSet(Address, Builder.getInt8(0), DL.getTypeStoreSize(T).getFixedValue(), Alignment);
  } else if (isa<ConstantDataSequential>(C)) {
    auto *Data = new GlobalVariable(M, T, true, GlobalValue::PrivateLinkage, C, "kcc.data");
    Data->setAlignment(Alignment);
    Builder.CreateMemCpy(Address, Alignment, Data, Alignment, DL.getTypeStoreSize(T).getFixedValue());
  } else {
    const StructLayout *Layout = T->isStructTy() ? DL.getStructLayout(cast<StructType>(T)) : nullptr;
    for (unsigned I = 0; Constant *Element = C->getAggregateElement(I); ++I) {
      std::uint64_t Offset = Layout ? Layout->getElementOffset(I).getFixedValue()
                                    : I * DL.getTypeAllocSize(Element->getType()).getFixedValue();
      storeConstant(Element, Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Address, Offset),
                    commonAlignment(Alignment, Offset), Builder);
    }
  }
}

static Align alignmentOf(const GlobalVariable &V) {
  return V.getAlign().value_or(V.getDataLayout().getPrefTypeAlign(V.getValueType()));
}

/// Gives every function that uses \p G its own copy on the stack.
static void copyIntoFunctions(GlobalVariable *G) {
  SmallDenseMap<Function *, Value *, 4> Copies;
  for (Use &U : make_early_inc_range(G->uses())) {
    Function *F = cast<Instruction>(U.getUser())->getFunction();
    Value *&Copy = Copies[F];
    if (!Copy) {
      IRBuilder<> Builder(&F->getEntryBlock(), F->getEntryBlock().begin());
      AllocaInst *Alloca = Builder.CreateAlloca(G->getValueType());
      Alloca->setAlignment(alignmentOf(*G));
      storeConstant(G->getInitializer(), Alloca, Alloca->getAlign(), Builder);
      Copy = Builder.CreatePointerBitCastOrAddrSpaceCast(Alloca, G->getType());
    }
    U.set(Copy);
  }
  G->eraseFromParent();
}

SmallVector<GlobalVariable *, 4> holdersOfAddresses(ArrayRef<GlobalVariable *> Variables) {
  SmallSetVector<GlobalVariable *, 4> Holders;
  for (GlobalVariable *V : Variables)
    addHolders(V, Holders);
  return Holders.takeVector();
}

SmallVector<GlobalVariable *, 4> copyHoldersThatAreRead(ArrayRef<GlobalVariable *> Holders) {
  SmallVector<GlobalVariable *, 4> Kept;
  for (GlobalVariable *G : Holders) {
    convertUsersOfConstantsToInstructions(G);
    G->removeDeadConstantUsers();
    if (isOnlyReadThrough(*G))
      copyIntoFunctions(G);
    else
      Kept.push_back(G);
  }
  return Kept;
}

SmallVector<GlobalVariable *, 4> moveToSharedMemory(ArrayRef<GlobalVariable *> Holders,
                                                    ArrayRef<Function *> Kernels, unsigned Space) {
  SmallVector<GlobalVariable *, 4> Moved;
  if (Holders.empty())
    return Moved;
  SmallVector<Reach, 4> Reached;
  for (const Function *Kernel : Kernels)
    Reached.push_back(reachedFrom(*Kernel));
  for (GlobalVariable *G : Holders) {
    Type *T = G->getValueType();
    auto *V = new GlobalVariable(*G->getParent(), T, false, GlobalValue::InternalLinkage, PoisonValue::get(T),
                                 "", G, GlobalValue::NotThreadLocal, Space);
    V->setAlignment(alignmentOf(*G));
    V->copyMetadata(G, 0);
    V->takeName(G);
    for (auto [Kernel, Reached] : zip(Kernels, Reached))
      if (Reached.contains(G)) {
        BasicBlock &Entry = Kernel->getEntryBlock();
        IRBuilder<> Builder(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
        storeConstant(G->getInitializer(), V, *V->getAlign(), Builder);
      }
    Moved.push_back(V);
  }
  // After the stores, which may refer to the constants too.
  for (auto [G, V] : zip(Holders, Moved)) {
    G->replaceAllUsesWith(ConstantExpr::getPointerBitCastOrAddrSpaceCast(V, G->getType()));
    G->eraseFromParent();
  }
  return Moved;
}

SharedLayout layOutSharedMemory(ArrayRef<Function *> Kernels, ArrayRef<GlobalVariable *> Variables) {
  SharedLayout Layout;
  Layout.KernelBytes.assign(Kernels.size(), 0);
  if (Variables.empty())
    return Layout;
  const DataLayout &DL = Variables.front()->getDataLayout();
  SmallVector<Align, 4> Alignments(Kernels.size());

  SmallVector<SmallBitVector, 8> UsedBy(Variables.size(), SmallBitVector(Kernels.size()));
  for (auto [K, Kernel] : enumerate(Kernels)) {
    Reach Reached = reachedFrom(*Kernel);
    for (auto [V, Variable] : enumerate(Variables))
      if (Reached.contains(Variable))
        UsedBy[V].set(K);
  }

  // First fit: the lowest offset that is free of variables that share a kernel with this one.
  struct Placed {
    std::uint64_t Begin, End;
    const SmallBitVector *UsedBy;
  };
  SmallVector<Placed, 8> Done;
  for (auto [V, Variable] : enumerate(Variables)) {
    std::uint64_t Size = DL.getTypeAllocSize(Variable->getValueType());
    Align Alignment = alignmentOf(*Variable);
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
    for (unsigned K : UsedBy[V].set_bits()) {
      Layout.KernelBytes[K] = std::max(Layout.KernelBytes[K], Offset + Size);
      Alignments[K] = std::max(Alignments[K], Alignment);
    }
  }
  // The runtime derives larger alignments from the size.
  for (auto [Bytes, Alignment] : zip(Layout.KernelBytes, Alignments))
    if (Alignment > abi::shared_alignment)
      Bytes = alignTo(Bytes, Alignment);
  return Layout;
}

} // namespace kcc::compiler
