#include "targets/cpu/lanes/PreparedThread.h"
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/NarrowIndex.h"

#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BreakCriticalEdges.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"

using namespace llvm;

namespace kcc::compiler {

using abi::CpuThread;

PreparedThread::PreparedThread(Function &F, FunctionAnalysisManager &Analyses, std::string &Obstacle)
    : F(F), Analyses(Analyses), Obstacle(Obstacle) {
  IsGood = Obstacle.empty() && checkInstructions() && gatherFields() && simplify() && findFields() &&
           checkInstructions();
  if (IsGood)
    hoistParameters();
}

PreparedThread::~PreparedThread() {
  Analyses.clear(F, F.getName());
  F.eraseFromParent();
}

Function &PreparedThread::copyOf(Function &Thread) {
  LLVMContext &Context = Thread.getContext();
  auto *Pointer = PointerType::getUnqual(Context);
  Function *Copy =
      Function::Create(FunctionType::get(Type::getVoidTy(Context), {Pointer, Pointer, Pointer}, false),
                       GlobalValue::InternalLinkage, Thread.getName() + ".lanes", *Thread.getParent());
  ValueToValueMapTy Map;
  Map[Thread.getArg(0)] = Copy->getArg(0);
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionInto(Copy, &Thread, Map, CloneFunctionChangeType::LocalChangesOnly, Returns);
  Copy->setDSOLocal(true);
  return *Copy;
}

bool PreparedThread::refuse(const Twine &Why) {
  Obstacle = Why.str();
  return false;
}

/// Where a function loads two fields as one number, it loads each.
bool PreparedThread::splitWideLoads() {
  const DataLayout &Layout = F.getDataLayout();
  SmallVector<std::pair<LoadInst *, std::uint64_t>, 4> Wide;
  SmallVector<std::pair<Value *, std::uint64_t>, 16> Work = {{F.getArg(1), 0}};
  while (!Work.empty()) {
    auto [Pointer, Offset] = Work.pop_back_val();
    for (User *U : Pointer->users()) {
      APInt Bytes(64, 0);
      if (auto *Load = dyn_cast<LoadInst>(U)) {
        if (Load->getType()->isIntegerTy(64) && Offset + 8 <= offsetof(CpuThread, shared_memory))
          Wide.push_back({Load, Offset});
      } else if (auto *Gep = dyn_cast<GetElementPtrInst>(U);
                 Gep && Gep->accumulateConstantOffset(Layout, Bytes)) {
        Work.push_back({Gep, Offset + Bytes.getZExtValue()});
      }
    }
  }
  for (auto [Load, Offset] : Wide) {
    IRBuilder<> Builder(Load);
    auto Half = [&](std::uint64_t At) {
      return Builder.CreateZExt(
          Builder.CreateLoad(Builder.getInt32Ty(),
                             Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), F.getArg(1), At)),
          Builder.getInt64Ty());
    };
    Value *Low = Half(Offset), *High = Builder.CreateShl(Half(Offset + 4), 32);
    Load->replaceAllUsesWith(Builder.CreateOr(Low, High));
    Load->eraseFromParent();
  }
  return !Wide.empty();
}

/// Adds the instructions that can only have the value of one that is in the set, where all in it have the
/// same.
static void addCopies(SmallSetVector<Instruction *, 8> &Same) {
  const size_t Given = Same.size();
  for (size_t K = 0; K < Same.size(); ++K)
    for (User *U : Same[K]->users())
      if (isa<PHINode, SelectInst, FreezeInst>(U))
        Same.insert(cast<Instruction>(U));
  auto IsOther = [&](Instruction *I) {
    return any_of(I->operands(), [&](Use &U) {
      return U->getType() == I->getType() && !(isa<Instruction>(U) && Same.contains(cast<Instruction>(U)));
    });
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (size_t K = Given; K < Same.size() && !Changed; ++K)
      if (IsOther(Same[K])) {
        Same.remove(Same[K]);
        Changed = true;
      }
  }
}

/// Lets the function load each field once, at its beginning: they do not change.
bool PreparedThread::gatherFields() {
  SmallSetVector<Instruction *, 8> Addresses;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I);
        Call && Call->getIntrinsicID() == Intrinsic::threadlocal_address)
      Addresses.insert(Call);
  addCopies(Addresses);
  SmallSetVector<Instruction *, 8> Threads;
  for (Instruction *Address : Addresses)
    for (User *U : Address->users())
      if (auto *Load = dyn_cast<LoadInst>(U))
        Threads.insert(Load);
      else if (!Addresses.contains(cast<Instruction>(U)))
        return refuse("it uses a thread-local variable");
  addCopies(Threads);
  for (const auto *Copies : {&Threads, &Addresses}) {
    for (Instruction *Copy : *Copies)
      Copy->replaceAllUsesWith(F.getArg(1));
    for (Instruction *Copy : *Copies)
      Copy->eraseFromParent();
  }
  if (splitWideLoads()) {
    FunctionPassManager Passes;
    Passes.addPass(InstCombinePass());
    Passes.run(F, Analyses);
    Analyses.invalidate(F, PreservedAnalyses::none());
  }
  SmallVector<LoadInst *, 16> Found;
  if (!findFields())
    return false;
  for (auto &[Load, Offset] : Loads)
    Found.push_back(const_cast<LoadInst *>(cast<LoadInst>(Load)));
  IRBuilder<> AtEntry(&F.getEntryBlock(), F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  DenseMap<std::uint64_t, LoadInst *> Fields;
  for (LoadInst *Load : Found)
    if (LoadInst *&Field = Fields[Loads.lookup(Load)]; !Field)
      Field = AtEntry.CreateLoad(Load->getType(), AtEntry.CreateConstInBoundsGEP1_64(
                                                      AtEntry.getInt8Ty(), F.getArg(1), Loads.lookup(Load)));
  for (LoadInst *Load : Found) {
    Load->replaceAllUsesWith(Fields.lookup(Loads.lookup(Load)));
    Load->eraseFromParent();
  }
  return true;
}

/// Finds the loads of fields, and refuses other uses of the thread.
bool PreparedThread::findFields() {
  Loads.clear();
  const DataLayout &Layout = F.getDataLayout();
  SmallVector<std::pair<Value *, std::uint64_t>, 16> Work = {{F.getArg(1), 0}};
  while (!Work.empty()) {
    auto [Pointer, Offset] = Work.pop_back_val();
    for (User *U : Pointer->users()) {
      if (auto *Load = dyn_cast<LoadInst>(U)) {
        bool IsMemory = Offset == offsetof(CpuThread, shared_memory);
        if (IsMemory ? !Load->getType()->isPointerTy() : !Load->getType()->isIntegerTy(32))
          return refuse("it loads several fields of the thread at once");
        Loads[Load] = Offset;
      } else if (auto *Gep = dyn_cast<GetElementPtrInst>(U)) {
        APInt Bytes(64, 0);
        if (!Gep->accumulateConstantOffset(Layout, Bytes))
          return refuse("it loads a field of the thread by an index");
        Work.push_back({Gep, Offset + Bytes.getZExtValue()});
      } else {
        return refuse("it passes the thread's address on");
      }
    }
  }
  return true;
}

/// Replaces accesses to numbers of more than 64 bits, of which there are no vectors: they move several
/// elements of an array at once.
bool PreparedThread::splitWideNumbers() {
  SmallVector<Instruction *, 8> Wide;
  for (Instruction &I : instructions(F))
    if (isa<LoadInst, StoreInst>(I) && !I.isAtomic() && !I.isVolatile())
      if (auto *T = dyn_cast<IntegerType>(getLoadStoreType(&I));
          T && T->getBitWidth() > 64 && T->getBitWidth() % 64 == 0)
        Wide.push_back(&I);
  for (Instruction *I : Wide) {
    IRBuilder<> Builder(I);
    Type *T = getLoadStoreType(I), *Word = Builder.getInt64Ty();
    Value *Loaded = ConstantInt::get(T, 0);
    for (unsigned Bits = 0; Bits < T->getIntegerBitWidth(); Bits += 64) {
      Value *At =
          Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), getLoadStorePointerOperand(I), Bits / 8);
      const Align Alignment = commonAlignment(getLoadStoreAlignment(I), Bits / 8);
      Instruction *Part;
      if (auto *Store = dyn_cast<StoreInst>(I)) {
        Part = Builder.CreateAlignedStore(
            Builder.CreateTrunc(Builder.CreateLShr(Store->getValueOperand(), Bits), Word), At, Alignment);
      } else {
        Part = Builder.CreateAlignedLoad(Word, At, Alignment);
        Loaded = Builder.CreateOr(Loaded, Builder.CreateShl(Builder.CreateZExt(Part, T), Bits));
      }
      Part->copyMetadata(*I, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
    }
    if (isa<LoadInst>(I))
      I->replaceAllUsesWith(Loaded);
    I->eraseFromParent();
  }
  return !Wide.empty();
}

/// Where control flow merges, gives values that are undefined on one of the ways a definition. To LLVM, one
/// that is the same in all lanes on the other ways, but undefined here, is the same in all lanes behind: it
/// may be anything for those that come from here. But all lanes have a common place for it, and one group's
/// undefined value would overwrite the value of another.
void PreparedThread::defineValues() {
  for (BasicBlock &Block : F)
    for (PHINode &Phi : Block.phis())
      for (Use &Incoming : Phi.incoming_values())
        if (isa<UndefValue>(Incoming))
          Incoming.set(Constant::getNullValue(Phi.getType()));
}

/// Whether `Wide` always is what `Narrow` is, with more bits.
static bool isExtended(const PHINode &Wide, const PHINode &Narrow, Instruction::CastOps How) {
  return all_of(Wide.blocks(), [&](const BasicBlock *From) {
    auto *Cast = dyn_cast<CastInst>(Wide.getIncomingValueForBlock(From));
    return Cast && Cast->getOpcode() == How && Cast->getOperand(0) == Narrow.getIncomingValueForBlock(From);
  });
}

/// LLVM keeps a counter of 32 bits that is compared with 64 bits, as in `for (unsigned i = ...; i < a.size();
/// ...)`, in two phis. Computes the wide one from the other, so that each loop has one counter.
void PreparedThread::joinCounters() {
  for (BasicBlock &Block : F)
    for (PHINode &Wide : make_early_inc_range(Block.phis())) {
      if (!Wide.getType()->isIntegerTy())
        continue;
      for (PHINode &Narrow : Block.phis())
        for (Instruction::CastOps How : {Instruction::ZExt, Instruction::SExt})
          if (Narrow.getType()->isIntegerTy() && Wide.getNumUses() != 0 && isExtended(Wide, Narrow, How)) {
            IRBuilder<> Builder(&Block, Block.getFirstInsertionPt());
            Wide.replaceAllUsesWith(Builder.CreateCast(How, &Narrow, Wide.getType()));
          }
      if (Wide.use_empty())
        Wide.eraseFromParent();
    }
}

/// Where a number of 64 bits is made an `int` and then an index, LLVM makes a shift to the left and one to
/// the right, by less if the index is that of bytes. Makes them the conversions and the index of elements
/// again, of which the analysis of shapes knows more.
void PreparedThread::restoreConversions() {
  using namespace PatternMatch;
  SmallVector<WeakTrackingVH, 8> Found;
  for (Instruction &I : instructions(F)) {
    Value *X;
    const APInt *Right;
    if (!I.getType()->isIntegerTy(64) ||
        !match(&I, m_AShr(m_Shl(m_Value(X), m_SpecificInt(32)), m_APInt(Right))) || Right->ult(28) ||
        Right->ugt(32))
      continue;
    IRBuilder<> Builder(&I);
    Value *Index = Builder.CreateSExt(Builder.CreateTrunc(X, Builder.getInt32Ty()), I.getType());
    const auto Shift = static_cast<unsigned>(32 - Right->getZExtValue());
    for (User *U : make_early_inc_range(I.users()))
      if (auto *Gep = dyn_cast<GetElementPtrInst>(U);
          Gep && Gep->getSourceElementType()->isIntegerTy(8) && Gep->getNumIndices() == 1) {
        Builder.SetInsertPoint(Gep);
        Value *Address = Builder.CreateGEP(Builder.getIntNTy(8 << Shift), Gep->getPointerOperand(), Index, "",
                                           Gep->getNoWrapFlags().withoutNoUnsignedWrap());
        Gep->replaceAllUsesWith(Address);
        Found.push_back(Gep);
      }
    Builder.SetInsertPoint(&I);
    I.replaceAllUsesWith(Shift == 0 ? Index : Builder.CreateShl(Index, Shift));
    Found.push_back(&I);
  }
  RecursivelyDeleteTriviallyDeadInstructions(Found);
}

bool PreparedThread::simplify() {
  // Lanes disagree on branches, so that selects are cheaper.
  MDNode *Unpredictable = MDBuilder(F.getContext()).createUnpredictable();
  for (BasicBlock &Block : F)
    if (auto *Branch = dyn_cast<BranchInst>(Block.getTerminator()); Branch && Branch->isConditional())
      Branch->setMetadata(LLVMContext::MD_unpredictable, Unpredictable);
  FunctionPassManager Flow, Loops;
  if (splitWideNumbers())
    Flow.addPass(InstCombinePass());
  Flow.addPass(SimplifyCFGPass(
      SimplifyCFGOptions().speculateBlocks(true).speculateUnpredictables(true).sinkCommonInsts(true)));
  Flow.addPass(LowerSwitchPass());
  ScalarizerPassOptions Scalar;
  Scalar.ScalarizeLoadStore = true;
  Flow.addPass(ScalarizerPass(Scalar));
  Loops.addPass(BreakCriticalEdgesPass());
  Loops.addPass(LoopSimplifyPass());
  Loops.addPass(LCSSAPass());
  for (FunctionPassManager *Passes : {&Flow, &Loops}) {
    Passes->run(F, Analyses);
    Analyses.invalidate(F, PreservedAnalyses::none());
  }
  // LLVM's FixIrreducible is no help: it gets some phis wrong.
  const CycleInfo &Cycles = Analyses.getResult<CycleAnalysis>(F);
  for (BasicBlock &Block : F)
    for (const Cycle *C = Cycles.getCycle(&Block); C; C = C->getParentCycle())
      if (!C->isReducible())
        return refuse("a goto leads into one of its loops");
  defineValues();
  joinCounters();
  restoreConversions();
  computeNarrowIndicesInPlace(F);
  for (BasicBlock &Block : F)
    if (isa<PHINode>(Block.front()) && !Block.getUniquePredecessor())
      for (BasicBlock *Predecessor : predecessors(&Block))
        if (Predecessor->getTerminator()->getNumSuccessors() != 1)
          return refuse("its control flow has a critical edge");
  return true;
}

/// Moves loads of the kernel's parameters to the beginning. Stores in between would keep LLVM from that.
void PreparedThread::hoistParameters() {
  BasicBlock &Entry = F.getEntryBlock();
  auto IsAtBegin = [&](const Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    return I == nullptr || I->getParent() == &Entry;
  };
  SmallVector<Value *, 16> Work = {F.getArg(0)};
  while (!Work.empty()) {
    Value *Pointer = Work.pop_back_val();
    for (User *U : Pointer->users()) {
      auto *I = cast<Instruction>(U);
      auto *Load = dyn_cast<LoadInst>(I);
      if (Load && !Load->hasMetadata(LLVMContext::MD_invariant_load))
        continue;
      if (!Load && !(isa<GetElementPtrInst>(I) && cast<GetElementPtrInst>(I)->hasAllConstantIndices()))
        continue;
      if (!IsAtBegin(I)) {
        auto *Before = dyn_cast<Instruction>(Pointer);
        auto Place = Before ? std::next(Before->getIterator()) : Entry.getFirstNonPHIOrDbgOrAlloca();
        if (!isSafeToSpeculativelyExecute(I, &*Place))
          continue;
        I->moveBefore(Entry, Place);
      }
      if (!Load || Load->getPointerOperand()->stripInBoundsConstantOffsets() == F.getArg(0))
        Work.push_back(I);
    }
  }
}

bool PreparedThread::checkInstructions() {
  if (F.getInstructionCount() > mostInstructions)
    return refuse("it is too large");
  std::uint64_t Local = 0;
  for (Instruction &I : instructions(F)) {
    if (auto *Alloca = dyn_cast<AllocaInst>(&I)) {
      if (!Alloca->isStaticAlloca())
        return refuse("it has a local array of variable size");
      Local += Alloca->getAllocationSize(F.getDataLayout())->getFixedValue();
      if (Local > 8192)
        return refuse("it has large local arrays");
    } else if (auto *Call = dyn_cast<CallBase>(&I)) {
      if (Call->isInlineAsm() || isa<InvokeInst, CallBrInst>(Call) || Call->isMustTailCall())
        return refuse("it has inline assembly or a call of an unusual kind");
    } else if (I.isTerminator() && !isa<BranchInst, SwitchInst, ReturnInst, UnreachableInst>(I)) {
      return refuse("it has a terminator of an unusual kind");
    }
  }
  return true;
}

} // namespace kcc::compiler
