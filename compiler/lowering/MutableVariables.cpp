#include "lowering/MutableVariables.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

SmallVector<GlobalVariable *, 8> mutableVariables(Module &M) {
  SmallVector<GlobalVariable *, 8> Result;
  for (GlobalVariable &V : M.globals())
    if (!V.isDeclaration() && !V.isConstant() && !V.getName().starts_with("llvm."))
      Result.push_back(&V);
  return Result;
}

ExposedVariables::ExposedVariables(Module &M) {
  for (GlobalVariable *V : mutableVariables(M))
    if (V->hasLocalLinkage()) {
      if (!V->hasName())
        V->setName("kcc.variable"); // only local symbols may be unnamed
      V->setLinkage(GlobalValue::ExternalLinkage);
      V->setVisibility(GlobalValue::HiddenVisibility);
      Exposed.emplace_back(V);
    }
}

void ExposedVariables::hide() {
  for (WeakTrackingVH &Handle : Exposed)
    if (auto *V = dyn_cast_or_null<GlobalVariable>(static_cast<Value *>(Handle))) {
      V->setLinkage(GlobalValue::InternalLinkage);
      V->setVisibility(GlobalValue::DefaultVisibility);
      V->removeDeadConstantUsers();
      if (V->use_empty())
        V->eraseFromParent();
    }
  Exposed.clear();
}

} // namespace kcc::compiler
