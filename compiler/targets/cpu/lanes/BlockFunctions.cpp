#include "targets/cpu/lanes/BlockFunctions.h"
#include "kcc/abi/cpu_code.h"
#include "support/HostProcessor.h"
#include "targets/KernelRemark.h"
#include "targets/cpu/CpuTarget.h"
#include "targets/cpu/lanes/AccessLoops.h"
#include "targets/cpu/lanes/BarrierRegions.h"
#include "targets/cpu/lanes/BlockIterations.h"
#include "targets/cpu/lanes/BlockParts.h"
#include "targets/cpu/lanes/ElementCount.h"
#include "targets/cpu/lanes/Explanation.h"
#include "targets/cpu/lanes/InterchangedLoops.h"
#include "targets/cpu/lanes/LaneChecks.h"
#include "targets/cpu/lanes/LaneExtracts.h"
#include "targets/cpu/lanes/MemberStores.h"
#include "targets/cpu/lanes/NarrowGathers.h"
#include "targets/cpu/lanes/OwnRows.h"
#include "targets/cpu/lanes/Prefetches.h"
#include "targets/cpu/lanes/RowVersions.h"
#include "targets/cpu/lanes/SplitLoops.h"
#include "targets/cpu/lanes/StreamFetches.h"
#include "targets/cpu/lanes/Vectorizer.h"
#include "targets/cpu/lanes/WarpOperations.h"
#include "targets/cpu/lanes/WideGroups.h"
#include "targets/cpu/lanes/WideStores.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// The pass that adds the functions. Runs after threads' functions have been simplified, with all calls
/// inlined that ever will be, and before LLVM vectorizes and unrolls loops.
class BlockFunctions : public PassInfoMixin<BlockFunctions> {
public:
  BlockFunctions(PassBuilder &Builder, OptimizationLevel Level, const HostProcessor &Processor,
                 const std::vector<abi::CpuLevel> &Levels)
      : Builder(Builder), Level(Level), Processor(Processor), Levels(Levels) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &Modules) {
    Functions = &Modules.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
    SmallVector<Function *, 4> Threads;
    for (Function &F : M)
      if (F.getName().starts_with(abi::cpu_thread_prefix))
        Threads.push_back(&F);
    const bool Explains = KernelRemark::areWanted(M.getContext());
    if (Levels.empty() && Explains)
      for (Function *Thread : Threads)
        Explanation().emit(*Thread, "it is compiled with --cpu-levels=none");
    StringRef Last;
    for (const abi::CpuLevel &L : Levels) {
      if (L.name != Last)
        Clones.clear();
      Last = L.name;
      for (Function *Thread : Threads) {
        Explanation Why;
        Explained = Explains && &L == &Levels.front() ? &Why : nullptr;
        const std::string Obstacle = add(*Thread, L);
        if (!Obstacle.empty())
          Thread->addFnAttr(obstacle, Obstacle);
        if (Explained)
          Why.emit(*Thread, Obstacle);
      }
    }
    return Threads.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }

  static bool isRequired() { return true; }

private:
  /// What is not needed to run threads in lanes, and may make their code too large.
  struct Extras {
    bool SplitsLoops = true; ///< a strided loop runs one iteration in all threads at a time
    bool HasRows = true;     ///< code for one row of an array (RowVersions.h)
  };
  /// Adds the function for a block of such threads, at this level. Returns why there is none; empty if there
  /// is one, or need not be one.
  std::string add(Function &Thread, const abi::CpuLevel &L, Extras With = {true, true}) {
    if (Level == OptimizationLevel::O0)
      return "it is compiled with -O0";
    if (any_of(*Thread.getParent(), [](Function &F) { return F.hasFnAttribute(Attribute::SanitizeAddress); }))
      return "it is compiled with a sanitizer";
    if (L.is_narrow && !UsesRows.contains(&Thread))
      return "";
    StringRef Entry = Thread.getName().drop_front(sizeof abi::cpu_thread_prefix - 1);
    const std::string Name = cpuBlockSymbol(Entry, L);
    std::string Obstacle;
    Function &Copy = PreparedThread::copyOf(Thread);
    if (Thread.hasFnAttribute(waitingThreads))
      Obstacle = inlineBarriers(Copy);
    Function *Enter = prepareChecks(Copy, *Functions, Obstacle);
    if (Enter && Obstacle.empty() && passesLocalAddress(Copy))
      Obstacle = "it is compiled with checks, and the address of a local variable is in memory";
    const bool HasWarps =
        any_of(instructions(Copy), [](Instruction &I) { return warpOperation(I).has_value(); });
    if (HasWarps)
      runWholeWarps(Copy);
    PreparedThread Prepared(Copy, *Functions, Obstacle);
    if (!Obstacle.empty())
      return Obstacle;
    if (HasWarps && !lanesMeetAtOperations(Copy, Prepared.Loads))
      return "lanes that take different ways may come to different operations of their warp";
    joinMemberStores(Copy, Functions->getResult<AAManager>(Copy));
    const bool HasRows = any_of(Prepared.Loads, [](const auto &Load) { return isIndexOfRow(Load.second); });
    if (!HasWarps && HasRows)
      UsesRows.insert(&Thread);
    Functions->invalidate(Copy, PreservedAnalyses::none());
    const bool IsWide =
        !HasRows && L.wide_lanes != 0 && runsWellInWideGroups(Prepared, L.wide_lanes, *Functions);
    const unsigned Lanes = HasWarps ? WarpSize : IsWide ? L.wide_lanes : L.lanes;
    if (Explained)
      Explained->setLanes(Lanes);
    const bool Waits = hasBarriers(Copy), TellsChecks = Waits && checksRaces(Enter);
    if (!Waits && !Enter)
      markBlockParts(Prepared, *Functions);
    if (Copy.hasFnAttribute(divisibleBlock) && writesOwnRows(Prepared, Lanes, *Functions))
      return addRowsOfThreads(Prepared, Name, L);
    if (With.SplitsLoops && !Waits && !Enter)
      if (const std::optional<StridedLoop> Loop = interchangeLoop(Prepared, *Functions)) {
        if (addIterations(Thread, Prepared, *Loop, Name, Lanes, L, With.HasRows))
          return "";
        return add(Thread, L, {.SplitsLoops = With.HasRows, .HasRows = false});
      }
    if (Explained && !Waits)
      Explained->add(Prepared, {}, *Functions);
    SmallVector<DebugLoc, 2> Split;
    // To a check of races, all barriers are the kernel's own.
    if (With.SplitsLoops && !(Waits && Enter))
      Split = splitStridedLoops(Prepared, *Functions);
    if (HasWarps && !Split.empty()) {
      // Only some lanes may come to a loop.
      if (!lanesMeetAtOperations(Copy, Prepared.Loads))
        return add(Thread, L, {.SplitsLoops = false, .HasRows = With.HasRows});
      Functions->invalidate(Copy, PreservedAnalyses::none());
    }
    if ((Waits || HasWarps || HasRows) && Split.empty() && !Enter)
      prefetchLaterBlock(Prepared, Waits || HasWarps, *Functions);
    if (!Waits && Split.empty()) {
      const bool IsVersioned =
          With.HasRows && !HasWarps && !Enter && versionForRows(Prepared, Lanes, *Functions);
      if (Explained && IsVersioned)
        Explained->add(Prepared, {}, *Functions);
      if (Function *Block = vectorize(Prepared, {}, nullptr, true, Name, Lanes, *Functions, Obstacle))
        finish(describe(*Block, Lanes, Prepared.F, Enter), L);
      else if (IsVersioned)
        return add(Thread, L, {.SplitsLoops = With.SplitsLoops, .HasRows = false});
      return Obstacle;
    }
    const BarrierRegions Regions = splitAtBarriers(Prepared, *Functions, Obstacle);
    if (Explained && Waits && Obstacle.empty())
      Explained->add(Prepared, Regions, Split.size());
    const FrameLayout Frame(Regions.Slots, Regions.AllArrive, Lanes, Copy.getDataLayout());
    SmallVector<std::unique_ptr<PreparedThread>, 4> Threads;
    for (Function *Region : Regions.Threads)
      Threads.push_back(std::make_unique<PreparedThread>(*Region, *Functions, Obstacle));
    SmallVector<Function *, 4> Run;
    SmallVector<std::optional<std::uint32_t>, 4> OnlyNext;
    for (auto &Region : Threads) {
      OnlyNext.push_back(onlyNext(Region->F));
      if (Explained && Waits && Obstacle.empty())
        Explained->add(*Region, Regions.Slots, *Functions);
      if (Obstacle.empty())
        Run.push_back(vectorize(*Region, Regions.Slots, &Frame, Run.empty(),
                                (Name + "." + Twine(Run.size())).str(), Lanes, *Functions, Obstacle));
    }
    for (Function *Region : Run)
      if (Region && Obstacle.empty())
        finishRegion(*Region, L);
      else if (Region)
        Region->eraseFromParent();
    if (!Obstacle.empty())
      return Split.empty() ? Obstacle : add(Thread, L, {.SplitsLoops = false, .HasRows = With.HasRows});
    Function &Block =
        describe(runRegions(Run, OnlyNext, Regions.Votes, TellsChecks, Frame, Name, *Copy.getParent()), Lanes,
                 Copy, Enter);
    if (areSmall(Run)) {
      inlineRegions(Block, Run);
      finish(Block, L);
    }
    if (!Split.empty())
      Block.addFnAttr(stridedLoop);
    if (Explained)
      for (const DebugLoc &Place : Split)
        Explained->addStridedLoop(Place);
    return Obstacle;
  }

  /// Adds the function of a block whose threads run one after another (OwnRows.h). Returns why there is none.
  std::string addRowsOfThreads(PreparedThread &Prepared, StringRef Name, const abi::CpuLevel &L) {
    std::string Obstacle;
    if (Explained)
      Explained->setLanes(1);
    if (Function *Block = vectorize(Prepared, {}, nullptr, true, Name, 1, *Functions, Obstacle))
      finish(describe(*Block, 1, Prepared.F, nullptr), L);
    return Obstacle;
  }

  /// Adds the function of a block whose threads run one iteration of a loop at a time. Returns whether there
  /// is one.
  bool addIterations(Function &Thread, PreparedThread &Prepared, const StridedLoop &Loop, StringRef Name,
                     unsigned Lanes, const abi::CpuLevel &L, bool WithRows) {
    std::string Obstacle;
    if (WithRows)
      versionForRows(Prepared, Lanes, *Functions);
    Function *Iteration =
        vectorize(Prepared, {}, nullptr, true, (Name + ".0").str(), Lanes, *Functions, Obstacle);
    if (!Iteration)
      return false;
    finishRegion(*Iteration, L);
    Function &Block =
        describe(runIterations(*Iteration, Loop, Prepared, Thread, Lanes, Name), Lanes, Prepared.F, nullptr);
    Block.addFnAttr(stridedLoop);
    if (Function *Count = countElements(Loop, Prepared, (Name + elementsSuffix).str()))
      finish(*Count, L);
    if (areSmall(Iteration))
      inlineRegions(Block, Iteration);
    finish(Block, L);
    if (Explained) {
      Explained->add(Prepared, {}, *Functions);
      Explained->addStridedLoop(Loop.Line);
    }
    return true;
  }

  static bool isIndexOfRow(std::uint64_t Field) {
    constexpr std::size_t First = offsetof(abi::CpuThread, thread_idx);
    return Field == First + 4 || Field == First + 8;
  }

  /// Whether calling the regions costs much beside what they do. Not with lines, which calls would have to
  /// name.
  static bool areSmall(ArrayRef<Function *> Regions) {
    constexpr unsigned Most = 3000; // instructions
    unsigned Count = 0;
    for (const Function *Region : Regions)
      Count += Region->getInstructionCount();
    return Count <= Most && none_of(Regions, [](const Function *F) { return F->getSubprogram() != nullptr; });
  }

  /// Then LLVM sees which region follows which.
  void inlineRegions(Function &Block, ArrayRef<Function *> Regions) {
    SmallVector<CallInst *, 8> Calls;
    for (Instruction &I : instructions(Block))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && is_contained(Regions, Call->getCalledFunction()))
        Calls.push_back(Call);
    for (CallInst *Call : Calls) {
      Function *Region = Call->getCalledFunction();
      InlineFunctionInfo Info;
      if (!InlineFunction(*Call, Info).isSuccess())
        continue;
      llvm::erase(Own, Region);
      Functions->clear(*Region, Region->getName());
      Region->eraseFromParent();
    }
  }

  /// Gives the function the attributes from which the table of kernels is made, and a call of `Enter`, if
  /// there is one, as the first thing that it does.
  static Function &describe(Function &Block, unsigned Lanes, const Function &Thread, Function *Enter) {
    Block.addFnAttr(laneCount, std::to_string(Lanes));
    if (runsWholeWarps(Thread))
      runWholeWarps(Block);
    if (Enter) {
      BasicBlock &Entry = Block.getEntryBlock();
      IRBuilder<> AtEntry(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
      AtEntry.CreateCall(Enter)->setCallingConv(Enter->getCallingConv());
    }
    for (StringRef Kept : {divisibleBlock, joinedBlocks, loopingThreads})
      if (Thread.hasFnAttribute(Kept))
        Block.addFnAttr(Kept);
    return Block;
  }

  /// Lets the function call functions for the same processor.
  void useClones(Function &F, const abi::CpuLevel &L) {
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Function *Callee = Call->getCalledFunction();
            Callee && !Callee->isDeclaration() && !is_contained(Own, Callee) &&
            !Callee->getName().starts_with(abi::cpu_thread_prefix))
          Call->setCalledFunction(&cloneOf(*Callee, L));
  }

  Function &cloneOf(Function &F, const abi::CpuLevel &L) {
    if (Function *Clone = Clones.lookup(&F))
      return *Clone;
    ValueToValueMapTy Map;
    Function *Clone = CloneFunction(&F, Map);
    Clone->setName(F.getName() + "." + L.name);
    Clone->setLinkage(GlobalValue::InternalLinkage);
    Clone->setDSOLocal(true);
    Clone->setComdat(nullptr);
    setLevel(*Clone, L);
    Clones[&F] = Clone;
    Own.push_back(Clone);
    useClones(*Clone, L);
    return *Clone;
  }

  void setLevel(Function &F, const abi::CpuLevel &L) const {
    F.addFnAttr("target-cpu", Processor.LevelsAreCpus ? L.name : Processor.Cpu);
    if (Processor.LevelsAreCpus) { // every processor with AVX2 has prefetchw, or takes it for no operation
      const StringRef Known = F.getFnAttribute("target-features").getValueAsString();
      F.addFnAttr("target-features", Known.empty() ? "+prfchw" : (Known + ",+prfchw").str());
    }
  }

  void finishRegion(Function &Region, const abi::CpuLevel &L) {
    Region.setLinkage(GlobalValue::InternalLinkage);
    Region.setDSOLocal(true);
    finish(Region, L);
  }

  void finish(Function &F, const abi::CpuLevel &L) {
    setLevel(F, L);
    Own.push_back(&F);
    useClones(F, L);
    std::string Bits = std::to_string(L.register_bits);
    F.addFnAttr("prefer-vector-width", Bits);
    F.addFnAttr("min-legal-vector-width", Bits);
    Builder.buildFunctionSimplificationPipeline(Level, ThinOrFullLTOPhase::None).run(F, *Functions);
  }

  /// The region that follows, 0 for none, if the threads that run one can only come to one.
  static std::optional<std::uint32_t> onlyNext(const Function &Region) {
    std::optional<std::uint32_t> Only;
    SmallPtrSet<const BasicBlock *, 16> Seen = {&Region.getEntryBlock()};
    SmallVector<const BasicBlock *, 16> Work = {&Region.getEntryBlock()};
    while (!Work.empty()) {
      const BasicBlock *Block = Work.pop_back_val();
      const Instruction *Arrival = find_singleton<const Instruction>(*Block, [](const Instruction &I, bool) {
        auto *Call = dyn_cast<CallInst>(&I);
        const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
        return Callee && Callee->getName() == arriveMarker ? Call : nullptr;
      });
      if (!Arrival && !isa<ReturnInst>(Block->getTerminator())) {
        for (const BasicBlock *Next : successors(Block))
          if (Seen.insert(Next).second)
            Work.push_back(Next);
        continue;
      }
      const auto *Number = Arrival ? dyn_cast<ConstantInt>(Arrival->getOperand(0)) : nullptr;
      if (Arrival && !Number)
        return std::nullopt;
      const auto Next = Number ? static_cast<std::uint32_t>(Number->getZExtValue()) : 0;
      if (Only && *Only != Next)
        return std::nullopt;
      Only = Next;
    }
    return Only;
  }

  /// Creates the function that calls the regions one after another, as the threads arrive. For regions that
  /// only one can follow, `OnlyNext` has its number. If `TellsChecks`, it tells the checks when the threads
  /// have passed a barrier.
  Function &runRegions(ArrayRef<Function *> Regions, ArrayRef<std::optional<std::uint32_t>> OnlyNext,
                       bool Votes, bool TellsChecks, const FrameLayout &Frame, StringRef Name, Module &M) {
    IRBuilder<> At(M.getContext());
    Function *Block = Function::Create(
        FunctionType::get(At.getVoidTy(), {At.getPtrTy(), At.getPtrTy(), At.getPtrTy()}, false),
        GlobalValue::ExternalLinkage, Name, M);
    Block->setDoesNotThrow();
    for (StringRef Kept : {"frame-pointer", "probe-stack"})
      if (Regions[0]->hasFnAttribute(Kept))
        Block->addFnAttr(Regions[0]->getFnAttribute(Kept));
    Block->addFnAttr(frameBytes, std::to_string(Frame.GroupBytes));
    SmallVector<Value *, 3> Arguments = {Block->getArg(0), Block->getArg(1), Block->getArg(2)};
    auto Make = [&](const Twine &BlockName) { return BasicBlock::Create(M.getContext(), BlockName, Block); };
    Make("entry");
    auto Header = [&](std::uint64_t Offset) {
      return At.CreateConstInBoundsGEP1_64(At.getInt8Ty(), Block->getArg(2), Offset);
    };
    BasicBlock *Loop = Make("barrier"), *End = Make("end");
    SmallVector<BasicBlock *, 8> Cases = {End};
    for (std::size_t K = 1; K < Regions.size(); ++K)
      Cases.push_back(Make("region"));
    At.SetInsertPoint(Loop);
    PHINode *Number = At.CreatePHI(At.getInt32Ty(), static_cast<unsigned>(Regions.size()));
    SwitchInst *Switch = At.CreateSwitch(Number, End, static_cast<unsigned>(Regions.size()));
    for (std::uint32_t K = 1; K < Regions.size(); ++K)
      Switch->addCase(At.getInt32(K), Cases[K]);
    for (std::size_t K = 0; K < Regions.size(); ++K) {
      At.SetInsertPoint(K == 0 ? &Block->getEntryBlock() : Cases[K]);
      if (TellsChecks && K != 0)
        At.CreateCall(M.getOrInsertFunction("kcc_check_passed_barrier", At.getVoidTy(), At.getPtrTy()),
                      Block->getArg(1));
      if (Votes && K == 0)
        At.CreateStore(At.getInt64(0), Header(FrameLayout::Votes));
      Value *Next = At.CreateCall(Regions[K], Arguments);
      if (Votes) {
        At.CreateStore(At.CreateLoad(At.getInt64Ty(), Header(FrameLayout::Votes)),
                       Header(FrameLayout::LastVotes));
        At.CreateStore(At.getInt64(0), Header(FrameLayout::Votes));
      }
      if (OnlyNext[K]) {
        At.CreateBr(Cases[*OnlyNext[K]]);
      } else {
        Number->addIncoming(Next, At.GetInsertBlock());
        At.CreateBr(Loop);
      }
    }
    if (Number->getNumIncomingValues() == 0)
      DeleteDeadBlock(Loop);
    At.SetInsertPoint(End);
    At.CreateRetVoid();
    return *Block;
  }

  PassBuilder &Builder;
  OptimizationLevel Level;
  const HostProcessor &Processor;
  std::vector<abi::CpuLevel> Levels;
  FunctionAnalysisManager *Functions = nullptr;
  Explanation *Explained = nullptr;        ///< null: nobody asks
  DenseMap<Function *, Function *> Clones; ///< for the processor
  SmallPtrSet<Function *, 4> UsesRows;     ///< threads' functions that use their index along y or z
  SmallVector<Function *, 16> Own;         ///< functions for a level
};

/// LLVM would emit no fence for a scope that the processor does not know.
struct ForgetScopes : PassInfoMixin<ForgetScopes> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    const SyncScope::ID Block = M.getContext().getOrInsertSyncScopeID(blockScope);
    for (Function &F : M)
      for (Instruction &I : instructions(F))
        if (getAtomicSyncScopeID(&I) == Block)
          setAtomicSyncScopeID(&I, SyncScope::System);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace

void addBlockFunctions(PassBuilder &Builder, const HostProcessor &Processor,
                       const std::vector<abi::CpuLevel> &Levels) {
  Builder.registerOptimizerEarlyEPCallback(
      [&Builder, &Processor, Levels](ModulePassManager &Passes, OptimizationLevel Level, ThinOrFullLTOPhase) {
        Passes.addPass(BlockFunctions(Builder, Level, Processor, Levels));
        Passes.addPass(ForgetScopes());
      });
  Builder.registerOptimizerLastEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
        Passes.addPass(createModuleToFunctionPassAdaptor(NarrowGathers()));
        Passes.addPass(createModuleToFunctionPassAdaptor(AccessLoops()));
        Passes.addPass(createModuleToFunctionPassAdaptor(LaneExtracts()));
        Passes.addPass(createModuleToFunctionPassAdaptor(StreamFetches()));
        Passes.addPass(createModuleToFunctionPassAdaptor(WideStores()));
      });
}

} // namespace kcc::compiler
