#include "targets/spirv/IntegerExpansions.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/IntegerDivision.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

bool isWide(Type *T) {
  return T->isIntegerTy() && T->getIntegerBitWidth() > 64;
}

bool isOddInteger(Type *T) {
  return T->isIntegerTy() && T->getIntegerBitWidth() % 8 == 0 && T->getIntegerBitWidth() < 64 &&
         !isPowerOf2_32(T->getIntegerBitWidth());
}

/// What \p I computes, by comparisons; null if it is something else.
Value *byComparisons(IntrinsicInst &I) {
  const Intrinsic::ID Kind = I.getIntrinsicID();
  IRBuilder<> B(&I);
  if (Kind == Intrinsic::ucmp || Kind == Intrinsic::scmp) {
    const bool IsSigned = Kind == Intrinsic::scmp;
    Value *L = I.getArgOperand(0), *R = I.getArgOperand(1);
    Value *Greater = B.CreateICmp(IsSigned ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT, L, R);
    Value *Less = B.CreateICmp(IsSigned ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT, L, R);
    return B.CreateSub(B.CreateZExt(Greater, I.getType()), B.CreateZExt(Less, I.getType()));
  }
  if (!isWide(I.getType()))
    return nullptr;
  if (Kind == Intrinsic::abs) {
    Value *A = B.CreateFreeze(I.getArgOperand(0));
    return B.CreateSelect(B.CreateIsNeg(A), B.CreateNeg(A), A);
  }
  if (auto *M = dyn_cast<MinMaxIntrinsic>(&I)) {
    Value *L = B.CreateFreeze(M->getLHS()), *R = B.CreateFreeze(M->getRHS());
    return B.CreateSelect(B.CreateICmp(M->getPredicate(), L, R), L, R);
  }
  return nullptr;
}

bool isMinMaxReduction(Intrinsic::ID Kind) {
  switch (Kind) {
  case Intrinsic::vector_reduce_smin:
  case Intrinsic::vector_reduce_smax:
  case Intrinsic::vector_reduce_umin:
  case Intrinsic::vector_reduce_umax:
    return true;
  default:
    return false;
  }
}

/// Of integers.
bool isReduction(Intrinsic::ID Kind) {
  switch (Kind) {
  case Intrinsic::vector_reduce_add:
  case Intrinsic::vector_reduce_mul:
  case Intrinsic::vector_reduce_and:
  case Intrinsic::vector_reduce_or:
  case Intrinsic::vector_reduce_xor:
    return true;
  default:
    return isMinMaxReduction(Kind);
  }
}

/// What \p I, a reduction, computes, element by element.
Value *byElements(IntrinsicInst &I) {
  const Intrinsic::ID Kind = I.getIntrinsicID();
  const bool IsExtremum = isMinMaxReduction(Kind);
  IRBuilder<> B(&I);
  Value *Vector = I.getArgOperand(0), *All = B.CreateExtractElement(Vector, std::uint64_t{0});
  for (unsigned N = 1; N != cast<FixedVectorType>(Vector->getType())->getNumElements(); ++N) {
    Value *Element = B.CreateExtractElement(Vector, N);
    All = IsExtremum
              ? B.CreateBinaryIntrinsic(getMinMaxReductionIntrinsicOp(Kind), All, Element)
              : B.CreateBinOp(static_cast<Instruction::BinaryOps>(getArithmeticReductionInstruction(Kind)),
                              All, Element);
  }
  return All;
}

Value *placeOfByte(IRBuilder<> &B, Value *Pointer, unsigned Byte) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Pointer, Byte);
}

void loadBytes(LoadInst &I) {
  IRBuilder<> B(&I);
  Value *All = ConstantInt::get(I.getType(), 0);
  for (unsigned Byte = 0; Byte != I.getType()->getIntegerBitWidth() / 8; ++Byte) {
    Value *One = B.CreateAlignedLoad(B.getInt8Ty(), placeOfByte(B, I.getPointerOperand(), Byte),
                                     commonAlignment(I.getAlign(), Byte), I.isVolatile());
    All = B.CreateOr(All, B.CreateShl(B.CreateZExt(One, I.getType()), Byte * 8));
  }
  I.replaceAllUsesWith(All);
  I.eraseFromParent();
}

void storeBytes(StoreInst &I) {
  IRBuilder<> B(&I);
  Value *All = B.CreateFreeze(I.getValueOperand());
  for (unsigned Byte = 0; Byte != All->getType()->getIntegerBitWidth() / 8; ++Byte)
    B.CreateAlignedStore(B.CreateTrunc(B.CreateLShr(All, Byte * 8), B.getInt8Ty()),
                         placeOfByte(B, I.getPointerOperand(), Byte), commonAlignment(I.getAlign(), Byte),
                         I.isVolatile());
  I.eraseFromParent();
}

} // namespace

void expandIntegers(Module &M) {
  SmallVector<BinaryOperator *, 4> Divisions;
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      if (auto *Operation = dyn_cast<BinaryOperator>(&I);
          Operation && Operation->isIntDivRem() && isWide(I.getType())) {
        Divisions.push_back(Operation);
      } else if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
        if (Value *Result = isReduction(Call->getIntrinsicID()) ? byElements(*Call) : byComparisons(*Call)) {
          I.replaceAllUsesWith(Result);
          I.eraseFromParent();
        }
      } else if (auto *Load = dyn_cast<LoadInst>(&I); Load && isOddInteger(I.getType())) {
        loadBytes(*Load);
      } else if (auto *Store = dyn_cast<StoreInst>(&I);
                 Store && isOddInteger(Store->getValueOperand()->getType())) {
        storeBytes(*Store);
      }
    }
  for (BinaryOperator *Operation : Divisions) // which makes new blocks
    if (Operation->getOpcode() == Instruction::UDiv || Operation->getOpcode() == Instruction::SDiv)
      expandDivision(Operation);
    else
      expandRemainder(Operation);
}

} // namespace kcc::compiler
