#include "targets/nvptx/Negations.h"
#include "targets/nvptx/PureAssembly.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace kcc::compiler {

/// -V of a 16-bit integer or of each element of a vector.
static Value *negated(Value *V, IRBuilder<> &Builder) {
  auto Negate = [&](Value *Number) {
    return createPureAssembly(Builder, "mul.lo.s16 $0, $1, -1;", "=h,h", Builder.getInt16Ty(), Number);
  };
  auto *Vector = dyn_cast<FixedVectorType>(V->getType());
  if (!Vector)
    return Negate(V);
  Value *Result = PoisonValue::get(Vector);
  for (unsigned K = 0; K < Vector->getNumElements(); ++K)
    Result = Builder.CreateInsertElement(Result, Negate(Builder.CreateExtractElement(V, K)), K);
  return Result;
}

/// Whether the instruction is shifted right by a constant.
static bool isShiftedRight(const Instruction &I) {
  return any_of(I.users(), [&](const User *U) { return match(U, m_Shr(m_Specific(&I), m_ConstantInt())); });
}

/// What is to replace the instruction; null if it stays.
static Value *replacement(Instruction &I) {
  Value *Operand = nullptr;
  if (I.getType()->isIntegerTy(32) && match(&I, m_Neg(m_Value(Operand))) && isShiftedRight(I)) {
    IRBuilder<> Builder(&I);
    return createPureAssembly(Builder, "not.b32 $0, $1;\n\tadd.s32 $0, $0, 1;", "=r,r", I.getType(), Operand);
  }
  if (!I.getType()->isIntOrIntVectorTy(16))
    return nullptr;
  IRBuilder<> Builder(&I);
  if (match(&I, m_Neg(m_Value(Operand))))
    return I.hasNoSignedWrap() ? nullptr : negated(Operand, Builder);
  if (match(&I, m_Intrinsic<Intrinsic::abs>(m_Value(Operand), m_Zero())))
    return Builder.CreateSelect(Builder.CreateICmpSLT(Operand, Constant::getNullValue(I.getType())),
                                negated(Operand, Builder), Operand);
  return nullptr;
}

void replaceNegations(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (Value *New = replacement(I)) {
        I.replaceAllUsesWith(New);
        I.eraseFromParent();
      }
}

} // namespace kcc::compiler
