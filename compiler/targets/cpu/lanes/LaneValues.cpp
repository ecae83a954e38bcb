// LaneEmitter: the values of instructions in the lanes, and masks.
#include "targets/cpu/lanes/LaneEmitter.h"

#include "llvm/Analysis/Utils/Local.h"

using namespace llvm;

namespace kcc::compiler {

Value *LaneEmitter::get(Value *V) {
  if (isa<Constant>(V) || isa<MetadataAsValue>(V))
    return V;
  if (auto Found = Assumed.find(V); Found != Assumed.end())
    return ConstantInt::getBool(Shapes[V].Kind == Shape::Uniform ? V->getType() : vectorType(V->getType()),
                                Found->second);
  if (auto Found = Fixed.find(V); Found != Fixed.end())
    return Found->second;
  if (auto Found = Local.find(V); Found != Local.end())
    return Found->second;
  AllocaInst *Variable = variableOf(V);
  return Local[V] = Builder.CreateLoad(Variable->getAllocatedType(), Variable);
}

Value *LaneEmitter::vector(Value *V) {
  Shape S = Shapes[V];
  Value *X = get(V);
  switch (S.Kind) {
  case Shape::Uniform:
    return Builder.CreateVectorSplat(Lanes, X);
  case Shape::Linear:
    if (V->getType()->isPointerTy())
      return Builder.CreateGEP(Builder.getInt8Ty(), X, multiples(S.Stride, Builder.getInt64Ty()));
    return Builder.CreateAdd(Builder.CreateVectorSplat(Lanes, X),
                             multiples(S.Stride, cast<IntegerType>(V->getType())));
  case Shape::Pattern:
    if (V->getType()->isPointerTy())
      return Builder.CreateGEP(Builder.getInt8Ty(), X, constants(S.Offsets, Builder.getInt64Ty()));
    return Builder.CreateAdd(Builder.CreateVectorSplat(Lanes, X),
                             constants(S.Offsets, cast<IntegerType>(V->getType())));
  default:
    return X;
  }
}

Value *LaneEmitter::numbers(Value *Pointers) {
  auto *Words = FixedVectorType::get(Builder.getInt64Ty(), Lanes);
  auto *Gep = dyn_cast<GetElementPtrInst>(Pointers);
  if (!Gep || Gep->getPointerOperandType()->isVectorTy())
    return Builder.CreatePtrToInt(Pointers, Words);
  // LLVM 22's InstCombine makes invalid code of differences between such pointers.
  Value *Base = Builder.CreatePtrToInt(Gep->getPointerOperand(), Builder.getInt64Ty());
  return Builder.CreateAdd(Builder.CreateVectorSplat(Lanes, Base), emitGEPOffset(&Builder, Layout, Gep));
}

Value *LaneEmitter::lane(Value *V, Value *Lane) {
  Shape S = Shapes[V];
  Value *X = get(V);
  switch (S.Kind) {
  case Shape::Uniform:
    return X;
  case Shape::Linear: {
    if (V->getType()->isPointerTy())
      return Builder.CreateGEP(Builder.getInt8Ty(), X,
                               Builder.CreateMul(Builder.CreateZExt(Lane, Builder.getInt64Ty()),
                                                 Builder.getInt64(static_cast<std::uint64_t>(S.Stride))));
    Value *Number = Builder.CreateZExtOrTrunc(Lane, V->getType());
    return Builder.CreateAdd(
        X, Builder.CreateMul(
               Number, ConstantInt::get(V->getType(), static_cast<std::uint64_t>(S.Stride), false, true)));
  }
  case Shape::Pattern: {
    const bool IsPointer = V->getType()->isPointerTy();
    auto *T = IsPointer ? Builder.getInt64Ty() : cast<IntegerType>(V->getType());
    Value *Offset = Builder.CreateExtractElement(constants(S.Offsets, T), Lane);
    return IsPointer ? Builder.CreateGEP(Builder.getInt8Ty(), X, Offset) : Builder.CreateAdd(X, Offset);
  }
  default:
    return Builder.CreateExtractElement(X, Lane);
  }
}

void LaneEmitter::define(Instruction &I, Value *X) {
  Local[&I] = X;
  bool IsUsedElsewhere = any_of(I.users(), [&](User *U) {
    return cast<Instruction>(U)->getParent() != I.getParent() || isa<PHINode>(U);
  });
  if (IsUsedElsewhere)
    Builder.CreateStore(X, variableOf(&I));
}

AllocaInst *LaneEmitter::variable(Type *T, const Twine &VariableName) {
  IRBuilder<> AtEntry(&Out->getEntryBlock(), Out->getEntryBlock().begin());
  return AtEntry.CreateAlloca(T, nullptr, VariableName);
}

AllocaInst *LaneEmitter::variableOf(const Value *V) {
  AllocaInst *&Variable = Variables[V];
  if (!Variable)
    Variable =
        variable(Shapes[V].Kind == Shape::Varying ? vectorType(V->getType()) : V->getType(), V->getName());
  return Variable;
}

Value *LaneEmitter::loadField(std::uint64_t Offset, Type *T) {
  LoadInst *Load =
      Builder.CreateLoad(T, Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Out->getArg(1), Offset));
  Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(F.getContext(), {}));
  return Load;
}

void LaneEmitter::storeField(Value *V, std::uint64_t Offset) {
  Builder.CreateStore(V, Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Out->getArg(1), Offset));
}

Value *LaneEmitter::anyOf(Value *Mask) {
  return Builder.CreateICmpNE(bits(Mask), ConstantInt::get(bitsType(), 0));
}

Value *LaneEmitter::allOf(Value *Mask) {
  return Builder.CreateICmpEQ(bits(Mask), ConstantInt::getAllOnesValue(bitsType()));
}

Value *LaneEmitter::andMask(Value *A, Value *B) {
  return Builder.CreateSelect(A, B, Constant::getNullValue(A->getType()));
}

Value *LaneEmitter::firstLane(Value *Mask) { // at least one is set
  return Builder.CreateIntrinsic(Intrinsic::cttz, {bitsType()}, {bits(Mask), Builder.getTrue()});
}

Value *LaneEmitter::lastLane(Value *Mask) {
  Value *Zeros = Builder.CreateIntrinsic(Intrinsic::ctlz, {bitsType()}, {bits(Mask), Builder.getTrue()});
  return Builder.CreateSub(ConstantInt::get(bitsType(), Lanes - 1), Zeros);
}

Constant *LaneEmitter::constants(ArrayRef<std::int64_t> Numbers, IntegerType *T) const {
  SmallVector<Constant *, 32> Values;
  for (std::int64_t Number : Numbers)
    Values.push_back(ConstantInt::get(T, static_cast<std::uint64_t>(Number), false, true));
  return ConstantVector::get(Values);
}

Constant *LaneEmitter::multiples(std::int64_t Stride, IntegerType *T) const {
  LaneOffsets Numbers;
  for (unsigned K = 0; K < Lanes; ++K)
    Numbers.push_back(Stride * K);
  return constants(Numbers, T);
}

} // namespace kcc::compiler
