#include "targets/cpu/lanes/WideStores.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <numeric>

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Of `I`, how many elements are in one register, if it stores several registers. Otherwise 0.
unsigned elementsOfRegister(const Instruction &I, std::uint64_t RegisterBits) {
  const Value *Stored = nullptr;
  if (const auto *Store = dyn_cast<StoreInst>(&I); Store && Store->isSimple())
    Stored = Store->getValueOperand();
  else if (const auto *Call = dyn_cast<IntrinsicInst>(&I);
           Call && Call->getIntrinsicID() == Intrinsic::masked_store)
    Stored = Call->getArgOperand(0);
  auto *T = Stored ? dyn_cast<FixedVectorType>(Stored->getType()) : nullptr;
  if (!T)
    return 0;
  const DataLayout &Layout = I.getDataLayout();
  const std::uint64_t Bits = Layout.getTypeSizeInBits(T->getElementType());
  if (Bits != 8 * Layout.getTypeAllocSize(T->getElementType()) || RegisterBits % Bits != 0)
    return 0;
  const std::uint64_t Count = RegisterBits / Bits;
  return T->getNumElements() > Count && T->getNumElements() % Count == 0 ? static_cast<unsigned>(Count) : 0;
}

void split(Instruction &I, unsigned Count) {
  IRBuilder<> Builder(&I);
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  Value *Stored = I.getOperand(0);
  Value *Mask = Call ? Call->getArgOperand(2) : nullptr;
  const Align Alignment = Call ? Call->getParamAlign(1).valueOrOne() : getLoadStoreAlignment(&I);
  auto *T = cast<FixedVectorType>(Stored->getType());
  const std::uint64_t PartBytes = I.getDataLayout().getTypeAllocSize(T->getElementType()) * Count;
  for (unsigned First = 0; First < T->getNumElements(); First += Count) {
    SmallVector<int, 32> Elements(Count);
    std::iota(Elements.begin(), Elements.end(), static_cast<int>(First));
    const auto PartOf = [&](Value *V) { return Builder.CreateShuffleVector(V, Elements); };
    const std::uint64_t Offset = PartBytes * (First / Count);
    Value *Address =
        Offset == 0 ? I.getOperand(1) : Builder.CreatePtrAdd(I.getOperand(1), Builder.getInt64(Offset));
    const Align At = commonAlignment(Alignment, Offset);
    Instruction *Part =
        Mask ? cast<Instruction>(Builder.CreateMaskedStore(PartOf(Stored), Address, At, PartOf(Mask)))
             : Builder.CreateAlignedStore(PartOf(Stored), Address, At);
    Part->copyMetadata(I);
  }
  I.eraseFromParent();
}

} // namespace

PreservedAnalyses WideStores::run(Function &F, FunctionAnalysisManager &Analyses) {
  const std::uint64_t RegisterBits = Analyses.getResult<TargetIRAnalysis>(F)
                                         .getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
                                         .getFixedValue();
  if (RegisterBits == 0)
    return PreservedAnalyses::all();
  SmallVector<std::pair<Instruction *, unsigned>, 8> Wide;
  for (Instruction &I : instructions(F))
    if (const unsigned Count = elementsOfRegister(I, RegisterBits))
      Wide.push_back({&I, Count});
  for (auto [Store, Count] : Wide)
    split(*Store, Count);
  if (Wide.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace kcc::compiler
