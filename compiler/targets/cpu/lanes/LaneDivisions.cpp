// LaneEmitter: quotients and remainders of integers, for which processors have no instruction on vectors.
#include "targets/cpu/lanes/LaneEmitter.h"

using namespace llvm;

namespace kcc::compiler {

/// Divides by way of floating-point numbers with more bits than the dividend has. Rounding changes `a / b` by
/// less than `a / b * 2^-bits`, which is less than `1 / b`, and a quotient that is no whole number is at
/// least that far below the next one. Rare operands, among them those that trap, are left to the instruction.
Value *LaneEmitter::divide(BinaryOperator &Division, Value *Dividend, Value *Divisor) {
  const bool IsSigned =
      Division.getOpcode() == Instruction::SDiv || Division.getOpcode() == Instruction::SRem;
  const bool IsRemainder =
      Division.getOpcode() == Instruction::SRem || Division.getOpcode() == Instruction::URem;
  Type *T = Dividend->getType();
  const unsigned Bits = T->getScalarSizeInBits();
  auto Whole = [&](Value *A, Value *B) {
    Value *Made = Builder.CreateBinOp(Division.getOpcode(), A, B);
    if (auto *Instr = dyn_cast<Instruction>(Made))
      Instr->copyIRFlags(&Division);
    return Made;
  };
  if (isa<Constant>(Division.getOperand(1)) || (Bits != 8 && Bits != 16 && Bits != 32 && Bits != 64))
    return Whole(Dividend, Divisor);

  // Numbers of 64 bits must fit in 32 without a sign, no divisor may be 0, and -1 might overflow.
  Value *IsRare;
  if (Bits == 64) {
    Dividend = Builder.CreateFreeze(Dividend); // a lane may not use its result
    IsRare = Builder.CreateOr(
        Builder.CreateICmpUGT(Builder.CreateOr(Dividend, Divisor), ConstantInt::get(T, 0xffffffff)),
        Builder.CreateICmpEQ(Divisor, ConstantInt::get(T, 0)));
  } else if (IsSigned)
    IsRare =
        Builder.CreateICmpULE(Builder.CreateAdd(Divisor, ConstantInt::get(T, 1)), ConstantInt::get(T, 1));
  else
    IsRare = Builder.CreateICmpEQ(Divisor, ConstantInt::get(T, 0));
  BasicBlock *Rare = newBlock("rare.division"), *Usual = newBlock("division"), *Done = newBlock("divided");
  Builder.CreateCondBr(anyOf(IsRare), Rare, Usual);
  Builder.SetInsertPoint(Rare);
  Value *Slow = Whole(Dividend, Divisor);
  Builder.CreateBr(Done);

  Builder.SetInsertPoint(Usual);
  const bool HasSign = IsSigned && Bits != 64;
  Type *Narrow = Bits == 64 ? vectorType(Builder.getInt32Ty()) : T;
  Type *Float = vectorType(Bits <= 16 ? Builder.getFloatTy() : Builder.getDoubleTy());
  auto AsFloat = [&](Value *V) {
    V = Builder.CreateTrunc(V, Narrow);
    return HasSign ? Builder.CreateSIToFP(V, Float) : Builder.CreateUIToFP(V, Float);
  };
  Value *Quotient = Builder.CreateFDiv(AsFloat(Dividend), AsFloat(Divisor));
  Quotient = HasSign ? Builder.CreateFPToSI(Quotient, Narrow) : Builder.CreateFPToUI(Quotient, Narrow);
  Value *Fast = Builder.CreateZExt(Quotient, T);
  if (IsRemainder)
    Fast = Builder.CreateSub(Dividend, Builder.CreateMul(Fast, Divisor));
  Builder.CreateBr(Done);

  Builder.SetInsertPoint(Done);
  PHINode *Result = Builder.CreatePHI(T, 2);
  Result->addIncoming(Slow, Rare);
  Result->addIncoming(Fast, Usual);
  return Result;
}

/// Divides numbers that grow from lane to lane, such as a thread's index, by what is the same in all lanes.
/// If that is more than the lanes' numbers are apart, the quotient is the first lane's up to some lane, and
/// one more from there on. Everything else is left to divide().
Value *LaneEmitter::divideRow(BinaryOperator &Division, Value *Mask) {
  const bool IsSigned =
      Division.getOpcode() == Instruction::SDiv || Division.getOpcode() == Instruction::SRem;
  const bool IsRemainder =
      Division.getOpcode() == Instruction::SRem || Division.getOpcode() == Instruction::URem;
  Type *T = Division.getType();
  const unsigned Bits = T->getIntegerBitWidth();
  const std::int64_t Stride = Shapes[Division.getOperand(0)].Stride;
  const APInt Steps(Bits, static_cast<std::uint64_t>(Stride) * (Lanes - 1));
  const APInt Greatest = IsSigned ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits);
  // The last lane's number must not wrap, nor may the first one be below 0.
  Value *First = get(Division.getOperand(0)), *Divisor = get(Division.getOperand(1));
  Value *IsRow = Builder.CreateAnd(Builder.CreateICmpULE(First, ConstantInt::get(T, Greatest - Steps)),
                                   Builder.CreateICmp(IsSigned ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT,
                                                      Divisor, ConstantInt::get(T, Steps)));
  Value *Dividends = vector(Division.getOperand(0)), *Divisors = vector(Division.getOperand(1));
  BasicBlock *Row = newBlock("row.division"), *General = newBlock("general.division"),
             *Done = newBlock("row.divided");
  Builder.CreateCondBr(IsRow, Row, General);
  Builder.SetInsertPoint(Row);
  Value *Quotient = Builder.CreateUDiv(First, Divisor);
  Value *Rest = Builder.CreateSub(First, Builder.CreateMul(Quotient, Divisor));
  Value *Rests =
      Builder.CreateAdd(Builder.CreateVectorSplat(Lanes, Rest), multiples(Stride, cast<IntegerType>(T)));
  Value *IsNext = Builder.CreateICmpUGE(Rests, Divisors);
  Value *Fast = IsRemainder ? Builder.CreateSelect(IsNext, Builder.CreateSub(Rests, Divisors), Rests)
                            : Builder.CreateAdd(Builder.CreateVectorSplat(Lanes, Quotient),
                                                Builder.CreateZExt(IsNext, Rests->getType()));
  Builder.CreateBr(Done);
  Builder.SetInsertPoint(General);
  if (Mask)
    Divisors = Builder.CreateSelect(Mask, Divisors, ConstantInt::get(Divisors->getType(), 1));
  Value *Slow = divide(Division, Dividends, Divisors);
  BasicBlock *Divided = Builder.GetInsertBlock();
  Builder.CreateBr(Done);
  Builder.SetInsertPoint(Done);
  PHINode *Result = Builder.CreatePHI(Fast->getType(), 2);
  Result->addIncoming(Fast, Row);
  Result->addIncoming(Slow, Divided);
  return Result;
}

/// What is kept of a division of the first lane's number, from group to group. At the beginning, 0 has been
/// divided by nothing.
LaneEmitter::LastDivision &LaneEmitter::lastDivision(const RowDivision &Division) {
  LastDivision &Last = LastDivisions[{Division.Dividend, Division.Divisor}];
  if (!Last.Dividend) {
    Type *T = Division.Dividend->getType();
    IRBuilder<> AtEntry(&Out->getEntryBlock(), Out->getEntryBlock().begin());
    for (AllocaInst **Variable : {&Last.Dividend, &Last.Divisor, &Last.Quotient, &Last.Remainder}) {
      *Variable = AtEntry.CreateAlloca(T);
      AtEntry.CreateStore(ConstantInt::get(T, 0), *Variable);
    }
  }
  return Last;
}

/// Divides the first lane's number, unless it is in the row of the last group's. All lanes' numbers must be
/// such that neither they nor the remainders wrap as signed or unsigned ones.
Value *LaneEmitter::divideInOneRow(const RowDivision &Division) {
  Type *T = Division.Dividend->getType();
  const LastDivision &Last = lastDivision(Division);
  auto Load = [&](AllocaInst *Variable) { return Builder.CreateLoad(T, Variable); };
  if (Division.What != RowDivision::IsOneRow)
    return Load(Division.What == RowDivision::Quotient ? Last.Quotient : Last.Remainder);
  Value *First = get(Division.Dividend), *Divisor = get(Division.Divisor);
  Value *Before = Load(Last.Dividend), *Remainder = Load(Last.Remainder);
  Value *Distance = Builder.CreateSub(First, Before);
  Value *IsNear = Builder.CreateAnd(Builder.CreateICmpEQ(Divisor, Load(Last.Divisor)),
                                    Builder.CreateICmpUGE(First, Before));
  IsNear = Builder.CreateAnd(IsNear, Builder.CreateICmpULT(Distance, Builder.CreateSub(Divisor, Remainder)));
  BasicBlock *Near = newBlock("same.row"), *Far = newBlock("other.row"), *Done = newBlock("row");
  Builder.CreateCondBr(IsNear, Near, Far);
  Builder.SetInsertPoint(Near);
  Builder.CreateStore(Builder.CreateAdd(Remainder, Distance), Last.Remainder);
  Builder.CreateBr(Done);
  Builder.SetInsertPoint(Far);
  Constant *Zero = ConstantInt::get(T, 0);
  Value *Safe = Builder.CreateSelect(Builder.CreateICmpEQ(Divisor, Zero), ConstantInt::get(T, 1), Divisor);
  Value *Quotient = Builder.CreateUDiv(First, Safe);
  Builder.CreateStore(Quotient, Last.Quotient);
  Builder.CreateStore(Builder.CreateSub(First, Builder.CreateMul(Quotient, Safe)), Last.Remainder);
  Builder.CreateStore(Divisor, Last.Divisor);
  Builder.CreateBr(Done);
  Builder.SetInsertPoint(Done);
  Builder.CreateStore(First, Last.Dividend);
  const unsigned Bits = T->getIntegerBitWidth();
  const APInt Steps(Bits, static_cast<std::uint64_t>(Shapes[Division.Dividend].Stride) * (Lanes - 1));
  const APInt Greatest = Division.IsSigned ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits);
  Value *IsRow = Builder.CreateICmpULE(First, ConstantInt::get(T, Greatest - Steps));
  IsRow = Builder.CreateAnd(IsRow, Builder.CreateICmpSGT(Divisor, ConstantInt::get(T, Steps)));
  return Builder.CreateAnd(
      IsRow,
      Builder.CreateICmpULT(Load(Last.Remainder), Builder.CreateSub(Divisor, ConstantInt::get(T, Steps))));
}

} // namespace kcc::compiler
