#include "checks/BarrierChecks.h"
#include "checks/Bypasses.h"
#include "checks/CheckCalls.h"
#include "lowering/Builtins.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace kcc::compiler {

static bool isOfLibrary(const Function &F) {
  return F.getName().starts_with("_ZN3kcc") || F.getName().starts_with("_ZNK3kcc");
}

static bool isWaitingBuiltin(const Function &F) {
  const Builtin *B = findBuiltin(F.getName());
  return B && B->Waits;
}

BarrierChecks::BarrierChecks(CheckCalls &Calls) : Calls(Calls) {
  for (Function &F : Calls.M)
    if (isOfLibrary(F))
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallInst>(&I))
          if (const Function *Callee = Call->getCalledFunction(); Callee && isWaitingBuiltin(*Callee))
            Wrappers.insert(&F);
}

bool BarrierChecks::waits(const Function &F) const {
  return isWaitingBuiltin(F) || Wrappers.contains(&F);
}

void BarrierChecks::checkCall(CallInst &Call) {
  const Function *F = Call.getCalledFunction();
  // Calls of the wrappers are more telling than those in them.
  if (!F || !waits(*F) || Wrappers.contains(Call.getFunction()))
    return;
  Calls.Builder.SetInsertPoint(&Call);
  const bool IsOfBlock = F->getName().contains("sync_threads");
  Calls.insert(Calls.BarrierCheck,
               {Calls.site({.Flags = IsOfBlock ? abi::site_block_barrier : std::uint8_t{0}})});
}

static bool isCallOfOne(const Instruction &I, const SmallPtrSetImpl<const Function *> &Functions) {
  auto *Call = dyn_cast<CallInst>(&I);
  return Call && Call->getCalledFunction() && Functions.contains(Call->getCalledFunction());
}

/// The builtins whose names begin so, and the functions that call them, directly or not.
static SmallPtrSet<const Function *, 16> callersOf(Module &M, ArrayRef<StringRef> Names) {
  SmallPtrSet<const Function *, 16> Found;
  for (Function &F : M)
    if (any_of(Names, [&](StringRef Name) { return F.getName().starts_with(Name); }) &&
        F.getName() != "__kcc_warp_active_mask")
      Found.insert(&F);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function &F : M)
      if (!Found.contains(&F) &&
          any_of(instructions(F), [&](const Instruction &I) { return isCallOfOne(I, Found); }))
        Changed = Found.insert(&F).second;
  }
  return Found;
}

void BarrierChecks::checkArrivals() {
  // Functions in which the threads of a block or of a warp wait for each other. kcc's own use the warp
  // rightly.
  const auto OfBlock = callersOf(Calls.M, {"__kcc_sync_threads"}),
             Any = callersOf(Calls.M, {"__kcc_sync_threads", "__kcc_sync_warp", "__kcc_warp_"});
  for (Function &F : Calls.M) {
    SmallVector<CallInst *, 8> Barriers;
    if (F.size() > 1)
      for (Instruction &I : instructions(F))
        if (isCallOfOne(I, isOfLibrary(F) ? OfBlock : Any))
          Barriers.push_back(cast<CallInst>(&I));
    if (!Barriers.empty())
      checkArrivals(F, Barriers);
  }
}

void BarrierChecks::checkArrivals(Function &F, ArrayRef<CallInst *> Barriers) {
  for (CallInst *Call : Barriers)
    SplitBlock(Call->getParent(), Call->getNextNode());
  IRBuilder<> &Builder = Calls.Builder;
  DenseMap<CallInst *, GlobalVariable *> Sites;
  Value *Instance = nullptr;
  for (const Bypass &Way : findBypasses(Barriers)) {
    DebugLoc At = Way.From->getTerminator()->getDebugLoc();
    Builder.SetInsertPoint(SplitEdge(Way.From, Way.To)->getTerminator());
    for (CallInst *Passed : Way.Calls) {
      GlobalVariable *&Site = Sites[Passed];
      if (!Site)
        Site = newSite();
      if (!Instance)
        Instance = instanceOf(F);
      Builder.SetCurrentDebugLocation(At ? At : Passed->getDebugLoc());
      Calls.insert(Calls.BypassCheck, {Instance, Site});
    }
  }
  for (CallInst *Passed : Barriers)
    if (GlobalVariable *Site = Sites.lookup(Passed)) {
      Builder.SetInsertPoint(Passed);
      Builder.SetCurrentDebugLocation(Passed->getDebugLoc());
      Calls.insert(Calls.ReachCheck, {Instance, Site});
      Builder.SetInsertPoint(Passed->getNextNode());
      Builder.SetCurrentDebugLocation(Passed->getDebugLoc());
      Calls.insert(Calls.LeaveCheck, {Instance, Site});
    }
}

/// A site with a number of its own, which it keeps when the call is inlined.
GlobalVariable *BarrierChecks::newSite() {
  GlobalVariable *Site = Calls.site();
  setField(*Site, SiteField::ObjectBytes,
           Calls.Builder.getInt64(xxh3_64bits(Calls.M.getName()) + ++SiteCount));
  return Site;
}

/// How often the thread has called the function.
Value *BarrierChecks::instanceOf(Function &F) {
  IRBuilder<> &Builder = Calls.Builder;
  const IRBuilder<>::InsertPointGuard Guard(Builder);
  Calls.goToBeginOf(F);
  Type *I64 = Builder.getInt64Ty();
  return Calls.insert(Calls.declare("kcc_check_instance", I64, {I64}),
                      {Builder.getInt64(xxh3_64bits(F.getName()))});
}

} // namespace kcc::compiler
