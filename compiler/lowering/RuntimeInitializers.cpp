#include "lowering/RuntimeInitializers.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

/// Collects the variables that a function that runs before main() stores to. Clang emits initializers as
/// functions that have the variable's address as an operand.
static void collectInitialized(const Function &F, SmallPtrSetImpl<const GlobalVariable *> &Result,
                               SmallPtrSetImpl<const Function *> &Seen) {
  if (!Seen.insert(&F).second)
    return;
  for (const Instruction &I : instructions(F)) {
    for (const Use &Operand : I.operands()) {
      auto *C = dyn_cast<Constant>(Operand);
      if (!C)
        continue;
      const Value *Base = C->stripInBoundsOffsets();
      if (auto *V = dyn_cast<GlobalVariable>(Base); V && !V->isConstant())
        Result.insert(V);
      else if (auto *Callee = dyn_cast<Function>(Base))
        if (Callee->getName().starts_with("__cxx_global_var_init"))
          collectInitialized(*Callee, Result, Seen);
    }
  }
}

SmallPtrSet<const GlobalVariable *, 8> takeRuntimeInitialized(Module &M) {
  SmallPtrSet<const GlobalVariable *, 8> Result;
  SmallPtrSet<const Function *, 8> Seen;
  GlobalVariable *List = M.getGlobalVariable("llvm.global_ctors");
  if (!List)
    return Result;
  if (auto *Entries = dyn_cast<ConstantArray>(List->getInitializer()))
    for (const Use &Entry : Entries->operands())
      if (auto *F = dyn_cast<Function>(cast<ConstantStruct>(Entry)->getOperand(1)->stripPointerCasts()))
        collectInitialized(*F, Result, Seen);
  List->eraseFromParent();
  if (GlobalVariable *Destructors = M.getGlobalVariable("llvm.global_dtors"))
    Destructors->eraseFromParent();
  return Result;
}

} // namespace kcc::compiler
