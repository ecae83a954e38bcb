#include "targets/cpu/lanes/RowRanges.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace kcc::compiler {

/// A value in the row's first thread. Where it is poison, such as `1 << n` for threads that never come here,
/// any number does, but only one.
Value *RowRanges::begin(Value *V) {
  if (isa<Constant>(V))
    return V;
  if (auto Found = Known.find(V); Found != Known.end())
    return Found->second;
  Known[V] = nullptr;
  Value *AtFirst = AtBegin(V);
  if (auto *I = dyn_cast<Instruction>(V); I && !AtFirst)
    AtFirst = computed(*I);
  return Known[V] = AtFirst ? Builder.CreateFreeze(AtFirst) : nullptr;
}

/// Only what is exact modulo the type: flags that promise that nothing wraps hold in threads that come here.
Value *RowRanges::computed(Instruction &I) {
  constexpr std::size_t Most = 64;
  if (!isa<BinaryOperator, CastInst, CmpInst, SelectInst>(I) || !I.getType()->isIntegerTy() ||
      !isSafeToSpeculativelyExecute(&I) || Known.size() > Most)
    return nullptr;
  if (!Shapes.isUniform(&I)) {
    if (Shapes[&I].Kind != Shape::Linear)
      return nullptr;
    const bool IsExact = I.getOpcode() == Instruction::Add || I.getOpcode() == Instruction::Sub ||
                         isa<TruncInst>(I) ||
                         (isa<ZExtInst, SExtInst>(I) && Shapes.neverWraps(I.getOperand(0)));
    if (!IsExact)
      return nullptr;
  }
  SmallVector<Value *, 3> Operands;
  for (Value *Operand : I.operand_values())
    if (Value *AtBegin = begin(Operand))
      Operands.push_back(AtBegin);
    else
      return nullptr;
  Instruction *Copy = I.clone();
  for (unsigned K = 0; K < Operands.size(); ++K)
    Copy->setOperand(K, Operands[K]);
  Copy->dropPoisonGeneratingFlags();
  Copy->setDebugLoc({});
  Builder.Insert(Copy);
  return Copy;
}

/// A number of threads; there are less than 2^32.
Value *RowRanges::index(Value *V) {
  Type *T = V->getType();
  if (T->getIntegerBitWidth() > 32)
    V = Builder.CreateBinaryIntrinsic(Intrinsic::umin, V, ConstantInt::get(T, 0xffffffff));
  return Builder.CreateZExtOrTrunc(V, Builder.getInt32Ty());
}

RowRange RowRanges::both(const RowRange &A, const RowRange &B) {
  return {Builder.CreateBinaryIntrinsic(Intrinsic::umax, A.Begin, B.Begin),
          Builder.CreateBinaryIntrinsic(Intrinsic::umin, A.End, B.End)};
}

/// Where a value that grows by 1 from thread to thread, modulo its type, compares so with one that is the
/// same for the row.
std::optional<RowRange> RowRanges::compared(CmpInst::Predicate Predicate, Value *Steps, Value *Limit) {
  auto *T = dyn_cast<IntegerType>(Steps->getType());
  if (!T || T->getBitWidth() < 32 || Shapes[Steps].Stride != 1)
    return std::nullopt;
  Value *First = begin(Steps), *U = First ? begin(Limit) : nullptr;
  if (!U)
    return std::nullopt;
  if (CmpInst::isSigned(Predicate)) { // in the same order as unsigned numbers
    Value *SignBit = ConstantInt::get(T, APInt::getSignMask(T->getBitWidth()));
    First = Builder.CreateXor(First, SignBit);
    U = Builder.CreateXor(U, SignBit);
    Predicate = ICmpInst::getUnsignedPredicate(Predicate);
  }
  Constant *Zero = ConstantInt::get(T, 0), *All = ConstantInt::getAllOnesValue(T);
  Value *Distance = Builder.CreateSub(U, First);
  Value *AfterLimit = Builder.CreateBinaryIntrinsic(Intrinsic::uadd_sat, Distance, ConstantInt::get(T, 1));
  // The values are less than the first again from there on.
  auto Wrapped = [&] {
    return Builder.CreateSelect(Builder.CreateICmpEQ(First, Zero), All, Builder.CreateNeg(First));
  };
  Value *Below = Builder.CreateSelect(Builder.CreateICmpULT(First, U), Distance, Zero);
  Value *UpTo = Builder.CreateSelect(Builder.CreateICmpULE(First, U), AfterLimit, Zero);
  switch (Predicate) {
  case CmpInst::ICMP_ULT:
    return RowRange{Builder.getInt32(0), index(Below)};
  case CmpInst::ICMP_ULE:
    return RowRange{Builder.getInt32(0), index(UpTo)};
  case CmpInst::ICMP_UGE:
    return RowRange{index(Below), index(Wrapped())};
  case CmpInst::ICMP_UGT:
    return RowRange{index(UpTo), index(Wrapped())};
  case CmpInst::ICMP_NE: {
    Value *IsFirst = Builder.CreateICmpEQ(Distance, Zero);
    return RowRange{Builder.CreateZExt(IsFirst, Builder.getInt32Ty()),
                    index(Builder.CreateSelect(IsFirst, All, Distance))};
  }
  default:
    return std::nullopt;
  }
}

std::optional<RowRange> RowRanges::where(Value *Condition, bool Truth) {
  if (Shapes.isUniform(Condition)) {
    Value *AtBegin = begin(Condition);
    if (!AtBegin)
      return std::nullopt;
    Value *Is = Truth ? AtBegin : Builder.CreateNot(AtBegin);
    return RowRange{Builder.getInt32(0), Builder.CreateSExt(Is, Builder.getInt32Ty())};
  }
  Value *A, *B;
  if (match(Condition, m_Not(m_Value(A))))
    return where(A, !Truth);
  const bool IsAnd = match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)));
  if (IsAnd || match(Condition, m_LogicalOr(m_Value(A), m_Value(B)))) {
    std::optional<RowRange> OfA = where(A, Truth), OfB = where(B, Truth);
    if (IsAnd != Truth) // one of them is enough
      return OfA ? OfA : OfB;
    return OfA && OfB ? std::optional(both(*OfA, *OfB)) : std::nullopt;
  }
  auto *Compare = dyn_cast<ICmpInst>(Condition);
  if (!Compare)
    return std::nullopt;
  const CmpInst::Predicate Predicate = Truth ? Compare->getPredicate() : Compare->getInversePredicate();
  Value *Left = Compare->getOperand(0), *Right = Compare->getOperand(1);
  if (Shapes[Left].Kind == Shape::Linear && Shapes.isUniform(Right))
    return compared(Predicate, Left, Right);
  if (Shapes.isUniform(Left) && Shapes[Right].Kind == Shape::Linear)
    return compared(CmpInst::getSwappedPredicate(Predicate), Right, Left);
  return std::nullopt;
}

bool RowRanges::isUsuallyTrue(Value *Condition, const LaneShapes &Shapes) {
  Value *A;
  if (match(Condition, m_Not(m_Value(A))))
    return !isUsuallyTrue(A, Shapes);
  if (match(Condition, m_LogicalOr(m_Value(), m_Value())))
    return false;
  auto *Compare = dyn_cast<ICmpInst>(Condition);
  if (!Compare)
    return true;
  const CmpInst::Predicate Predicate =
      Shapes.isUniform(Compare->getOperand(0)) ? Compare->getSwappedPredicate() : Compare->getPredicate();
  return ICmpInst::isLT(Predicate) || ICmpInst::isLE(Predicate) || Predicate == CmpInst::ICMP_NE;
}

} // namespace kcc::compiler
