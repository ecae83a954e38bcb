#include "lowering/Internalize.h"
#include "lowering/Reach.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

void resolveAliases(Module &M) {
  for (GlobalAlias &Alias : make_early_inc_range(M.aliases())) {
    Alias.replaceAllUsesWith(Alias.getAliasee());
    Alias.eraseFromParent();
  }
}

void keepOnlyKernels(Module &M, ArrayRef<Function *> Kernels) {
  M.setModuleInlineAsm(""); // module-level assembly is for the host
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
  // Dropped symbols may refer to each other: first cut the references, then remove them.
  for (GlobalValue *Symbol : Dropped) {
    if (auto *F = dyn_cast<Function>(Symbol))
      F->deleteBody();
    else if (auto *V = dyn_cast<GlobalVariable>(Symbol))
      V->setInitializer(nullptr);
  }
  for (GlobalValue *Symbol : Dropped) {
    if (Symbol->getName().starts_with("llvm."))
      continue; // intrinsics and Clang's lists
    Symbol->removeDeadConstantUsers();
    if (!Symbol->use_empty())
      Symbol->replaceAllUsesWith(PoisonValue::get(Symbol->getType()));
    Symbol->eraseFromParent();
  }
}

} // namespace kcc::compiler
