#include "lowering/SmallFloats.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

/// a * b + c in double precision, rounded to odd: the last bit of the result is set if anything was lost, so
/// that a second rounding, to fewer bits, gives what one rounding would have (S. Boldo and G. Melquiond,
/// "Emulation of FMA and Correctly Rounded Sums: Proved Algorithms Using Rounding to Odd", IEEE Transactions
/// on Computers 57(4), 2008).
static Value *fusedToOdd(Value *A, Value *B, Value *C, IRBuilderBase &Builder) {
  Type *Wide = A->getType();
  Value *Product = Builder.CreateFMul(A, B); // exact: twice 11 bits
  Value *Sum = Builder.CreateFAdd(Product, C);
  // What was lost, exactly (D. Knuth's TwoSum).
  Value *OfC = Builder.CreateFSub(Sum, Product);
  Value *OfProduct = Builder.CreateFSub(Sum, OfC);
  Value *Lost = Builder.CreateFAdd(Builder.CreateFSub(Product, OfProduct), Builder.CreateFSub(C, OfC));

  Type *Bits = Wide->getWithNewType(Builder.getInt64Ty());
  auto Constant = [&](std::uint64_t Number) { return ConstantInt::get(Bits, Number); };
  Value *SumBits = Builder.CreateBitCast(Sum, Bits);
  Value *IsEven = Builder.CreateICmpEQ(Builder.CreateAnd(SumBits, 1), Constant(0));
  // Also false for what is no number.
  Value *IsInexact = Builder.CreateFCmpONE(Lost, ConstantFP::get(Wide, 0));
  // Of the two neighbours one is odd: the one on the side of what was lost.
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
      IRBuilder<> Builder(Call); // without fast-math flags, which would undo the sums
      Type *Wide = Narrow->getWithNewType(Builder.getDoubleTy());
      auto Widened = [&](unsigned I) { return Builder.CreateFPExt(Call->getArgOperand(I), Wide); };
      Value *Sum = fusedToOdd(Widened(0), Widened(1), Widened(2), Builder);
      Call->replaceAllUsesWith(Builder.CreateFPTrunc(Sum, Narrow));
      Call->eraseFromParent();
    }
  }
}

} // namespace kcc::compiler
