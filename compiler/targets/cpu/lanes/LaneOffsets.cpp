#include "targets/cpu/lanes/LaneOffsets.h"
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/WarpOperations.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace kcc::compiler {

using abi::CpuThread;

namespace {

/// bitsOfFirstLane() for one function.
class FirstLane {
public:
  FirstLane(const Fields &Loads, unsigned Lanes, bool WholeWarps)
      : Loads(Loads), Lanes(Lanes), WholeWarps(WholeWarps) {}

  /// The known bits of a value. Flags such as `nsw` show nothing, because they hold only where lanes use the
  /// result.
  KnownBits of(const Value *V, unsigned Depth = 0) const {
    constexpr unsigned Most = 12;
    auto *I = dyn_cast<Instruction>(V);
    const unsigned Bits = widthOf(*V);
    if (auto Field = Loads.find(V); Field != Loads.end())
      return ofField(Field->second, Bits);
    if (auto *C = dyn_cast<ConstantInt>(V))
      return KnownBits::makeConstant(C->getValue());
    if (!I || Depth == Most)
      return KnownBits(Bits);
    auto Of = [&](unsigned K) { return of(I->getOperand(K), Depth + 1); };
    switch (I->getOpcode()) {
    case Instruction::Add:
      return KnownBits::add(Of(0), Of(1));
    case Instruction::Sub:
      return KnownBits::sub(Of(0), Of(1));
    case Instruction::Mul:
      return KnownBits::mul(Of(0), Of(1));
    case Instruction::And:
      return Of(0) & Of(1);
    case Instruction::Or: // a sum, if the flag says so
      return cast<PossiblyDisjointInst>(I)->isDisjoint() ? KnownBits::add(Of(0), Of(1)) : Of(0) | Of(1);
    case Instruction::Xor:
      return Of(0) ^ Of(1);
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
      if (auto *C = dyn_cast<ConstantInt>(I->getOperand(1)); C && C->getValue().ult(Bits)) {
        const KnownBits By = KnownBits::makeConstant(C->getValue());
        return I->getOpcode() == Instruction::Shl    ? KnownBits::shl(Of(0), By)
               : I->getOpcode() == Instruction::LShr ? KnownBits::lshr(Of(0), By)
                                                     : KnownBits::ashr(Of(0), By);
      }
      return KnownBits(Bits);
    case Instruction::ZExt: // of a negative number, if the flag does not hold
      if (!isa<IntegerType>(I->getOperand(0)->getType()))
        return KnownBits(Bits);
      return I->hasNonNeg() ? Of(0).anyext(Bits) : Of(0).zext(Bits);
    case Instruction::SExt:
      return isa<IntegerType>(I->getOperand(0)->getType()) ? Of(0).sext(Bits) : KnownBits(Bits);
    case Instruction::Trunc:
      return isa<IntegerType>(I->getOperand(0)->getType()) ? Of(0).trunc(Bits) : KnownBits(Bits);
    case Instruction::GetElementPtr:
      return ofAddress(cast<GetElementPtrInst>(*I), Depth);
    default:
      return KnownBits(Bits);
    }
  }

private:
  static unsigned widthOf(const Value &V) {
    return V.getType()->isIntegerTy() ? V.getType()->getIntegerBitWidth() : 64;
  }

  KnownBits ofField(std::uint64_t Field, unsigned Bits) const {
    KnownBits Known(Bits);
    switch (Field) {
    case offsetof(CpuThread, thread_idx):
      Known.Zero.setLowBits(Log2_32(Lanes));
      break;
    case offsetof(CpuThread, block_dim):
    case offsetof(CpuThread, thread_rank):
      if (WholeWarps)
        Known.Zero.setLowBits(Log2_32(WarpSize));
      break;
    case offsetof(CpuThread, shared_memory):
      Known.Zero.setLowBits(Log2_64(abi::shared_alignment));
      break;
    default:
      break;
    }
    return Known;
  }

  KnownBits ofAddress(const GetElementPtrInst &Gep, unsigned Depth) const {
    SmallMapVector<Value *, APInt, 4> Offsets;
    APInt Fixed(64, 0);
    if (Gep.getType()->isVectorTy() || !Gep.collectOffset(Gep.getDataLayout(), 64, Offsets, Fixed))
      return KnownBits(64);
    KnownBits Sum = KnownBits::add(of(Gep.getPointerOperand(), Depth + 1), KnownBits::makeConstant(Fixed));
    for (auto &[Index, Scale] : Offsets) {
      if (!Index->getType()->isIntegerTy(64))
        return KnownBits(64);
      Sum = KnownBits::add(Sum, KnownBits::mul(of(Index, Depth + 1), KnownBits::makeConstant(Scale)));
    }
    return Sum;
  }

  const Fields &Loads;
  const unsigned Lanes;
  const bool WholeWarps;
};

} // namespace

KnownBits bitsOfFirstLane(const Value *V, const Fields &Loads, unsigned Lanes, bool WholeWarps) {
  return FirstLane(Loads, Lanes, WholeWarps).of(V);
}

std::optional<LaneOffsets> offsetsOfBitwise(unsigned Opcode, const KnownBits &FirstLane,
                                            ArrayRef<std::int64_t> Offsets, const APInt &C) {
  constexpr unsigned Most = 30; // offsets are small
  const unsigned Bits = FirstLane.getBitWidth();
  const unsigned Known = std::min({(FirstLane.Zero | FirstLane.One).countr_one(), Bits - 1, Most});
  const auto Low = static_cast<std::int64_t>(FirstLane.One.getLoBits(Known).getZExtValue());
  const std::int64_t End = std::int64_t(1) << Known;
  const bool IsShift = Opcode == Instruction::LShr || Opcode == Instruction::AShr;
  if (IsShift && C.ugt(Known))
    return std::nullopt;
  const auto Operand =
      static_cast<std::int64_t>(IsShift ? C.getZExtValue() : C.getLoBits(Known).getZExtValue());
  auto Apply = [&](std::int64_t X) {
    return Opcode == Instruction::And  ? X & Operand
           : Opcode == Instruction::Or ? X | Operand
           : IsShift                   ? X >> Operand
                                       : X ^ Operand;
  };
  LaneOffsets Result;
  for (std::int64_t Offset : Offsets) {
    if (Low + Offset < 0 || Low + Offset >= End)
      return std::nullopt;
    Result.push_back(Apply(Low + Offset) - Apply(Low));
  }
  return Result;
}

} // namespace kcc::compiler
