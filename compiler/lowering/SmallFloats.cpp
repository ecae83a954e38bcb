#include "lowering/SmallFloats.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

/// a * b + c in double precision, rounded to odd: the last bit of the result is set if anything was lost, so
/// that a second rounding to fewer bits gives the result of a single rounding (S. Boldo and G. Melquiond,
/// "Emulation of FMA and Correctly Rounded Sums: Proved Algorithms Using Rounding to Odd", IEEE Transactions
/// on Computers 57(4), 2008).
static Value *fusedToOdd(Value *A, Value *B, Value *C, IRBuilderBase &Builder) {
  Type *Wide = A->getType();
  Value *Product = Builder.CreateFMul(A, B); // exact: twice 11 bits
  Value *Sum = Builder.CreateFAdd(Product, C);
  // The exact error (D. Knuth's TwoSum).
  Value *OfC = Builder.CreateFSub(Sum, Product);
  Value *OfProduct = Builder.CreateFSub(Sum, OfC);
  Value *Lost = Builder.CreateFAdd(Builder.CreateFSub(Product, OfProduct), Builder.CreateFSub(C, OfC));

  Type *Bits = Wide->getWithNewType(Builder.getInt64Ty());
  auto Constant = [&](std::uint64_t Number) { return ConstantInt::get(Bits, Number); };
  Value *SumBits = Builder.CreateBitCast(Sum, Bits);
  Value *IsEven = Builder.CreateICmpEQ(Builder.CreateAnd(SumBits, 1), Constant(0));
  // Also false for NaN.
  Value *IsInexact = Builder.CreateFCmpONE(Lost, ConstantFP::get(Wide, 0));
  // One of the two neighbours is odd: the one on the side of the error.
  Value *Outwards =
      Builder.CreateICmpSGE(Builder.CreateXor(Builder.CreateBitCast(Lost, Bits), SumBits), Constant(0));
  Value *Odd = Builder.CreateSelect(Outwards, Builder.CreateAdd(SumBits, Constant(1)),
                                    Builder.CreateSub(SumBits, Constant(1)));
  Value *Rounded = Builder.CreateSelect(Builder.CreateAnd(IsEven, IsInexact), Odd, SumBits);
  return Builder.CreateBitCast(Rounded, Wide);
}

void roundFusedOnce(Module &M, LackingFused Lacking) {
  for (Function &F : make_early_inc_range(M)) {
    if (F.getIntrinsicID() != Intrinsic::fma && F.getIntrinsicID() != Intrinsic::fmuladd)
      continue;
    Type *Narrow = F.getReturnType();
    bool Concerned = (Narrow->getScalarType()->isHalfTy() && Lacking.Half) ||
                     (Narrow->getScalarType()->isBFloatTy() && Lacking.Brain);
    if (!Concerned)
      continue;
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = cast<CallInst>(U);
      IRBuilder<> Builder(Call); // without fast-math flags, which would undo the error computation
      Type *Wide = Narrow->getWithNewType(Builder.getDoubleTy());
      auto Widened = [&](unsigned I) { return Builder.CreateFPExt(Call->getArgOperand(I), Wide); };
      Value *Sum = fusedToOdd(Widened(0), Widened(1), Widened(2), Builder);
      Call->replaceAllUsesWith(Builder.CreateFPTrunc(Sum, Narrow));
      Call->eraseFromParent();
    }
  }
}

/// Returns \p Number with a factor for the result. If the number has more than \p Kept bits, its last \p
/// Dropped bits are dropped, and the lowest remaining bit tells whether one of them was set. For the
/// following conversions, which keep all remaining bits, this is rounding to odd (see above).
static std::pair<Value *, Value *> dropBits(Value *Number, unsigned Kept, unsigned Dropped, bool IsSigned,
                                            Type *Real, IRBuilderBase &Builder) {
  Type *Bits = Number->getType();
  auto Constant = [&](std::uint64_t C) { return ConstantInt::get(Bits, C); };
  // A signed number fits if it is at least -2^Kept and less than 2^Kept.
  Value *Magnitude = IsSigned ? Builder.CreateAdd(Number, Constant(std::uint64_t{1} << Kept)) : Number;
  Value *Fits = Builder.CreateICmpULT(Magnitude, Constant(std::uint64_t{1} << (Kept + (IsSigned ? 1 : 0))));
  Value *Lost = Builder.CreateAnd(Number, Constant((std::uint64_t{1} << Dropped) - 1));
  Value *High = IsSigned ? Builder.CreateAShr(Number, Dropped) : Builder.CreateLShr(Number, Dropped);
  Value *Odd = Builder.CreateOr(High, Builder.CreateZExt(Builder.CreateICmpNE(Lost, Constant(0)), Bits));
  return {Builder.CreateSelect(Fits, Number, Odd),
          Builder.CreateSelect(Fits, ConstantFP::get(Real, 1),
                               ConstantFP::get(Real, static_cast<double>(std::uint64_t{1} << Dropped)))};
}

void roundIntegersToBrainOnce(Module &M) {
  SmallVector<CastInst *, 4> Found;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isa<SIToFPInst, UIToFPInst>(I) && I.getType()->getScalarType()->isBFloatTy())
        Found.push_back(cast<CastInst>(&I));
  for (CastInst *I : Found) {
    Value *Number = I->getOperand(0);
    unsigned Width = Number->getType()->getScalarSizeInBits();
    bool IsSigned = isa<SIToFPInst>(I);
    if (Width <= 24 || Width > 64) // exact in float
      continue;
    IRBuilder<> Builder(I);
    bool IsWide = Width > 32;
    Type *Bits = Number->getType()->getWithNewBitWidth(IsWide ? 64 : 32);
    Type *Real = I->getType()->getWithNewType(IsWide ? Builder.getDoubleTy() : Builder.getFloatTy());
    Number = IsSigned ? Builder.CreateSExt(Number, Bits) : Builder.CreateZExt(Number, Bits);
    // The rest is exact in double and float.
    auto [Odd, Factor] = IsWide ? dropBits(Number, 53, 11, IsSigned, Real, Builder)
                                : dropBits(Number, 24, 8, IsSigned, Real, Builder);
    Value *Converted = IsSigned ? Builder.CreateSIToFP(Odd, Real) : Builder.CreateUIToFP(Odd, Real);
    I->replaceAllUsesWith(Builder.CreateFPTrunc(Builder.CreateFMul(Converted, Factor), I->getType()));
    I->eraseFromParent();
  }
}

} // namespace kcc::compiler
