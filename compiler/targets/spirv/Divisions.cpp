#include "targets/spirv/Divisions.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// A digit of the quotient of (\p Rest, \p Next) by \p Divisor, whose highest bit is set: \p Rest is less
/// than it, \p Next has 16 bits. Also the rest that remains.
std::pair<Value *, Value *> digitOf(IRBuilder<> &B, Value *Rest, Value *Next, Value *Divisor) {
  Value *High = B.CreateLShr(Divisor, 16), *Low = B.CreateAnd(Divisor, 0xffff);
  Value *Digit = B.CreateUDiv(Rest, High);
  Value *Over = B.CreateSub(Rest, B.CreateMul(Digit, High));
  for (int Correction = 0; Correction != 2; ++Correction) { // the estimate is at most two too large
    Value *IsTooLarge =
        B.CreateOr(B.CreateICmpUGT(Digit, B.getInt32(0xffff)),
                   B.CreateICmpUGT(B.CreateMul(Digit, Low), B.CreateOr(B.CreateShl(Over, 16), Next)));
    IsTooLarge = B.CreateAnd(IsTooLarge, B.CreateICmpULE(Over, B.getInt32(0xffff)));
    Digit = B.CreateSub(Digit, B.CreateZExt(IsTooLarge, B.getInt32Ty()));
    Over = B.CreateAdd(Over, B.CreateSelect(IsTooLarge, High, B.getInt32(0)));
  }
  Value *Left = B.CreateSub(B.CreateOr(B.CreateShl(Rest, 16), Next), B.CreateMul(Digit, Divisor));
  return {Digit, Left};
}

/// The quotient of (\p High, \p Low) by \p Divisor, which is greater than \p High. All have 32 bits.
/// (Knuth, "The Art of Computer Programming", volume 2, algorithm D, with digits of 16 bits.)
Value *divideTwoWords(IRBuilder<> &B, Value *High, Value *Low, Value *Divisor) {
  Value *Zeros = B.CreateBinaryIntrinsic(Intrinsic::ctlz, Divisor, B.getFalse());
  Value *Both = B.CreateShl(
      B.CreateOr(B.CreateShl(B.CreateZExt(High, B.getInt64Ty()), 32), B.CreateZExt(Low, B.getInt64Ty())),
      B.CreateZExt(Zeros, B.getInt64Ty()));
  Divisor = B.CreateShl(Divisor, Zeros);
  Value *Upper = B.CreateTrunc(B.CreateLShr(Both, 32), B.getInt32Ty());
  Value *Lower = B.CreateTrunc(Both, B.getInt32Ty());
  auto [First, Rest] = digitOf(B, Upper, B.CreateLShr(Lower, 16), Divisor);
  auto [Second, Left] = digitOf(B, Rest, B.CreateAnd(Lower, 0xffff), Divisor);
  return B.CreateOr(B.CreateShl(First, 16), Second);
}

/// The function that divides one 64-bit integer without a sign by another. (Warren, "Hacker's Delight", 9-5.)
Function *divisionOf64Bits(Module &M) {
  constexpr char Name[] = "kcc.spirv.divide";
  if (Function *F = M.getFunction(Name))
    return F;
  LLVMContext &C = M.getContext();
  IRBuilder<> B(C);
  IntegerType *Word = B.getInt32Ty(), *Long = B.getInt64Ty();
  auto *F =
      Function::Create(FunctionType::get(Long, {Long, Long}, false), GlobalValue::InternalLinkage, Name, M);
  Argument *Dividend = F->getArg(0), *Divisor = F->getArg(1);
  auto Block = [&](const char *Label) { return BasicBlock::Create(C, Label, F); };
  BasicBlock *Entry = Block("entry"), *Small = Block("small"), *Large = Block("large"),
             *Narrow = Block("narrow"), *Wide = Block("wide"), *End = Block("end");
  auto Upper = [&](Value *V) { return B.CreateTrunc(B.CreateLShr(V, 32), Word); };

  B.SetInsertPoint(Entry);
  B.CreateCondBr(B.CreateICmpEQ(Upper(B.CreateOr(Dividend, Divisor)), B.getInt32(0)), Small, Large);

  B.SetInsertPoint(Small);
  Value *SmallQuotient =
      B.CreateZExt(B.CreateUDiv(B.CreateTrunc(Dividend, Word), B.CreateTrunc(Divisor, Word)), Long);
  B.CreateBr(End);

  B.SetInsertPoint(Large);
  B.CreateCondBr(B.CreateICmpEQ(Upper(Divisor), B.getInt32(0)), Narrow, Wide);

  B.SetInsertPoint(Narrow);
  Value *By = B.CreateTrunc(Divisor, Word), *First = B.CreateUDiv(Upper(Dividend), By);
  Value *Rest = B.CreateSub(Upper(Dividend), B.CreateMul(First, By));
  Value *NarrowQuotient =
      B.CreateOr(B.CreateShl(B.CreateZExt(First, Long), 32),
                 B.CreateZExt(divideTwoWords(B, Rest, B.CreateTrunc(Dividend, Word), By), Long));
  B.CreateBr(End);

  B.SetInsertPoint(Wide);
  Value *Zeros = B.CreateZExt(B.CreateBinaryIntrinsic(Intrinsic::ctlz, Upper(Divisor), B.getFalse()), Long);
  Value *Half = B.CreateLShr(Dividend, 1);
  Value *Estimate = B.CreateZExt(
      divideTwoWords(B, Upper(Half), B.CreateTrunc(Half, Word), Upper(B.CreateShl(Divisor, Zeros))), Long);
  Estimate = B.CreateLShr(B.CreateShl(Estimate, Zeros), 31);
  Estimate = B.CreateSub(Estimate, B.CreateZExt(B.CreateICmpNE(Estimate, B.getInt64(0)), Long));
  Value *Left =
      B.CreateSub(Dividend, B.CreateMul(Estimate, Divisor)); // the estimate is at most one too small
  Value *WideQuotient = B.CreateAdd(Estimate, B.CreateZExt(B.CreateICmpUGE(Left, Divisor), Long));
  B.CreateBr(End);

  B.SetInsertPoint(End);
  PHINode *Quotient = B.CreatePHI(Long, 3);
  Quotient->addIncoming(SmallQuotient, Small);
  Quotient->addIncoming(NarrowQuotient, Narrow);
  Quotient->addIncoming(WideQuotient, Wide);
  B.CreateRet(Quotient);
  return F;
}

bool isLongDivision(const Instruction &I) {
  auto *Type = dyn_cast<IntegerType>(I.getType()->getScalarType());
  return isa<BinaryOperator>(I) && cast<BinaryOperator>(I).isIntDivRem() && Type->getBitWidth() > 32 &&
         Type->getBitWidth() <= 64;
}

/// What \p I computes, of \p A and \p B, by \p Divide.
Value *quotientOrRest(IRBuilder<> &B, const BinaryOperator &I, Value *Dividend, Value *Divisor,
                      Function *Divide) {
  Type *Narrow = Dividend->getType(), *Long = B.getInt64Ty();
  const bool IsSigned = I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::SRem;
  const bool IsRest = I.getOpcode() == Instruction::URem || I.getOpcode() == Instruction::SRem;
  auto Size = [&](Value *V) { // and all ones if it is negative
    V = IsSigned ? B.CreateSExt(V, Long) : B.CreateZExt(V, Long);
    Value *Sign = IsSigned ? B.CreateAShr(V, 63) : static_cast<Value *>(B.getInt64(0));
    return std::pair(B.CreateSub(B.CreateXor(V, Sign), Sign), Sign);
  };
  auto [Left, LeftSign] = Size(Dividend);
  auto [Right, RightSign] = Size(Divisor);
  Value *Result = B.CreateCall(Divide, {Left, Right}), *Sign = B.CreateXor(LeftSign, RightSign);
  if (IsRest) {
    Result = B.CreateSub(Left, B.CreateMul(Result, Right));
    Sign = LeftSign;
  }
  return B.CreateTrunc(B.CreateSub(B.CreateXor(Result, Sign), Sign), Narrow);
}

} // namespace

void divideBy32Bits(Module &M) {
  SmallVector<BinaryOperator *, 8> Divisions;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isLongDivision(I))
        Divisions.push_back(cast<BinaryOperator>(&I));
  for (BinaryOperator *I : Divisions) {
    IRBuilder<> B(I);
    Function *Divide = divisionOf64Bits(M);
    Value *Left = B.CreateFreeze(I->getOperand(0)), *Right = B.CreateFreeze(I->getOperand(1)),
          *Result = nullptr;
    if (auto *Vector = dyn_cast<FixedVectorType>(I->getType())) {
      Result = PoisonValue::get(Vector);
      for (unsigned N = 0; N != Vector->getNumElements(); ++N)
        Result = B.CreateInsertElement(
            Result,
            quotientOrRest(B, *I, B.CreateExtractElement(Left, N), B.CreateExtractElement(Right, N), Divide),
            N);
    } else {
      Result = quotientOrRest(B, *I, Left, Right, Divide);
    }
    I->replaceAllUsesWith(Result);
    I->eraseFromParent();
  }
}

} // namespace kcc::compiler
