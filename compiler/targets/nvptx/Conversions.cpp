#include "targets/nvptx/Conversions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace kcc::compiler {
namespace {

/// The directions that a conversion may round to, in the order of the columns of `Conversions`.
enum Direction { Zero, Nearest, Down, Up };

/// A row of conversions from a type to another.
struct Conversion {
  bool FromDouble, Signed;
  unsigned Bits;
  Intrinsic::ID Conversions[4];
};
#define KCC_ROW(FromDouble, Signed, Bits, Name)                                                              \
  {FromDouble,                                                                                               \
   Signed,                                                                                                   \
   Bits,                                                                                                     \
   {Intrinsic::nvvm_##Name##_rz, Intrinsic::nvvm_##Name##_rn, Intrinsic::nvvm_##Name##_rm,                   \
    Intrinsic::nvvm_##Name##_rp}},
constexpr Conversion Rows[] = {
    KCC_ROW(false, true, 32, f2i)    //
    KCC_ROW(false, true, 64, f2ll)   //
    KCC_ROW(false, false, 32, f2ui)  //
    KCC_ROW(false, false, 64, f2ull) //
    KCC_ROW(true, true, 32, d2i)     //
    KCC_ROW(true, true, 64, d2ll)    //
    KCC_ROW(true, false, 32, d2ui)   //
    KCC_ROW(true, false, 64, d2ull)  //
};
#undef KCC_ROW

const Conversion *findRow(const Type *From, const Type *To, bool Signed) {
  if (!From->isFloatTy() && !From->isDoubleTy())
    return nullptr;
  for (const Conversion &R : Rows)
    if (R.FromDouble == From->isDoubleTy() && R.Signed == Signed && To->isIntegerTy(R.Bits))
      return &R;
  return nullptr;
}

/// The direction in which \p V has been rounded to an integer.
std::optional<Direction> directionOf(const Value *V) {
  auto *Call = dyn_cast<IntrinsicInst>(V);
  switch (Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic) {
  case Intrinsic::trunc:
    return Zero;
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven:
    return Nearest;
  case Intrinsic::floor:
    return Down;
  case Intrinsic::ceil:
    return Up;
  default:
    return std::nullopt;
  }
}

const Value *withoutRounding(const Value *V) {
  while (directionOf(V))
    V = cast<Instruction>(V)->getOperand(0);
  return V;
}

/// If \p I is only used as `isnan(x) ? smallest integer : I`, where \p I is a conversion of x, returns this.
SelectInst *smallestForNan(Instruction &I) {
  auto *Select = I.hasOneUse() ? dyn_cast<SelectInst>(*I.user_begin()) : nullptr;
  const Value *X, *Y;
  if (!Select || !match(Select, m_Select(m_SpecificFCmp(FCmpInst::FCMP_UNO, m_Value(X), m_Value(Y)),
                                         m_SignMask(), m_Specific(&I))))
    return nullptr;
  const Value *Converted = withoutRounding(I.getOperand(0));
  bool IsNanTest = withoutRounding(X) == Converted && (Y == X || match(Y, m_AnyZeroFP()));
  return IsNanTest ? Select : nullptr;
}

bool isIntrinsic(const Instruction &I, Intrinsic::ID Id) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->getIntrinsicID() == Id;
}
bool saturates(const Instruction &I) {
  return isIntrinsic(I, Intrinsic::fptosi_sat) || isIntrinsic(I, Intrinsic::fptoui_sat);
}
bool isConversion(const Instruction &I) {
  return saturates(I) || isa<FPToSIInst, FPToUIInst>(I);
}

void convert(Instruction &I) {
  const bool Saturates = saturates(I), Signed = isa<FPToSIInst>(I) || isIntrinsic(I, Intrinsic::fptosi_sat);
  Value *X = I.getOperand(0);
  const Conversion *R = findRow(X->getType(), I.getType(), Signed);
  std::optional<Direction> Rounded = directionOf(X);
  if (!R || (!Rounded && !Saturates)) // otherwise LLVM selects the instruction
    return;
  if (Rounded)
    X = cast<Instruction>(X)->getOperand(0);
  IRBuilder<> Builder(&I);
  Value *Result = Builder.CreateIntrinsic(R->Conversions[Rounded.value_or(Zero)], X);
  Instruction *Replaced = &I;
  // PTX ISA, "cvt": NaN becomes 0 if numbers and integers have 32 bits, and otherwise the highest bit.
  if (Saturates && (R->FromDouble || R->Bits == 64)) {
    if (SelectInst *Select = R->Signed ? smallestForNan(I) : nullptr)
      Replaced = Select;
    else
      Result = Builder.CreateSelect(Builder.CreateFCmpUNO(X, X), Constant::getNullValue(I.getType()), Result);
  }
  Replaced->replaceAllUsesWith(Result);
  SmallVector<WeakTrackingVH, 4> Dead = {Replaced};
  RecursivelyDeleteTriviallyDeadInstructions(Dead);
}

} // namespace

void useConversionInstructions(Module &M) {
  SmallVector<WeakTrackingVH, 8> Found;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isConversion(I))
        Found.push_back(&I);
  for (WeakTrackingVH &I : Found)
    if (I)
      convert(cast<Instruction>(*I));
}

} // namespace kcc::compiler
