#include "targets/spirv/LlvmpipeGuards.h"
#include "targets/spirv/Builtins.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

DomTreeUpdater *const NoTree = nullptr; // nothing needs it any more

Value *callOwn(IRBuilderBase &Builder, StringRef Name, Type *Result) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  return Builder.CreateCall(
      M.getOrInsertFunction((OwnPrefix + Name).str(), FunctionType::get(Result, /*isVarArg=*/false)));
}

Value *onLlvmpipe(IRBuilderBase &Builder, Value *Condition) {
  return Builder.CreateAnd(callOwn(Builder, OnLlvmpipeName, Builder.getInt1Ty()), Condition);
}

/// Begins the iterations with an exit that is never taken. Because of it, what is used after the loop comes
/// from two blocks, and is merged by phi instructions that no driver removes. Returns the exit's block.
BasicBlock *addHiddenExit(const Loop &L, BasicBlock &Exit, LoopInfo &Loops) {
  BasicBlock *Header = L.getHeader();
  BasicBlock *Rest = SplitBlock(Header, Header->getFirstNonPHIIt(), NoTree, &Loops);
  BasicBlock *Leaving = SplitBlock(Header, Header->getTerminator()->getIterator(), NoTree, &Loops);
  Instruction *Jump = Leaving->getTerminator();
  IRBuilder<> Builder(Jump);
  Value *Leaves = onLlvmpipe(Builder, callOwn(Builder, HiddenFalseName, Builder.getInt1Ty()));
  Builder.CreateCondBr(Leaves, &Exit, Rest);
  Jump->eraseFromParent();
  for (PHINode &Phi : Exit.phis())
    Phi.addIncoming(Constant::getNullValue(Phi.getType()), Leaving);
  return Leaving;
}

/// A thread that leaves the loop by itself brings the loop's number to \p Exit. One that the driver takes out
/// brings that of another loop, or none.
void failIfCutOff(BasicBlock &Before, BasicBlock &Exit, const BasicBlock *HiddenExit, LoopInfo &Loops) {
  IRBuilder<> Builder(Before.getTerminator());
  Value *Number = callOwn(Builder, BeginLoopName, Builder.getInt32Ty());
  Builder.SetInsertPoint(&Exit, Exit.begin());
  PHINode *Brought = Builder.CreatePHI(Builder.getInt32Ty(), pred_size(&Exit));
  for (BasicBlock *B : predecessors(&Exit))
    Brought->addIncoming(B == HiddenExit ? Builder.getInt32(0) : Number, B);
  Builder.SetInsertPoint(&Exit, Exit.getFirstNonPHIIt());
  Value *IsCutOff = onLlvmpipe(Builder, Builder.CreateICmpNE(Brought, Number));
  Instruction *After = cast<Instruction>(IsCutOff)->getNextNode();
  Builder.SetInsertPoint(SplitBlockAndInsertIfThen(IsCutOff, After->getIterator(), /*Unreachable=*/false,
                                                   nullptr, NoTree, &Loops));
  callOwn(Builder, LoopCutOffName, Builder.getVoidTy());
}

bool mayLoop(const Function &F) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> BackEdges;
  FindFunctionBackedges(F, BackEdges);
  return !BackEdges.empty() || any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && Call->getCalledFunction() && !Call->getCalledFunction()->isDeclaration();
  });
}

/// Whether the operation orders others, for other threads.
bool isOrdered(const Instruction &I) {
  const std::optional<SyncScope::ID> Scope = getAtomicSyncScopeID(&I);
  if (!Scope || *Scope == SyncScope::SingleThread)
    return false;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return isStrongerThanMonotonic(Load->getOrdering());
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return isStrongerThanMonotonic(Store->getOrdering());
  if (auto *Change = dyn_cast<AtomicRMWInst>(&I))
    return isStrongerThanMonotonic(Change->getOrdering());
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return isStrongerThanMonotonic(Exchange->getMergedOrdering());
  return isa<FenceInst>(I);
}

void relax(Instruction &I) {
  constexpr AtomicOrdering Relaxed = AtomicOrdering::Monotonic;
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    Load->setOrdering(Relaxed);
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Store->setOrdering(Relaxed);
  } else if (auto *Change = dyn_cast<AtomicRMWInst>(&I)) {
    Change->setOrdering(Relaxed);
  } else {
    auto &Exchange = cast<AtomicCmpXchgInst>(I);
    Exchange.setSuccessOrdering(Relaxed);
    Exchange.setFailureOrdering(Relaxed);
  }
}

} // namespace

void skipSpareLanes(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration() || F.getCallingConv() != CallingConv::PTX_Kernel || !mayLoop(F))
      continue;
    // Lanes are along x, for each y and z. Where a block has one thread along x, all of them have the index
    // 0.
    IRBuilder<> Builder(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Type *Word = Builder.getInt32Ty();
    Value *Size = callOwn(Builder, "block_dim_x", Word);
    Value *IsOne = Builder.CreateICmpEQ(Size, Builder.getInt32(1));
    Value *Index =
        Builder.CreateSelect(IsOne, callOwn(Builder, "lane", Word), callOwn(Builder, "thread_idx_x", Word));
    Value *IsSpare = onLlvmpipe(Builder, Builder.CreateICmpUGE(Index, Size));
    Instruction *After = cast<Instruction>(IsSpare)->getNextNode();
    Instruction *Then = SplitBlockAndInsertIfThen(IsSpare, After->getIterator(), /*Unreachable=*/true);
    ReturnInst::Create(F.getContext(), nullptr, Then->getIterator());
    Then->eraseFromParent();
  }
}

void replaceOrders(Module &M) {
  SmallVector<Instruction *, 16> Ordered;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isOrdered(I))
        Ordered.push_back(&I);
  for (Instruction *I : Ordered) {
    IRBuilder<> Builder(I);
    Value *Is = callOwn(Builder, OnLlvmpipeName, Builder.getInt1Ty());
    Instruction *There = nullptr, *Elsewhere = nullptr;
    SplitBlockAndInsertIfThenElse(Is, I->getIterator(), &There, &Elsewhere);
    BasicBlock *After = I->getParent();
    Builder.SetInsertPoint(There);
    callOwn(Builder, LlvmpipeFenceName, Builder.getVoidTy());
    Instruction *Relaxed = nullptr;
    if (!isa<FenceInst>(I)) {
      Relaxed = Builder.Insert(I->clone());
      relax(*Relaxed);
      callOwn(Builder, LlvmpipeFenceName, Builder.getVoidTy());
    }
    I->moveBefore(Elsewhere->getIterator());
    if (I->getType()->isVoidTy())
      continue;
    PHINode *Phi = PHINode::Create(I->getType(), 2, "", After->begin());
    I->replaceAllUsesWith(Phi);
    Phi->addIncoming(Relaxed, Relaxed->getParent());
    Phi->addIncoming(I, I->getParent());
  }
}

void guardLoops(Function &F) {
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  for (Loop *L : Loops)
    formLCSSARecursively(*L, Dominators, &Loops, nullptr);
  for (Loop *L : Loops.getLoopsInPreorder()) {
    BasicBlock *Exit = L->getUniqueExitBlock();
    const BasicBlock *HiddenExit = addHiddenExit(*L, *Exit, Loops);
    failIfCutOff(*L->getLoopPreheader(), *Exit, HiddenExit, Loops);
  }
}

} // namespace kcc::compiler
