#include "lowering/Reach.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <functional>

using namespace llvm;

namespace kcc::compiler {

static const Function *calledBy(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call ? Call->getCalledFunction() : nullptr;
}

/// The instructions in \p F that create the object of a `throw`, from its allocation to the throw. If the
/// `throw` is an error, nobody needs to know what the exception's constructor reaches.
static SmallPtrSet<const Instruction *, 16> makingExceptions(const Function &F) {
  SmallPtrSet<const Instruction *, 16> Result;
  const Function *Allocate = F.getParent()->getFunction("__cxa_allocate_exception");
  if (!Allocate)
    return Result;
  for (const User *U : Allocate->users()) {
    auto *Allocation = dyn_cast<Instruction>(U);
    if (!Allocation || Allocation->getFunction() != &F)
      continue;
    SmallVector<const Instruction *, 8> Open = {Allocation};
    while (!Open.empty())
      for (const Instruction *I = Open.pop_back_val(); I; I = I->getNextNode()) {
        const Function *Callee = calledBy(*I);
        if (Callee && Callee->getName() == "__cxa_throw")
          break;
        if (!Result.insert(I).second)
          break;
        for (unsigned S = 0; I->isTerminator() && S != I->getNumSuccessors(); ++S)
          Open.push_back(&I->getSuccessor(S)->front());
      }
  }
  return Result;
}

Reach reachedFrom(const Function &Kernel) {
  Reach Found;
  Found.insert({&Kernel, nullptr});

  // Follows a constant to the symbols in it; `At` is the instruction that uses it.
  auto Follow = [&](const Constant *Root, const Instruction *At) {
    SmallVector<const Constant *, 8> Open = {Root};
    SmallPtrSet<const Constant *, 16> Seen;
    while (!Open.empty()) {
      const Constant *C = Open.pop_back_val();
      if (!Seen.insert(C).second)
        continue;
      if (auto *Symbol = dyn_cast<GlobalValue>(C)) {
        auto [Row, IsNew] = Found.insert({Symbol, At});
        if (!IsNew && !Row->second)
          Row->second = At;
        continue;
      }
      for (const Use &U : C->operands())
        Open.push_back(cast<Constant>(U));
    }
  };

  // Found grows during the loop.
  for (unsigned I = 0; I != Found.size(); ++I) {
    auto [Symbol, At] = *(Found.begin() + I);
    if (auto *F = dyn_cast<Function>(Symbol)) {
      auto Skipped = makingExceptions(*F);
      for (const Instruction &Inst : instructions(F)) {
        if (Skipped.contains(&Inst))
          continue;
        const Function *Callee = calledBy(Inst);
        bool Throws = Callee && Callee->getName() == "__cxa_throw";
        for (const Use &Operand : Inst.operands())
          if (auto *C = dyn_cast<Constant>(Operand); C && !isa<ConstantData>(C) && (!Throws || C == Callee))
            Follow(C, &Inst);
      }
    } else if (auto *V = dyn_cast<GlobalVariable>(Symbol)) {
      if (V->hasInitializer())
        Follow(V->getInitializer(), At);
    } else if (auto *A = dyn_cast<GlobalAlias>(Symbol)) {
      Follow(A->getAliasee(), At);
    }
  }
  return Found;
}

std::vector<UnboundedCall> unboundedCalls(const Function &Kernel) {
  std::vector<UnboundedCall> Found;
  // Depth first; a function that is reached while it is still open calls itself.
  SmallPtrSet<const Function *, 16> Seen, Open;
  SmallVector<const Instruction *, 16> Path;
  std::function<void(const Function &)> Visit = [&](const Function &F) {
    if (!Seen.insert(&F).second)
      return;
    Open.insert(&F);
    for (const Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || Call->isInlineAsm())
        continue;
      const Function *Callee = Call->getCalledFunction();
      if (!Callee || Open.contains(Callee)) {
        Found.push_back({Call, {Path.rbegin(), Path.rend()}});
      } else if (!Callee->isDeclaration()) {
        Path.push_back(Call);
        Visit(*Callee);
        Path.pop_back();
      }
    }
    Open.erase(&F);
  };
  Visit(Kernel);
  return Found;
}

} // namespace kcc::compiler
