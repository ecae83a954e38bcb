// LaneEmitter: blocks that few lanes run one after another.
#include "targets/cpu/lanes/LaneEmitter.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace kcc::compiler {

/// Whether few lanes are faster one after another than side by side: short code that reads what other threads
/// have just stored in the block's memory. The load of a vector waits until all stores to it are in the
/// cache, the load of a number gets it from the store. No value may be needed behind the block.
bool LaneEmitter::isShortUpdate(const BasicBlock &Block) const {
  constexpr unsigned Most = 12;
  if (Block.sizeWithoutDebug() > Most || !isa<BranchInst>(Block.getTerminator()) ||
      cast<BranchInst>(Block.getTerminator())->isConditional())
    return false;
  bool Loads = false, Stores = false;
  for (const Instruction &I : Block) {
    if (needsNoCode(I))
      continue;
    const Value *Address = getLoadStorePointerOperand(&I);
    if (isa<PHINode>(I) || I.isAtomic() || I.isVolatile() || isa<CallBase>(I) ||
        (Address && slotAt(Address, Slots)) ||
        any_of(I.users(), [&](const User *U) { return cast<Instruction>(U)->getParent() != &Block; }))
      return false;
    if (Address && isOfBlock(Address))
      (isa<StoreInst>(I) ? Stores : Loads) = true;
  }
  return Loads && Stores;
}

/// Runs the block's instructions, all but the last one, for one lane of the mask after another, and goes on
/// at `Done`.
void LaneEmitter::emitOneByOne(BasicBlock &Block, Value *Mask, BasicBlock *Done) {
  BasicBlock *Before = Builder.GetInsertBlock(), *One = newBlock("one");
  Value *All = bits(Mask);
  Builder.CreateBr(One);
  Builder.SetInsertPoint(One);
  PHINode *Rest = Builder.CreatePHI(bitsType(), 2);
  Rest->addIncoming(All, Before);
  Value *Lane = Builder.CreateZExtOrTrunc(
      Builder.CreateIntrinsic(Intrinsic::cttz, {bitsType()}, {Rest, Builder.getTrue()}),
      Builder.getInt32Ty());
  DenseMap<const Value *, Value *> Copies;
  for (Instruction &I : Block) {
    if (needsNoCode(I))
      continue;
    Builder.SetCurrentDebugLocation(I.getDebugLoc());
    Instruction *Copy = I.clone();
    for (Use &U : Copy->operands())
      if (Value *Known = Copies.lookup(U.get()))
        U.set(Known);
      else if (!isa<Constant>(U.get()))
        U.set(lane(U.get(), Lane));
    Builder.Insert(Copy, I.getName());
    Copies[&I] = Copy;
  }
  Value *Next = Builder.CreateAnd(Rest, Builder.CreateSub(Rest, ConstantInt::get(bitsType(), 1)));
  Rest->addIncoming(Next, One);
  doNotUnroll(*Builder.CreateCondBr(Builder.CreateICmpNE(Next, ConstantInt::get(bitsType(), 0)), One, Done));
}

/// How many lanes may be here if it is the first ones, as in `if (thread < half) sums[thread] += sums[thread
/// + half]`: then the objects of just these lanes are accessed. A power of two below the number of lanes; any
/// of them if the code does not say.
SmallVector<unsigned, 5> LaneEmitter::likelyCounts(const BasicBlock &Block) const {
  using namespace PatternMatch;
  const BasicBlock *Before = Block.getUniquePredecessor();
  auto *Branch = Before ? dyn_cast<BranchInst>(Before->getTerminator()) : nullptr;
  CmpPredicate Predicate;
  const Value *Index;
  const APInt *Limit;
  if (Branch && Branch->isConditional() &&
      match(Branch->getCondition(), m_ICmp(Predicate, m_Value(Index), m_APInt(Limit))) &&
      Shapes[Index].Kind == Shape::Linear && Shapes[Index].Stride == 1) {
    if (Branch->getSuccessor(0) != &Block)
      Predicate = CmpInst::getInversePredicate(Predicate);
    const ConstantRange Range = ConstantRange::makeExactICmpRegion(Predicate, *Limit);
    if (Range.getLower().isZero() && Range.getUpper().ult(Lanes) && Range.getUpper().isPowerOf2())
      return {static_cast<unsigned>(Range.getUpper().getZExtValue())};
    return {};
  }
  SmallVector<unsigned, 5> All;
  for (unsigned Count = 1; Count < Lanes; Count *= 2)
    All.push_back(Count);
  return All;
}

/// Runs the instructions of a block that isShortUpdate(): one lane after another if there are few, or only
/// the first ones side by side.
void LaneEmitter::emitShortUpdate(BasicBlock &Block, Value *Mask) {
  const unsigned Few = Lanes / 4;
  for (Instruction &I : Block) // before the branch, since get() remembers what it loads
    for (Value *V : I.operand_values())
      if (auto *Operand = dyn_cast<Instruction>(V);
          (Operand && Operand->getParent() != &Block) || isa<Argument>(V))
        (void)get(V);
  const auto Known = Local;
  BasicBlock *OneByOne = newBlock("few"), *SideBySide = newBlock("many"), *Others = newBlock("others"),
             *Done = newBlock("updated");
  SwitchInst *ByLanes = Builder.CreateSwitch(bits(Mask), Others);
  for (unsigned Count : likelyCounts(Block)) {
    BasicBlock *First = newBlock("first." + Twine(Count));
    ByLanes->addCase(cast<ConstantInt>(ConstantInt::get(bitsType(), APInt::getLowBitsSet(Lanes, Count))),
                     First);
    Builder.SetInsertPoint(First);
    FirstHere = Count;
    emitInstructions(Block, Mask);
    FirstHere = 0;
    Builder.CreateBr(Done);
    Local = Known;
  }
  Builder.SetInsertPoint(Others);
  const APInt Beyond = APInt::getOneBitSet(Lanes, Few);
  Builder.CreateCondBr(Builder.CreateICmpULT(bits(Mask), ConstantInt::get(bitsType(), Beyond)), OneByOne,
                       SideBySide);
  Builder.SetInsertPoint(OneByOne);
  emitOneByOne(Block, Mask, Done);
  Builder.SetInsertPoint(SideBySide);
  emitInstructions(Block, Mask);
  Builder.CreateBr(Done);
  Builder.SetInsertPoint(Done);
  Local = Known;
}

} // namespace kcc::compiler
