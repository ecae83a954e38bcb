// LaneEmitter: where lanes go at the end of a basic block, and with which values.
#include "targets/cpu/lanes/LaneEmitter.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace kcc::compiler {

/// Whether it costs less to compute the block for no lanes than to find out that there are none.
bool LaneEmitter::isCheap(const BasicBlock &Block) const {
  constexpr unsigned Most = 10;
  if (LI.isLoopHeader(&Block) || Block.sizeWithoutDebug() > Most || !isa<BranchInst>(Block.getTerminator()))
    return false;
  return all_of(Block, [&](const Instruction &I) {
    return I.isTerminator() || isa<PHINode>(I) ||
           (!I.mayReadOrWriteMemory() && !isa<CallBase>(I) && isSafeToSpeculativelyExecute(&I));
  });
}

/// The variable with the set of lanes that are to run the block.
AllocaInst *LaneEmitter::arrivalsAt(BasicBlock *Block) {
  AllocaInst *&Variable = Arrivals[Block];
  if (!Variable)
    Variable = variable(vectorType(Builder.getInt1Ty()), "lanes");
  return Variable;
}

/// Adds the lanes of the mask to those that are to run the block.
void LaneEmitter::arrive(BasicBlock *Block, Value *Mask) {
  AllocaInst *Variable = arrivalsAt(Block);
  Value *Old = Builder.CreateLoad(Variable->getAllocatedType(), Variable);
  Builder.CreateStore(Builder.CreateOr(Old, Mask), Variable);
}

/// Gives the phis of `To` what they get from `From`, in the lanes of the mask.
void LaneEmitter::passValues(BasicBlock &From, BasicBlock &To, Value *Mask) {
  SmallVector<std::pair<PHINode *, Value *>, 8> Values;
  for (PHINode &Phi : To.phis()) {
    Value *In = Phi.getIncomingValueForBlock(&From);
    Values.push_back({&Phi, Shapes[&Phi].Kind == Shape::Varying ? vector(In) : get(In)});
  }
  for (auto [Phi, X] : Values) {
    AllocaInst *Variable = variableOf(Phi);
    if (Mask && Shapes[Phi].Kind == Shape::Varying && !LI.isLoopHeader(&To))
      X = Builder.CreateSelect(Mask, X, Builder.CreateLoad(Variable->getAllocatedType(), Variable));
    else if (Mask && Shapes[Phi].Kind != Shape::Varying && isCheap(From)) // perhaps no lane is here
      X = Builder.CreateSelect(anyOf(Mask), X, Builder.CreateLoad(Variable->getAllocatedType(), Variable));
    Builder.CreateStore(X, Variable);
  }
}

/// Whether a value that increases or decreases from lane to lane, all of which are here, compares so with a
/// uniform one: the first and the last lane tell.
std::optional<LaneEmitter::Truth> LaneEmitter::truth(CmpInst::Predicate Predicate, Value *Steps,
                                                     Value *Limit) {
  auto *T = dyn_cast<IntegerType>(Steps->getType());
  const std::int64_t Stride = Shapes[Steps].Stride;
  if (!T || T->getBitWidth() < 32)
    return std::nullopt;
  Value *First = get(Steps), *U = get(Limit);
  if (ICmpInst::isEquality(Predicate)) {
    if (Stride != 1)
      return std::nullopt;
    Value *IsThere = Builder.CreateICmpULT(Builder.CreateSub(U, First), ConstantInt::get(T, Lanes));
    if (Predicate == CmpInst::ICMP_EQ)
      return Truth{Builder.getFalse(), IsThere};
    return Truth{Builder.CreateNot(IsThere), Builder.getTrue()};
  }
  Value *Last = Builder.CreateAdd(
      First,
      ConstantInt::get(T, static_cast<std::uint64_t>(Stride * (std::int64_t(Lanes) - 1)), false, true));
  Value *Least = Stride > 0 ? First : Last, *Most = Stride > 0 ? Last : First;
  const bool IsSigned = CmpInst::isSigned(Predicate);
  const bool IsBelow = Predicate == CmpInst::ICMP_ULT || Predicate == CmpInst::ICMP_ULE ||
                       Predicate == CmpInst::ICMP_SLT || Predicate == CmpInst::ICMP_SLE;
  Truth Result{Builder.CreateICmp(Predicate, IsBelow ? Most : Least, U),
               Builder.CreateICmp(Predicate, IsBelow ? Least : Most, U)};
  if (!(IsSigned ? Shapes[Steps].Signed : Shapes[Steps].Unsigned)) { // it may wrap between the lanes
    Value *Ordered = Builder.CreateICmp(IsSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, Least, Most);
    Result.InAll = Builder.CreateAnd(Result.InAll, Ordered);
    Result.InAny = Builder.CreateOr(Result.InAny, Builder.CreateNot(Ordered));
  }
  return Result;
}

/// What scalar operations tell about a condition of the block, where all lanes are here.
std::optional<LaneEmitter::Truth> LaneEmitter::truth(Value *Condition, const BasicBlock &Block) {
  using namespace PatternMatch;
  if (auto Known = Assumed.find(Condition); Known != Assumed.end())
    return Truth{Builder.getInt1(Known->second), Builder.getInt1(Known->second)};
  if (Shapes[Condition].Kind == Shape::Uniform)
    return Truth{get(Condition), get(Condition)};
  auto *I = dyn_cast<Instruction>(Condition);
  if (!I || I->getParent() != &Block) // others' operands are not kept
    return std::nullopt;
  Value *A, *B;
  if (match(I, m_Not(m_Value(A)))) {
    if (std::optional<Truth> Of = truth(A, Block))
      return Truth{Builder.CreateNot(Of->InAny), Builder.CreateNot(Of->InAll)};
    return std::nullopt;
  }
  const bool IsAnd = match(I, m_LogicalAnd(m_Value(A), m_Value(B)));
  if (IsAnd || match(I, m_LogicalOr(m_Value(A), m_Value(B)))) {
    std::optional<Truth> OfA = truth(A, Block), OfB = OfA ? truth(B, Block) : std::nullopt;
    if (!OfB)
      return std::nullopt;
    const auto Operation = IsAnd ? Instruction::And : Instruction::Or;
    return Truth{Builder.CreateBinOp(Operation, OfA->InAll, OfB->InAll),
                 Builder.CreateBinOp(Operation, OfA->InAny, OfB->InAny)};
  }
  auto *Compare = dyn_cast<ICmpInst>(I);
  if (!Compare)
    return std::nullopt;
  Value *Left = Compare->getOperand(0), *Right = Compare->getOperand(1);
  if (Shapes[Left].Kind == Shape::Uniform && Shapes[Right].Kind == Shape::Uniform) { // in each group
    Value *Is = Builder.CreateICmp(Compare->getPredicate(), get(Left), get(Right));
    return Truth{Is, Is};
  }
  if (Shapes[Left].Kind == Shape::Linear && Shapes[Right].Kind == Shape::Uniform)
    return truth(Compare->getPredicate(), Left, Right);
  if (Shapes[Left].Kind == Shape::Uniform && Shapes[Right].Kind == Shape::Linear)
    return truth(Compare->getSwappedPredicate(), Right, Left);
  return std::nullopt;
}

void LaneEmitter::emitTerminator(BasicBlock &Block, Value *Mask) {
  const unsigned Place = Order.position(Block);
  Instruction *End = Block.getTerminator();
  if (isa<UnreachableInst>(End)) {
    Builder.CreateUnreachable();
    return;
  }
  if (isa<ReturnInst>(End)) {
    Builder.CreateBr(Mask ? after(Place) : NextLanes);
    return;
  }
  auto *Branch = cast<BranchInst>(End);
  BasicBlock *True = Branch->getSuccessor(0);
  if (!Branch->isConditional()) {
    passValues(Block, *True, Mask);
    if (Mask)
      arrive(True, Mask);
    Builder.CreateBr(Mask ? after(Place) : Full[True]);
    return;
  }
  BasicBlock *False = Branch->getSuccessor(1);
  Value *Condition = Branch->getCondition();
  // Before any phi changes.
  for (BasicBlock *To : {True, False})
    for (PHINode &Phi : To->phis())
      (void)get(Phi.getIncomingValueForBlock(&Block));
  // An edge from the copy with all lanes.
  auto FullEdge = [&](BasicBlock *To) {
    if (!isa<PHINode>(To->front()))
      return Full[To];
    IRBuilderBase::InsertPointGuard Guard(Builder);
    BasicBlock *Edge = newBlock("edge");
    auto Known = Local;
    Builder.SetInsertPoint(Edge);
    passValues(Block, *To, nullptr);
    Builder.CreateBr(Full[To]);
    Local = std::move(Known);
    return Edge;
  };
  if (auto Known = Assumed.find(Condition); !Mask && Known != Assumed.end()) {
    Builder.CreateBr(FullEdge(Known->second ? True : False));
    return;
  }
  bool IsUniform = !Shapes.hasDivergentTerminator(Block) && Shapes[Condition].Kind == Shape::Uniform;
  if (!Mask && IsUniform) {
    Value *C = get(Condition);
    BasicBlock *ToTrue = FullEdge(True), *ToFalse = FullEdge(False);
    Builder.CreateCondBr(C, ToTrue, ToFalse);
    return;
  }
  if (!Mask) {
    // All lanes agree most of the time.
    BasicBlock *Mixed = newBlock("mixed"), *NotTrue = newBlock("not.true");
    std::optional<Truth> Known = truth(Condition, Block);
    if (!Known)
      Known = {allOf(vector(Condition)), anyOf(vector(Condition))};
    BasicBlock *ToTrue = FullEdge(True), *ToFalse = FullEdge(False);
    Builder.CreateCondBr(Known->InAll, ToTrue, NotTrue);
    Builder.SetInsertPoint(NotTrue);
    Builder.CreateCondBr(Known->InAny, Mixed, ToFalse);
    Builder.SetInsertPoint(Mixed);
  }
  Value *C = vector(Condition);
  Value *OnTrue = Mask ? andMask(Mask, C) : C;
  Value *OnFalse = Mask ? andMask(Mask, Builder.CreateNot(C)) : Builder.CreateNot(C);
  passValues(Block, *True, OnTrue);
  passValues(Block, *False, OnFalse);
  arrive(True, OnTrue);
  arrive(False, OnFalse);
  Builder.CreateBr(after(Place));
}

} // namespace kcc::compiler
