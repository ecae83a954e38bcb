// Conversions of numbers.
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
