#include "targets/spirv/AtomicLoops.h"
#include "targets/nvptx/AddressSpaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/AtomicExpandUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

bool isSmall(const DataLayout &DL, Type *T) {
  return DL.getTypeStoreSize(T) < 4;
}

/// The word that contains a small value.
struct Container {
  Value *Word;  ///< pointer to 32 bits
  Value *Shift; ///< of the value in it, in bits
  Value *Mask;  ///< the value's bits
};

Container containerOf(IRBuilderBase &Builder, Value *Pointer, Type *T) {
  const DataLayout &DL = Builder.GetInsertBlock()->getDataLayout();
  Type *Number = Builder.getInt64Ty();
  Value *Word = Builder.CreateIntrinsic(Intrinsic::ptrmask, {Pointer->getType(), Number},
                                        {Pointer, Builder.getInt64(~std::uint64_t{3})});
  Value *Byte = Builder.CreateAnd(Builder.CreatePtrToInt(Pointer, Number), 3);
  Value *Shift = Builder.CreateTrunc(Builder.CreateShl(Byte, 3), Builder.getInt32Ty());
  const std::uint32_t Ones = (1u << DL.getTypeStoreSizeInBits(T)) - 1;
  return {Word, Shift, Builder.CreateShl(Builder.getInt32(Ones), Shift)};
}

Value *asWord(IRBuilderBase &Builder, Value *Small) {
  const DataLayout &DL = Builder.GetInsertBlock()->getDataLayout();
  if (!Small->getType()->isIntegerTy())
    Small = Builder.CreateBitCast(Small, Builder.getIntNTy(DL.getTypeSizeInBits(Small->getType())));
  return Builder.CreateZExt(Small, Builder.getInt32Ty());
}

Value *fromWord(IRBuilderBase &Builder, Value *Word, Type *T) {
  const DataLayout &DL = Builder.GetInsertBlock()->getDataLayout();
  Value *Bits = Builder.CreateTrunc(Word, Builder.getIntNTy(DL.getTypeSizeInBits(T)));
  return T->isIntegerTy() ? Bits : Builder.CreateBitCast(Bits, T);
}

void expandLoad(LoadInst &I) {
  IRBuilder<> Builder(&I);
  Container C = containerOf(Builder, I.getPointerOperand(), I.getType());
  LoadInst *Word = Builder.CreateAlignedLoad(Builder.getInt32Ty(), C.Word, Align(4));
  Word->setAtomic(I.getOrdering(), I.getSyncScopeID());
  I.replaceAllUsesWith(fromWord(Builder, Builder.CreateLShr(Word, C.Shift), I.getType()));
  I.eraseFromParent();
}

/// Repeats a compare-exchange of the word until nobody has come between. \p Change returns the new value for
/// the old one; the old one is returned.
Value *changeSmall(Instruction &I, Value *Pointer, Type *T, AtomicOrdering Order, SyncScope::ID Scope,
                   function_ref<Value *(IRBuilderBase &, Value *)> Change) {
  IRBuilder<> Builder(&I);
  Container C = containerOf(Builder, Pointer, T);
  LoadInst *First = Builder.CreateAlignedLoad(Builder.getInt32Ty(), C.Word, Align(4));
  First->setAtomic(AtomicOrdering::Monotonic, Scope);
  BasicBlock *Before = I.getParent();
  BasicBlock *After = SplitBlock(Before, &I);
  BasicBlock *Loop = BasicBlock::Create(I.getContext(), "", Before->getParent(), After);
  Before->getTerminator()->setSuccessor(0, Loop);
  Builder.SetInsertPoint(Loop);
  PHINode *Word = Builder.CreatePHI(Builder.getInt32Ty(), 2);
  Word->addIncoming(First, Before);
  Value *Old = fromWord(Builder, Builder.CreateLShr(Word, C.Shift), T);
  Value *New = asWord(Builder, Change(Builder, Old));
  Value *Kept = Builder.CreateAnd(Word, Builder.CreateNot(C.Mask));
  Value *Next = Builder.CreateOr(Kept, Builder.CreateShl(New, C.Shift));
  Value *Pair = Builder.CreateAtomicCmpXchg(C.Word, Word, Next, Align(4), Order,
                                            AtomicCmpXchgInst::getStrongestFailureOrdering(Order), Scope);
  Word->addIncoming(Builder.CreateExtractValue(Pair, 0), Loop);
  Builder.CreateCondBr(Builder.CreateExtractValue(Pair, 1), After, Loop);
  return Old;
}

void expandSmall(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return expandLoad(*Load);
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    changeSmall(I, Store->getPointerOperand(), Store->getValueOperand()->getType(), Store->getOrdering(),
                Store->getSyncScopeID(), [&](IRBuilderBase &, Value *) { return Store->getValueOperand(); });
    I.eraseFromParent();
    return;
  }
  if (auto *Atomic = dyn_cast<AtomicRMWInst>(&I)) {
    Value *Old = changeSmall(I, Atomic->getPointerOperand(), I.getType(), Atomic->getOrdering(),
                             Atomic->getSyncScopeID(), [&](IRBuilderBase &Builder, Value *Was) {
                               return buildAtomicRMWValue(Atomic->getOperation(), Builder, Was,
                                                          Atomic->getValOperand());
                             });
    I.replaceAllUsesWith(Old);
    I.eraseFromParent();
    return;
  }
  // One that finds another value writes that again, which nobody can tell from not writing.
  auto *Exchange = cast<AtomicCmpXchgInst>(&I);
  Value *Old = changeSmall(
      I, Exchange->getPointerOperand(), Exchange->getCompareOperand()->getType(),
      Exchange->getMergedOrdering(), Exchange->getSyncScopeID(), [&](IRBuilderBase &Builder, Value *Was) {
        return Builder.CreateSelect(Builder.CreateICmpEQ(Was, Exchange->getCompareOperand()),
                                    Exchange->getNewValOperand(), Was);
      });
  IRBuilder<> Builder(&I);
  Value *Pair = Builder.CreateInsertValue(PoisonValue::get(I.getType()), Old, 0);
  I.replaceAllUsesWith(
      Builder.CreateInsertValue(Pair, Builder.CreateICmpEQ(Old, Exchange->getCompareOperand()), 1));
  I.eraseFromParent();
}

/// Whether SPIR-V, or an extension that all drivers of today have, has an instruction.
bool hasInstruction(const AtomicRMWInst &I, bool HasFloatSums) {
  switch (I.getOperation()) {
  case AtomicRMWInst::Xchg:
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::And:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
    return true;
  case AtomicRMWInst::FAdd:
  case AtomicRMWInst::FSub:
    return HasFloatSums && I.getType()->isFloatTy() && I.getPointerAddressSpace() != SharedSpace;
  default:
    return false;
  }
}

/// A compare-exchange of integers.
void exchange(IRBuilderBase &Builder, Value *Pointer, Value *Expected, Value *New, Align Alignment,
              AtomicOrdering Order, SyncScope::ID Scope, Value *&Success, Value *&Found, Instruction *) {
  Type *T = Expected->getType();
  Type *Bits = Builder.getIntNTy(static_cast<unsigned>(T->getPrimitiveSizeInBits().getFixedValue()));
  Value *Pair = Builder.CreateAtomicCmpXchg(Pointer, Builder.CreateBitCast(Expected, Bits),
                                            Builder.CreateBitCast(New, Bits), Alignment, Order,
                                            AtomicCmpXchgInst::getStrongestFailureOrdering(Order), Scope);
  Success = Builder.CreateExtractValue(Pair, 1);
  Found = Builder.CreateBitCast(Builder.CreateExtractValue(Pair, 0), T);
}

} // namespace

void expandAtomics(Module &M, bool HasFloatSums) {
  SmallVector<Instruction *, 8> Small;
  SmallVector<AtomicRMWInst *, 8> Missing;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (!I.isAtomic() || isa<FenceInst>(I))
        continue;
      Type *T = I.getType();
      if (auto *Store = dyn_cast<StoreInst>(&I))
        T = Store->getValueOperand()->getType();
      else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
        T = Exchange->getCompareOperand()->getType();
      auto *Change = dyn_cast<AtomicRMWInst>(&I);
      if (isSmall(M.getDataLayout(), T))
        Small.push_back(&I);
      else if (Change && !hasInstruction(*Change, HasFloatSums))
        Missing.push_back(Change);
    }
  for (Instruction *I : Small)
    expandSmall(*I);
  for (AtomicRMWInst *I : Missing)
    expandAtomicRMWToCmpXchg(I, exchange);
}

} // namespace kcc::compiler
