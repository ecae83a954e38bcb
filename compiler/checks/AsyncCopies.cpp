#include "checks/AsyncCopies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

/// Calls \p Replace for each call of the builtin, which is then removed. Returns whether there are any.
static bool replaceCalls(CheckCalls &Calls, StringRef Builtin, function_ref<void(CallInst &)> Replace) {
  Function *F = Calls.M.getFunction(Builtin);
  if (!F)
    return false;
  for (User *U : make_early_inc_range(F->users())) {
    auto *Call = cast<CallInst>(U);
    Calls.Builder.SetInsertPoint(Call);
    Replace(*Call);
    Call->eraseFromParent();
  }
  F->eraseFromParent();
  return true;
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
  const bool HasCopies = replaceCalls(Calls, "__kcc_async_started", [&](CallInst &Call) {
    auto *Bytes = cast<ConstantInt>(Call.getArgOperand(1));
    Calls.insert(Calls.declare("kcc_check_copy_started", Void, {Calls.Pointer, Calls.Pointer}),
                 {Call.getArgOperand(0), Calls.site({.Bytes = Bytes->getZExtValue(),
                                                     .Kind = abi::AccessKind::write,
                                                     .Flags = abi::site_async_copy})});
  });
  replaceCalls(Calls, "__kcc_async_commit", [&](CallInst &) { Commit(); });
  replaceCalls(Calls, "__kcc_async_wait_group", [&](CallInst &Call) { Wait(Call.getArgOperand(0)); });
  replaceCalls(Calls, "__kcc_async_wait_all", [&](CallInst &) { WaitForAll(); });
  if (!HasCopies)
    return;
  for (const Kernel &K : Kernels)
    for (BasicBlock &Block : *K.Function)
      if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator())) {
        Builder.SetInsertPoint(Return);
        WaitForAll();
      }
}

} // namespace kcc::compiler
