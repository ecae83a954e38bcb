// Intrinsics, and the functions that stand for what only SPIR-V has.
#include "kcc/abi/spirv_notes.h"
#include "targets/CodeProblem.h"
#include "targets/PlainBuiltins.h"
#include "targets/spirv/BarrierChecks.h"
#include "targets/spirv/Builtins.h"
#include "targets/spirv/FunctionWriter.h"
#include "targets/spirv/LlvmpipeGuards.h"
#include "targets/spirv/LockedAtomics.h"
#include "targets/spirv/Pointers.h"
#include "targets/spirv/StructuredFlow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

/// Correctly rounded, while drivers' may be wrong in the last place: one step of Newton's with the exact
/// remainder (Markstein, "IA-64 and Elementary Functions", 9.2), away from subnormal numbers.
SpirvId FunctionWriter::squareRoot(SpirvId A) {
  const SpirvId Type = Out.floatType(32), Bool = Out.boolType();
  auto Constant = [&](float Value) { return Out.floating(32, llvm::bit_cast<std::uint32_t>(Value)); };
  auto Times = [&](SpirvId X, SpirvId Y) { return floatOperation(spv::OpFMul, 32, {X, Y}); };
  const SpirvId IsSmall = compare(spv::OpFOrdLessThan, A, Constant(0x1p-80f));
  const SpirvId X = choose(IsSmall, Type, Times(A, Constant(0x1p64f)), A);
  const SpirvId Root = extended(ExtendedSqrt, Type, {X});
  const SpirvId Half = Times(extended(ExtendedInverseSqrt, Type, {X}), Constant(0.5f));
  const SpirvId Rest = extended(ExtendedFma, Type, {op(spv::OpFNegate, Type, {Root}), Root, X});
  const SpirvId Better = extended(ExtendedFma, Type, {Rest, Half, Root});
  const SpirvId Scaled = choose(IsSmall, Type, Times(Better, Constant(0x1p-32f)), Better);
  const SpirvId IsOrdinary =
      op(spv::OpLogicalAnd, Bool,
         {compare(spv::OpFOrdGreaterThan, A, Constant(0)),
          compare(spv::OpFOrdLessThan, A, Constant(std::numeric_limits<float>::infinity()))});
  return choose(IsOrdinary, Type, Scaled, Root);
}

std::optional<SpirvId> FunctionWriter::intrinsicOnFloats(IntrinsicInst &I, unsigned Bits, const Ids &A) {
  const SpirvId Type = Out.floatType(Bits), Int = intType(Bits);
  auto BitsOf = [&](SpirvId V) { return op(spv::OpBitcast, Int, {V}); };
  auto FloatOf = [&](SpirvId V) { return op(spv::OpBitcast, Type, {V}); };
  const std::uint64_t Sign = std::uint64_t{1} << (Bits - 1);
  switch (I.getIntrinsicID()) {
  case Intrinsic::fabs:
    return FloatOf(binary(spv::OpBitwiseAnd, Bits, BitsOf(A[0]), integer(Bits, Sign - 1)));
  case Intrinsic::copysign:
    return FloatOf(binary(spv::OpBitwiseOr, Bits,
                          binary(spv::OpBitwiseAnd, Bits, BitsOf(A[0]), integer(Bits, Sign - 1)),
                          binary(spv::OpBitwiseAnd, Bits, BitsOf(A[1]), integer(Bits, Sign))));
  case Intrinsic::floor:
    return extended(ExtendedFloor, Type, {A[0]});
  case Intrinsic::ceil:
    return extended(ExtendedCeil, Type, {A[0]});
  case Intrinsic::trunc:
    return extended(ExtendedTrunc, Type, {A[0]});
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven:
    return extended(ExtendedRoundEven, Type, {A[0]});
  case Intrinsic::sqrt:
    return Bits == 32 ? squareRoot(A[0]) : extended(ExtendedSqrt, Type, {A[0]});
  case Intrinsic::fma:
    return extended(ExtendedFma, Type, {A[0], A[1], A[2]});
  case Intrinsic::fmuladd:
    return floatOperation(spv::OpFAdd, Bits, {floatOperation(spv::OpFMul, Bits, {A[0], A[1]}), A[2]});
  case Intrinsic::minnum:
  case Intrinsic::minimumnum:
  case Intrinsic::minimum:
  case Intrinsic::maxnum:
  case Intrinsic::maximumnum:
  case Intrinsic::maximum: {
    // Of two zeros the negative one is the less. If one operand is a NaN, the other, or a NaN.
    const bool IsMin =
        is_contained({Intrinsic::minnum, Intrinsic::minimumnum, Intrinsic::minimum}, I.getIntrinsicID());
    const bool KeepsNan = is_contained({Intrinsic::minimum, Intrinsic::maximum}, I.getIntrinsicID());
    const SpirvId Bool = Out.boolType();
    const SpirvId Chosen =
        choose(compare(IsMin ? spv::OpFOrdLessThan : spv::OpFOrdGreaterThan, A[0], A[1]), Type, A[0], A[1]);
    const SpirvId Both =
        binary(IsMin ? spv::OpBitwiseOr : spv::OpBitwiseAnd, Bits, BitsOf(A[0]), BitsOf(A[1]));
    const SpirvId Equal = compare(spv::OpFOrdEqual, A[0], A[1]);
    const SpirvId Number = choose(Equal, Type, FloatOf(Both), Chosen);
    const SpirvId AIsNan = op(spv::OpIsNan, Bool, {A[0]}), BIsNan = op(spv::OpIsNan, Bool, {A[1]});
    if (KeepsNan)
      return choose(op(spv::OpLogicalOr, Bool, {AIsNan, BIsNan}), Type,
                    floatOperation(spv::OpFAdd, Bits, {A[0], A[1]}), Number);
    return choose(AIsNan, Type, A[1], choose(BIsNan, Type, A[0], Number));
  }
  case Intrinsic::canonicalize:
    return A[0];
  default:
    return std::nullopt;
  }
}

void FunctionWriter::writeFailure(abi::SpirvFailure Failure) {
  const SpirvId Pointer = typedPointer(GlobalSpace, hostArgument(HostArgument::Status),
                                       offsetof(abi::SpirvStatus, failures), intType(32));
  atomic(GlobalSpace, spv::OpAtomicOr, intType(32),
         {Pointer, scopeId(SyncScope::System, GlobalSpace), semantics(AtomicOrdering::Monotonic),
          integer(32, Failure)});
}

/// A conversion to an integer that takes what is too large for the limit, and a NaN for 0.
bool FunctionWriter::writeSaturation(IntrinsicInst &I) {
  Type *To = I.getType()->getScalarType(), *From = I.getArgOperand(0)->getType()->getScalarType();
  const bool IsSigned = I.getIntrinsicID() == Intrinsic::fptosi_sat;
  const unsigned Width = To->getScalarSizeInBits();
  if (Width > 64 || Width == 1)
    return false;
  const unsigned Bits = scalarsOf(To).front().Bits, Wide = std::max(Bits, 32u);
  const unsigned FloatBits = From->isBFloatTy() ? 32 : From->getScalarSizeInBits();
  const fltSemantics &Kind = FloatBits == 64   ? APFloat::IEEEdouble()
                             : FloatBits == 32 ? APFloat::IEEEsingle()
                                               : APFloat::IEEEhalf();
  const APInt Least = IsSigned ? APInt::getSignedMinValue(Width) : APInt::getZero(Width);
  const APInt Greatest = IsSigned ? APInt::getSignedMaxValue(Width) : APInt::getMaxValue(Width);
  auto Limit = [&](const APInt &Value) { // rounded towards zero, so that it can be converted back
    APFloat Number(Kind);
    Number.convertFromAPInt(Value, IsSigned, APFloat::rmTowardZero);
    return Number;
  };
  auto Constant = [&](const APFloat &Number) {
    return Out.floating(FloatBits, Number.bitcastToAPInt().getZExtValue());
  };
  const APFloat Low = Limit(Least), High = Limit(Greatest);
  const SpirvId IntType = intType(Bits);
  Ids Results;
  for (SpirvId A : Ids(value(I.getArgOperand(0)))) {
    if (From->isBFloatTy())
      A = brainToFloat(A);
    const SpirvId Converted =
        mask(resize(op(IsSigned ? spv::OpConvertFToS : spv::OpConvertFToU, intType(Wide), {A}), Wide, Bits),
             Width, Bits);
    const SpirvId NotLess = choose(compare(spv::OpFOrdLessThan, A, Constant(Low)), IntType,
                                   integer(Bits, Least.getZExtValue()), Converted);
    const SpirvId NotMore = choose(compare(spv::OpFOrdGreaterThan, A, Constant(High)), IntType,
                                   integer(Bits, Greatest.getZExtValue()), NotLess);
    Results.push_back(choose(op(spv::OpIsNan, Out.boolType(), {A}), IntType, integer(Bits, 0), NotMore));
  }
  set(I, Results);
  return true;
}

/// Tests the bits, as no comparison sees signs of zeros or kinds of NaNs.
bool FunctionWriter::writeClassTest(IntrinsicInst &I) {
  Type *T = I.getArgOperand(0)->getType()->getScalarType();
  if (!T->isFloatTy() && !T->isDoubleTy() && !T->isHalfTy() && !T->isBFloatTy())
    return false;
  const auto Mask = static_cast<unsigned>(cast<ConstantInt>(I.getArgOperand(1))->getZExtValue());
  const fltSemantics &Kind = T->getFltSemantics();
  const unsigned Bits = std::max(32u, T->getScalarSizeInBits());
  const std::uint64_t Sign = std::uint64_t{1} << (T->getScalarSizeInBits() - 1);
  const std::uint64_t Infinity = APFloat::getInf(Kind).bitcastToAPInt().getZExtValue();
  const std::uint64_t Normal = APFloat::getSmallestNormalized(Kind).bitcastToAPInt().getZExtValue();
  const std::uint64_t Quiet = Infinity | (Normal >> 1); // the highest bit of the fraction
  const SpirvId Bool = Out.boolType();
  Ids Results;
  for (auto [A, S] : zip(Ids(value(I.getArgOperand(0))), scalarsOf(I.getArgOperand(0)->getType()))) {
    const SpirvId Pattern = asInteger(A, S);
    const SpirvId Size = binary(spv::OpBitwiseAnd, Bits, Pattern, integer(Bits, Sign - 1));
    const SpirvId IsNegative = compare(
        spv::OpINotEqual, binary(spv::OpBitwiseAnd, Bits, Pattern, integer(Bits, Sign)), integer(Bits, 0));
    auto Between = [&](std::uint64_t First, std::uint64_t End) { // of the absolute value
      return op(spv::OpLogicalAnd, Bool,
                {compare(spv::OpUGreaterThanEqual, Size, integer(Bits, First)),
                 compare(spv::OpULessThan, Size, integer(Bits, End))});
    };
    SpirvId Is = Out.boolean(false);
    auto Add = [&](bool Wanted, SpirvId Test) {
      if (Wanted)
        Is = op(spv::OpLogicalOr, Bool, {Is, Test});
    };
    auto AddSigned = [&](unsigned Negative, unsigned Positive, std::uint64_t First, std::uint64_t End) {
      if (!(Mask & (Negative | Positive)))
        return;
      const SpirvId Test = Between(First, End);
      if ((Mask & Negative) && (Mask & Positive))
        return Add(true, Test);
      const SpirvId HasSign = (Mask & Negative) ? IsNegative : op(spv::OpLogicalNot, Bool, {IsNegative});
      Add(true, op(spv::OpLogicalAnd, Bool, {Test, HasSign}));
    };
    AddSigned(fcNegZero, fcPosZero, 0, 1);
    AddSigned(fcNegSubnormal, fcPosSubnormal, 1, Normal);
    AddSigned(fcNegNormal, fcPosNormal, Normal, Infinity);
    AddSigned(fcNegInf, fcPosInf, Infinity, Infinity + 1);
    Add(Mask & fcSNan, Between(Infinity + 1, Quiet));
    Add(Mask & fcQNan, Between(Quiet, Sign));
    Results.push_back(Is);
  }
  set(I, Results);
  return true;
}

bool FunctionWriter::writeIntrinsic(IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::assume:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::invariant_end:
  case Intrinsic::prefetch:
  case Intrinsic::sideeffect:
  case Intrinsic::nvvm_exit:
  case Intrinsic::debugtrap: // no debugger stops there
    return true;
  case Intrinsic::trap:
  case Intrinsic::ubsantrap:
    writeFailure(abi::spirv_trapped);
    return true;
  case Intrinsic::expect:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::ssa_copy:
    set(I, value(I.getArgOperand(0)));
    return true;
  case Intrinsic::is_constant:
    set(I, {Out.boolean(false)});
    return true;
  case Intrinsic::ptrmask: {
    const unsigned Bits = scalarsOf(I.getType()).front().Bits;
    const unsigned From = scalarsOf(I.getArgOperand(1)->getType()).front().Bits;
    set(I, {binary(spv::OpBitwiseAnd, Bits, scalar(I.getArgOperand(0)),
                   resize(scalar(I.getArgOperand(1)), From, Bits))});
    return true;
  }
  case Intrinsic::experimental_cttz_elts: {
    if (!I.getArgOperand(0)->getType()->getScalarType()->isIntegerTy(1) ||
        I.getType()->getIntegerBitWidth() > 64)
      return false;
    const unsigned Bits = scalarsOf(I.getType()).front().Bits;
    const Ids Elements = value(I.getArgOperand(0));
    SpirvId First = integer(Bits, Elements.size());
    for (std::size_t N = Elements.size(); N-- != 0;)
      First = choose(Elements[N], intType(Bits), integer(Bits, N), First);
    set(I, {First});
    return true;
  }
  case Intrinsic::ctpop:
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
    if (!I.getType()->isIntegerTy(128))
      break;
    set(I, countWideBits(I.getIntrinsicID(), value(I.getArgOperand(0))));
    return true;
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat:
    return writeSaturation(I);
  case Intrinsic::is_fpclass:
    return writeClassTest(I);
  default:
    break;
  }
  if (auto *Overflow = dyn_cast<WithOverflowInst>(&I)) {
    writeOverflow(*Overflow);
    return true;
  }
  Type *T = I.getType()->getScalarType();
  if (I.getType()->isStructTy() || !(T->isIntegerTy() || T->isFloatingPointTy()) ||
      (T->isIntegerTy() && (T->getIntegerBitWidth() > 64 || T->isIntegerTy(1))))
    return false;
  const SmallVector<Scalar, 4> Scalars = scalarsOf(I.getType());
  Ids Results;
  for (std::size_t N = 0; N != Scalars.size(); ++N) {
    Ids Arguments;
    for (const Use &U : I.args()) {
      const Ids &All = value(U.get());
      Arguments.push_back(All[N < All.size() ? N : 0]);
    }
    std::optional<SpirvId> Result;
    if (T->isIntegerTy()) {
      Result = intrinsicOnInts(I, T->getIntegerBitWidth(), Scalars[N].Bits, Arguments);
    } else if (T->isBFloatTy()) {
      for (SpirvId &A : Arguments)
        A = brainToFloat(A);
      Result = intrinsicOnFloats(I, 32, Arguments);
      if (Result)
        Result = floatToBrain(*Result);
    } else {
      Result = intrinsicOnFloats(I, Scalars[N].Bits, Arguments);
    }
    if (!Result)
      return false;
    Results.push_back(*Result);
  }
  set(I, Results);
  return true;
}

/// A barrier that also orders memory.
void FunctionWriter::writeBarrier(spv::Scope Scope) {
  opNoResult(spv::OpControlBarrier,
             {Out.word(Scope), Out.word(Scope), semantics(AtomicOrdering::AcquireRelease)});
}

/// What lowerSpirvBuiltins() has left (Builtins.h).
bool FunctionWriter::writeOwn(CallInst &I, StringRef Name) {
  auto Axis = [&] { return static_cast<std::uint32_t>(Name.back() - 'x'); };
  auto Load = [&](SpirvId Pointer) {
    set(I, {op(spv::OpLoad, intType(32), {Pointer})});
    return true;
  };
  auto Input = [&](SpirvId Variable) {
    if (isForOpencl()) { // of 64 bits, and read as a whole
      const SpirvId All = op(spv::OpLoad, Out.vectorType(intType(64), 3), {Variable});
      set(I, {resize(op(spv::OpCompositeExtract, intType(64), {All, Axis()}), 64, 32)});
      return true;
    }
    return Load(op(spv::OpAccessChain, Out.pointerType(spv::StorageClassInput, intType(32)),
                   {Variable, Out.word(Axis())}));
  };
  if (Name.starts_with("thread_idx_"))
    return Input(Interface.ThreadIndex);
  if (Name.starts_with("block_idx_"))
    return Input(Interface.BlockIndex);
  if (Name.starts_with("block_dim_")) {
    if (Interface.BlockSizeInput != 0)
      return Input(Interface.BlockSizeInput);
    set(I, {Interface.BlockSize[Axis()]});
    return true;
  }
  if (Name.starts_with("grid_dim_")) {
    if (Interface.GridSizeInput != 0)
      return Input(Interface.GridSizeInput);
    set(I, {hostArgument(static_cast<HostArgument>(static_cast<unsigned>(HostArgument::GridX) + Axis()))});
    return true;
  }
  if (Name == "dynamic_shared_bytes") {
    set(I, {hostArgument(HostArgument::DynamicSharedBytes)});
    return true;
  }
  if (Name == "dynamic_shared") {
    set(I, {integer(32, FirstAddress + F.getFnAttributeAsParsedInteger(StaticSharedAttribute))});
    return true;
  }
  if (Name == "parameters") {
    set(I, {hostArgument(HostArgument::Parameters)});
    return true;
  }
  if (Name == "pushed") {
    const auto Number = static_cast<unsigned>(cast<ConstantInt>(I.getArgOperand(0))->getZExtValue());
    set(I, {isForOpencl() ? Pushed[Number] : pushConstant(FirstPushed + Number, intType(64))});
    return true;
  }
  if (Name == "never") {
    set(I, {Out.boolean(false)});
    return true;
  }
  if (Name == "end") {
    if (isForOpencl())
      opNoResult(spv::OpStore, {Context.HasEnded, integer(32, 1)});
    else
      opNoResult(spv::OpStore, {Interface.HasEnded, Out.boolean(true)});
    return true;
  }
  if (Name == "ended") {
    set(I, {isForOpencl()
                ? compare(spv::OpINotEqual, op(spv::OpLoad, intType(32), {Context.HasEnded}), integer(32, 0))
                : op(spv::OpLoad, Out.boolType(), {Interface.HasEnded})});
    return true;
  }
  if (Name == "warp_size")
    return Load(Interface.WarpSize);
  if (Name == "lane")
    return Load(Interface.Lane);
  if (Name == "print") {
    fail(I, "prints; no host reads them, so write what is to be seen to a buffer");
    return true;
  }
  if (Name == "ballot") {
    Out.require(spv::CapabilityGroupNonUniformBallot);
    const SpirvId Lanes = op(spv::OpGroupNonUniformBallot, Out.vectorType(intType(32), 4),
                             {Out.word(spv::ScopeSubgroup), scalar(I.getArgOperand(0))});
    set(I, {op(spv::OpCompositeExtract, intType(32), {Lanes, 0})});
    return true;
  }
  if (Name == "shuffle") {
    Out.require(spv::CapabilityGroupNonUniformShuffle);
    set(I, {op(spv::OpGroupNonUniformShuffle, intType(32),
               {Out.word(spv::ScopeSubgroup), scalar(I.getArgOperand(0)), scalar(I.getArgOperand(1))})});
    return true;
  }
  if (Name == "sync") {
    Out.require(spv::CapabilityGroupNonUniform);
    writeBarrier(spv::ScopeSubgroup);
    return true;
  }
  if (Name == "sync_threads") {
    writeBarrier(spv::ScopeWorkgroup);
    return true;
  }
  if (Name == OnLlvmpipeName) {
    set(I, {Interface.OnLlvmpipe});
    return true;
  }
  if (Name == HiddenFalseName) {
    set(I, {compare(spv::OpINotEqual, hiddenZero(), integer(32, 0))});
    return true;
  }
  if (Name == BeginLoopName) {
    const SpirvId Number =
        binary(spv::OpIAdd, 32, op(spv::OpLoad, intType(32), {Interface.LoopCount}), integer(32, 1));
    opNoResult(spv::OpStore, {Interface.LoopCount, Number});
    set(I, {Number});
    return true;
  }
  if (Name == LlvmpipeFenceName) { // whatever changes memory is one there
    const SpirvId Pointer = typedPointer(GlobalSpace, hostArgument(HostArgument::Status),
                                         offsetof(abi::SpirvStatus, fence), intType(32));
    op(spv::OpAtomicIAdd, intType(32), {Pointer, Out.word(spv::ScopeDevice), Out.word(0), integer(32, 0)});
    return true;
  }
  if (Name == LoopCutOffName) {
    writeFailure(abi::spirv_loop_cut_off);
    return true;
  }
  if (Name == LockName) {
    const SpirvId Found = op(spv::OpAtomicCompareExchange, intType(32),
                             {Interface.SharedLock, Out.word(spv::ScopeWorkgroup), Out.word(0), Out.word(0),
                              integer(32, 1), integer(32, 0)});
    set(I, {compare(spv::OpIEqual, Found, integer(32, 0))});
    return true;
  }
  if (Name == UnlockName || Name == InitializeLockName) {
    opNoResult(spv::OpAtomicStore,
               {Interface.SharedLock, Out.word(spv::ScopeWorkgroup), Out.word(0), integer(32, 0)});
    if (Name == InitializeLockName)
      writeBarrier(spv::ScopeWorkgroup);
    return true;
  }
  return false;
}

void FunctionWriter::writeCall(CallInst &I) {
  Function *Callee = I.getCalledFunction();
  if (!Callee)
    return fail(I, I.isInlineAsm() ? AssemblyProblem : "a call through a pointer");
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I)) {
    if (!writeIntrinsic(*Intrinsic))
      fail(I, "the operation '" + Callee->getName() + "'");
    return;
  }
  if (I.hasFnAttr(PartialBarrier) && Out.reader() != SpirvReader::Vulkan) // there, drivers differ
    return fail(I, "a barrier that some threads of a block may not reach; they may have returned, taken "
                   "another branch or left a loop early, so put what only some threads do into an 'if', and "
                   "the barrier after it");
  if (!Callee->isDeclaration()) {
    SpirvOperands Operands = {Interface.Functions.lookup(Callee)};
    if (isForOpencl())
      append_range(Operands, contextOperands());
    for (const Use &U : I.args())
      append_range(Operands, value(U.get()));
    const SpirvId Type = returnType(*Callee), Result = op(spv::OpFunctionCall, Type, Operands);
    const SmallVector<Scalar, 4> Scalars = scalarsOf(I.getType());
    Ids Results;
    for (std::uint32_t N = 0; N != Scalars.size(); ++N)
      Results.push_back(Scalars.size() == 1 ? Result
                                            : op(spv::OpCompositeExtract, typeId(Scalars[N]), {Result, N}));
    return set(I, Results);
  }
  StringRef Name = Callee->getName();
  if (!(Name.consume_front(OwnPrefix) || Name.consume_front(WarpPrefix)) || !writeOwn(I, Name))
    fail(I, Name == "malloc" || Name == "free" ? Twine(HeapProblem) : "the function '" + Name + "'");
}

} // namespace kcc::compiler
