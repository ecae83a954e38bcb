#include "targets/nvptx/IntegerOperations.h"
#include "targets/nvptx/PureAssembly.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace kcc::compiler {
namespace {

/// `x < y ? x : x - y` if \p I is `x - (x < y ? 0 : y)` and the comparison has other uses; else null.
Value *conditionalDifference(BinaryOperator &I) {
  Value *X, *Y, *Condition;
  bool IsLess = match(&I, m_Sub(m_Value(X), m_OneUse(m_Select(m_Value(Condition), m_Zero(), m_Value(Y)))));
  if (!IsLess && !match(&I, m_Sub(m_Value(X), m_OneUse(m_Select(m_Value(Condition), m_Value(Y), m_Zero())))))
    return nullptr;
  CmpPredicate Predicate;
  if (Condition->hasOneUse() || !match(Condition, m_c_ICmp(Predicate, m_Specific(X), m_Specific(Y))) ||
      Predicate != (IsLess ? CmpInst::ICMP_ULT : CmpInst::ICMP_UGE))
    return nullptr;
  IRBuilder<> Builder(&I);
  Value *Difference = Builder.CreateSub(X, Y);
  return Builder.CreateSelect(Condition, IsLess ? X : Difference, IsLess ? Difference : X);
}

class Rewriter {
public:
  /// What is to replace \p I; null if it stays.
  Value *replacement(BinaryOperator &I) {
    return I.getOpcode() == Instruction::Sub    ? conditionalDifference(I)
           : I.getOpcode() == Instruction::LShr ? halfOfHalves(I)
                                                : nullptr;
  }

private:
  bool isHalf(Value *V) const {
    return Halves.contains(V) || match(V, m_LShr(m_Add(m_Value(), m_Value()), m_One()));
  }

  /// The shift as assembly if \p I is `(a + b) >> 1` and a or b is such a half too.
  Value *halfOfHalves(BinaryOperator &I) {
    Value *A, *B;
    if (!I.getType()->isIntegerTy(32) || !match(&I, m_LShr(m_Add(m_Value(A), m_Value(B)), m_One())) ||
        !(isHalf(A) || isHalf(B)))
      return nullptr;
    IRBuilder<> Builder(&I);
    Value *Half = createPureAssembly(Builder, "shr.u32 $0, $1, 1;", "=r,r", I.getType(), I.getOperand(0));
    Halves.insert(Half);
    return Half;
  }

  SmallPtrSet<const Value *, 16> Halves; ///< made of assembly
};

} // namespace

void keepIntegerOperations(Module &M) {
  Rewriter R;
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Op = dyn_cast<BinaryOperator>(&I))
        if (Value *New = R.replacement(*Op)) {
          Op->replaceAllUsesWith(New);
          Op->eraseFromParent();
        }
}

} // namespace kcc::compiler
