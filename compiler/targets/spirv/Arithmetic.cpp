// Arithmetic, comparisons and conversions.
#include "targets/nvptx/AddressSpaces.h"
#include "targets/spirv/FunctionWriter.h"
#include "targets/spirv/Pointers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace kcc::compiler {

SpirvId FunctionWriter::resize(SpirvId Value, unsigned From, unsigned To) {
  return From == To ? Value : op(spv::OpUConvert, intType(To), {Value});
}

SpirvId FunctionWriter::mask(SpirvId Value, unsigned Width, unsigned Bits) {
  if (Width == Bits)
    return Value;
  return binary(spv::OpBitwiseAnd, Bits, Value, integer(Bits, (std::uint64_t{1} << Width) - 1));
}

SpirvId FunctionWriter::signExtend(SpirvId Value, unsigned Width, unsigned From, unsigned To) {
  if (Width != From) { // the sign is inside the type
    const SpirvId Shift = integer(From, From - Width);
    Value =
        binary(spv::OpShiftRightArithmetic, From, binary(spv::OpShiftLeftLogical, From, Value, Shift), Shift);
  }
  if (From == To)
    return Value;
  return From > To ? resize(Value, From, To) : op(spv::OpSConvert, intType(To), {Value});
}

SpirvId FunctionWriter::asInteger(SpirvId Value, Scalar S) {
  if (S.Is == Scalar::Bool)
    return choose(Value, intType(32), integer(32, 1), integer(32, 0));
  const SpirvId Bits = S.Is == Scalar::Int ? Value : op(spv::OpBitcast, intType(S.Bits), {Value});
  return resize(Bits, S.Bits, registerBits(S.bytes()));
}

SpirvId FunctionWriter::fromInteger(SpirvId Value, Scalar S) {
  if (S.Is == Scalar::Bool) // only the lowest bit counts
    return compare(spv::OpINotEqual, binary(spv::OpBitwiseAnd, 32, Value, integer(32, 1)), integer(32, 0));
  const SpirvId Bits = resize(Value, registerBits(S.bytes()), S.Bits);
  return S.Is == Scalar::Int ? Bits : op(spv::OpBitcast, Out.floatType(S.Bits), {Bits});
}

/// Without a decoration, drivers may fuse a product and a sum; the optimizer has fused what may be fused.
/// OpenCL's kernels have a mode for that instead, and Metal's text a pragma: the translator would make a
/// fused operation with 0 of a decorated product, which loses the sign of -0.
SpirvId FunctionWriter::floatOperation(spv::Op Opcode, unsigned Bits, ArrayRef<std::uint32_t> Operands) {
  const SpirvId Result = op(Opcode, Out.floatType(Bits), Operands);
  if (Out.reader() == SpirvReader::Vulkan)
    Out.decorate(Result, spv::DecorationNoContraction);
  return Result;
}

SpirvId FunctionWriter::brainToFloat(SpirvId Bits) {
  const SpirvId Word = binary(spv::OpShiftLeftLogical, 32, resize(Bits, 16, 32), integer(32, 16));
  return op(spv::OpBitcast, Out.floatType(32), {Word});
}

/// Rounds to the nearest, ties to even; a NaN stays one.
SpirvId FunctionWriter::floatToBrain(SpirvId Float) {
  const SpirvId Word = op(spv::OpBitcast, intType(32), {Float});
  const SpirvId Last = binary(spv::OpBitwiseAnd, 32,
                              binary(spv::OpShiftRightLogical, 32, Word, integer(32, 16)), integer(32, 1));
  const SpirvId Rounded = binary(spv::OpIAdd, 32, Word, binary(spv::OpIAdd, 32, Last, integer(32, 0x7fff)));
  const SpirvId IsNan = op(spv::OpIsNan, Out.boolType(), {Float});
  const SpirvId Kept = choose(IsNan, intType(32), integer(32, 0x7fff0000), Rounded);
  return resize(binary(spv::OpShiftRightLogical, 32, Kept, integer(32, 16)), 32, 16);
}

/// A double as float, so that rounding it once more is right: one that is not exact is the neighbour whose
/// last bit is set ("rounding to odd": Boldo and Melquiond, "Emulation of a FMA and Correctly Rounded Sums").
SpirvId FunctionWriter::oddFloat(SpirvId Double) {
  const SpirvId Float = op(spv::OpFConvert, Out.floatType(32), {Double});
  const SpirvId Back = op(spv::OpFConvert, Out.floatType(64), {Float});
  const SpirvId Bits = op(spv::OpBitcast, intType(32), {Float});
  auto Size = [&](SpirvId V) {
    return op(spv::OpBitcast, Out.floatType(64),
              {binary(spv::OpBitwiseAnd, 64, op(spv::OpBitcast, intType(64), {V}),
                      integer(64, ~std::uint64_t{0} >> 1))});
  };
  // Towards zero: one less if it was rounded away from it. Infinity comes from a finite number only by that.
  const SpirvId IsAway = compare(spv::OpFOrdGreaterThan, Size(Back), Size(Double));
  const SpirvId Towards = choose(IsAway, intType(32), binary(spv::OpISub, 32, Bits, integer(32, 1)), Bits);
  const SpirvId IsExact = compare(spv::OpFUnordEqual, Back, Double);
  const SpirvId Odd =
      choose(IsExact, intType(32), Bits, binary(spv::OpBitwiseOr, 32, Towards, integer(32, 1)));
  return op(spv::OpBitcast, Out.floatType(32), {Odd});
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

FunctionWriter::Ids FunctionWriter::castScalar(CastInst &I, Type *From, Type *To, const Ids &A) {
  const SmallVector<Scalar, 4> FromScalars = scalarsOf(From), ToScalars = scalarsOf(To);
  const Scalar In = FromScalars.front(), Result = ToScalars.front();
  auto Width = [](Type *T, Scalar S) { return T->isIntegerTy() ? T->getIntegerBitWidth() : S.Bits; };
  const unsigned FromWidth = Width(From, In), ToWidth = Width(To, Result);
  if (FromWidth > 128 || ToWidth > 128) {
    fail(I, "an integer of " + Twine(std::max(FromWidth, ToWidth)) + " bits");
    return Ids(ToScalars.size(), zero(Result));
  }
  auto Float = [&](SpirvId V) { return From->isBFloatTy() ? brainToFloat(V) : V; };
  switch (I.getOpcode()) {
  case Instruction::Trunc:
    if (ToWidth == 1)
      return {compare(spv::OpINotEqual, binary(spv::OpBitwiseAnd, In.Bits, A[0], integer(In.Bits, 1)),
                      integer(In.Bits, 0))};
    if (ToWidth > 64)
      return {A[0], mask(A[1], ToWidth - 64, 64)};
    return {mask(resize(A[0], In.Bits, Result.Bits), ToWidth, Result.Bits)};
  case Instruction::ZExt: {
    const SpirvId Low = In.Is == Scalar::Bool ? choose(A[0], intType(Result.Bits), integer(Result.Bits, 1),
                                                       integer(Result.Bits, 0))
                                              : resize(A[0], In.Bits, Result.Bits);
    if (ToWidth <= 64)
      return {Low};
    return {Low, A.size() > 1 ? A[1] : integer(64, 0)};
  }
  case Instruction::SExt: {
    const SpirvId Low = In.Is == Scalar::Bool
                            ? choose(A[0], intType(Result.Bits), integer(Result.Bits, ~std::uint64_t{0}),
                                     integer(Result.Bits, 0))
                        : A.size() > 1 ? A[0]
                                       : signExtend(A[0], FromWidth, In.Bits, Result.Bits);
    if (ToWidth <= 64)
      return {mask(Low, ToWidth, Result.Bits)};
    const SpirvId High = A.size() > 1 ? signExtend(A[1], FromWidth - 64, 64, 64)
                                      : binary(spv::OpShiftRightArithmetic, 64, Low, integer(64, 63));
    return {Low, mask(High, ToWidth - 64, 64)};
  }
  case Instruction::FPExt:
    if (To->isFloatTy() && From->isBFloatTy())
      return {Float(A[0])};
    return {op(spv::OpFConvert, typeId(Result), {Float(A[0])})};
  case Instruction::FPTrunc:
    if (To->isBFloatTy()) {
      if (In.Bits == 64)
        return {floatToBrain(oddFloat(A[0]))};
      return {floatToBrain(In.Bits == 32 ? A[0] : op(spv::OpFConvert, Out.floatType(32), {A[0]}))};
    }
    // Drivers may go through float, and round twice.
    return {op(spv::OpFConvert, typeId(Result), {To->isHalfTy() && In.Bits == 64 ? oddFloat(A[0]) : A[0]})};
  case Instruction::FPToUI:
  case Instruction::FPToSI: {
    const bool IsSigned = I.getOpcode() == Instruction::FPToSI;
    const spv::Op Opcode = IsSigned ? spv::OpConvertFToS : spv::OpConvertFToU;
    if (ToWidth > 64) {
      fail(I, "a conversion between floating point and 128-bit integers");
      return {integer(64, 0), integer(64, 0)};
    }
    if (ToWidth == 1)
      return {compare(spv::OpINotEqual, op(spv::OpConvertFToS, intType(32), {Float(A[0])}), integer(32, 0))};
    // Drivers are least tested with conversions to small integers.
    const unsigned Bits = std::max(Result.Bits, 32u);
    return {mask(resize(op(Opcode, intType(Bits), {Float(A[0])}), Bits, Result.Bits), ToWidth, Result.Bits)};
  }
  case Instruction::UIToFP:
  case Instruction::SIToFP: {
    const bool IsSigned = I.getOpcode() == Instruction::SIToFP;
    if (FromWidth > 64) {
      fail(I, "a conversion between floating point and 128-bit integers");
      return {zero(Result)};
    }
    const unsigned Bits = std::max(In.Bits, 32u);
    SpirvId Number = A[0];
    if (In.Is == Scalar::Bool)
      Number = choose(Number, intType(32), integer(32, IsSigned ? ~0u : 1u), integer(32, 0));
    else
      Number = IsSigned ? signExtend(Number, FromWidth, In.Bits, Bits) : resize(Number, In.Bits, Bits);
    const spv::Op Opcode = IsSigned ? spv::OpConvertSToF : spv::OpConvertUToF;
    if (To->isBFloatTy())
      return {floatToBrain(op(Opcode, Out.floatType(32), {Number}))};
    return {op(Opcode, typeId(Result), {Number})};
  }
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return {mask(resize(A[0], In.Bits, Result.Bits),
                 I.getOpcode() == Instruction::PtrToInt && ToWidth <= 64 ? ToWidth : Result.Bits,
                 Result.Bits)};
  case Instruction::AddrSpaceCast: {
    const SpirvId Number = resize(A[0], In.Bits, Result.Bits);
    const unsigned Space = From->getPointerAddressSpace();
    if (To->getPointerAddressSpace() != GenericSpace || (Space != SharedSpace && Space != LocalSpace))
      return {Number};
    const SpirvId Null = integer(64, 0);
    const SpirvId Tagged = binary(spv::OpBitwiseOr, 64, Number,
                                  integer(64, (Space == SharedSpace ? SharedTag : LocalTag) << 32));
    return {choose(compare(spv::OpIEqual, Number, Null), intType(64), Null, Tagged)};
  }
  default:
    fail(I, Twine("the instruction '") + I.getOpcodeName() + "'");
    return Ids(ToScalars.size(), zero(Result));
  }
}

void FunctionWriter::writeCast(CastInst &I) {
  const Ids A = value(I.getOperand(0));
  Type *From = I.getSrcTy(), *To = I.getDestTy();
  if (I.getOpcode() == Instruction::BitCast) {
    const SmallVector<Scalar, 4> In = scalarsOf(From), Results = scalarsOf(To);
    // As one list of bits: first pieces of the narrower kind, then the wider ones.
    const unsigned InBits = From->getScalarSizeInBits(), OutBits = To->getScalarSizeInBits();
    Ids Made;
    auto IsOdd = [](unsigned Bits) { return Bits % 8 != 0; };
    if (IsOdd(InBits) || IsOdd(OutBits)) { // vectors of bool
      if (OutBits == 1 && In.size() == 1) {
        for (unsigned N = 0; N != Results.size(); ++N)
          Made.push_back(
              compare(spv::OpINotEqual,
                      binary(spv::OpBitwiseAnd, In[0].Bits, A[0], integer(In[0].Bits, std::uint64_t{1} << N)),
                      integer(In[0].Bits, 0)));
        return set(I, Made);
      }
      if (InBits == 1 && Results.size() == 1) {
        SpirvId All = integer(Results[0].Bits, 0);
        for (unsigned N = 0; N != A.size(); ++N)
          All = binary(spv::OpBitwiseOr, Results[0].Bits, All,
                       choose(A[N], intType(Results[0].Bits), integer(Results[0].Bits, std::uint64_t{1} << N),
                              integer(Results[0].Bits, 0)));
        return set(I, {All});
      }
      return fail(I, "a vector of integers that are not whole bytes");
    }
    // The scalars' own widths: an integer of 128 bits is two.
    const unsigned FromBytes = In[0].bytes(), ToBytes = Results[0].bytes();
    const unsigned FromBits = registerBits(FromBytes), ToBits = registerBits(ToBytes);
    Ids Pieces;
    for (auto [S, V] : zip(In, A))
      Pieces.push_back(asInteger(V, S));
    if (FromBytes > ToBytes) {
      Ids Narrow;
      for (SpirvId V : Pieces)
        for (unsigned At = 0; At != FromBytes; At += ToBytes) {
          const SpirvId Piece =
              At == 0 ? V : binary(spv::OpShiftRightLogical, FromBits, V, integer(FromBits, At * 8));
          Narrow.push_back(mask(resize(Piece, FromBits, ToBits), ToBytes * 8, ToBits));
        }
      Pieces = Narrow;
    } else if (FromBytes < ToBytes) {
      Ids Wide;
      for (std::size_t N = 0; N < Pieces.size(); N += ToBytes / FromBytes) {
        SpirvId V = resize(Pieces[N], FromBits, ToBits);
        for (unsigned Part = 1; Part != ToBytes / FromBytes && N + Part != Pieces.size(); ++Part)
          V = binary(spv::OpBitwiseOr, ToBits, V,
                     binary(spv::OpShiftLeftLogical, ToBits, resize(Pieces[N + Part], FromBits, ToBits),
                            integer(ToBits, std::uint64_t{Part} * FromBytes * 8)));
        Wide.push_back(V);
      }
      Pieces = Wide;
    }
    for (auto [S, V] : zip(Results, Pieces))
      Made.push_back(fromInteger(V, S));
    return set(I, Made);
  }
  const std::size_t Count = scalarsOf(From->getScalarType()).size();
  Ids Results;
  for (std::size_t N = 0; N != A.size(); N += Count)
    append_range(Results, castScalar(I, From->getScalarType(), To->getScalarType(),
                                     Ids(A.begin() + N, A.begin() + N + Count)));
  set(I, Results);
}

} // namespace kcc::compiler
