#include "targets/cpu/lanes/NarrowGathers.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

constexpr unsigned WordBits = 32, WordBytes = WordBits / 8;

/// Whether the elements are smaller than a word, each in one aligned word, and the processor gathers words.
bool isNarrow(const IntrinsicInst &Gather, const TargetTransformInfo &Costs) {
  auto *T = cast<FixedVectorType>(Gather.getType());
  const unsigned Bits = T->getScalarSizeInBits();
  if ((Bits != 8 && Bits != 16) || Gather.getParamAlign(0).valueOrOne().value() * 8 < Bits)
    return false;
  auto *Words = FixedVectorType::get(Type::getInt32Ty(Gather.getContext()), T->getNumElements());
  const Align Alignment(WordBytes);
  return !Costs.isLegalMaskedGather(T, Align(Bits / 8)) && Costs.isLegalMaskedGather(Words, Alignment) &&
         !Costs.forceScalarizeMaskedGather(Words, Alignment);
}

void gatherWords(IntrinsicInst &Gather) {
  IRBuilder<> Builder(&Gather);
  auto *T = cast<FixedVectorType>(Gather.getType());
  const ElementCount Lanes = T->getElementCount();
  Value *Addresses = Gather.getArgOperand(0), *Mask = Gather.getArgOperand(1),
        *Others = Gather.getArgOperand(2);
  auto *Words = VectorType::get(Builder.getInt32Ty(), Lanes);
  auto *Numbers = VectorType::get(Builder.getInt64Ty(), Lanes);
  Value *Begins = Builder.CreateIntrinsic(Intrinsic::ptrmask, {Addresses->getType(), Numbers},
                                          {Addresses, ConstantInt::getSigned(Numbers, -int{WordBytes})});
  Instruction *Loaded = Builder.CreateMaskedGather(Words, Begins, Align(WordBytes), Mask);
  Loaded->copyMetadata(Gather, {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
  Value *Bytes = Builder.CreateAnd(Builder.CreateTrunc(Builder.CreatePtrToInt(Addresses, Numbers), Words),
                                   ConstantInt::get(Words, WordBytes - 1));
  Value *Elements = Builder.CreateLShr(Loaded, Builder.CreateShl(Bytes, ConstantInt::get(Words, 3)));
  auto *Integers = VectorType::get(Builder.getIntNTy(T->getScalarSizeInBits()), Lanes);
  Value *Result = Builder.CreateBitCast(Builder.CreateTrunc(Elements, Integers), T);
  if (!isa<PoisonValue>(Others))
    Result = Builder.CreateSelect(Mask, Result, Others);
  Gather.replaceAllUsesWith(Result);
  Gather.eraseFromParent();
}

} // namespace

PreservedAnalyses NarrowGathers::run(Function &F, FunctionAnalysisManager &Analyses) {
  if (F.hasFnAttribute(Attribute::SanitizeAddress)) // the other bytes may be of no object
    return PreservedAnalyses::all();
  const TargetTransformInfo &Costs = Analyses.getResult<TargetIRAnalysis>(F);
  SmallVector<IntrinsicInst *, 16> Gathers;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I);
        Call && Call->getIntrinsicID() == Intrinsic::masked_gather && isNarrow(*Call, Costs))
      Gathers.push_back(Call);
  for (IntrinsicInst *Gather : Gathers)
    gatherWords(*Gather);
  return Gathers.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace kcc::compiler
