#include "targets/cpu/lanes/BarrierRegions.h"
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/Frame.h"
#include "targets/cpu/lanes/Meeting.h"
#include "targets/cpu/lanes/SplitLoops.h"
#include "targets/cpu/lanes/Vectorizer.h"
#include "targets/cpu/lanes/WarpOperations.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"
#include <optional>

using namespace llvm;

namespace kcc::compiler {
namespace {

enum class Vote { None, Count, And, Or };

/// What a call of the runtime waits for with the block's barrier.
std::optional<Vote> barrierVote(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee)
    return std::nullopt;
  return StringSwitch<std::optional<Vote>>(Callee->getName())
      .Cases({"kcc_cpu_sync_threads", splitMarker}, Vote::None)
      .Case("kcc_cpu_sync_threads_count", Vote::Count)
      .Case("kcc_cpu_sync_threads_and", Vote::And)
      .Case("kcc_cpu_sync_threads_or", Vote::Or)
      .Default(std::nullopt);
}

/// The functions of the module that wait, directly or by what they call.
SmallPtrSet<const Function *, 8> waitingFunctions(const Module &M) {
  SmallPtrSet<const Function *, 8> Waiting;
  SmallVector<const Function *, 8> Work;
  for (const Function &F : M)
    if (F.isDeclaration() && F.isConvergent() && !F.isIntrinsic())
      Work.push_back(&F);
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users())
      if (auto *I = dyn_cast<Instruction>(U); I && Waiting.insert(I->getFunction()).second)
        Work.push_back(I->getFunction());
  return Waiting;
}

class Splitter {
public:
  Splitter(PreparedThread &Thread, FunctionAnalysisManager &Analyses, std::string &Obstacle)
      : F(Thread.F), Loads(Thread.Loads), Analyses(Analyses), Obstacle(Obstacle),
        Shapes(F, Loads, {}, Analyses.getResult<LoopAnalysis>(F)) {}

  BarrierRegions run() {
    BarrierRegions Regions;
    for (Instruction &I : instructions(F))
      if (barrierVote(I))
        Barriers.push_back(cast<CallInst>(&I));
    // Each region is a part of the function, perhaps most of it.
    if (Barriers.size() * F.getInstructionCount() > 25 * mostInstructions) {
      refuse("it has too many barriers");
      return {};
    }
    for (CallInst *Barrier : Barriers)
      SplitBlock(Barrier->getParent(), Barrier->getNextNode());
    const ThreadUniformity Uniformity(F, Loads, {}, Neighbours::Block);
    if (!threadsMeet(F, Uniformity, endsAtBarrier)) {
      refuse("threads that take different ways may wait at different barriers");
      return {};
    }
    Regions.AllArrive = threadsMeet(F, Uniformity, [](const BasicBlock &Block) {
      return endsAtBarrier(Block) || isa<ReturnInst>(Block.getTerminator());
    });
    findLiveValues();
    if (!chooseSlots(Regions, Uniformity))
      return {};
    for (unsigned K = 0; K <= Barriers.size(); ++K)
      Regions.Threads.push_back(&region(K, Regions));
    return Regions;
  }

private:
  bool refuse(const Twine &Why) {
    Obstacle = Why.str();
    return false;
  }

  static bool endsAtBarrier(const BasicBlock &Block) {
    return Block.size() > 1 && barrierVote(*std::prev(Block.end(), 2)).has_value();
  }

  // ---- What outlives barriers

  static BasicBlock &behind(CallInst &Barrier) { return *Barrier.getParent()->getSingleSuccessor(); }

  /// Whether an array's address may be in a variable or in memory.
  static bool mayBePointedTo(const AllocaInst &Array) {
    SmallVector<const Value *, 8> Work = {&Array};
    while (!Work.empty()) {
      const Value *Address = Work.pop_back_val();
      for (const User *U : Address->users()) {
        auto *Store = dyn_cast<StoreInst>(U);
        if (isa<GetElementPtrInst>(U))
          Work.push_back(U);
        else if (Store ? Store->getValueOperand() == Address
                       : !isa<LoadInst>(U) && !(isa<IntrinsicInst>(U) && U->getType()->isVoidTy()))
          return true;
      }
    }
    return false;
  }

  /// The array that a value is an address in, of those to which mayBePointedTo() knows all pointers.
  static AllocaInst *arrayAt(Value *V) {
    constexpr unsigned NoLimit = 0;
    return V->getType()->isPointerTy() ? dyn_cast<AllocaInst>(getUnderlyingObject(V, NoLimit)) : nullptr;
  }

  void findLiveValues() {
    using Values = SmallSetVector<Instruction *, 16>;
    DenseMap<BasicBlock *, Values> LiveIn;
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (BasicBlock *Block : post_order(&F)) {
        Values Live;
        for (BasicBlock *Successor : successors(Block)) {
          Live.insert_range(LiveIn[Successor]);
          for (PHINode &Phi : Successor->phis())
            if (auto *V = dyn_cast<Instruction>(Phi.getIncomingValueForBlock(Block)))
              Live.insert(V);
        }
        for (Instruction &I : reverse(*Block)) {
          Live.remove(&I);
          if (!isa<PHINode>(I))
            for (Value *V : I.operand_values())
              if (auto *Used = dyn_cast<Instruction>(V))
                Live.insert(Used);
        }
        if (Values &Old = LiveIn[Block]; Old.size() != Live.size()) {
          Old = std::move(Live);
          Changed = true;
        }
      }
    }
    for (CallInst *Barrier : Barriers) {
      Values &Live = LiveIn[&behind(*Barrier)];
      for (Instruction &I : instructions(F))
        if (auto *Array = dyn_cast<AllocaInst>(&I); Array && mayBePointedTo(*Array))
          Live.insert(Array);
      for (std::size_t K = 0; K < Live.size(); ++K)
        if (AllocaInst *Array = arrayAt(Live[K]))
          Live.insert(Array);
      LiveBehind.push_back(Live.takeVector());
    }
  }

  /// The number of instructions that compute the value anew, at most `Most`.
  std::optional<unsigned> costOf(const Value *V, unsigned Most) const {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || Loads.contains(I))
      return 0;
    bool CanBeRepeated = false;
    if (auto *Load = dyn_cast<LoadInst>(I))
      CanBeRepeated = Load->hasMetadata(LLVMContext::MD_invariant_load) && Load->isSimple();
    else
      CanBeRepeated = isa<BinaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst>(I) &&
                      isSafeToSpeculativelyExecute(I) && !I->getType()->isVectorTy();
    if (!CanBeRepeated || Most == 0)
      return std::nullopt;
    unsigned Cost = 1;
    for (const Value *Operand : I->operand_values()) {
      std::optional<unsigned> More = costOf(Operand, Most - Cost);
      if (!More)
        return std::nullopt;
      Cost += *More;
      if (Cost > Most)
        return std::nullopt;
    }
    return Cost;
  }

  /// Whether an address in an array, other than its own, outlives a barrier.
  bool keepsAddressIn(const AllocaInst &Array) const {
    return any_of(LiveBehind, [&](ArrayRef<Instruction *> Live) {
      return any_of(Live, [&](Instruction *V) { return V != &Array && arrayAt(V) == &Array; });
    });
  }

  bool chooseSlots(BarrierRegions &Regions, const ThreadUniformity &Uniformity) {
    constexpr unsigned Most = 12;
    std::uint64_t OfBlock = 0;
    for (ArrayRef<Instruction *> Live : LiveBehind)
      for (Instruction *V : Live) {
        if (SlotOf.contains(V) || costOf(V, Most))
          continue;
        Slot S;
        if (auto *Alloca = dyn_cast<AllocaInst>(V)) {
          S.Bytes = Shapes.sizeOf(*Alloca);
          S.Alignment = Alloca->getAlign().value();
          S.IsPointedTo = mayBePointedTo(*Alloca) || keepsAddressIn(*Alloca);
          if (S.Alignment > abi::frame_alignment)
            return refuse("a local array with a large alignment outlives a barrier");
        } else {
          if (!isElement(V->getType()))
            return refuse("a value of an unusual type outlives a barrier");
          const bool IsTruth = V->getType()->isIntegerTy(1);
          S.Type = IsTruth ? Type::getInt8Ty(F.getContext()) : V->getType();
          S.Contents = Shapes[V];
          // A thread that ends early has no value that the others could take.
          S.IsOfBlock = Regions.AllArrive && S.Contents.Kind == Shape::Uniform &&
                        !Uniformity->isDivergent(V) && OfBlock < FrameLayout::MostBlockSlots;
          OfBlock += S.IsOfBlock;
        }
        SlotOf[V] = static_cast<unsigned>(Regions.Slots.size());
        Regions.Slots.push_back(S);
      }
    Regions.Votes = any_of(Barriers, [](const CallInst *B) { return *barrierVote(*B) != Vote::None; });
    return true;
  }

  // ---- The functions

  /// A copy of the function that begins behind a barrier, or at its beginning.
  Function &region(unsigned Number, const BarrierRegions &Regions) {
    LLVMContext &Context = F.getContext();
    SmallVector<Type *, 8> Parameters(FirstSlotParameter + Regions.Slots.size(),
                                      PointerType::getUnqual(Context));
    Function *R =
        Function::Create(FunctionType::get(Type::getVoidTy(Context), Parameters, false),
                         GlobalValue::InternalLinkage, F.getName() + "." + Twine(Number), *F.getParent());
    ValueToValueMapTy Map;
    for (unsigned K = 0; K < FirstSlotParameter; ++K)
      Map[F.getArg(K)] = R->getArg(K);
    SmallVector<ReturnInst *, 4> Returns;
    CloneFunctionInto(R, &F, Map, CloneFunctionChangeType::LocalChangesOnly, Returns);
    R->setDSOLocal(true);
    auto SlotArgument = [&](const Instruction *V) {
      return R->getArg(FirstSlotParameter + SlotOf.lookup(V));
    };
    auto Copy = [&](const Instruction *V) { return cast<Instruction>(static_cast<Value *>(Map[V])); };

    BasicBlock *OldEntry = &R->getEntryBlock();
    BasicBlock *Entry = BasicBlock::Create(Context, "region", R, OldEntry);
    while (auto *Alloca = dyn_cast<AllocaInst>(&OldEntry->front()))
      Alloca->moveBefore(*Entry, Entry->end());
    for (Instruction &I : make_early_inc_range(*OldEntry))
      if (isa<AllocaInst>(I))
        I.moveBefore(*Entry, Entry->end());
    IRBuilder<> AtEntry(Entry);
    // Every value that outlives a barrier lives in a variable, until mem2reg.
    MapVector<const Instruction *, AllocaInst *> Variables;
    SmallPtrSet<const Instruction *, 8> Arrays;
    for (ArrayRef<Instruction *> Live : LiveBehind)
      for (Instruction *V : Live)
        if (isa<AllocaInst>(V))
          Arrays.insert(V);
        else if (!Variables.contains(V))
          Variables[V] = AtEntry.CreateAlloca(V->getType());
    for (const Instruction *Array : Arrays) {
      Instruction *Own = Copy(Array);
      for (User *U : make_early_inc_range(Own->users()))
        if (auto *Marker = dyn_cast<LifetimeIntrinsic>(U))
          Marker->eraseFromParent();
      Own->replaceAllUsesWith(SlotArgument(Array));
    }
    for (auto [V, Variable] : Variables)
      moveTo(*Copy(V), *Variable);

    for (auto [K, Barrier] : enumerate(Barriers)) {
      auto *Call = cast<CallInst>(Copy(Barrier));
      IRBuilder<> AtBarrier(Call);
      for (Instruction *V : LiveBehind[K])
        if (V != Barrier && !isa<AllocaInst>(V) && SlotOf.contains(V)) {
          Value *X = AtBarrier.CreateLoad(V->getType(), Variables[V]);
          if (V->getType()->isIntegerTy(1))
            X = AtBarrier.CreateZExt(X, AtBarrier.getInt8Ty());
          AtBarrier.CreateStore(X, SlotArgument(V));
        }
      Value *Truth = *barrierVote(*Barrier) == Vote::None ? PoisonValue::get(AtBarrier.getInt32Ty())
                                                          : Call->getArgOperand(0);
      CallInst *Arrive = AtBarrier.CreateCall(
          F.getParent()->getOrInsertFunction(arriveMarker, AtBarrier.getVoidTy(), AtBarrier.getInt32Ty(),
                                             AtBarrier.getInt32Ty()),
          {AtBarrier.getInt32(static_cast<std::uint32_t>(K + 1)), Truth});
      Arrive->setCannotMerge();
      Arrive->setDoesNotThrow();
      // What follows is the variable's store of the vote's result, and the branch.
      BasicBlock *Block = Call->getParent();
      Block->getSingleSuccessor()->removePredecessor(Block);
      while (&Block->back() != Arrive) {
        if (!Block->back().use_empty())
          Block->back().replaceAllUsesWith(PoisonValue::get(Block->back().getType()));
        Block->back().eraseFromParent();
      }
      IRBuilder<>(Block).CreateRetVoid();
    }

    if (Number == 0) {
      AtEntry.CreateBr(OldEntry);
    } else {
      CallInst *Barrier = Barriers[Number - 1];
      DenseMap<const Value *, Value *> Repeated;
      for (Instruction *V : LiveBehind[Number - 1]) {
        if (isa<AllocaInst>(V))
          continue;
        Value *X;
        if (V == Barrier) {
          X = voteResult(*barrierVote(*Barrier), AtEntry, R->getArg(2));
        } else if (!SlotOf.contains(V)) {
          X = repeat(V, AtEntry, *R, Repeated);
        } else {
          const bool IsTruth = V->getType()->isIntegerTy(1);
          X = AtEntry.CreateLoad(IsTruth ? AtEntry.getInt8Ty() : V->getType(), SlotArgument(V));
          if (IsTruth)
            X = AtEntry.CreateTrunc(X, V->getType());
        }
        AtEntry.CreateStore(X, Variables[V]);
      }
      AtEntry.CreateBr(cast<BasicBlock>(static_cast<Value *>(Map[&behind(*Barrier)])));
    }
    removeUnreachableBlocks(*R);
    FunctionPassManager Passes;
    Passes.addPass(PromotePass());
    Passes.addPass(EarlyCSEPass());
    Passes.run(*R, Analyses);
    Analyses.invalidate(*R, PreservedAnalyses::none());
    return *R;
  }

  /// Lets all uses read the variable, which is set where the value is computed.
  static void moveTo(Instruction &V, AllocaInst &Variable) {
    for (Use &U : make_early_inc_range(V.uses())) {
      auto *User = cast<Instruction>(U.getUser());
      if (auto *Phi = dyn_cast<PHINode>(User)) {
        BasicBlock *From = Phi->getIncomingBlock(U);
        // One value for all edges from the same block.
        Value *X = IRBuilder<>(From->getTerminator()).CreateLoad(V.getType(), &Variable);
        U.set(X);
      } else {
        U.set(IRBuilder<>(User).CreateLoad(V.getType(), &Variable));
      }
    }
    IRBuilder<> Behind(V.getParent(),
                       isa<PHINode>(V) ? V.getParent()->getFirstInsertionPt() : std::next(V.getIterator()));
    Behind.CreateStore(&V, &Variable);
  }

  Value *voteResult(Vote What, IRBuilder<> &Builder, Value *Frame) {
    auto Load = [&](std::uint64_t Offset) {
      return Builder.CreateLoad(Builder.getInt32Ty(),
                                Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Frame, Offset));
    };
    Value *True = Load(FrameLayout::LastVotes);
    if (What == Vote::Count)
      return True;
    Value *Truth = What == Vote::Or ? Builder.CreateICmpNE(True, Builder.getInt32(0))
                                    : Builder.CreateICmpEQ(True, Load(FrameLayout::LastVotes + 4));
    return Builder.CreateZExt(Truth, Builder.getInt32Ty());
  }

  /// Computes a value anew, from the parameters.
  Value *repeat(const Value *V, IRBuilder<> &Builder, Function &R,
                DenseMap<const Value *, Value *> &Repeated) {
    if (auto *Parameter = dyn_cast<Argument>(V))
      return R.getArg(Parameter->getArgNo());
    auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return const_cast<Value *>(V);
    if (Value *Done = Repeated.lookup(V))
      return Done;
    Instruction *Copy;
    if (auto Field = Loads.find(V); Field != Loads.end()) {
      Copy = Builder.CreateLoad(
          V->getType(), Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), R.getArg(1), Field->second));
    } else {
      SmallVector<Value *, 4> Operands;
      for (const Value *Operand : I->operand_values())
        Operands.push_back(repeat(Operand, Builder, R, Repeated));
      Copy = I->clone();
      for (auto [K, Operand] : enumerate(Operands))
        Copy->setOperand(static_cast<unsigned>(K), Operand);
      Copy->setDebugLoc({});
      Builder.Insert(Copy);
    }
    return Repeated[V] = Copy;
  }

  Function &F;
  const Fields &Loads;
  FunctionAnalysisManager &Analyses;
  std::string &Obstacle;
  LaneShapes Shapes;
  SmallVector<CallInst *, 4> Barriers;
  SmallVector<SmallVector<Instruction *, 0>, 4> LiveBehind; ///< for each barrier
  DenseMap<const Instruction *, unsigned> SlotOf;
};

} // namespace

bool isBarrier(const Instruction &I) {
  return barrierVote(I).has_value();
}

bool hasBarriers(const Function &F) {
  return any_of(instructions(F), isBarrier);
}

std::string inlineBarriers(Function &F) {
  const SmallPtrSet<const Function *, 8> Waiting = waitingFunctions(*F.getParent());
  SmallVector<std::pair<CallBase *, unsigned>, 8> Work;
  constexpr unsigned MostNested = 16;
  auto AddCalls = [&](BasicBlock &Block, unsigned Depth) {
    for (Instruction &I : Block)
      if (auto *Call = dyn_cast<CallBase>(&I))
        Work.push_back({Call, Depth});
  };
  for (BasicBlock &Block : F)
    AddCalls(Block, 0);
  while (!Work.empty()) {
    auto [Call, Depth] = Work.pop_back_val();
    Function *Callee = Call->getCalledFunction();
    if (!Callee) {
      if (!Call->isInlineAsm() && any_of(Waiting, [](const Function *W) { return W->hasAddressTaken(); }))
        return "it calls a function by a pointer";
      continue;
    }
    if (Callee->isDeclaration()) {
      if (Callee->isConvergent() && !Callee->isIntrinsic() && !barrierVote(*Call) &&
          !makeWarpOperation(*Call))
        return ("it waits at `" + Callee->getName() + "`").str();
      continue;
    }
    if (!Waiting.contains(Callee))
      continue;
    if (Depth == MostNested)
      return "a recursive function waits";
    InlineFunctionInfo Info;
    if (!InlineFunction(*Call, Info).isSuccess())
      return ("the function `" + Callee->getName() + "` waits and cannot be inlined").str();
    if (F.getInstructionCount() > mostInstructions)
      return "it is too large with the functions that wait";
    for (CallBase *Inner : Info.InlinedCallSites)
      Work.push_back({Inner, Depth + 1});
  }
  return "";
}

BarrierRegions splitAtBarriers(PreparedThread &Thread, FunctionAnalysisManager &Analyses,
                               std::string &Obstacle) {
  return Splitter(Thread, Analyses, Obstacle).run();
}

} // namespace kcc::compiler
