#include "targets/nvptx/GatherAfterStores.h"
#include "targets/nvptx/WarpMasks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

bool gathersInOrder(const IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::nvvm_bar_warp_sync:
  case Intrinsic::nvvm_barrier_cta_sync_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_and_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_or_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_popc_aligned_all:
  case Intrinsic::nvvm_barrier_cta_sync_aligned_count:
    return true;
  default:
    return false;
  }
}

namespace {

/// What an instruction means to a later gathering that ptxas moves up.
enum class Effect {
  None,
  Store,  ///< other threads of the warp may wait for it, so the gathering must not move above it
  Gather, ///< the warp has gathered after all stores before it
};

/// The mask of the threads that \p I gathers, if ptxas moves that gathering over stores. Null otherwise.
Value *maskOfMovable(IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::nvvm_barrier_cta_sync_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_and_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_or_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_popc_aligned_all:
  case Intrinsic::nvvm_barrier_cta_sync_aligned_count:
  case Intrinsic::nvvm_barrier_cta_arrive_aligned_count:
  case Intrinsic::nvvm_barrier_cluster_arrive_aligned:
  case Intrinsic::nvvm_barrier_cluster_wait_aligned:
    return ConstantInt::getSigned(Type::getInt32Ty(I.getContext()), -1);
  default:
    break;
  }
  MaskedOperation Masked = maskedOperation(I);
  return Masked.Operation == WarpOperation::Match || Masked.Operation == WarpOperation::Reduction
             ? Masked.Mask->get()
             : nullptr;
}

Effect effectOf(const Instruction &I, const SmallPtrSetImpl<const Function *> &Storing) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Store->isAtomic() || Store->isVolatile() ? Effect::Store : Effect::None;
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return Effect::None;
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(Call))
    return gathersInOrder(*Intrinsic) ? Effect::Gather : Effect::None;
  const Function *Callee = Call->getCalledFunction();
  if (Call->isInlineAsm())
    return Call->mayWriteToMemory() ? Effect::Store : Effect::None;
  return !Callee || Storing.contains(Callee) ? Effect::Store : Effect::None;
}

/// The functions that contain stores for other threads, or call others that do.
SmallPtrSet<const Function *, 8> storingFunctions(const Module &M) {
  SmallPtrSet<const Function *, 8> Storing;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Function &F : M)
      if (!Storing.contains(&F) && any_of(instructions(F), [&](const Instruction &I) {
            return effectOf(I, Storing) == Effect::Store;
          }))
        Changed = Storing.insert(&F).second;
  }
  return Storing;
}

/// True if a store for other threads may precede \p I with no gathering between them.
bool followsStore(const Instruction &I, const SmallPtrSetImpl<const Function *> &Storing) {
  SmallPtrSet<const BasicBlock *, 16> Visited;
  SmallVector<const BasicBlock *, 8> Work;
  // Searches upwards from Begin and returns true at a store. Predecessors to search next go to Work.
  auto SearchUp = [&](const BasicBlock &B, BasicBlock::const_reverse_iterator Begin) {
    for (const Instruction &Before : make_range(Begin, B.rend()))
      if (Effect E = effectOf(Before, Storing); E != Effect::None)
        return E == Effect::Store;
    if (B.isEntryBlock())
      return B.getParent()->getCallingConv() != CallingConv::PTX_Kernel; // its callers may have stored
    for (const BasicBlock *Before : predecessors(&B))
      if (Visited.insert(Before).second)
        Work.push_back(Before);
    return false;
  };
  if (SearchUp(*I.getParent(), std::next(I.getReverseIterator())))
    return true;
  while (!Work.empty()) {
    const BasicBlock *B = Work.pop_back_val();
    if (SearchUp(*B, B->rbegin()))
      return true;
  }
  return false;
}

} // namespace

void gatherAfterStores(Module &M) {
  SmallPtrSet<const Function *, 8> Storing = storingFunctions(M);
  if (Storing.empty())
    return;
  SmallVector<std::pair<IntrinsicInst *, Value *>, 8> Found;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
        if (Value *Mask = maskOfMovable(*Intrinsic); Mask && followsStore(I, Storing))
          Found.push_back({Intrinsic, Mask});
  for (auto [I, Mask] : Found)
    IRBuilder<>(I).CreateIntrinsic(Intrinsic::nvvm_bar_warp_sync, {}, {Mask});
}

} // namespace kcc::compiler
