// LaneEmitter: each instruction for all lanes at once.
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/LaneEmitter.h"
#include "targets/cpu/lanes/Prefetches.h"
#include "targets/cpu/lanes/Vectorizer.h"
#include "targets/cpu/lanes/WarpOperations.h"

#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace kcc::compiler {

namespace {

/// Intrinsics with one type, that of the first operand, and an instruction for vectors.
bool hasVectorForm(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::sqrt:
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::minimumnum:
  case Intrinsic::maximumnum:
  case Intrinsic::canonicalize:
  case Intrinsic::ctpop:
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
  case Intrinsic::bswap:
  case Intrinsic::bitreverse:
  case Intrinsic::abs:
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::sadd_sat:
  case Intrinsic::uadd_sat:
  case Intrinsic::ssub_sat:
  case Intrinsic::usub_sat:
    return true;
  default:
    return false;
  }
}

bool hasNoEffect(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::assume:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::donothing:
  case Intrinsic::sideeffect:
  case Intrinsic::experimental_noalias_scope_decl:
    return true;
  default:
    return false;
  }
}

} // namespace

/// If the lanes' addresses are a row, fetches each cache line that they are in, once; where an index wraps,
/// these are lines that nobody needs. Returns false if each lane must fetch by itself.
bool LaneEmitter::emitPrefetch(CallBase &Call) {
  Value *Address = Call.getArgOperand(0), *First;
  std::int64_t Stride;
  if (const Shape S = Shapes[Address]; S.Kind == Shape::Linear) {
    Stride = S.Stride;
    First = get(Address);
  } else if (const auto Index = narrowIndex(Address, *Call.getParent(), Shapes)) {
    Stride = Index->Stride;
    First = firstUnwrapped(Address, *Index);
  } else {
    return Call.hasMetadata(rowPrefetch);
  }
  const std::int64_t Step = std::abs(Stride) >= cacheLineBytes ? Stride
                            : Stride < 0                       ? -cacheLineBytes
                                                               : cacheLineBytes;
  for (std::int64_t Offset = 0; Offset == 0 || std::abs(Offset) < std::abs(Stride * Lanes); Offset += Step) {
    Instruction *Copy = Call.clone();
    Copy->setOperand(0, Builder.CreateConstGEP1_64(Builder.getInt8Ty(), First, Offset));
    Copy->setMetadata(rowPrefetch, nullptr);
    Builder.Insert(Copy);
  }
  return true;
}

/// The first lane's number, with the bits of \p T, as LaneShapes::strideWithoutWrap() takes it.
Value *LaneEmitter::firstWithoutWrap(Value *V, Type *T, bool IsSigned) {
  auto *I = dyn_cast<BinaryOperator>(V);
  if (!I || Shapes.isExact(V, IsSigned))
    return IsSigned ? Builder.CreateSExt(get(V), T) : Builder.CreateZExt(get(V), T);
  Value *A = firstWithoutWrap(I->getOperand(0), T, IsSigned);
  if (I->getOpcode() == Instruction::Shl)
    return Builder.CreateShl(A, Builder.CreateZExt(I->getOperand(1), T));
  Value *B = firstWithoutWrap(I->getOperand(1), T, IsSigned);
  return Builder.CreateBinOp(I->getOpcode() == Instruction::Or ? Instruction::Add : I->getOpcode(), A, B);
}

void LaneEmitter::emitInstruction(Instruction &I, Value *Mask) {
  if (isa<PHINode>(I)) {
    (void)get(&I);
    return;
  }
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I); Intrinsic && hasNoEffect(Intrinsic->getIntrinsicID()))
    return;
  if (const Value *Address = getLoadStorePointerOperand(&I))
    if (const Slot *S = slotAt(Address, Slots); S && S->Type)
      return emitSlotAccess(I, *S, Mask);
  auto *Call = dyn_cast<CallBase>(&I);
  if (Call && Call->getCalledFunction() && Call->getCalledFunction()->getName() == arriveMarker)
    return emitArrival(cast<CallInst>(*Call), Mask);
  if (std::optional<WarpOperation> Operation = warpOperation(I)) {
    SmallVector<Value *, 4> Operands;
    for (Value *V : Call->args())
      Operands.push_back(vector(V));
    if (Value *Result = emitWarpOperation(Builder, *Operation, Operands, Mask))
      define(I, Result);
    return;
  }
  if (const std::optional<RowDivision> Division = rowDivision(I))
    return define(I, divideInOneRow(*Division));
  if (auto *Check = dyn_cast<CallInst>(&I))
    if (const std::optional<CheckedAccess> What = checkedAccess(*Check))
      return emitAccessCheck(*Check, *What, Mask);
  if (auto *Check = dyn_cast<CallInst>(&I); Check && isLocalCheck(*Check))
    return emitLocalCheck(*Check, Mask);
  if (I.isAtomic() || I.isVolatile() || (Call && !isa<IntrinsicInst>(Call))) {
    if (isa<FenceInst>(I)) {
      Builder.Insert(I.clone());
      return;
    }
    if (auto *Update = dyn_cast<AtomicRMWInst>(&I); Update && emitJoinedUpdate(*Update, Mask))
      return;
    return emitPerLane(I, Mask);
  }
  bool IsUniform = all_of(I.operand_values(), [&](Value *V) {
    return isa<MetadataAsValue>(V) || isa<BasicBlock>(V) || Shapes[V].Kind == Shape::Uniform ||
           (isSameInWarp(I, Loads) && Shapes[V].Kind == Shape::Linear); // then the first lane's tells
  });
  if (!Shapes.isDivergent(I) && IsUniform) {
    Instruction *Copy = I.clone();
    for (Use &U : Copy->operands())
      U.set(get(U.get()));
    Builder.Insert(Copy, I.getName());
    if (!I.getType()->isVoidTy())
      define(I, Copy);
    return;
  }
  if (isa<LoadInst, StoreInst>(I))
    return emitAccess(I, Mask);
  if (auto *Extract = dyn_cast<ExtractValueInst>(&I))
    return define(I, Parts.at({Extract->getAggregateOperand(), Extract->getIndices()[0]}));
  if (Call) {
    Intrinsic::ID ID = Call->getIntrinsicID();
    if (ID == Intrinsic::prefetch && emitPrefetch(*Call))
      return;
    if (ID == Intrinsic::fptosi_sat && I.getType()->isIntegerTy(32))
      return define(I, saturatedInteger(vector(Call->getArgOperand(0))));
    if (!hasVectorForm(ID))
      return emitPerLane(I, Mask);
    SmallVector<Value *, 4> Operands;
    for (unsigned K = 0; K < Call->arg_size(); ++K)
      Operands.push_back(Call->paramHasAttr(K, Attribute::ImmArg) ? Call->getArgOperand(K)
                                                                  : vector(Call->getArgOperand(K)));
    CallInst *Made = Builder.CreateIntrinsic(ID, {vectorType(I.getType())}, Operands);
    if (isa<FPMathOperator>(Made))
      Made->copyFastMathFlags(&I);
    return define(I, Made);
  }
  Shape S = Shapes[&I];
  if (S.Kind != Shape::Varying) {
    // The first lane's value is kept for all of them, even if the first lane itself has no use for it: the
    // flags, which promise something only where the result is used, are dropped.
    if (auto *Or = dyn_cast<PossiblyDisjointInst>(&I); Or && Or->isDisjoint())
      return define(I, Builder.CreateAdd(get(I.getOperand(0)), get(I.getOperand(1))));
    if (isa<ZExtInst, SExtInst>(I) && S.Kind == Shape::Linear) {
      Value *Narrow = I.getOperand(0);
      const bool IsSigned = isa<SExtInst>(I) || (isWidenedAsSigned(I) && !Shapes[Narrow].Unsigned &&
                                                 Shapes.strideWithoutWrap(Narrow, true, *I.getParent()));
      return define(I, firstWithoutWrap(Narrow, I.getType(), IsSigned));
    }
    if (isa<ZExtInst>(I) && S.Kind != Shape::Uniform && !Shapes[I.getOperand(0)].Unsigned)
      return define(I, Builder.CreateSExt(get(I.getOperand(0)), I.getType()));
    Instruction *Copy = I.clone();
    for (Use &U : Copy->operands())
      U.set(get(U.get()));
    Copy->dropPoisonGeneratingFlags();
    Builder.Insert(Copy, I.getName());
    return define(I, Copy);
  }
  define(I, vectorOperation(I, Mask));
}

/// llvm.fptosi.sat to 32 bits, which LLVM's x86 back end converts one by one.
Value *LaneEmitter::saturatedInteger(Value *X) {
  Type *T = X->getType();
  auto *Integers = FixedVectorType::get(Builder.getInt32Ty(), Lanes);
  const double Most = T->getScalarType()->isFloatTy() ? 2147483520.0 : 2147483647.0; // the greatest that fits
  Constant *Low = ConstantFP::get(T, -2147483648.0), *High = ConstantFP::get(T, Most);
  Value *Inside = Builder.CreateSelect(Builder.CreateFCmpOGT(X, Low), X, Low);
  Inside = Builder.CreateSelect(Builder.CreateFCmpOLT(Inside, High), Inside, High);
  Value *Result = Builder.CreateFPToSI(Inside, Integers);
  Result =
      Builder.CreateSelect(Builder.CreateFCmpOGT(X, High), ConstantInt::get(Integers, 0x7fffffff), Result);
  return Builder.CreateSelect(Builder.CreateFCmpUNO(X, X), Constant::getNullValue(Integers), Result);
}

/// Whether a few lanes' numbers are likely to lie between two multiples of another one.
static bool growsSlowly(const Shape &S) {
  constexpr std::int64_t Most = 4;
  return S.Kind == Shape::Linear && S.Stride > 0 && S.Stride <= Most;
}

Value *LaneEmitter::vectorOperation(Instruction &I, Value *Mask) {
  if (auto *Gep = dyn_cast<GetElementPtrInst>(&I)) {
    SmallVector<Value *, 4> Indices;
    for (Value *Index : Gep->indices())
      Indices.push_back(Shapes[Index].Kind == Shape::Uniform ? get(Index) : vector(Index));
    Value *Base = Gep->getPointerOperand();
    return Builder.CreateGEP(Gep->getSourceElementType(),
                             Shapes[Base].Kind == Shape::Uniform ? get(Base) : vector(Base), Indices);
  }
  if (auto *Select = dyn_cast<SelectInst>(&I)) {
    Value *Condition = Select->getCondition();
    return Builder.CreateSelect(Shapes[Condition].Kind == Shape::Uniform ? get(Condition) : vector(Condition),
                                vector(Select->getTrueValue()), vector(Select->getFalseValue()));
  }
  if (auto *Cast = dyn_cast<CastInst>(&I)) {
    Value *In = vector(Cast->getOperand(0));
    Value *Made = isa<PtrToIntInst>(Cast) && I.getType()->isIntegerTy(64)
                      ? numbers(In)
                      : Builder.CreateCast(Cast->getOpcode(), In, vectorType(I.getType()));
    if (auto *Instr = dyn_cast<Instruction>(Made))
      Instr->copyIRFlags(&I);
    return Made;
  }
  if (I.isIntDivRem() && growsSlowly(Shapes[I.getOperand(0)]) && !isa<Constant>(I.getOperand(1)) &&
      Shapes[I.getOperand(1)].Kind == Shape::Uniform)
    return divideRow(cast<BinaryOperator>(I), Mask);
  SmallVector<Value *, 2> Operands;
  for (Value *V : I.operand_values())
    Operands.push_back(vector(V));
  if (I.isIntDivRem()) {
    auto *Fixed = dyn_cast<ConstantInt>(I.getOperand(1));
    if (Mask &&
        (!Fixed || Fixed->isZero() || Fixed->isMinusOne())) // nothing traps in lanes that are not here
      Operands[1] = Builder.CreateSelect(Mask, Operands[1], ConstantInt::get(Operands[1]->getType(), 1));
    return divide(cast<BinaryOperator>(I), Operands[0], Operands[1]);
  }
  Value *Made;
  if (auto *Compare = dyn_cast<CmpInst>(&I))
    Made = Builder.CreateCmp(Compare->getPredicate(), Operands[0], Operands[1]);
  else if (auto *Binary = dyn_cast<BinaryOperator>(&I))
    Made = Builder.CreateBinOp(Binary->getOpcode(), Operands[0], Operands[1]);
  else if (auto *Unary = dyn_cast<UnaryOperator>(&I))
    Made = Builder.CreateUnOp(Unary->getOpcode(), Operands[0]);
  else if (isa<FreezeInst>(I))
    Made = Builder.CreateFreeze(Operands[0]);
  else
    report_fatal_error(Twine("cannot vectorize ") + I.getOpcodeName());
  if (auto *Instr = dyn_cast<Instruction>(Made))
    Instr->copyIRFlags(&I);
  return Made;
}

/// The lanes of the mask end their region, with what they vote, and go on with the next one.
void LaneEmitter::emitArrival(CallInst &Call, Value *Mask) {
  if (!Frame->AllArrive) {
    Value *Here = Builder.getInt32(~std::uint32_t{0} >> (32 - Lanes));
    if (Mask)
      Here = Builder.CreateOr(Builder.CreateLoad(Builder.getInt32Ty(), Group),
                              Builder.CreateZExt(bits(Mask), Builder.getInt32Ty()));
    Builder.CreateStore(Here, Group);
  }
  Builder.CreateStore(Call.getArgOperand(0), NextRegion);
  Value *Truth = Call.getArgOperand(1);
  if (isa<PoisonValue>(Truth))
    return; // no vote
  Value *True = Builder.CreateICmpNE(vector(Truth), Constant::getNullValue(vectorType(Truth->getType())));
  Value *All = Mask ? Mask : Constant::getAllOnesValue(True->getType());
  for (auto [K, Voters] : {std::pair(0, andMask(All, True)), {1, All}}) {
    Value *Count = Builder.CreateZExtOrTrunc(Builder.CreateUnaryIntrinsic(Intrinsic::ctpop, bits(Voters)),
                                             Builder.getInt32Ty());
    Value *Total =
        Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Out->getArg(2), FrameLayout::Votes + 4 * K);
    Builder.CreateStore(Builder.CreateAdd(Builder.CreateLoad(Builder.getInt32Ty(), Total), Count), Total);
  }
}

} // namespace kcc::compiler
