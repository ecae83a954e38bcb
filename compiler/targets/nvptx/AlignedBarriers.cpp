#include "targets/nvptx/AlignedBarriers.h"
#include "targets/nvptx/Divergence.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

constexpr struct {
  Intrinsic::ID Any, Aligned;
} Barriers[] = {
    {Intrinsic::nvvm_barrier_cta_sync_all, Intrinsic::nvvm_barrier_cta_sync_aligned_all},
    {Intrinsic::nvvm_barrier_cta_red_and_all, Intrinsic::nvvm_barrier_cta_red_and_aligned_all},
    {Intrinsic::nvvm_barrier_cta_red_or_all, Intrinsic::nvvm_barrier_cta_red_or_aligned_all},
    {Intrinsic::nvvm_barrier_cta_red_popc_all, Intrinsic::nvvm_barrier_cta_red_popc_aligned_all},
    {Intrinsic::nvvm_barrier_cluster_arrive, Intrinsic::nvvm_barrier_cluster_arrive_aligned},
    {Intrinsic::nvvm_barrier_cluster_wait, Intrinsic::nvvm_barrier_cluster_wait_aligned},
};

/// What is known about a function that contains barriers or calls a function that does.
struct Waiting {
  SmallVector<std::pair<CallInst *, Intrinsic::ID>, 4> Calls; // with the aligned intrinsic
  SmallVector<CallBase *, 4> Callers;
  DenseSet<const BasicBlock *> Divergent;
  bool EnteredTogether = true; // by all threads of a warp
};

MapVector<Function *, Waiting> findWaiting(Module &M) {
  MapVector<Function *, Waiting> Found;
  for (auto [Any, Aligned] : Barriers)
    if (Function *Barrier = Intrinsic::getDeclarationIfExists(&M, Any))
      for (User *U : Barrier->users()) {
        auto *Call = cast<CallInst>(U);
        Found[Call->getFunction()].Calls.push_back({Call, Aligned});
      }
  for (unsigned I = 0; I != Found.size(); ++I) { // it grows in the loop
    Function *F = (Found.begin() + I)->first;
    for (User *U : F->users()) {
      auto *Call = dyn_cast<CallBase>(U);
      if (Call && Call->getCalledOperand() == F) {
        Found[F].Callers.push_back(Call);
        (void)Found[Call->getFunction()];
      }
    }
  }
  return Found;
}

} // namespace

void alignBarriers(Module &M) {
  MapVector<Function *, Waiting> Functions = findWaiting(M);
  for (auto &[F, W] : Functions) {
    W.Divergent = divergentBlocks(*F);
    W.EnteredTogether = F->getCallingConv() == CallingConv::PTX_Kernel || !F->hasAddressTaken();
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto &[F, W] : Functions)
      if (W.EnteredTogether && any_of(W.Callers, [&](CallBase *Call) {
            const Waiting &Caller = Functions[Call->getFunction()];
            return !Caller.EnteredTogether || Caller.Divergent.contains(Call->getParent());
          }))
        W.EnteredTogether = false, Changed = true;
  }
  for (auto &[F, W] : Functions)
    for (auto [Call, Aligned] : W.Calls)
      if (W.EnteredTogether && !W.Divergent.contains(Call->getParent()))
        Call->setCalledFunction(Intrinsic::getOrInsertDeclaration(&M, Aligned));
}

} // namespace kcc::compiler
