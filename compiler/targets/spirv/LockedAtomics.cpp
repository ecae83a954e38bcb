// The threads of a warp may execute together, so that none leaves the loop before all do. A thread that has
// taken the lock therefore does its operation and releases the lock within the loop:
//   do
//     if (taken = try_lock()) { ...; unlock(); }
//   while (!taken);
#include "targets/spirv/LockedAtomics.h"
#include "targets/nvptx/AddressSpaces.h"
#include "targets/spirv/Builtins.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// An atomic access to memory, whichever instruction makes it.
struct AtomicAccess {
  Value *Pointer = nullptr; ///< null for other instructions
  Type *Of = nullptr;
  AtomicOrdering Order = AtomicOrdering::NotAtomic;
};

AtomicAccess atomicAccess(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isAtomic())
    return {Load->getPointerOperand(), Load->getType(), Load->getOrdering()};
  if (auto *Store = dyn_cast<StoreInst>(&I); Store && Store->isAtomic())
    return {Store->getPointerOperand(), Store->getValueOperand()->getType(), Store->getOrdering()};
  if (auto *Change = dyn_cast<AtomicRMWInst>(&I))
    return {Change->getPointerOperand(), Change->getType(), Change->getOrdering()};
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return {Exchange->getPointerOperand(), Exchange->getCompareOperand()->getType(),
            Exchange->getMergedOrdering()};
  return {};
}

/// Does what \p I does, but not atomically, and returns its result.
Value *doPlainly(Instruction &I, const AtomicAccess &Access, IRBuilderBase &Builder) {
  const Align Eight(8);
  auto Store = [&](Value *New) { Builder.CreateAlignedStore(New, Access.Pointer, Eight); };
  if (auto *Atomic = dyn_cast<StoreInst>(&I)) {
    Store(Atomic->getValueOperand());
    return nullptr;
  }
  Value *Old = Builder.CreateAlignedLoad(Access.Of, Access.Pointer, Eight);
  if (auto *Change = dyn_cast<AtomicRMWInst>(&I))
    Store(buildAtomicRMWValue(Change->getOperation(), Builder, Old, Change->getValOperand()));
  auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
  if (!Exchange)
    return Old;
  Value *IsEqual = Builder.CreateICmpEQ(Old, Exchange->getCompareOperand());
  Store(Builder.CreateSelect(IsEqual, Exchange->getNewValOperand(), Old));
  Value *Pair = Builder.CreateInsertValue(PoisonValue::get(I.getType()), Old, 0);
  return Builder.CreateInsertValue(Pair, IsEqual, 1);
}

FunctionCallee ownFunction(Module &M, StringRef Name, Type *Result) {
  FunctionCallee Callee =
      M.getOrInsertFunction((OwnPrefix + Name).str(), FunctionType::get(Result, /*isVarArg=*/false));
  cast<Function>(Callee.getCallee())->setConvergent();
  return Callee;
}

/// The lock orders accesses as an operation that acquires and releases does within a block.
void lock(Instruction &I, const AtomicAccess &Access) {
  Module &M = *I.getModule();
  LLVMContext &Context = M.getContext();
  IRBuilder<> Builder(&I);
  if (Access.Order == AtomicOrdering::SequentiallyConsistent)
    Builder.CreateFence(Access.Order, *getAtomicSyncScopeID(&I));
  BasicBlock *Before = I.getParent(), *After = SplitBlock(Before, &I);
  auto CreateBlock = [&] { return BasicBlock::Create(Context, "", Before->getParent(), After); };
  BasicBlock *Try = CreateBlock(), *Hold = CreateBlock(), *Repeat = CreateBlock();
  Before->getTerminator()->setSuccessor(0, Try);

  Builder.SetInsertPoint(Try);
  Value *Taken = Builder.CreateCall(ownFunction(M, LockName, Builder.getInt1Ty()));
  Builder.CreateCondBr(Taken, Hold, Repeat);

  Builder.SetInsertPoint(Hold);
  auto Fence = [&] {
    Builder.CreateFence(AtomicOrdering::AcquireRelease, Context.getOrInsertSyncScopeID("block"));
  };
  Fence();
  Value *Result = doPlainly(I, Access, Builder);
  Fence();
  Builder.CreateCall(ownFunction(M, UnlockName, Builder.getVoidTy()));
  Builder.CreateBr(Repeat);

  Builder.SetInsertPoint(Repeat);
  if (Result) {
    PHINode *Known = Builder.CreatePHI(I.getType(), 2);
    Known->addIncoming(PoisonValue::get(I.getType()), Try);
    Known->addIncoming(Result, Hold);
    I.replaceAllUsesWith(Known);
  }
  Builder.CreateCondBr(Taken, After, Try);
  I.eraseFromParent();
}

/// Initializes the lock in the kernels that reach one of the functions.
void initializeLocks(SmallSetVector<Function *, 8> Reaching) {
  for (std::size_t N = 0; N != Reaching.size(); ++N) {
    Function *F = Reaching[N];
    for (User *U : F->users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Reaching.insert(Call->getFunction());
    if (F->getCallingConv() != CallingConv::PTX_Kernel)
      continue;
    IRBuilder<> Builder(&*F->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Builder.CreateCall(ownFunction(*F->getParent(), InitializeLockName, Builder.getVoidTy()));
  }
}

} // namespace

void lockWideAtomics(Module &M) {
  SmallVector<std::pair<Instruction *, AtomicAccess>, 8> Wide;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (const AtomicAccess Access = atomicAccess(I);
          Access.Pointer && Access.Pointer->getType()->getPointerAddressSpace() == SharedSpace &&
          M.getDataLayout().getTypeStoreSize(Access.Of) == 8)
        Wide.push_back({&I, Access});
  SmallSetVector<Function *, 8> Locking;
  for (const auto &[I, Access] : Wide) {
    Locking.insert(I->getFunction());
    lock(*I, Access);
  }
  initializeLocks(std::move(Locking));
}

} // namespace kcc::compiler
