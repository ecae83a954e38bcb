#include "targets/spirv/BarrierChecks.h"
#include "targets/Divergence.h"
#include "targets/nvptx/AddressSpaces.h"
#include "targets/spirv/Builtins.h"
#include "targets/spirv/LlvmpipeGuards.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Whether the function, one of the module writer's own, has the same result in all threads of a block.
bool isSameInBlock(StringRef Name) {
  return Name.consume_front(OwnPrefix) &&
         StringSwitch<bool>(Name)
             .StartsWith("block_", true)
             .StartsWith("grid_", true)
             .StartsWith("dynamic_shared", true)
             .Cases({"parameters", "pushed", "warp_size", "never", OnLlvmpipeName}, true)
             .Default(false);
}

/// What is known about a module's functions.
struct BlockRules : DivergenceRules {
  DenseSet<const Argument *> Arguments;     ///< that may be divergent
  DenseSet<const Function *> Sources;       ///< with results that may be divergent for uniform arguments
  DenseSet<const Function *> AlwaysUniform; ///< with results that are uniform for all arguments

  bool isSource(const Value &V) const override {
    if (auto *A = dyn_cast<Argument>(&V))
      return Arguments.contains(A);
    auto &I = cast<Instruction>(V);
    if (auto *Load = dyn_cast<LoadInst>(&I))
      return Load->isAtomic() || Load->getPointerAddressSpace() == LocalSpace;
    if (auto *Call = dyn_cast<CallBase>(&I); Call && !isa<IntrinsicInst>(Call)) {
      const Function *Callee = Call->getCalledFunction();
      return Callee &&
             (Callee->isDeclaration() ? !isSameInBlock(Callee->getName()) : Sources.contains(Callee));
    }
    return I.isAtomic();
  }
  bool isUniform(const Instruction &I) const override {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && AlwaysUniform.contains(Call->getCalledFunction());
  }
  bool hasDivergentResult(const Function &F) const {
    const Divergence Found = findDivergence(F, *this);
    return any_of(F, [&](const BasicBlock &B) {
      auto *Return = dyn_cast<ReturnInst>(B.getTerminator());
      return Return && (Found.Blocks.contains(&B) || Found.Values.contains(Return->getReturnValue()));
    });
  }
  /// Finds out when the result of \p F is divergent. The functions that it calls come first.
  void learnResult(const Function &F) {
    if (F.getReturnType()->isVoidTy())
      return;
    if (hasDivergentResult(F))
      Sources.insert(&F);
    for (const Argument &A : F.args())
      Arguments.insert(&A);
    if (!hasDivergentResult(F))
      AlwaysUniform.insert(&F);
    for (const Argument &A : F.args())
      Arguments.erase(&A);
  }
};

/// The functions with code, callees before their callers.
SetVector<Function *> calleesFirst(Module &M) {
  SetVector<Function *> Order;
  auto Visit = [&](auto &Self, Function &F) -> void {
    if (F.isDeclaration() || Order.contains(&F))
      return;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->getCalledFunction())
        Self(Self, *Call->getCalledFunction());
    Order.insert(&F);
  };
  for (Function &F : M)
    Visit(Visit, F);
  return Order;
}

} // namespace

void markPartialBarriers(Module &M) {
  const Function *Barrier = M.getFunction(std::string(OwnPrefix) + "sync_threads");
  if (!Barrier || Barrier->use_empty())
    return;
  BlockRules Rules;
  const SetVector<Function *> Functions = calleesFirst(M);
  DenseSet<const Function *> Waiting = {Barrier};
  for (Function *F : Functions) {
    Rules.learnResult(*F);
    if (any_of(instructions(F), [&](const Instruction &I) {
          auto *Call = dyn_cast<CallBase>(&I);
          return Call && Waiting.contains(Call->getCalledFunction());
        }))
      Waiting.insert(F);
  }
  for (Function *F : reverse(Functions)) {
    const Divergence Found = findDivergence(*F, Rules);
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee)
        continue;
      if (Waiting.contains(Callee) && Found.Blocks.contains(I.getParent()))
        Call->addFnAttr(Attribute::get(M.getContext(), PartialBarrier));
      if (!Callee->isDeclaration())
        for (auto [Passed, Argument] : zip(Call->args(), Callee->args()))
          if (Found.Values.contains(Passed.get()))
            Rules.Arguments.insert(&Argument);
    }
  }
}

bool reachesPartialBarrier(const Function &Kernel) {
  SmallSetVector<const Function *, 8> Reached;
  Reached.insert(&Kernel);
  for (std::size_t N = 0; N != Reached.size(); ++N)
    for (const Instruction &I : instructions(*Reached[N]))
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        if (Call->hasFnAttr(PartialBarrier))
          return true;
        if (const Function *Callee = Call->getCalledFunction(); Callee && !Callee->isDeclaration())
          Reached.insert(Callee);
      }
  return false;
}

} // namespace kcc::compiler
