// Arithmetic, comparisons and choices.
#include "targets/spirv/FunctionWriter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace kcc::compiler {

/// Without a decoration, drivers may fuse a product and a sum; the optimizer has fused what may be fused.
/// OpenCL's kernels have a mode for that instead, and Metal's text a pragma: the translator would make a
/// fused operation with 0 of a decorated product, which loses the sign of -0.
SpirvId FunctionWriter::floatOperation(spv::Op Opcode, unsigned Bits, ArrayRef<std::uint32_t> Operands) {
  const SpirvId Result = op(Opcode, Out.floatType(Bits), Operands);
  if (Out.reader() == SpirvReader::Vulkan)
    Out.decorate(Result, spv::DecorationNoContraction);
  return Result;
}

static std::optional<spv::Op> floatOpcode(unsigned Opcode) {
  switch (Opcode) {
  case Instruction::FAdd:
    return spv::OpFAdd;
  case Instruction::FSub:
    return spv::OpFSub;
  case Instruction::FMul:
    return spv::OpFMul;
  case Instruction::FDiv:
    return spv::OpFDiv;
  default:
    return std::nullopt;
  }
}

static bool isZero(const Value *V) {
  auto *C = dyn_cast<Constant>(V);
  return C && C->isNullValue();
}

/// NVIDIA's driver (580.159) makes the negative of a 32-bit number that is widened and shifted to the left by
/// 31, also if it has put the number 31, or a product with 2^31, together from others. It does not see the
/// shift in this.
SpirvId FunctionWriter::binary(spv::Op Opcode, unsigned Bits, SpirvId A, SpirvId B) {
  if (Bits == 64 && !isForOpencl() &&
      ((Opcode == spv::OpShiftLeftLogical && (!Out.isInteger(B) || B == integer(64, 31) || F.hasOptNone())) ||
       (Opcode == spv::OpIMul && F.hasOptNone())))
    B = op(spv::OpIAdd, intType(64), {B, hiddenZero(64)}); // of 31 and 0 or 1, an OR is 31
  return op(Opcode, intType(Bits), {A, B});
}

SpirvId FunctionWriter::binaryScalar(BinaryOperator &I, unsigned Width, SpirvId A, SpirvId B) {
  const unsigned Bits = registerBits(divideCeil(Width, 8u));
  auto Signed = [&](SpirvId V) { return signExtend(V, Width, Bits, Bits); };
  // NVIDIA's driver (580.159) makes 0 of a 16-bit rotation by 8 that is written as shifts of 32 bits. It does
  // not see one in this. Optimized code has an intrinsic for rotations.
  if (I.isShift() && I.getOpcode() != Instruction::Shl && Bits == 32 && F.hasOptNone() && !isForOpencl())
    B = binary(spv::OpBitwiseOr, 32, B, hiddenZero());
  switch (I.getOpcode()) {
  case Instruction::Add:
    return mask(binary(spv::OpIAdd, Bits, A, B), Width, Bits);
  case Instruction::Sub:
    // NVIDIA's driver (580.159) takes the negation of a small integer from memory for one of 32 bits: of the
    // least one that is not itself. It does not see the negation in this.
    if (Width < 32 && isZero(I.getOperand(0)))
      A = hiddenZero();
    return mask(binary(spv::OpISub, Bits, A, B), Width, Bits);
  case Instruction::Mul:
    return mask(binary(spv::OpIMul, Bits, A, B), Width, Bits);
  case Instruction::UDiv:
    return binary(spv::OpUDiv, Bits, A, B);
  case Instruction::URem:
    return binary(spv::OpUMod, Bits, A, B);
  case Instruction::SDiv:
    return mask(binary(spv::OpSDiv, Bits, Signed(A), Signed(B)), Width, Bits);
  case Instruction::SRem: { // in Vulkan, OpSRem is not defined for negative numbers
    const SpirvId Left = Signed(A), Right = Signed(B);
    const SpirvId Whole = binary(spv::OpIMul, Bits, binary(spv::OpSDiv, Bits, Left, Right), Right);
    return mask(binary(spv::OpISub, Bits, Left, Whole), Width, Bits);
  }
  case Instruction::Shl:
    return mask(binary(spv::OpShiftLeftLogical, Bits, A, B), Width, Bits);
  case Instruction::LShr:
    return binary(spv::OpShiftRightLogical, Bits, A, B);
  case Instruction::AShr:
    return mask(binary(spv::OpShiftRightArithmetic, Bits, Signed(A), B), Width, Bits);
  case Instruction::And:
    return binary(spv::OpBitwiseAnd, Bits, A, B);
  case Instruction::Or:
    return binary(spv::OpBitwiseOr, Bits, A, B);
  case Instruction::Xor:
    return binary(spv::OpBitwiseXor, Bits, A, B);
  default:
    fail(I, Twine("the instruction '") + I.getOpcodeName() + "'");
    return A;
  }
}

static spv::Op boolOpcode(unsigned Opcode) {
  switch (Opcode) {
  case Instruction::And:
  case Instruction::Mul:
  case Instruction::UDiv: // by true
  case Instruction::SDiv:
    return spv::OpLogicalAnd;
  case Instruction::Or:
    return spv::OpLogicalOr;
  default: // also Add and Sub
    return spv::OpLogicalNotEqual;
  }
}

void FunctionWriter::writeBinary(BinaryOperator &I) {
  Type *T = I.getType()->getScalarType();
  if (T->isIntegerTy() && T->getIntegerBitWidth() > 64)
    return writeWideBinary(I);
  Ids Results;
  const Ids A = value(I.getOperand(0)), B = value(I.getOperand(1));
  for (auto [Left, Right] : zip(A, B)) {
    if (T->isIntegerTy(1) && (I.getOpcode() == Instruction::URem || I.getOpcode() == Instruction::SRem)) {
      Results.push_back(Out.boolean(false)); // of a division by true
    } else if (T->isIntegerTy(1)) {
      Results.push_back(op(boolOpcode(I.getOpcode()), Out.boolType(), {Left, Right}));
    } else if (T->isIntegerTy()) {
      Results.push_back(binaryScalar(I, T->getIntegerBitWidth(), Left, Right));
    } else if (std::optional<spv::Op> Opcode = floatOpcode(I.getOpcode())) {
      if (T->isBFloatTy())
        Results.push_back(
            floatToBrain(floatOperation(*Opcode, 32, {brainToFloat(Left), brainToFloat(Right)})));
      else
        Results.push_back(
            floatOperation(*Opcode, static_cast<unsigned>(T->getPrimitiveSizeInBits()), {Left, Right}));
    } else {
      return fail(I, "a remainder of floating-point numbers");
    }
  }
  set(I, Results);
}

/// The 128 bits of the product of two 64-bit numbers.
FunctionWriter::Ids FunctionWriter::wideProduct(const Ids &A, const Ids &B) {
  // In halves of 32 bits, so that no sum overflows.
  const SpirvId Shift = integer(64, 32), Low = integer(64, 0xffffffff);
  auto LowOf = [&](SpirvId V) { return binary(spv::OpBitwiseAnd, 64, V, Low); };
  auto HighOf = [&](SpirvId V) { return binary(spv::OpShiftRightLogical, 64, V, Shift); };
  auto Times = [&](SpirvId X, SpirvId Y) { return binary(spv::OpIMul, 64, X, Y); };
  auto Plus = [&](SpirvId X, SpirvId Y) { return binary(spv::OpIAdd, 64, X, Y); };
  const SpirvId A0 = LowOf(A[0]), A1 = HighOf(A[0]), B0 = LowOf(B[0]), B1 = HighOf(B[0]);
  const SpirvId Low0 = Times(A0, B0);
  const SpirvId Middle = Plus(Times(A1, B0), HighOf(Low0));
  const SpirvId Middle1 = Plus(Times(A0, B1), LowOf(Middle));
  const SpirvId High = Plus(Times(A1, B1), Plus(HighOf(Middle), HighOf(Middle1)));
  return {Times(A[0], B[0]), Plus(High, Plus(Times(A[0], B[1]), Times(A[1], B[0])))};
}

FunctionWriter::Ids FunctionWriter::wideShift(unsigned Opcode, const Ids &A, const Ids &Count) {
  const SpirvId Zero = integer(64, 0), SixtyFour = integer(64, 64), N = Count[0];
  const SpirvId IsZero = compare(spv::OpIEqual, N, Zero);
  const SpirvId IsFar = compare(spv::OpUGreaterThanEqual, N, SixtyFour);
  // Shifts by 64 are not defined, so the counts stay below.
  const SpirvId Near = binary(spv::OpBitwiseAnd, 64, N, integer(64, 63));
  const SpirvId Rest = binary(spv::OpBitwiseAnd, 64, binary(spv::OpISub, 64, SixtyFour, N), integer(64, 63));
  const SpirvId Type = intType(64);
  if (Opcode == Instruction::Shl) {
    const SpirvId Low = binary(spv::OpShiftLeftLogical, 64, A[0], Near);
    const SpirvId Carried = choose(IsZero, Type, Zero, binary(spv::OpShiftRightLogical, 64, A[0], Rest));
    const SpirvId High =
        binary(spv::OpBitwiseOr, 64, binary(spv::OpShiftLeftLogical, 64, A[1], Near), Carried);
    return {choose(IsFar, Type, Zero, Low), choose(IsFar, Type, Low, High)};
  }
  const bool IsSigned = Opcode == Instruction::AShr;
  const spv::Op Shift = IsSigned ? spv::OpShiftRightArithmetic : spv::OpShiftRightLogical;
  const SpirvId High = binary(Shift, 64, A[1], Near);
  const SpirvId Carried = choose(IsZero, Type, Zero, binary(spv::OpShiftLeftLogical, 64, A[1], Rest));
  const SpirvId Low = binary(spv::OpBitwiseOr, 64, binary(spv::OpShiftRightLogical, 64, A[0], Near), Carried);
  const SpirvId Filling = IsSigned ? binary(spv::OpShiftRightArithmetic, 64, A[1], integer(64, 63)) : Zero;
  return {choose(IsFar, Type, High, Low), choose(IsFar, Type, Filling, High)};
}

void FunctionWriter::writeWideBinary(BinaryOperator &I) {
  const unsigned Width = I.getType()->getScalarType()->getIntegerBitWidth();
  if (Width > 128 || I.getType()->isVectorTy())
    return fail(I, "an integer of " + Twine(Width) + " bits");
  const Ids A = value(I.getOperand(0)), B = value(I.getOperand(1));
  Ids Result;
  switch (I.getOpcode()) {
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    for (auto [Left, Right] : zip(A, B))
      Result.push_back(binary(I.getOpcode() == Instruction::And  ? spv::OpBitwiseAnd
                              : I.getOpcode() == Instruction::Or ? spv::OpBitwiseOr
                                                                 : spv::OpBitwiseXor,
                              64, Left, Right));
    break;
  case Instruction::Add: {
    const SpirvId Low = binary(spv::OpIAdd, 64, A[0], B[0]);
    const SpirvId Carry =
        choose(compare(spv::OpULessThan, Low, A[0]), intType(64), integer(64, 1), integer(64, 0));
    Result = {Low, binary(spv::OpIAdd, 64, binary(spv::OpIAdd, 64, A[1], B[1]), Carry)};
    break;
  }
  case Instruction::Sub: {
    const SpirvId Borrow =
        choose(compare(spv::OpULessThan, A[0], B[0]), intType(64), integer(64, 1), integer(64, 0));
    Result = {binary(spv::OpISub, 64, A[0], B[0]),
              binary(spv::OpISub, 64, binary(spv::OpISub, 64, A[1], B[1]), Borrow)};
    break;
  }
  case Instruction::Mul:
    Result = wideProduct(A, B);
    break;
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    if (Width != 128 && I.getOpcode() == Instruction::AShr)
      return fail(I, "an integer of " + Twine(Width) + " bits");
    Result = wideShift(I.getOpcode(), A, B);
    break;
  default:
    return fail(I, "a division of 128-bit integers");
  }
  Result[1] = mask(Result[1], Width - 64, 64);
  set(I, Result);
}

SpirvId FunctionWriter::compareInts(CmpInst::Predicate P, unsigned Width, Scalar S, SpirvId A, SpirvId B) {
  if (S.Is == Scalar::Bool) { // a true i1 is -1 where it is signed
    if (P == CmpInst::ICMP_EQ)
      return op(spv::OpLogicalEqual, Out.boolType(), {A, B});
    if (P == CmpInst::ICMP_NE)
      return op(spv::OpLogicalNotEqual, Out.boolType(), {A, B});
    const bool IsSigned = CmpInst::isSigned(P);
    auto AsWord = [&](SpirvId V) {
      return choose(V, intType(32), integer(32, IsSigned ? ~0u : 1u), integer(32, 0));
    };
    return compareInts(P, 32, {Scalar::Int, 32}, AsWord(A), AsWord(B));
  }
  if (CmpInst::isSigned(P)) {
    A = signExtend(A, Width, S.Bits, S.Bits);
    B = signExtend(B, Width, S.Bits, S.Bits);
  }
  auto Opcode = [&] {
    switch (P) {
    case CmpInst::ICMP_EQ:
      return spv::OpIEqual;
    case CmpInst::ICMP_NE:
      return spv::OpINotEqual;
    case CmpInst::ICMP_UGT:
      return spv::OpUGreaterThan;
    case CmpInst::ICMP_UGE:
      return spv::OpUGreaterThanEqual;
    case CmpInst::ICMP_ULT:
      return spv::OpULessThan;
    case CmpInst::ICMP_ULE:
      return spv::OpULessThanEqual;
    case CmpInst::ICMP_SGT:
      return spv::OpSGreaterThan;
    case CmpInst::ICMP_SGE:
      return spv::OpSGreaterThanEqual;
    case CmpInst::ICMP_SLT:
      return spv::OpSLessThan;
    default:
      return spv::OpSLessThanEqual;
    }
  };
  return compare(Opcode(), A, B);
}

static CmpInst::Predicate unsignedPredicate(CmpInst::Predicate P) {
  switch (P) {
  case CmpInst::ICMP_SGT:
    return CmpInst::ICMP_UGT;
  case CmpInst::ICMP_SGE:
    return CmpInst::ICMP_UGE;
  case CmpInst::ICMP_SLT:
    return CmpInst::ICMP_ULT;
  case CmpInst::ICMP_SLE:
    return CmpInst::ICMP_ULE;
  default:
    return P;
  }
}

SpirvId FunctionWriter::compareWide(CmpInst::Predicate P, const Ids &A, const Ids &B) {
  const Scalar S = {Scalar::Int, 64};
  const SpirvId LowEqual = compare(spv::OpIEqual, A[0], B[0]), HighEqual = compare(spv::OpIEqual, A[1], B[1]);
  if (P == CmpInst::ICMP_EQ || P == CmpInst::ICMP_NE) {
    const SpirvId Equal = op(spv::OpLogicalAnd, Out.boolType(), {LowEqual, HighEqual});
    return P == CmpInst::ICMP_EQ ? Equal : op(spv::OpLogicalNot, Out.boolType(), {Equal});
  }
  return choose(HighEqual, Out.boolType(), compareInts(unsignedPredicate(P), 64, S, A[0], B[0]),
                compareInts(P, 64, S, A[1], B[1]));
}

SpirvId FunctionWriter::compareFloats(CmpInst::Predicate P, SpirvId A, SpirvId B) {
  auto AnyNan = [&] {
    return op(spv::OpLogicalOr, Out.boolType(),
              {op(spv::OpIsNan, Out.boolType(), {A}), op(spv::OpIsNan, Out.boolType(), {B})});
  };
  switch (P) {
  case CmpInst::FCMP_OEQ:
    return compare(spv::OpFOrdEqual, A, B);
  case CmpInst::FCMP_OGT:
    return compare(spv::OpFOrdGreaterThan, A, B);
  case CmpInst::FCMP_OGE:
    return compare(spv::OpFOrdGreaterThanEqual, A, B);
  case CmpInst::FCMP_OLT:
    return compare(spv::OpFOrdLessThan, A, B);
  case CmpInst::FCMP_OLE:
    return compare(spv::OpFOrdLessThanEqual, A, B);
  case CmpInst::FCMP_ONE:
    if (isForMetal()) // the translator would write !=, which is true for a NaN
      return op(spv::OpLogicalOr, Out.boolType(),
                {compare(spv::OpFOrdLessThan, A, B), compare(spv::OpFOrdGreaterThan, A, B)});
    return compare(spv::OpFOrdNotEqual, A, B);
  case CmpInst::FCMP_ORD:
    return op(spv::OpLogicalNot, Out.boolType(), {AnyNan()});
  case CmpInst::FCMP_UNO:
    return AnyNan();
  case CmpInst::FCMP_UEQ:
    return compare(spv::OpFUnordEqual, A, B);
  case CmpInst::FCMP_UGT:
    return compare(spv::OpFUnordGreaterThan, A, B);
  case CmpInst::FCMP_UGE:
    return compare(spv::OpFUnordGreaterThanEqual, A, B);
  case CmpInst::FCMP_ULT:
    return compare(spv::OpFUnordLessThan, A, B);
  case CmpInst::FCMP_ULE:
    return compare(spv::OpFUnordLessThanEqual, A, B);
  case CmpInst::FCMP_UNE:
    return compare(spv::OpFUnordNotEqual, A, B);
  default:
    return Out.boolean(P == CmpInst::FCMP_TRUE);
  }
}

void FunctionWriter::writeCompare(CmpInst &I) {
  Type *T = I.getOperand(0)->getType()->getScalarType();
  const Ids A = value(I.getOperand(0)), B = value(I.getOperand(1));
  Ids Results;
  if (T->isIntegerTy() && T->getIntegerBitWidth() > 64) {
    if (T->getIntegerBitWidth() > 128 || A.size() != 2 || (I.isSigned() && T->getIntegerBitWidth() != 128))
      return fail(I, "an integer of " + Twine(T->getIntegerBitWidth()) + " bits");
    return set(I, {compareWide(I.getPredicate(), A, B)});
  }
  const Scalar S = scalarsOf(T).front();
  for (auto [Left, Right] : zip(A, B)) {
    if (T->isBFloatTy())
      Results.push_back(compareFloats(I.getPredicate(), brainToFloat(Left), brainToFloat(Right)));
    else if (T->isFloatingPointTy())
      Results.push_back(compareFloats(I.getPredicate(), Left, Right));
    else
      Results.push_back(
          compareInts(I.getPredicate(), T->isIntegerTy() ? T->getIntegerBitWidth() : S.Bits, S, Left, Right));
  }
  set(I, Results);
}

void FunctionWriter::writeSelect(SelectInst &I) {
  const Ids Conditions = value(I.getCondition()), A = value(I.getTrueValue()), B = value(I.getFalseValue());
  const SmallVector<Scalar, 4> Scalars = scalarsOf(I.getType());
  Ids Results;
  for (std::size_t N = 0; N != A.size(); ++N) {
    const SpirvId Condition = Conditions[N * Conditions.size() / A.size()];
    Results.push_back(choose(Condition, typeId(Scalars[N]), A[N], B[N]));
  }
  set(I, Results);
}

} // namespace kcc::compiler
