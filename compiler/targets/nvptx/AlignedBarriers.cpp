#include "targets/nvptx/AlignedBarriers.h"
#include "targets/nvptx/Divergence.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

constexpr struct Barrier {
  Intrinsic::ID Any, Aligned;
  const char *Gathered; // the name of the function with it
} Barriers[] = {
    {Intrinsic::nvvm_barrier_cta_sync_all, Intrinsic::nvvm_barrier_cta_sync_aligned_all, "kcc.sync"},
    {Intrinsic::nvvm_barrier_cta_red_and_all, Intrinsic::nvvm_barrier_cta_red_and_aligned_all,
     "kcc.sync_and"},
    {Intrinsic::nvvm_barrier_cta_red_or_all, Intrinsic::nvvm_barrier_cta_red_or_aligned_all, "kcc.sync_or"},
    {Intrinsic::nvvm_barrier_cta_red_popc_all, Intrinsic::nvvm_barrier_cta_red_popc_aligned_all,
     "kcc.sync_count"},
    {Intrinsic::nvvm_barrier_cta_sync_count, Intrinsic::nvvm_barrier_cta_sync_aligned_count,
     "kcc.named_sync"},
    {Intrinsic::nvvm_barrier_cta_arrive_count, Intrinsic::nvvm_barrier_cta_arrive_aligned_count,
     "kcc.named_arrive"},
    {Intrinsic::nvvm_barrier_cluster_arrive, Intrinsic::nvvm_barrier_cluster_arrive_aligned,
     "kcc.cluster_arrive"},
    {Intrinsic::nvvm_barrier_cluster_wait, Intrinsic::nvvm_barrier_cluster_wait_aligned, "kcc.cluster_wait"},
};

/// What is known about a function that contains barriers or calls a function that does.
struct Waiting {
  SmallVector<std::pair<CallInst *, const Barrier *>, 4> Calls;
  SmallVector<CallBase *, 4> Callers;
  DenseSet<const BasicBlock *> Divergent;
  bool EnteredTogether = true; // by all threads of a warp
};

MapVector<Function *, Waiting> findWaiting(Module &M) {
  MapVector<Function *, Waiting> Found;
  for (const Barrier &B : Barriers)
    if (Function *Declared = Intrinsic::getDeclarationIfExists(&M, B.Any))
      for (User *U : Declared->users()) {
        auto *Call = cast<CallInst>(U);
        Found[Call->getFunction()].Calls.push_back({Call, &B});
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

/// Returns a function in which the threads of the warp that have not left the kernel wait for each other, and
/// then at \p B.
Function *gatheredBarrier(Module &M, const Barrier &B) {
  if (Function *F = M.getFunction(B.Gathered))
    return F;
  Function *Aligned = Intrinsic::getOrInsertDeclaration(&M, B.Aligned);
  Function *F = Function::Create(Aligned->getFunctionType(), GlobalValue::InternalLinkage, B.Gathered, M);
  F->addFnAttr(Attribute::Convergent);
  F->addFnAttr(Attribute::NoInline);
  F->setDoesNotThrow();
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "entry", F));
  Builder.CreateIntrinsic(Intrinsic::nvvm_bar_warp_sync, {}, {Builder.getInt32(-1)});
  SmallVector<Value *, 2> Arguments(make_pointer_range(F->args()));
  Value *Result = Builder.CreateCall(Aligned, Arguments);
  if (Result->getType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Result);
  return F;
}

/// True if the assembly \p Text may end a thread.
bool hasExit(StringRef Text) {
  while (!Text.empty()) {
    StringRef Word = Text.take_while([](char C) { return isAlnum(C) || C == '_' || C == '$'; });
    if (Word == "exit" || Word == "ret")
      return true;
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return false;
}

/// True if a thread may end inside a call, which the IR's control flow does not show.
bool callsEndThreads(const Module &M) {
  auto Ends = [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      return false;
    auto *Assembly = dyn_cast<InlineAsm>(Call->getCalledOperand());
    return Assembly ? hasExit(Assembly->getAsmString()) : Call->getIntrinsicID() == Intrinsic::nvvm_exit;
  };
  return any_of(M, [&](const Function &F) {
    // kcc's own functions end only threads that have failed, and no such thread gets to a barrier.
    return !F.getName().starts_with("__kcc_") && any_of(instructions(F), Ends);
  });
}

} // namespace

void alignBarriers(Module &M, unsigned Arch) {
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
  const bool MayEndUnseen = callsEndThreads(M);
  for (auto &[F, W] : Functions)
    for (auto [Call, B] : W.Calls)
      Call->setCalledFunction(
          Arch < 70 || (!MayEndUnseen && W.EnteredTogether && !W.Divergent.contains(Call->getParent()))
              ? Intrinsic::getOrInsertDeclaration(&M, B->Aligned)
              : gatheredBarrier(M, *B));
}

} // namespace kcc::compiler
