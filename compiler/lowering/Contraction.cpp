#include "lowering/Contraction.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace kcc::compiler {
namespace {

bool isContractable(const Instruction &I) {
  return isa<FPMathOperator>(I) && I.hasAllowContract();
}

bool isContractableSum(const Instruction &I) {
  return (I.getOpcode() == Instruction::FAdd || I.getOpcode() == Instruction::FSub) && isContractable(I);
}

/// `x * y`, or `-(x * y)`.
struct Product {
  BinaryOperator *Multiplication = nullptr;
  bool IsNegative = false;

  static Product in(Value *V) {
    Value *Negated = nullptr;
    bool IsNegative = match(V, m_FNeg(m_Value(Negated)));
    auto *Found = dyn_cast<BinaryOperator>(IsNegative ? Negated : V);
    if (!Found || Found->getOpcode() != Instruction::FMul || !isContractable(*Found))
      return {};
    return {Found, IsNegative};
  }
  explicit operator bool() const { return Multiplication; }
};

class Contraction {
public:
  explicit Contraction(Function &F) : F(F) {}

  void run() {
    SmallVector<BinaryOperator *, 16> Sums;
    for (Instruction &I : instructions(F))
      if (isContractableSum(I))
        Sums.push_back(cast<BinaryOperator>(&I));
    if (Sums.empty())
      return;
    if (F.size() > 1) {
      Dominators.recalculate(F);
      Loops.analyze(Dominators);
    }
    for (BinaryOperator *Sum : Sums)
      fuse(*Sum);
  }

private:
  /// A product that was computed before a loop stays there.
  bool isInLoopOf(const Product &P, const BinaryOperator &Sum) const {
    const Loop *Inner = Loops.getLoopFor(Sum.getParent());
    return !Inner || Inner->contains(P.Multiplication);
  }

  void fuse(BinaryOperator &Sum) {
    Value *Left = Sum.getOperand(0), *Right = Sum.getOperand(1);
    Product First = Product::in(Left), Second = Product::in(Right);
    if (First && !isInLoopOf(First, Sum))
      First = {};
    if (Second && !isInLoopOf(Second, Sum))
      Second = {};
    if (!First && !Second)
      return;

    const bool IsDifference = Sum.getOpcode() == Instruction::FSub;
    const Product &P = First ? First : Second;
    FastMathFlags Flags = Sum.getFastMathFlags() & P.Multiplication->getFastMathFlags();
    IRBuilder<> Builder(&Sum);
    Builder.setFastMathFlags(Flags);
    Value *X = P.Multiplication->getOperand(0), *Y = P.Multiplication->getOperand(1);
    if (P.IsNegative != (IsDifference && !First))
      X = Builder.CreateFNeg(X);
    Value *Other = First ? Right : Left;
    if (IsDifference && First)
      Other = Builder.CreateFNeg(Other);
    Value *Fused = Builder.CreateIntrinsic(Intrinsic::fma, {Sum.getType()}, {X, Y, Other});
    Fused->takeName(&Sum);
    Sum.replaceAllUsesWith(Fused);
    Sum.eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(First ? Left : Right);
  }

  Function &F;
  DominatorTree Dominators;
  LoopInfo Loops;
};

/// What Clang allows to fuse within an expression, with -ffp-contract=on. LLVM would compute the product of
/// two constants with a rounding of its own, depending on where they turn out to be constant.
void fuseExpressions(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    if (F.getIntrinsicID() != Intrinsic::fmuladd)
      continue;
    Function *Fused = Intrinsic::getOrInsertDeclaration(&M, Intrinsic::fma, {F.getReturnType()});
    for (User *U : make_early_inc_range(F.users()))
      cast<CallInst>(U)->setCalledFunction(Fused);
    F.eraseFromParent();
  }
}

} // namespace

bool allowsContraction(const Module &M) {
  return any_of(M, [](const Function &F) { return any_of(instructions(F), isContractableSum); });
}

static bool isFusedExpression(const Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->getIntrinsicID() == Intrinsic::fmuladd;
}

bool fuses(const Function &F) {
  return any_of(instructions(F),
                [](const Instruction &I) { return isContractableSum(I) || isFusedExpression(I); });
}

void forbidContraction(ArrayRef<Function *> Functions) {
  for (Function *F : Functions)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      if (isa<FPMathOperator>(I))
        I.setHasAllowContract(false);
      if (!isFusedExpression(I))
        continue;
      IRBuilder<> Builder(&I);
      Builder.setFastMathFlags(I.getFastMathFlags());
      Value *Product = Builder.CreateFMul(I.getOperand(0), I.getOperand(1));
      I.replaceAllUsesWith(Builder.CreateFAdd(Product, I.getOperand(2)));
      I.eraseFromParent();
    }
}

void contract(Module &M) {
  fuseExpressions(M);
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    Contraction(F).run();
    for (Instruction &I : instructions(F))
      if (isContractable(I) && !I.hasAllowReassoc())
        I.setHasAllowContract(false);
  }
}

} // namespace kcc::compiler
