#include "targets/cpu/lanes/LaneExtracts.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

using Extracts = SmallVector<ExtractElementInst *, 16>;

/// The extracts of elements with a constant number, if they take at least half of the elements; else none.
Extracts extractsOfMost(Instruction &Vector, const DataLayout &Layout) {
  constexpr unsigned Least = 8; // elements
  auto *T = dyn_cast<FixedVectorType>(Vector.getType());
  if (!T || T->getNumElements() < Least ||
      !(T->getElementType()->isIntegerTy() || T->getElementType()->isPointerTy()) ||
      Layout.getTypeSizeInBits(T->getElementType()) != 8 * Layout.getTypeAllocSize(T->getElementType()))
    return {};
  Extracts Found;
  SmallSet<std::uint64_t, 32> Numbers;
  for (User *U : Vector.users())
    if (auto *Extract = dyn_cast<ExtractElementInst>(U); Extract && Extract->getVectorOperand() == &Vector)
      if (auto *Number = dyn_cast<ConstantInt>(Extract->getIndexOperand());
          Number && Number->getValue().ult(T->getNumElements())) {
        Found.push_back(Extract);
        Numbers.insert(Number->getZExtValue());
      }
  return Numbers.size() < std::max(Least, T->getNumElements() / 2) ? Extracts() : Found;
}

/// Takes small elements out of words, by shifts: 8 bytes come out of the vector at a time.
void takeOutOfWords(Instruction &Vector, const Extracts &Found, unsigned Bits) {
  constexpr unsigned WordBits = 64;
  auto *T = cast<FixedVectorType>(Vector.getType());
  IRBuilder<> Builder(Vector.getContext());
  Builder.SetInsertPoint(*Vector.getInsertionPointAfterDef());
  Value *Words = Builder.CreateBitCast(
      &Vector, FixedVectorType::get(Builder.getInt64Ty(), T->getNumElements() * Bits / WordBits));
  SmallVector<Value *, 4> Word;
  for (unsigned K = 0; K < T->getNumElements() * Bits / WordBits; ++K)
    Word.push_back(Builder.CreateExtractElement(Words, std::uint64_t{K}));
  for (ExtractElementInst *Extract : Found) {
    const std::uint64_t Bit = cast<ConstantInt>(Extract->getIndexOperand())->getZExtValue() * Bits;
    Builder.SetInsertPoint(Extract);
    Extract->replaceAllUsesWith(
        Builder.CreateTrunc(Builder.CreateLShr(Word[Bit / WordBits], Bit % WordBits), Extract->getType()));
    Extract->eraseFromParent();
  }
}

void takeOutOfMemory(Instruction &Vector, const Extracts &Found) {
  auto *T = cast<FixedVectorType>(Vector.getType());
  BasicBlock &Entry = Vector.getFunction()->getEntryBlock();
  IRBuilder<> Builder(&Entry, Entry.begin());
  AllocaInst *Place = Builder.CreateAlloca(T);
  Builder.SetInsertPoint(*Vector.getInsertionPointAfterDef());
  Builder.CreateStore(&Vector, Place);
  for (ExtractElementInst *Extract : Found) {
    Builder.SetInsertPoint(Extract);
    Value *Element = Builder.CreateConstInBoundsGEP1_64(
        T->getElementType(), Place, cast<ConstantInt>(Extract->getIndexOperand())->getZExtValue());
    Extract->replaceAllUsesWith(Builder.CreateLoad(T->getElementType(), Element));
    Extract->eraseFromParent();
  }
}

} // namespace

PreservedAnalyses LaneExtracts::run(Function &F, FunctionAnalysisManager &) {
  SmallVector<std::pair<Instruction *, Extracts>, 4> Vectors;
  for (Instruction &I : instructions(F))
    if (Extracts Found = extractsOfMost(I, F.getDataLayout());
        !Found.empty() && I.getInsertionPointAfterDef())
      Vectors.push_back({&I, std::move(Found)});
  for (auto &[Vector, Found] : Vectors) {
    constexpr unsigned MostBits = 16;
    const unsigned Bits = Vector->getType()->getScalarSizeInBits();
    if (Bits <= MostBits && cast<FixedVectorType>(Vector->getType())->getNumElements() * Bits % 64 == 0 &&
        Bits != 0)
      takeOutOfWords(*Vector, Found, Bits);
    else
      takeOutOfMemory(*Vector, Found);
  }
  return Vectors.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace kcc::compiler
