#include "targets/cpu/lanes/NarrowIndex.h"

#include "llvm/IR/Operator.h"

using namespace llvm;

namespace kcc::compiler {

bool hasExactResult(const Instruction &I, bool IsSigned) {
  if (auto *Or = dyn_cast<PossiblyDisjointInst>(&I))
    return Or->isDisjoint();
  auto *Operation = dyn_cast<OverflowingBinaryOperator>(&I);
  if (!Operation || !(IsSigned ? Operation->hasNoSignedWrap() : Operation->hasNoUnsignedWrap()))
    return false;
  const bool IsSum = I.getOpcode() == Instruction::Add || I.getOpcode() == Instruction::Sub;
  return IsSum || isa<ConstantInt>(I.getOperand(1));
}

static bool hasNarrowIndex(const Value *Address) {
  auto *Gep = dyn_cast<GetElementPtrInst>(Address);
  return Gep && !Gep->getType()->isVectorTy() &&
         (any_of(Gep->indices(), [](const Value *Index) { return isa<ZExtInst, SExtInst>(Index); }) ||
          hasNarrowIndex(Gep->getPointerOperand()));
}

namespace {

/// Copies the computation of addresses into one block.
class CopiesInBlock {
public:
  explicit CopiesInBlock(BasicBlock &Block) : Block(Block) {}

  /// The value, or a copy, all parts of which are computed in the block, in front of \p Before.
  Value *of(Value *V, Instruction &Before) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !isPart(*I))
      return V;
    if (I->getParent() != &Block) {
      if (Instruction *Copy = Copies.lookup(I); Copy && Copy->comesBefore(&Before))
        return Copy;
      Instruction *Copy = I->clone();
      Copy->insertBefore(Before.getIterator());
      Copies[I] = Copy;
      I = Copy;
    }
    for (Use &U : I->operands())
      U.set(of(U, *I));
    return I;
  }

private:
  static bool isPart(const Instruction &I) {
    return isa<ZExtInst, SExtInst>(I) || hasNarrowIndex(&I) || hasExactResult(I, /*IsSigned=*/true) ||
           hasExactResult(I, /*IsSigned=*/false);
  }

  BasicBlock &Block;
  DenseMap<Instruction *, Instruction *> Copies;
};

} // namespace

void computeNarrowIndicesInPlace(Function &F) {
  for (BasicBlock &Block : F) {
    CopiesInBlock Copies(Block);
    for (Instruction &I : make_early_inc_range(Block))
      if (Value *Address = getLoadStorePointerOperand(&I); Address && hasNarrowIndex(Address))
        I.replaceUsesOfWith(Address, Copies.of(Address, I));
  }
}

std::optional<NarrowIndex> narrowIndex(Value *Address, const BasicBlock &Block, const LaneShapes &Shapes) {
  auto *Gep = dyn_cast<GetElementPtrInst>(Address);
  if (!Gep || Gep->getParent() != &Block)
    return std::nullopt;
  const Shape Base = Shapes[Gep->getPointerOperand()];
  if (Base.Kind == Shape::Varying)
    return all_of(Gep->indices(), [&](Value *Index) { return Shapes[Index].Kind == Shape::Uniform; })
               ? narrowIndex(Gep->getPointerOperand(), Block, Shapes)
               : std::nullopt;
  SmallMapVector<Value *, APInt, 4> Offsets;
  APInt Fixed(64, 0);
  if (Base.Kind == Shape::Pattern || !Gep->collectOffset(Block.getDataLayout(), 64, Offsets, Fixed))
    return std::nullopt;
  NarrowIndex Found{Gep, nullptr, Base.Stride};
  for (auto &[Index, Scale] : Offsets) {
    Shape S = Shapes[Index];
    if (S.Kind == Shape::Varying) {
      auto *Cast = dyn_cast<CastInst>(Index);
      if (Found.Widened || !Cast || !isa<ZExtInst, SExtInst>(Cast) || Cast->getParent() != &Block)
        return std::nullopt;
      Found.Widened = Cast;
      S = Shapes[Cast->getOperand(0)];
      if (S.Kind != Shape::Linear)
        return std::nullopt;
    }
    if (S.Kind == Shape::Pattern)
      return std::nullopt;
    if (S.Kind == Shape::Linear)
      Found.Stride += S.Stride * Scale.getSExtValue();
  }
  return Found.Widened ? std::optional(Found) : std::nullopt;
}

} // namespace kcc::compiler
