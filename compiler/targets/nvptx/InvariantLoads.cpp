#include "targets/nvptx/InvariantLoads.h"
#include "lowering/AliasScopes.h"
#include "lowering/Reach.h"
#include "targets/nvptx/AddressSpaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// True if \p Object, which no span with an alias scope leads to, is not the memory of such a span either: it
/// is a local or shared variable, or the memory of a `__restrict__` parameter.
bool isNoSpan(const Value &Object) {
  unsigned Space = Object.getType()->getPointerAddressSpace();
  if (isa<AllocaInst>(Object) || Space == SharedSpace || Space == LocalSpace)
    return true;
  auto *A = dyn_cast<Argument>(&Object);
  return A && (A->hasByValAttr() ||
               (A->hasNoAliasAttr() && A->getParent()->getCallingConv() == CallingConv::PTX_Kernel));
}

bool isWithinBlock(const Instruction &I) {
  static constexpr StringRef Names[] = {"block", "singlethread"};
  SmallVector<StringRef, 8> Known;
  I.getContext().getSyncScopeNames(Known);
  return is_contained(Names, Known[*getAtomicSyncScopeID(&I)]);
}

/// True if what the host or another kernel wrote meanwhile may be visible after \p I.
bool waitsForOthers(const Instruction &I) {
  if (I.isVolatile())
    return I.mayReadFromMemory();
  if (!I.isAtomic() || isWithinBlock(I))
    return false;
  if (auto *Fence = dyn_cast<FenceInst>(&I))
    return isAcquireOrStronger(Fence->getOrdering());
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return isAcquireOrStronger(Exchange->getMergedOrdering());
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return isAcquireOrStronger(Update->getOrdering());
  auto *Load = dyn_cast<LoadInst>(&I);
  return Load && isAcquireOrStronger(Load->getOrdering());
}

/// Barriers of the block and the warp count as writes to all memory in LLVM, but only order those of the
/// block's threads.
bool isBlockBarrier(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && any_of(ArrayRef<StringRef>{"llvm.nvvm.barrier.cta.", "llvm.nvvm.bar.warp."},
                          [&](StringRef Prefix) { return Callee->getName().starts_with(Prefix); });
}

/// What a kernel and the functions that it calls write.
class Writes {
public:
  Writes(const Function &Kernel, const SpanScopes &Spans) : Spans(Spans) {
    // Those of device/print.cpp write to the print ring, which is no memory of the program.
    for (auto &[Symbol, At] : reachedFrom(Kernel))
      if (auto *F = dyn_cast<Function>(Symbol); F && !F->getName().starts_with("__kcc_print_"))
        for (const Instruction &I : instructions(*F))
          see(I);
    for (const Instruction &I : instructions(Kernel))
      see(I);
  }

  /// Whether the memory of \p From is that of spans that nothing writes while the kernel runs.
  bool leave(const Origins &From) const {
    return !Anything && From.Objects.empty() &&
           none_of(From.Scopes, [&](MDNode *Scope) { return Scopes.contains(Scope); });
  }

private:
  void see(const Instruction &I) {
    if (waitsForOthers(I)) {
      Anything = true;
    } else if (isa<FenceInst>(I) || !I.mayWriteToMemory()) {
      return;
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      write(*Store->getPointerOperand());
    } else if (auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
      write(*Update->getPointerOperand());
    } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
      write(*Exchange->getPointerOperand());
    } else if (auto *Call = dyn_cast<CallBase>(&I)) {
      see(*Call);
    } else if (!isa<LoadInst>(I)) { // an atomic one that does not wait
      Anything = true;
    }
  }

  void see(const CallBase &Call) {
    const Function *Callee = Call.getCalledFunction();
    if (Call.onlyAccessesInaccessibleMemory() || isBlockBarrier(Call) || (Callee && !Callee->isDeclaration()))
      return; // the callee's own instructions count
    if (!Call.onlyAccessesArgMemory() && !Call.onlyAccessesInaccessibleMemOrArgMem()) {
      Anything = true;
      return;
    }
    for (auto [I, A] : enumerate(Call.args()))
      if (A->getType()->isPointerTy() && !Call.onlyReadsMemory(static_cast<unsigned>(I)))
        write(*A);
  }

  void write(const Value &Pointer) {
    Origins To = Spans.originsOf(Pointer);
    Scopes.insert(To.Scopes.begin(), To.Scopes.end());
    Anything |= !all_of(To.Objects, [](const Value *Object) { return isNoSpan(*Object); });
  }

  const SpanScopes &Spans;
  SmallPtrSet<const MDNode *, 8> Scopes; ///< of spans that are written
  bool Anything = false;                 ///< any memory may have another value later
};

} // namespace

void markInvariantLoads(Module &M) {
  for (Function &F : M) {
    if (F.getCallingConv() != CallingConv::PTX_Kernel || F.isDeclaration())
      continue;
    SpanScopes Spans(F);
    if (Spans.scopes().empty())
      continue;
    Writes Written(F, Spans);
    for (Instruction &I : instructions(F))
      if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isSimple())
        if (Written.leave(Spans.originsOf(*Load->getPointerOperand())))
          Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(F.getContext(), {}));
  }
}

} // namespace kcc::compiler
