#include "checks/AsyncCopies.h"
#include "lowering/Reach.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

/// Calls \p Replace for each call of the builtin, which is then removed.
static void replaceCalls(CheckCalls &Calls, StringRef Builtin, function_ref<void(CallInst &)> Replace) {
  Function *F = Calls.M.getFunction(Builtin);
  if (!F)
    return;
  for (User *U : make_early_inc_range(F->users())) {
    auto *Call = cast<CallInst>(U);
    Calls.Builder.SetInsertPoint(Call);
    Replace(*Call);
    Call->eraseFromParent();
  }
  F->eraseFromParent();
}

void followCopies(CheckCalls &Calls, ArrayRef<Kernel> Kernels) {
  IRBuilder<> &Builder = Calls.Builder;
  Type *Void = Builder.getVoidTy(), *I32 = Builder.getInt32Ty();
  auto Commit = [&] { Calls.insert(Calls.declare("kcc_check_copies_committed", Void, {}), {}); };
  auto Wait = [&](Value *Groups) {
    Calls.insert(Calls.declare("kcc_check_copies_awaited", Void, {I32}), {Groups});
  };
  auto WaitForAll = [&] { // PTX ISA, "cp.async.wait_all"
    Commit();
    Wait(Builder.getInt32(0));
  };
  SmallVector<Function *, 4> Copying;
  const Function *Started = Calls.M.getFunction("__kcc_async_started");
  for (const Kernel &K : Kernels)
    if (Started && reachedFrom(*K.Function).contains(Started))
      Copying.push_back(K.Function);
  replaceCalls(Calls, "__kcc_async_started", [&](CallInst &Call) {
    auto *Bytes = cast<ConstantInt>(Call.getArgOperand(1));
    Calls.insert(Calls.declare("kcc_check_copy_started", Void, {Calls.Pointer, Calls.Pointer}),
                 {Call.getArgOperand(0), Calls.site({.Bytes = Bytes->getZExtValue(),
                                                     .Kind = abi::AccessKind::write,
                                                     .Flags = abi::site_async_copy})});
  });
  // Without copies there is nothing to wait for.
  replaceCalls(Calls, "__kcc_async_commit", [&](CallInst &) {
    if (!Copying.empty())
      Commit();
  });
  replaceCalls(Calls, "__kcc_async_wait_group", [&](CallInst &Call) {
    if (!Copying.empty())
      Wait(Call.getArgOperand(0));
  });
  replaceCalls(Calls, "__kcc_async_wait_all", [&](CallInst &) {
    if (!Copying.empty())
      WaitForAll();
  });
  for (Function *F : Copying)
    for (BasicBlock &Block : *F)
      if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator())) {
        Builder.SetInsertPoint(Return);
        WaitForAll();
      }
}

} // namespace kcc::compiler
