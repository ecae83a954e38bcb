// Intrinsics of integers: bits that are counted, reversed and rotated, saturation, overflow.
#include "targets/spirv/FunctionWriter.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace kcc::compiler {

/// The number of ones, or of zeros at one end; GLSL's instructions are for 32 bits only.
SpirvId FunctionWriter::countBits(Intrinsic::ID Kind, SpirvId A, unsigned Width, unsigned Bits) {
  if (Bits == 64) {
    if (Kind == Intrinsic::cttz && Width != 64) // of 0, these are as many as it has bits
      A = binary(spv::OpBitwiseOr, 64, A, integer(64, std::uint64_t{1} << Width));
    const SpirvId Low = resize(A, 64, 32);
    const SpirvId High = resize(binary(spv::OpShiftRightLogical, 64, A, integer(64, 32)), 64, 32);
    const SpirvId OfLow = countBits(Kind, Low, 32, 32), OfHigh = countBits(Kind, High, 32, 32);
    if (Kind == Intrinsic::ctpop)
      return resize(binary(spv::OpIAdd, 32, OfLow, OfHigh), 32, 64);
    const bool IsLeading = Kind == Intrinsic::ctlz;
    const SpirvId First = IsLeading ? OfHigh : OfLow, Second = IsLeading ? OfLow : OfHigh;
    const SpirvId IsWhole = compare(spv::OpIEqual, First, integer(32, 32));
    const SpirvId Count =
        choose(IsWhole, intType(32), binary(spv::OpIAdd, 32, Second, integer(32, 32)), First);
    const SpirvId Wide = resize(Count, 32, 64);
    return Width == 64 || !IsLeading ? Wide : binary(spv::OpISub, 64, Wide, integer(64, 64 - Width));
  }
  SpirvId Word = resize(A, Bits, 32);
  SpirvId Count = 0;
  // NVIDIA's driver (580.159) makes a count of 8 or 16 bits of one whose operand was widened, and then counts
  // what is above them too. It does not see that of a shifted operand.
  if (Kind != Intrinsic::cttz && Width != 32)
    Word = binary(spv::OpShiftLeftLogical, 32, Word, integer(32, 32 - Width));
  if (Kind == Intrinsic::ctpop) {
    Count = Width == 32 ? binary(spv::OpIAdd, 32,
                                 op(spv::OpBitCount, intType(32),
                                    {binary(spv::OpShiftLeftLogical, 32, Word, integer(32, 1))}),
                                 binary(spv::OpShiftRightLogical, 32, Word, integer(32, 31)))
                        : op(spv::OpBitCount, intType(32), {Word});
  } else if (Kind == Intrinsic::ctlz) { // the position of the highest one, -1 for 0
    if (Width != 32)
      Word = binary(spv::OpBitwiseOr, 32, Word, integer(32, std::uint64_t{1} << (31 - Width)));
    Count = isForOpencl()
                ? extended(ExtendedLeadingZeros, intType(32), {Word})
                : binary(spv::OpISub, 32, integer(32, 31), extended(ExtendedHighestOne, intType(32), {Word}));
  } else {
    const SpirvId Guarded =
        Width == 32 ? Word : binary(spv::OpBitwiseOr, 32, Word, integer(32, std::uint64_t{1} << Width));
    const SpirvId Position = extended(ExtendedLowestOne, intType(32), {Guarded});
    Count = Width == 32
                ? choose(compare(spv::OpIEqual, Word, integer(32, 0)), intType(32), integer(32, 32), Position)
                : Position;
  }
  return resize(Count, 32, Bits);
}

FunctionWriter::Ids FunctionWriter::countWideBits(Intrinsic::ID Kind, const Ids &A) {
  const SpirvId OfLow = countBits(Kind, A[0], 64, 64), OfHigh = countBits(Kind, A[1], 64, 64);
  const SpirvId Sum = binary(spv::OpIAdd, 64, OfLow, OfHigh), Zero = integer(64, 0);
  if (Kind == Intrinsic::ctpop)
    return {Sum, Zero};
  const SpirvId First = Kind == Intrinsic::ctlz ? OfHigh : OfLow;
  return {choose(compare(spv::OpIEqual, First, integer(64, 64)), intType(64), Sum, First), Zero};
}

SpirvId FunctionWriter::reverseBits(SpirvId A, unsigned Width, unsigned Bits) {
  SpirvId Reversed = 0;
  if (Bits == 64) {
    const SpirvId Low = reverseBits(resize(A, 64, 32), 32, 32);
    const SpirvId High =
        reverseBits(resize(binary(spv::OpShiftRightLogical, 64, A, integer(64, 32)), 64, 32), 32, 32);
    Reversed = binary(spv::OpBitwiseOr, 64,
                      binary(spv::OpShiftLeftLogical, 64, resize(Low, 32, 64), integer(64, 32)),
                      resize(High, 32, 64));
    return Width == 64 ? Reversed : binary(spv::OpShiftRightLogical, 64, Reversed, integer(64, 64 - Width));
  }
  Reversed = resize(A, Bits, 32);
  if (isForOpencl()) // has no instruction for it: neighbours change places, then pairs, and so on
    for (auto [Distance, Lower] : {std::pair(1u, 0x55555555u),
                                   {2u, 0x33333333u},
                                   {4u, 0x0f0f0f0fu},
                                   {8u, 0x00ff00ffu},
                                   {16u, 0x0000ffffu}}) {
      const SpirvId Shift = integer(32, Distance), Mask = integer(32, Lower);
      const SpirvId Down =
          binary(spv::OpBitwiseAnd, 32, binary(spv::OpShiftRightLogical, 32, Reversed, Shift), Mask);
      const SpirvId Up =
          binary(spv::OpShiftLeftLogical, 32, binary(spv::OpBitwiseAnd, 32, Reversed, Mask), Shift);
      Reversed = binary(spv::OpBitwiseOr, 32, Up, Down);
    }
  else
    Reversed = op(spv::OpBitReverse, intType(32), {Reversed});
  if (Width != 32)
    Reversed = binary(spv::OpShiftRightLogical, 32, Reversed, integer(32, 32 - Width));
  return resize(Reversed, 32, Bits);
}

SpirvId FunctionWriter::swapBytes(SpirvId A, unsigned Bits) {
  SpirvId All = integer(Bits, 0);
  for (unsigned At = 0; At != Bits; At += 8) {
    const SpirvId Byte =
        binary(spv::OpBitwiseAnd, Bits, binary(spv::OpShiftRightLogical, Bits, A, integer(Bits, At)),
               integer(Bits, 0xff));
    All = binary(spv::OpBitwiseOr, Bits, All,
                 binary(spv::OpShiftLeftLogical, Bits, Byte, integer(Bits, Bits - 8 - At)));
  }
  return All;
}

/// llvm.fshl or fshr of less than 32 bits, by a shift of both numbers in one word.
SpirvId FunctionWriter::shiftBoth(bool IsLeft, const Ids &A, unsigned Width) {
  const unsigned Bits = Width <= 16 ? 32 : 64;
  const SpirvId Upper = binary(spv::OpShiftLeftLogical, Bits, resize(A[0], 32, Bits), integer(Bits, Width));
  const SpirvId Both = binary(spv::OpBitwiseOr, Bits, Upper, resize(A[1], 32, Bits));
  SpirvId Count = binary(spv::OpUMod, 32, A[2], integer(32, Width));
  if (IsLeft)
    Count = binary(spv::OpISub, 32, integer(32, Width), Count);
  const SpirvId Shifted = binary(spv::OpShiftRightLogical, Bits, Both, resize(Count, 32, Bits));
  return mask(resize(Shifted, Bits, 32), Width, 32);
}

/// One scalar of the result; nothing if the intrinsic is not known.
std::optional<SpirvId> FunctionWriter::intrinsicOnInts(IntrinsicInst &I, unsigned Width, unsigned Bits,
                                                       const Ids &A) {
  const SpirvId Type = intType(Bits);
  auto Greatest = [&](bool IsSigned) {
    return integer(Bits, ~std::uint64_t{0} >> (64 - Width + (IsSigned ? 1 : 0)));
  };
  switch (I.getIntrinsicID()) {
  case Intrinsic::ctpop:
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
    return countBits(I.getIntrinsicID(), A[0], Width, Bits);
  case Intrinsic::bitreverse:
    return reverseBits(A[0], Width, Bits);
  case Intrinsic::bswap:
    if (Width == 16)
      return shiftBoth(/*IsLeft=*/true, {A[0], A[0], integer(32, 8)}, 16);
    if (Bits == Width)
      return swapBytes(A[0], Bits);
    return binary(spv::OpShiftRightLogical, Bits, swapBytes(A[0], Bits), integer(Bits, Bits - Width));
  case Intrinsic::abs: {
    const SpirvId Signed = signExtend(A[0], Width, Bits, Bits);
    return mask(choose(compare(spv::OpSLessThan, Signed, integer(Bits, 0)), Type,
                       op(spv::OpSNegate, Type, {Signed}), Signed),
                Width, Bits);
  }
  case Intrinsic::umin:
    return minOrMax(CmpInst::ICMP_ULT, Width, Bits, A[0], A[1]);
  case Intrinsic::umax:
    return minOrMax(CmpInst::ICMP_UGT, Width, Bits, A[0], A[1]);
  case Intrinsic::smin:
    return minOrMax(CmpInst::ICMP_SLT, Width, Bits, A[0], A[1]);
  case Intrinsic::smax:
    return minOrMax(CmpInst::ICMP_SGT, Width, Bits, A[0], A[1]);
  case Intrinsic::fshl:
  case Intrinsic::fshr: {
    if (Width < 32)
      return shiftBoth(I.getIntrinsicID() == Intrinsic::fshl, A, Width);
    if (Width != Bits)
      return std::nullopt;
    const SpirvId Count = binary(spv::OpBitwiseAnd, Bits, A[2], integer(Bits, Bits - 1));
    const SpirvId Rest = binary(spv::OpISub, Bits, integer(Bits, Bits), Count);
    const SpirvId IsZero = compare(spv::OpIEqual, Count, integer(Bits, 0));
    const bool IsLeft = I.getIntrinsicID() == Intrinsic::fshl;
    const SpirvId InRange = binary(spv::OpBitwiseAnd, Bits, Rest, integer(Bits, Bits - 1));
    const SpirvId High = binary(spv::OpShiftLeftLogical, Bits, A[0], IsLeft ? Count : InRange);
    const SpirvId Low = binary(spv::OpShiftRightLogical, Bits, A[1], IsLeft ? InRange : Count);
    return choose(IsZero, Type, IsLeft ? A[0] : A[1], binary(spv::OpBitwiseOr, Bits, High, Low));
  }
  case Intrinsic::uadd_sat: {
    const SpirvId Sum = mask(binary(spv::OpIAdd, Bits, A[0], A[1]), Width, Bits);
    return choose(compare(spv::OpULessThan, Sum, A[0]), Type, Greatest(false), Sum);
  }
  case Intrinsic::usub_sat:
    return choose(compare(spv::OpULessThan, A[0], A[1]), Type, integer(Bits, 0),
                  binary(spv::OpISub, Bits, A[0], A[1]));
  case Intrinsic::sadd_sat:
  case Intrinsic::ssub_sat: {
    const bool IsSum = I.getIntrinsicID() == Intrinsic::sadd_sat;
    if (Width < 32) {
      auto Signed = [&](SpirvId V) { return signExtend(V, Width, 32, 32); };
      const SpirvId Least = integer(32, ~std::uint32_t{0} << (Width - 1));
      SpirvId Whole = binary(IsSum ? spv::OpIAdd : spv::OpISub, 32, Signed(A[0]), Signed(A[1]));
      Whole = choose(compare(spv::OpSGreaterThan, Whole, Greatest(true)), Type, Greatest(true), Whole);
      return mask(choose(compare(spv::OpSLessThan, Whole, Least), Type, Least, Whole), Width, 32);
    }
    if (Width != Bits)
      return std::nullopt;
    const SpirvId Result = binary(IsSum ? spv::OpIAdd : spv::OpISub, Bits, A[0], A[1]);
    // It overflows if the sign of the result is wrong: for sums where both operands have another one.
    const SpirvId Left = binary(spv::OpBitwiseXor, Bits, A[0], Result);
    const SpirvId Right = binary(spv::OpBitwiseXor, Bits, IsSum ? A[1] : A[0], IsSum ? Result : A[1]);
    const SpirvId Overflows =
        compare(spv::OpSLessThan, binary(spv::OpBitwiseAnd, Bits, Left, Right), integer(Bits, 0));
    const SpirvId IsNegative = compare(spv::OpSLessThan, A[0], integer(Bits, 0));
    const SpirvId Limit =
        choose(IsNegative, Type, integer(Bits, std::uint64_t{1} << (Bits - 1)), Greatest(true));
    return choose(Overflows, Type, Limit, Result);
  }
  default:
    return std::nullopt;
  }
}

/// Of less than 32 bits: the whole result is compared with its lower part, extended.
void FunctionWriter::writeNarrowOverflow(WithOverflowInst &I, unsigned Width) {
  auto Extend = [&](SpirvId V) { return I.isSigned() ? signExtend(V, Width, 32, 64) : resize(V, 32, 64); };
  const spv::Op Opcode = I.getBinaryOp() == Instruction::Add   ? spv::OpIAdd
                         : I.getBinaryOp() == Instruction::Sub ? spv::OpISub
                                                               : spv::OpIMul;
  const SpirvId Whole = binary(Opcode, 64, Extend(scalar(I.getLHS())), Extend(scalar(I.getRHS())));
  const SpirvId Low = mask(resize(Whole, 64, 32), Width, 32);
  set(I, {Low, compare(spv::OpINotEqual, Extend(Low), Whole)});
}

/// Writes the pair of the result and whether it overflowed.
void FunctionWriter::writeOverflow(WithOverflowInst &I) {
  Type *T = I.getLHS()->getType();
  if (!T->isIntegerTy() || T->getIntegerBitWidth() > 64)
    return fail(I, "arithmetic with overflow on this type");
  const unsigned Width = T->getIntegerBitWidth(), Bits = scalarsOf(T).front().Bits;
  if (Width == 1 || (Width != Bits && Width > 32))
    return fail(I, "arithmetic with overflow on this type");
  if (Width < 32)
    return writeNarrowOverflow(I, Width);
  const SpirvId A = scalar(I.getLHS()), B = scalar(I.getRHS()), Zero = integer(Bits, 0);
  switch (I.getIntrinsicID()) {
  case Intrinsic::uadd_with_overflow: {
    const SpirvId Sum = binary(spv::OpIAdd, Bits, A, B);
    return set(I, {Sum, compare(spv::OpULessThan, Sum, A)});
  }
  case Intrinsic::usub_with_overflow:
    return set(I, {binary(spv::OpISub, Bits, A, B), compare(spv::OpULessThan, A, B)});
  case Intrinsic::sadd_with_overflow: {
    const SpirvId Sum = binary(spv::OpIAdd, Bits, A, B);
    const SpirvId Signs = binary(spv::OpBitwiseAnd, Bits, binary(spv::OpBitwiseXor, Bits, A, Sum),
                                 binary(spv::OpBitwiseXor, Bits, B, Sum));
    return set(I, {Sum, compare(spv::OpSLessThan, Signs, Zero)});
  }
  case Intrinsic::ssub_with_overflow: {
    const SpirvId Difference = binary(spv::OpISub, Bits, A, B);
    const SpirvId Signs = binary(spv::OpBitwiseAnd, Bits, binary(spv::OpBitwiseXor, Bits, A, B),
                                 binary(spv::OpBitwiseXor, Bits, A, Difference));
    return set(I, {Difference, compare(spv::OpSLessThan, Signs, Zero)});
  }
  default:
    break;
  }
  // The whole product is compared with its lower half, extended.
  const bool IsSigned = I.getIntrinsicID() == Intrinsic::smul_with_overflow;
  auto Extend = [&](SpirvId V) { return IsSigned ? signExtend(V, Bits, Bits, 64) : resize(V, Bits, 64); };
  if (Bits < 64) {
    const SpirvId Product = binary(spv::OpIMul, 64, Extend(A), Extend(B));
    const SpirvId Low = resize(Product, 64, Bits);
    return set(I, {Low, compare(spv::OpINotEqual, Extend(Low), Product)});
  }
  auto HighOf = [&](SpirvId V) {
    return IsSigned ? binary(spv::OpShiftRightArithmetic, 64, V, integer(64, 63)) : Zero;
  };
  const Ids Product = wideProduct({A, HighOf(A)}, {B, HighOf(B)});
  set(I, {Product[0], compare(spv::OpINotEqual, Product[1], HighOf(Product[0]))});
}

} // namespace kcc::compiler
