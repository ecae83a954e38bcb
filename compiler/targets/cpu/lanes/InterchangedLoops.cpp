#include "targets/cpu/lanes/InterchangedLoops.h"
#include "targets/cpu/lanes/BlockParts.h"
#include "targets/cpu/lanes/EntryValues.h"
#include "targets/cpu/lanes/Interleaving.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/BreakCriticalEdges.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Whether a thread does little outside of the loop: that is repeated for each iteration.
bool doesLittleBeside(const Loop &L, const PreparedThread &Thread) {
  constexpr unsigned Most = 64; // instructions
  unsigned Count = 0;
  for (const Instruction &I : instructions(Thread.F)) {
    if (L.contains(&I) || I.isTerminator() || isa<DbgInfoIntrinsic>(I))
      continue;
    auto *Load = dyn_cast<LoadInst>(&I);
    const bool IsKnown =
        Thread.Loads.contains(&I) ||
        (Load && (loadsParameter(*Load) || Load->hasMetadata(LLVMContext::MD_invariant_load)));
    if (isa<AllocaInst>(I) || I.mayHaveSideEffects() || (I.mayReadFromMemory() && !IsKnown) || ++Count > Most)
      return false;
  }
  return true;
}

/// A branch that goes on while `Counter < End`. End may have more bits.
struct LessThanBranch {
  BranchInst *Branch;
  const BasicBlock *GoesOn;
  Value *Counter, *End;
  bool IsSigned;
};

std::optional<LessThanBranch> lessThanBranch(BasicBlock &Block, const BasicBlock &GoesOn) {
  auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
  auto *Compare = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
  if (!Compare)
    return std::nullopt;
  CmpInst::Predicate Predicate =
      Branch->getSuccessor(0) == &GoesOn ? Compare->getPredicate() : Compare->getInversePredicate();
  Value *Counter = Compare->getOperand(0), *End = Compare->getOperand(1);
  if (Predicate == CmpInst::ICMP_UGT || Predicate == CmpInst::ICMP_SGT) {
    std::swap(Counter, End);
    Predicate = CmpInst::getSwappedPredicate(Predicate);
  }
  if (Predicate != CmpInst::ICMP_ULT && Predicate != CmpInst::ICMP_SLT)
    return std::nullopt;
  // In the interchanged loop, numbers have no sign.
  if (isa<ZExtInst, SExtInst>(Counter))
    Counter = cast<CastInst>(Counter)->getOperand(0);
  return LessThanBranch{Branch, &GoesOn, Counter, End, Predicate == CmpInst::ICMP_SLT};
}

/// Whether a number is another one, or the same with more bits.
bool isWidened(const Value *V, const Value *From, bool IsSigned) {
  auto *Cast = dyn_cast<CastInst>(V);
  return V == From || (Cast && Cast->getOpcode() == (IsSigned ? Instruction::SExt : Instruction::ZExt) &&
                       Cast->getOperand(0) == From);
}

/// A loop that runs while a counter, to which each iteration adds a step at its end, is less than an end.
struct CountingLoop {
  Loop &L;
  PHINode &Counter;
  Instruction *Start;
  Value *Step;
  LessThanBranch Test;
  bool TestsNext; ///< the test is at the end of an iteration, of the counter of the next one
};

std::optional<CountingLoop> countingLoop(Loop &L) {
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch(), *Exit = L.getExitBlock(),
             *Exiting = L.getExitingBlock();
  if (!Latch || !Exit || !Exiting || !L.getLoopPreheader() || !Exit->phis().empty() ||
      std::distance(Header->phis().begin(), Header->phis().end()) != 1)
    return std::nullopt;
  PHINode &Counter = *Header->phis().begin();
  auto *Next = dyn_cast<BinaryOperator>(Counter.getIncomingValueForBlock(Latch));
  auto *Start = dyn_cast<Instruction>(Counter.getIncomingValueForBlock(L.getLoopPreheader()));
  if (!Start || !Next || Next->getOpcode() != Instruction::Add ||
      (!Counter.getType()->isIntegerTy(32) && !Counter.getType()->isIntegerTy(64)))
    return std::nullopt;
  const unsigned Stepped = Next->getOperand(0) == &Counter ? 0 : 1;
  Value *const Step = Next->getOperand(1 - Stepped);
  bool IsMoved = false;
  L.makeLoopInvariant(Step, IsMoved);
  BasicBlock *const Body =
      *find_if(successors(Exiting), [&](BasicBlock *Block) { return L.contains(Block); });
  const std::optional<LessThanBranch> Test = lessThanBranch(*Exiting, *Body);
  if (!Test || Next->getOperand(Stepped) != &Counter || !L.isLoopInvariant(Step) ||
      !L.isLoopInvariant(Test->End))
    return std::nullopt;
  // The test may be followed by an empty block.
  const bool TestsNext =
      Test->Counter == Next &&
      (Exiting == Latch || (Latch->getSinglePredecessor() == Exiting && Latch->sizeWithoutDebug() == 1));
  // What stands before the test also runs where it fails, and then more often than the source says.
  const bool TestsFirst = Test->Counter == &Counter && Exiting == Header && Exiting != Latch &&
                          all_of(*Header, [](const Instruction &I) {
                            return isa<PHINode>(I) || I.isTerminator() || isSafeToSpeculativelyExecute(&I);
                          });
  if (!TestsNext && !TestsFirst)
    return std::nullopt;
  return CountingLoop{L, Counter, Start, Step, *Test, TestsNext};
}

/// Whether threads go by the same step from neighbouring numbers to the same end.
bool beginsAtNeighbours(const CountingLoop &C, const LaneShapes &Shapes, const PreparedThread &Thread) {
  const Shape S = Shapes[&C.Counter];
  return Shapes.isUniform(C.Step) && Shapes.isUniform(C.Test.End) && S.Kind == Shape::Linear &&
         S.Stride == 1 && isKnownAtEntry(C.Start, Thread) && isKnownAtEntry(C.Step, Thread) &&
         isKnownAtEntry(C.Test.End, Thread);
}

/// The guard of a rotated loop: a branch at `Start < End` that every thread in the loop has passed.
std::optional<LessThanBranch> guardOf(const CountingLoop &C, const DominatorTree &Tree) {
  const LessThanBranch &Test = C.Test;
  const BasicBlock *Preheader = C.L.getLoopPreheader();
  for (const DomTreeNode *Node = Tree.getNode(Preheader)->getIDom(); Node; Node = Node->getIDom())
    for (BasicBlock *Next : successors(Node->getBlock()))
      if (std::optional<LessThanBranch> Guard = lessThanBranch(*Node->getBlock(), *Next);
          Guard && Guard->IsSigned == Test.IsSigned && isWidened(C.Start, Guard->Counter, Test.IsSigned) &&
          isWidened(Test.End, Guard->End, Test.IsSigned) &&
          Tree.dominates(BasicBlockEdge(Node->getBlock(), Next), Preheader))
        return Guard;
  return std::nullopt;
}

/// The conditions under which threads come to a loop, apart from `Guard`; nothing if they are not the same
/// for all threads, or are no simple ones.
std::optional<SmallVector<std::pair<Value *, bool>, 2>> conditionsOf(const Loop &L, const BranchInst *Guard,
                                                                     const LaneShapes &Shapes,
                                                                     const DominatorTree &Tree,
                                                                     const PreparedThread &Thread) {
  SmallVector<std::pair<Value *, bool>, 2> Found;
  const BasicBlock *Preheader = L.getLoopPreheader();
  for (const BasicBlock &Block : *Preheader->getParent()) {
    auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
    if (L.contains(&Block) || !Branch || !Branch->isConditional() || Branch == Guard ||
        !isPotentiallyReachable(&Block, Preheader, nullptr, &Tree))
      continue;
    std::optional<bool> Comes;
    for (unsigned K : {0u, 1u})
      if (Tree.dominates(BasicBlockEdge(&Block, Branch->getSuccessor(K)), Preheader))
        Comes = K == 0;
    if (!Comes || !Shapes.isUniform(Branch->getCondition()) ||
        !isKnownAtEntry(Branch->getCondition(), Thread))
      return std::nullopt;
    Found.push_back({Branch->getCondition(), *Comes});
  }
  return Found;
}

/// Whether nothing but the counter depends on the thread, apart from `Guard`.
bool isForAnyThread(const Loop &L, const PHINode &Counter, const BranchInst *Guard,
                    const LaneShapes &Shapes) {
  for (const BasicBlock &Block : *L.getHeader()->getParent()) {
    if (!L.contains(&Block)) {
      if (Block.getTerminator() != Guard && Shapes.hasDivergentTerminator(Block))
        return false;
      continue;
    }
    for (const Instruction &I : Block)
      if (&I != &Counter && any_of(I.operand_values(), [&](const Value *Operand) {
            auto *Outside = dyn_cast<Instruction>(Operand);
            return Outside && !L.contains(Outside) && !Shapes.isUniform(Outside);
          }))
        return false;
  }
  return true;
}

/// Whether a value is computed from the counter and what is known where the block begins.
bool isOfCounter(Value *V, const Instruction &Counter, const PreparedThread &Thread, unsigned Depth = 0) {
  constexpr unsigned MostDepth = 6;
  auto *I = dyn_cast<Instruction>(V);
  if (I == &Counter || isKnownAtEntry(V, Thread))
    return true;
  return I && Depth < MostDepth && isa<BinaryOperator, CastInst, GetElementPtrInst>(I) &&
         isSafeToSpeculativelyExecute(I) &&
         all_of(
             I->operand_values(),
             [&](Value *Operand) { return isOfCounter(Operand, Counter, Thread, Depth + 1); });
}

/// The accesses of an iteration whose addresses grow with the counter; none if there are others.
SmallVector<StridedAccess, 8> accessesOf(ArrayRef<BasicBlock *> Blocks, const Instruction &Counter,
                                         const LaneShapes &Shapes, const PreparedThread &Thread) {
  constexpr std::size_t Most = 8;
  SmallVector<StridedAccess, 8> Found;
  const DataLayout &Layout = Counter.getDataLayout();
  for (const BasicBlock *Block : Blocks)
    for (const Instruction &I : *Block) {
      if (accessesNoMemory(I))
        continue;
      auto *Address = const_cast<Value *>(getLoadStorePointerOperand(&I));
      if (!Address || Found.size() == Most || !isOfCounter(Address, Counter, Thread))
        return {};
      const Shape S = Shapes[Address];
      const bool IsUniform = Shapes.isUniform(Address) && isa<LoadInst>(I);
      if (!IsUniform && (S.Kind != Shape::Linear || S.Stride < 0))
        return {};
      Found.push_back({Address, Layout.getTypeStoreSize(getLoadStoreType(&I)).getFixedValue(),
                       IsUniform ? 0 : static_cast<std::uint64_t>(S.Stride), isa<StoreInst>(I)});
    }
  return Found;
}

/// Lets the guard compare the counter of an iteration, which is this far from where the loop's begins.
void addToGuard(const LessThanBranch &Guard, Value *Offset) {
  IRBuilder<> Builder(Guard.Branch);
  auto Widened = [&](Value *V, Type *To) {
    if (V->getType()->getIntegerBitWidth() >= To->getIntegerBitWidth())
      return V;
    return Guard.IsSigned ? Builder.CreateSExt(V, To) : Builder.CreateZExt(V, To);
  };
  Value *Here = Builder.CreateAdd(Widened(Guard.Counter, Offset->getType()), Offset);
  Value *End = Widened(Guard.End, Here->getType());
  Here = Widened(Here, End->getType());
  Value *IsLess = Guard.IsSigned ? Builder.CreateICmpSLT(Here, End) : Builder.CreateICmpULT(Here, End);
  Guard.Branch->setCondition(Guard.Branch->getSuccessor(0) == Guard.GoesOn ? IsLess
                                                                           : Builder.CreateNot(IsLess));
}

/// What is left of a loop.
struct Iteration {
  Instruction *Counter;
  SmallVector<BasicBlock *, 8> Blocks;
};

/// Lets the function run one iteration. Its counter is Start and a number to which the third parameter
/// points.
Iteration runOneIteration(Function &F, const CountingLoop &C, const std::optional<LessThanBranch> &Guard) {
  SmallVector<BasicBlock *, 8> Blocks(C.L.blocks());
  BasicBlock *const Latch = C.L.getLoopLatch(), *const Exit = C.L.getExitBlock();
  IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  LoadInst *Offset = Builder.CreateLoad(C.Counter.getType(), F.getArg(2));
  Offset->setMetadata(stridedOffset, MDNode::get(F.getContext(), {}));
  Builder.SetInsertPoint(C.Start->getParent(), *C.Start->getInsertionPointAfterDef());
  auto *Counter = cast<Instruction>(Builder.CreateAdd(C.Start, Offset));
  if (Guard)
    addToGuard(*Guard, Offset);
  C.Counter.replaceAllUsesWith(Counter);
  C.Counter.eraseFromParent();
  BasicBlock *const Last = C.TestsNext ? C.Test.Branch->getParent() : Latch;
  Last->getTerminator()->eraseFromParent();
  BranchInst::Create(Exit, Last);
  if (Last != Latch) {
    llvm::erase(Blocks, Latch);
    DeleteDeadBlock(Latch);
  }
  return {Counter, std::move(Blocks)};
}

} // namespace

std::optional<StridedLoop> interchangeLoop(PreparedThread &Thread, FunctionAnalysisManager &Analyses) {
  Function &F = Thread.F;
  LoopInfo &LI = Analyses.getResult<LoopAnalysis>(F);
  if (!F.hasFnAttribute(divisibleBlock) || LI.getTopLevelLoops().size() != 1)
    return std::nullopt;
  Loop &L = *LI.getTopLevelLoops().front();
  if (!doesLittleBeside(L, Thread))
    return std::nullopt;
  const std::optional<CountingLoop> Counting = countingLoop(L);
  if (!Counting)
    return std::nullopt;
  const LaneShapes Shapes(F, Thread.Loads, {}, LI);
  if (!beginsAtNeighbours(*Counting, Shapes, Thread))
    return std::nullopt;
  const DominatorTree &Tree = Analyses.getResult<DominatorTreeAnalysis>(F);
  std::optional<LessThanBranch> Guard;
  if (Counting->TestsNext) {
    Guard = guardOf(*Counting, Tree);
    if (!Guard)
      return std::nullopt;
  }
  const BranchInst *GuardBranch = Guard ? Guard->Branch : nullptr;
  std::optional<SmallVector<std::pair<Value *, bool>, 2>> Conditions =
      conditionsOf(L, GuardBranch, Shapes, Tree, Thread);
  if (!Conditions)
    return std::nullopt;

  StridedLoop Found{.Start = Counting->Start,
                    .End = Counting->Test.End,
                    .Step = Counting->Step,
                    .IsSigned = Counting->Test.IsSigned,
                    .Line = L.getStartLoc()};
  Found.Conditions = *std::move(Conditions);
  Found.IsForAnyThread =
      F.hasFnAttribute(joinedBlocks) && isForAnyThread(L, Counting->Counter, GuardBranch, Shapes);
  const Iteration Left = runOneIteration(F, *Counting, Guard);
  Found.Counter = Left.Counter;
  Analyses.invalidate(F, PreservedAnalyses::none());
  FunctionPassManager Passes;
  Passes.addPass(BreakCriticalEdgesPass());
  Passes.run(F, Analyses);
  Analyses.invalidate(F, PreservedAnalyses::none());
  // Now the counter is known not to wrap.
  const LaneShapes ShapesLeft(F, Thread.Loads, {}, Analyses.getResult<LoopAnalysis>(F));
  Found.Accesses = accessesOf(Left.Blocks, *Left.Counter, ShapesLeft, Thread);
  return Found;
}

} // namespace kcc::compiler
