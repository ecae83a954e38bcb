#include "lowering/Reach.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace kcc::compiler {

Reach reachedFrom(const Function &Kernel) {
  Reach Found;
  Found.insert({&Kernel, nullptr});

  // Follows a constant down to the symbols in it; `At` is the instruction that uses it.
  auto Follow = [&](const Constant *Root, const Instruction *At) {
    SmallVector<const Constant *, 8> Open = {Root};
    SmallPtrSet<const Constant *, 16> Seen;
    while (!Open.empty()) {
      const Constant *C = Open.pop_back_val();
      if (!Seen.insert(C).second)
        continue;
      if (auto *Symbol = dyn_cast<GlobalValue>(C)) {
        Found.insert({Symbol, At});
        continue;
      }
      for (const Use &U : C->operands())
        Open.push_back(cast<Constant>(U));
    }
  };

  // Grows while it is walked.
  for (unsigned I = 0; I != Found.size(); ++I) {
    auto [Symbol, At] = *(Found.begin() + I);
    if (auto *F = dyn_cast<Function>(Symbol)) {
      for (const Instruction &Inst : instructions(F))
        for (const Use &Operand : Inst.operands())
          if (auto *C = dyn_cast<Constant>(Operand))
            if (!isa<ConstantData>(C))
              Follow(C, &Inst);
    } else if (auto *V = dyn_cast<GlobalVariable>(Symbol)) {
      if (V->hasInitializer())
        Follow(V->getInitializer(), At);
    } else if (auto *A = dyn_cast<GlobalAlias>(Symbol)) {
      Follow(A->getAliasee(), At);
    }
  }
  return Found;
}

} // namespace kcc::compiler
