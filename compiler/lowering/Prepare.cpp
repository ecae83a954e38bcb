#include "lowering/Prepare.h"
#include "lowering/Reach.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace kcc::compiler {

/// What a function that runs before main() stores to: looked for in the functions that clang makes for
/// initializers, which hold the variable's address as an operand.
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

bool endsProgram(StringRef Name) {
  static constexpr StringRef Names[] = {"abort",
                                        "_ZSt9terminatev",
                                        "__assert_fail",
                                        "__cxa_pure_virtual",
                                        "__cxa_deleted_virtual",
                                        "_ZSt21__glibcxx_assert_failPKciS0_S0_",
                                        "__chk_fail",
                                        "__stack_chk_fail",
                                        "__clang_call_terminate"};
  return is_contained(Names, Name) || (Name.starts_with("_ZSt") && Name.contains("__throw_"));
}

void defineLibraryTraps(Module &M) {
  // std::nothrow is an object without content that only chooses a form of `new`.
  if (GlobalVariable *Tag = M.getGlobalVariable("_ZSt7nothrow"); Tag && Tag->isDeclaration()) {
    Tag->setInitializer(Constant::getNullValue(Tag->getValueType()));
    Tag->setLinkage(GlobalValue::InternalLinkage);
  }
  for (Function &F : M) {
    if (!F.isDeclaration() || !endsProgram(F.getName()))
      continue;
    F.setLinkage(GlobalValue::InternalLinkage);
    F.setDoesNotThrow();
    IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", &F));
    Builder.CreateIntrinsic(Intrinsic::trap, {});
    Builder.CreateUnreachable();
  }
}

void keepOnlyKernels(Module &M, ArrayRef<Function *> Kernels) {
  M.setModuleInlineAsm(""); // assembly at namespace scope is the host's
  SmallPtrSet<const GlobalValue *, 32> Kept;
  for (const Function *K : Kernels)
    for (auto &[Symbol, At] : reachedFrom(*K))
      Kept.insert(Symbol);

  SmallVector<GlobalValue *, 64> Dropped;
  for (GlobalValue &Symbol : M.global_values()) {
    if (auto *Object = dyn_cast<GlobalObject>(&Symbol))
      Object->setComdat(nullptr);
    if (!Kept.contains(&Symbol))
      Dropped.push_back(&Symbol);
    else if (!Symbol.isDeclaration())
      Symbol.setLinkage(is_contained(Kernels, &Symbol) ? GlobalValue::ExternalLinkage
                                                       : GlobalValue::InternalLinkage);
    if (Symbol.hasLocalLinkage())
      Symbol.setVisibility(GlobalValue::DefaultVisibility);
  }
  // They may refer to each other: first cut the references, then remove.
  for (GlobalValue *Symbol : Dropped) {
    if (auto *F = dyn_cast<Function>(Symbol))
      F->deleteBody();
    else if (auto *V = dyn_cast<GlobalVariable>(Symbol))
      V->setInitializer(nullptr);
  }
  for (GlobalValue *Symbol : Dropped) {
    if (Symbol->getName().starts_with("llvm."))
      continue; // intrinsics and clang's lists
    Symbol->removeDeadConstantUsers();
    if (!Symbol->use_empty())
      Symbol->replaceAllUsesWith(PoisonValue::get(Symbol->getType()));
    Symbol->eraseFromParent();
  }
}

} // namespace kcc::compiler
