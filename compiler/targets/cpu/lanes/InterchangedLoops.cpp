#include "targets/cpu/lanes/InterchangedLoops.h"
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/BlockParts.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/BreakCriticalEdges.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

using abi::CpuThread;

/// Where a counter comes to this number, threads run one by one: below it, the sum with the width of a row
/// does not wrap, and has no sign.
std::uint64_t limitOf(const Type *T) {
  constexpr std::uint64_t Widest = std::uint64_t{1} << 20;
  return stridedLimit(T->getIntegerBitWidth()) - Widest;
}

/// Whether it loads a parameter of the kernel. Those do not change.
bool loadsParameter(const LoadInst &Load) {
  const Argument *Parameters = Load.getFunction()->getArg(0);
  const Value *From = Load.getPointerOperand()->stripInBoundsConstantOffsets();
  auto *Outer = dyn_cast<LoadInst>(From);
  return From == Parameters ||
         (Outer && Outer->getPointerOperand()->stripInBoundsConstantOffsets() == Parameters);
}

/// Computes values of a thread's function where the block's function begins, before any thread runs.
class AtBegin {
public:
  /// Without a builder, values are only looked at.
  AtBegin(const PreparedThread &Thread, IRBuilder<> *Builder, Function *Block)
      : Thread(Thread), Builder(Builder), Block(Block) {}

  bool has(Value *V) {
    Known.clear();
    return visit(V).has_value();
  }
  Value *get(Value *V) { return *visit(V); }
  /// Lets an instruction have this value.
  void set(Value *V, Value *Is) { Known[cast<Instruction>(V)] = Is; }

private:
  /// The value, null without a builder; nothing if it cannot be computed there.
  std::optional<Value *> visit(Value *V) {
    constexpr std::size_t Most = 32;
    if (isa<Constant>(V))
      return V;
    if (auto *Parameter = dyn_cast<Argument>(V))
      return Block ? Block->getArg(Parameter->getArgNo()) : nullptr;
    auto *I = dyn_cast<Instruction>(V);
    if (!I || (!Builder && Known.size() == Most))
      return std::nullopt;
    if (auto Found = Known.find(I); Found != Known.end())
      return Found->second;
    if (auto Field = Thread.Loads.find(I); Field != Thread.Loads.end())
      return Known[I] = field(Field->second, I->getType());
    auto *Load = dyn_cast<LoadInst>(I);
    if (Load ? !loadsParameter(*Load) || !Load->isSimple()
             : !isa<BinaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst, FreezeInst>(I) ||
                   !isSafeToSpeculativelyExecute(I))
      return std::nullopt;
    SmallVector<Value *, 3> Operands;
    for (Value *Operand : I->operand_values())
      if (std::optional<Value *> Is = visit(Operand))
        Operands.push_back(*Is);
      else
        return std::nullopt;
    if (!Builder)
      return Known[I] = nullptr;
    // For lanes, it is a sum, also where LLVM does not promise that no bit is set in both.
    auto *Or = dyn_cast<PossiblyDisjointInst>(I);
    if (Or && Or->isDisjoint())
      return Known[I] = Builder->CreateAdd(Operands[0], Operands[1]);
    Instruction *Copy = I->clone();
    for (auto [K, Operand] : enumerate(Operands))
      Copy->setOperand(static_cast<unsigned>(K), Operand);
    Copy->dropPoisonGeneratingAnnotations();
    Copy->dropUBImplyingAttrsAndMetadata();
    Copy->setDebugLoc({});
    return Known[I] = Builder->Insert(Copy);
  }

  /// The first thread's index along x is what the call begins with.
  std::optional<Value *> field(std::uint64_t Offset, Type *T) {
    constexpr std::size_t X = offsetof(CpuThread, thread_idx);
    if (Offset == X + 4 || Offset == X + 8 || Offset == offsetof(CpuThread, thread_rank))
      return std::nullopt;
    return Builder ? Builder->CreateLoad(T, Builder->CreateConstInBoundsGEP1_64(
                                                Builder->getInt8Ty(), Block->getArg(1),
                                                Offset == X ? offsetof(CpuThread, begin) : Offset))
                   : nullptr;
  }

  const PreparedThread &Thread;
  IRBuilder<> *Builder;
  Function *Block;
  DenseMap<const Instruction *, std::optional<Value *>> Known;
};

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

/// The branch at which a loop goes on while `Counter < End`. End may have more bits.
struct Test {
  BranchInst *Branch;
  const BasicBlock *GoesOn;
  Value *Counter, *End;
  bool IsSigned;
};

std::optional<Test> testOf(BasicBlock &Block, const BasicBlock &GoesOn) {
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
  return Test{Branch, &GoesOn, Counter, End, Predicate == CmpInst::ICMP_SLT};
}

/// Whether a number is another one, or the same with more bits.
bool isWidened(const Value *V, const Value *From, bool IsSigned) {
  auto *Cast = dyn_cast<CastInst>(V);
  return V == From || (Cast && Cast->getOpcode() == (IsSigned ? Instruction::SExt : Instruction::ZExt) &&
                       Cast->getOperand(0) == From);
}

/// The guard of a rotated loop: a branch at `Start < End` that every thread in the loop has passed.
std::optional<Test> guardOf(const Loop &L, const Value &Start, const Test &Own, const DominatorTree &Tree) {
  const BasicBlock *Preheader = L.getLoopPreheader();
  for (const DomTreeNode *Node = Tree.getNode(Preheader)->getIDom(); Node; Node = Node->getIDom())
    for (BasicBlock *Next : successors(Node->getBlock()))
      if (std::optional<Test> Guard = testOf(*Node->getBlock(), *Next);
          Guard && Guard->IsSigned == Own.IsSigned && isWidened(&Start, Guard->Counter, Own.IsSigned) &&
          isWidened(Own.End, Guard->End, Own.IsSigned) &&
          Tree.dominates(BasicBlockEdge(Node->getBlock(), Next), Preheader))
        return Guard;
  return std::nullopt;
}

/// The conditions under which threads come to a loop, apart from `Guard`; nothing if they are not the same
/// for all threads, or are no simple ones.
std::optional<SmallVector<std::pair<Value *, bool>, 2>> conditionsOf(const Loop &L, const BranchInst *Guard,
                                                                     const LaneShapes &Shapes,
                                                                     const DominatorTree &Tree,
                                                                     AtBegin &Begin) {
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
    if (!Comes || !Shapes.isUniform(Branch->getCondition()) || !Begin.has(Branch->getCondition()))
      return std::nullopt;
    Found.push_back({Branch->getCondition(), *Comes});
  }
  return Found;
}

/// Whether nothing but the counter depends on the thread, apart from the test before the loop.
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
bool isOfCounter(Value *V, const Instruction &Counter, AtBegin &Begin, unsigned Depth = 0) {
  constexpr unsigned MostDepth = 6;
  auto *I = dyn_cast<Instruction>(V);
  if (I == &Counter || Begin.has(V))
    return true;
  return I && Depth < MostDepth && isa<BinaryOperator, CastInst, GetElementPtrInst>(I) &&
         isSafeToSpeculativelyExecute(I) &&
         all_of(
             I->operand_values(),
             [&](Value *Operand) { return isOfCounter(Operand, Counter, Begin, Depth + 1); });
}

/// The accesses of an iteration whose addresses grow with the counter; none if there are others.
SmallVector<StridedAccess, 8> accessesOf(ArrayRef<BasicBlock *> Blocks, const Instruction &Counter,
                                         const LaneShapes &Shapes, AtBegin &Begin) {
  constexpr std::size_t Most = 8;
  SmallVector<StridedAccess, 8> Found;
  const DataLayout &Layout = Counter.getDataLayout();
  for (const BasicBlock *Block : Blocks)
    for (const Instruction &I : *Block) {
      auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
      if (!I.mayReadOrWriteMemory() || (Intrinsic && Intrinsic->isAssumeLikeIntrinsic()))
        continue;
      auto *Address = const_cast<Value *>(getLoadStorePointerOperand(&I));
      if (!Address || Found.size() == Most || !isOfCounter(Address, Counter, Begin))
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

/// What a strided loop's block function computes first.
struct LoopNumbers {
  Value *First, *Last, *Step; ///< Start, End and Step, with 64 bits
  Value *AreNear;             ///< 0 <= First, and no thread's counter comes to limitOf()
  Value *AreReached;          ///< the conditions before the loop hold
};

LoopNumbers numbersOf(const StridedLoop &Loop, AtBegin &Begin, IRBuilder<> &At) {
  auto Widened = [&](Value *V) {
    Value *Is = At.CreateFreeze(Begin.get(V));
    return Loop.IsSigned ? At.CreateSExt(Is, At.getInt64Ty()) : At.CreateZExt(Is, At.getInt64Ty());
  };
  Value *First = Widened(Loop.Start), *Last = Widened(Loop.End), *Step = Widened(Loop.Step);
  Value *const Limit = At.getInt64(limitOf(Loop.Start->getType()));
  Value *AreNear = Loop.IsSigned ? At.CreateICmpSLT(Last, Limit) : At.CreateICmpULT(Last, Limit);
  for (Value *V : {First, Step, At.CreateAdd(Last, Step)})
    AreNear = At.CreateAnd(AreNear, At.CreateICmpULT(V, Limit));
  Value *AreReached = At.getTrue();
  for (auto [Condition, Is] : Loop.Conditions) {
    Value *Here = At.CreateFreeze(Begin.get(Condition));
    AreReached = At.CreateAnd(AreReached, Is ? Here : At.CreateNot(Here));
  }
  return {First, Last, Step, AreNear, AreReached};
}

Value *fieldAt(std::size_t Offset, IRBuilder<> &At, Function &Block) {
  return At.CreateConstInBoundsGEP1_64(At.getInt8Ty(), Block.getArg(1), Offset);
}

} // namespace

std::optional<StridedLoop> interchangeLoop(PreparedThread &Thread, FunctionAnalysisManager &Analyses) {
  Function &F = Thread.F;
  LoopInfo &LI = Analyses.getResult<LoopAnalysis>(F);
  if (!F.hasFnAttribute(divisibleBlock) || LI.getTopLevelLoops().size() != 1)
    return std::nullopt;
  Loop &L = *LI.getTopLevelLoops().front();
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch(), *Exit = L.getExitBlock(),
             *Exiting = L.getExitingBlock();
  if (!Latch || !Exit || !Exiting || !L.getLoopPreheader() || !Exit->phis().empty() ||
      !doesLittleBeside(L, Thread) || std::distance(Header->phis().begin(), Header->phis().end()) != 1)
    return std::nullopt;
  PHINode &Phi = *Header->phis().begin();
  auto *Next = dyn_cast<BinaryOperator>(Phi.getIncomingValueForBlock(Latch));
  auto *Start = dyn_cast<Instruction>(Phi.getIncomingValueForBlock(L.getLoopPreheader()));
  if (!Start || !Next || Next->getOpcode() != Instruction::Add ||
      (!Phi.getType()->isIntegerTy(32) && !Phi.getType()->isIntegerTy(64)))
    return std::nullopt;
  const unsigned Stepped = Next->getOperand(0) == &Phi ? 0 : 1;
  Value *const Step = Next->getOperand(1 - Stepped);
  bool IsMoved = false;
  L.makeLoopInvariant(Step, IsMoved);
  BasicBlock *const Body =
      *find_if(successors(Exiting), [&](BasicBlock *Block) { return L.contains(Block); });
  const std::optional<Test> Own = testOf(*Exiting, *Body);
  const LaneShapes Shapes(F, Thread.Loads, {}, LI);
  AtBegin Begin(Thread, nullptr, nullptr);
  // The test may be followed by an empty block.
  const bool TestsNext =
      Own && Own->Counter == Next &&
      (Exiting == Latch || (Latch->getSinglePredecessor() == Exiting && Latch->sizeWithoutDebug() == 1));
  // What stands before the test also runs where it fails, and then more often than the source says.
  const bool TestsFirst = Own && Own->Counter == &Phi && Exiting == Header && Exiting != Latch &&
                          all_of(*Header, [](const Instruction &I) {
                            return isa<PHINode>(I) || I.isTerminator() || isSafeToSpeculativelyExecute(&I);
                          });
  if (Next->getOperand(Stepped) != &Phi || (!TestsNext && !TestsFirst) || !L.isLoopInvariant(Step) ||
      !L.isLoopInvariant(Own->End) || !Shapes.isUniform(Step) || !Shapes.isUniform(Own->End) ||
      Shapes[&Phi].Kind != Shape::Linear || Shapes[&Phi].Stride != 1 || !Begin.has(Start) ||
      !Begin.has(Step) || !Begin.has(Own->End))
    return std::nullopt;
  std::optional<Test> Guard;
  if (TestsNext) {
    Guard = guardOf(L, *Start, *Own, Analyses.getResult<DominatorTreeAnalysis>(F));
    if (!Guard)
      return std::nullopt;
  }

  std::optional<SmallVector<std::pair<Value *, bool>, 2>> Conditions = conditionsOf(
      L, Guard ? Guard->Branch : nullptr, Shapes, Analyses.getResult<DominatorTreeAnalysis>(F), Begin);
  if (!Conditions)
    return std::nullopt;

  StridedLoop Found{
      .Start = Start, .End = Own->End, .Step = Step, .IsSigned = Own->IsSigned, .Line = L.getStartLoc()};
  Found.Conditions = *std::move(Conditions);
  Found.IsForAnyThread = Thread.F.hasFnAttribute(joinedBlocks) &&
                         isForAnyThread(L, Phi, Guard ? Guard->Branch : nullptr, Shapes);
  SmallVector<BasicBlock *, 8> Blocks(L.blocks());
  IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  LoadInst *Offset = Builder.CreateLoad(Phi.getType(), F.getArg(2));
  Offset->setMetadata(stridedOffset, MDNode::get(F.getContext(), {}));
  Builder.SetInsertPoint(Start->getParent(), *Start->getInsertionPointAfterDef());
  Value *Counter = Builder.CreateAdd(Start, Offset);
  if (Guard) {
    Builder.SetInsertPoint(Guard->Branch);
    auto Widened = [&](Value *V, Type *To) {
      if (V->getType()->getIntegerBitWidth() >= To->getIntegerBitWidth())
        return V;
      return Found.IsSigned ? Builder.CreateSExt(V, To) : Builder.CreateZExt(V, To);
    };
    Value *Here = Builder.CreateAdd(Widened(Guard->Counter, Phi.getType()), Offset);
    Value *End = Widened(Guard->End, Here->getType());
    Here = Widened(Here, End->getType());
    Value *IsLess = Found.IsSigned ? Builder.CreateICmpSLT(Here, End) : Builder.CreateICmpULT(Here, End);
    Guard->Branch->setCondition(Guard->Branch->getSuccessor(0) == Guard->GoesOn ? IsLess
                                                                                : Builder.CreateNot(IsLess));
  }
  Found.Counter = Counter;
  Phi.replaceAllUsesWith(Counter);
  Phi.eraseFromParent();
  BasicBlock *const Last = TestsNext ? Exiting : Latch;
  Last->getTerminator()->eraseFromParent();
  BranchInst::Create(Exit, Last);
  if (Last != Latch) {
    llvm::erase(Blocks, Latch);
    DeleteDeadBlock(Latch);
  }
  Analyses.invalidate(F, PreservedAnalyses::none());
  FunctionPassManager Passes;
  Passes.addPass(BreakCriticalEdgesPass());
  Passes.run(F, Analyses);
  Analyses.invalidate(F, PreservedAnalyses::none());
  // Now the counter is known not to wrap.
  Found.Accesses = accessesOf(Blocks, *cast<Instruction>(Counter),
                              LaneShapes(F, Thread.Loads, {}, Analyses.getResult<LoopAnalysis>(F)), Begin);
  return Found;
}

Function &runIterations(Function &Iteration, const StridedLoop &Loop, PreparedThread &Prepared,
                        Function &Thread, unsigned Lanes, StringRef Name) {
  Module &M = *Iteration.getParent();
  IRBuilder<> At(M.getContext());
  Type *const I32 = At.getInt32Ty(), *const I64 = At.getInt64Ty(), *const T = Loop.Start->getType();
  auto *Block = Function::Create(
      FunctionType::get(At.getVoidTy(), {At.getPtrTy(), At.getPtrTy(), At.getPtrTy()}, false),
      GlobalValue::ExternalLinkage, Name, M);
  Block->setDoesNotThrow();
  for (StringRef Kept : {"frame-pointer", "probe-stack"})
    if (Iteration.hasFnAttribute(Kept))
      Block->addFnAttr(Iteration.getFnAttribute(Kept));
  auto Make = [&](const Twine &BlockName) { return BasicBlock::Create(M.getContext(), BlockName, Block); };
  BasicBlock *Entry = Make("entry"), *Reached = Make("reached"), *Near = Make("near"),
             *Head = Make("iterations"), *Run = Make("run"), *Done = Make("done"), *End = Make("end");
  auto Field = [&](std::size_t Offset) { return fieldAt(Offset, At, *Block); };
  auto Load = [&](std::size_t Offset) -> Value * { return At.CreateLoad(I32, Field(Offset)); };
  auto Axis = [](std::size_t Offset, unsigned K) { return Offset + 4 * K; };

  At.SetInsertPoint(Entry);
  AllocaInst *Offset = At.CreateAlloca(T);
  AtBegin Begin(Prepared, &At, Block);
  const LoopNumbers Numbers = numbersOf(Loop, Begin, At);
  Value *const First = Numbers.First, *const Last = Numbers.Last, *const Step = Numbers.Step;
  Value *BeginOf[3], *EndOf[3], *Extent[3];
  for (unsigned K = 0; K < 3; ++K) {
    BeginOf[K] = Load(Axis(offsetof(CpuThread, begin), K));
    EndOf[K] = Load(Axis(offsetof(CpuThread, end), K));
    Extent[K] = Load(Axis(offsetof(CpuThread, block_dim), K));
  }
  Value *const Width = At.CreateZExt(At.CreateSub(EndOf[0], BeginOf[0]), I64);
  Value *const Zero = At.getInt64(0);
  auto IsLess = [&](Value *A, Value *B) {
    return Loop.IsSigned ? At.CreateICmpSLT(A, B) : At.CreateICmpULT(A, B);
  };
  BasicBlock *Z = Make("z"), *Y = Make("y"), *X = Make("x"), *NextY = Make("next.y"), *NextZ = Make("next.z");
  At.CreateCondBr(Numbers.AreReached, Reached, End);
  At.SetInsertPoint(Reached);
  At.CreateCondBr(Numbers.AreNear, Near, Z);

  // A call for the threads of the whole grid, in one row, runs all iterations: behind the last thread's
  // element is the first one's next. A call for a range of elements runs these.
  At.SetInsertPoint(Near);
  Value *IsWhole = At.CreateICmpEQ(Step, Width),
        *IsRange = At.CreateICmpNE(Load(offsetof(CpuThread, elements)), At.getInt32(0));
  for (unsigned K : {1u, 2u})
    IsWhole = At.CreateAnd(IsWhole, At.CreateICmpEQ(At.CreateSub(EndOf[K], BeginOf[K]), At.getInt32(1)));
  for (std::size_t Zeroed : {offsetof(CpuThread, begin), offsetof(CpuThread, block_idx)})
    IsWhole = At.CreateAnd(IsWhole, At.CreateICmpEQ(Load(Zeroed), At.getInt32(0)));
  IsWhole = At.CreateAnd(IsWhole, At.CreateICmpEQ(At.CreateURem(Width, At.getInt64(Lanes)), Zero));
  if (!Loop.IsForAnyThread)
    IsWhole = IsRange = At.getFalse();
  constexpr std::uint64_t MostInRow = std::uint64_t{1} << 28;
  Value *const Most = At.CreateSub(At.getInt64(MostInRow), At.CreateURem(At.getInt64(MostInRow), Width));
  Value *const InRow = At.CreateSelect(IsRange, Width, Most);
  Value *const IsRow = At.CreateOr(IsRange, IsWhole);
  // After a range there is nothing.
  Value *const Stride =
      At.CreateSelect(IsRange, At.getInt64(limitOf(At.getInt64Ty())), At.CreateSelect(IsWhole, Most, Step));
  At.CreateBr(Head);

  At.SetInsertPoint(Head);
  PHINode *Counter = At.CreatePHI(I64, 2);
  Counter->addIncoming(First, Near);
  At.CreateCondBr(IsLess(Counter, Last), Run, Done);
  At.SetInsertPoint(Run);
  At.CreateStore(At.CreateTrunc(At.CreateSub(Counter, First), T), Offset);
  Value *const Left = At.CreateBinaryIntrinsic(Intrinsic::umin, InRow, At.CreateSub(Last, Counter));
  At.CreateStore(At.CreateSelect(IsRow, At.CreateAdd(BeginOf[0], At.CreateTrunc(Left, I32)), EndOf[0]),
                 Field(offsetof(CpuThread, end)));
  At.CreateCall(&Iteration, {Block->getArg(0), Block->getArg(1), Offset});
  Counter->addIncoming(At.CreateAdd(Counter, Stride), Run);
  At.CreateBr(Head);
  At.SetInsertPoint(Done);
  At.CreateStore(EndOf[0], Field(offsetof(CpuThread, end)));
  At.CreateBr(End);

  auto Index = [&](BasicBlock *Into, BasicBlock *From, unsigned K) {
    At.SetInsertPoint(Into);
    PHINode *Number = At.CreatePHI(I32, 2);
    Number->addIncoming(BeginOf[K], From);
    return Number;
  };
  PHINode *const IndexZ = Index(Z, Reached, 2);
  At.CreateBr(Y);
  PHINode *const IndexY = Index(Y, Z, 1);
  At.CreateBr(X);
  PHINode *const IndexX = Index(X, Y, 0);
  PHINode *const Indices[3] = {IndexX, IndexY, IndexZ};
  for (unsigned K = 0; K < 3; ++K)
    At.CreateStore(Indices[K], Field(Axis(offsetof(CpuThread, thread_idx), K)));
  At.CreateStore(
      At.CreateAdd(At.CreateMul(At.CreateAdd(At.CreateMul(IndexZ, Extent[1]), IndexY), Extent[0]), IndexX),
      Field(offsetof(CpuThread, thread_rank)));
  At.CreateStore(At.getInt32(1), Field(offsetof(CpuThread, running)));
  At.CreateCall(&Thread, {Block->getArg(0)})->setIsNoInline();
  auto StepTo = [&](PHINode *Number, unsigned K, BasicBlock *Again, BasicBlock *After) {
    Value *Sum = At.CreateAdd(Number, At.getInt32(1));
    Number->addIncoming(Sum, At.GetInsertBlock());
    At.CreateCondBr(At.CreateICmpULT(Sum, EndOf[K]), Again, After);
    At.SetInsertPoint(After);
  };
  StepTo(IndexX, 0, X, NextY);
  StepTo(IndexY, 1, Y, NextZ);
  StepTo(IndexZ, 2, Z, End);
  At.CreateRetVoid();
  return *Block;
}

Function *countElements(const StridedLoop &Loop, PreparedThread &Prepared, StringRef Name) {
  if (!Loop.IsForAnyThread || Loop.Accesses.empty())
    return nullptr;
  for (const StridedAccess &Access : Loop.Accesses)
    if (Access.IsStore && Access.Stride < Access.Bytes)
      return nullptr;
  Module &M = *Prepared.F.getParent();
  IRBuilder<> At(M.getContext());
  Type *const I64 = At.getInt64Ty(), *const T = Loop.Start->getType();
  auto *Count = Function::Create(FunctionType::get(I64, {At.getPtrTy(), At.getPtrTy()}, false),
                                 GlobalValue::ExternalLinkage, Name, M);
  Count->setDoesNotThrow();
  auto Make = [&](const Twine &BlockName) { return BasicBlock::Create(M.getContext(), BlockName, Count); };
  BasicBlock *Entry = Make("entry"), *Some = Make("some"), *None = Make("none");
  At.SetInsertPoint(Entry);
  AtBegin Begin(Prepared, &At, Count);
  const LoopNumbers Numbers = numbersOf(Loop, Begin, At);
  auto Field = [&](std::size_t Offset) {
    return At.CreateZExt(At.CreateLoad(At.getInt32Ty(), fieldAt(Offset, At, *Count)), I64);
  };
  Value *Threads = At.CreateMul(Field(offsetof(CpuThread, grid_dim)), Field(offsetof(CpuThread, block_dim)));
  Value *Is =
      At.CreateAnd(At.CreateAnd(Numbers.AreReached, Numbers.AreNear), At.CreateICmpEQ(Numbers.Step, Threads));
  Is = At.CreateAnd(Is, Loop.IsSigned ? At.CreateICmpSLT(Numbers.First, Numbers.Last)
                                      : At.CreateICmpULT(Numbers.First, Numbers.Last));
  At.CreateCondBr(Is, Some, None);

  // Where each access begins in the first iteration and in the last one.
  At.SetInsertPoint(Some);
  struct Range {
    Value *Begin, *End; ///< addresses; of all iterations
  };
  Value *const Steps = At.CreateSub(At.CreateSub(Numbers.Last, Numbers.First), At.getInt64(1));
  AtBegin InFirst(Prepared, &At, Count), InLast(Prepared, &At, Count);
  InFirst.set(Loop.Counter, At.CreateTrunc(Numbers.First, T));
  InLast.set(Loop.Counter, At.CreateTrunc(At.CreateAdd(Numbers.First, Steps), T));
  SmallVector<Range, 8> Ranges;
  Value *AreApart = At.getTrue();
  for (const StridedAccess &Access : Loop.Accesses) {
    Value *Low = At.CreatePtrToInt(At.CreateFreeze(InFirst.get(Access.Address)), I64);
    Value *High = At.CreatePtrToInt(At.CreateFreeze(InLast.get(Access.Address)), I64);
    AreApart = At.CreateAnd(
        AreApart, At.CreateICmpEQ(At.CreateSub(High, Low), At.CreateMul(Steps, At.getInt64(Access.Stride))));
    AreApart = At.CreateAnd(AreApart, At.CreateICmpULE(Low, High));
    Ranges.push_back({Low, At.CreateAdd(High, At.getInt64(Access.Bytes))});
  }
  // Two accesses are to different memory, or an iteration's are both to memory that is its own.
  for (auto [K, Store] : enumerate(Loop.Accesses))
    for (auto [J, Other] : enumerate(Loop.Accesses)) {
      if (!Store.IsStore || J == K || (Other.IsStore && J < K))
        continue;
      Value *AreHere = At.CreateOr(At.CreateICmpULE(Ranges[K].End, Ranges[J].Begin),
                                   At.CreateICmpULE(Ranges[J].End, Ranges[K].Begin));
      auto IsWithin = [&](const Range &Own, const StridedAccess &First, const Range &Next,
                          const StridedAccess &Second) {
        if (First.Stride != Second.Stride || First.Stride < First.Bytes || First.Stride < Second.Bytes)
          return;
        Value *Distance = At.CreateSub(Next.Begin, Own.Begin);
        AreHere = At.CreateOr(AreHere, At.CreateICmpULE(Distance, At.getInt64(First.Stride - Second.Bytes)));
      };
      IsWithin(Ranges[K], Store, Ranges[J], Other);
      IsWithin(Ranges[J], Other, Ranges[K], Store);
      AreApart = At.CreateAnd(AreApart, AreHere);
    }
  At.CreateRet(At.CreateSelect(AreApart, At.CreateAdd(Steps, At.getInt64(1)), At.getInt64(0)));
  At.SetInsertPoint(None);
  At.CreateRet(At.getInt64(0));
  return Count;
}

} // namespace kcc::compiler
