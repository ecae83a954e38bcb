#include "targets/VariableSpaces.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

GlobalVariable *moveToSpace(GlobalVariable &V, unsigned Space, Constant *Initializer) {
  auto *Moved =
      new GlobalVariable(*V.getParent(), V.getValueType(), V.isConstant(), V.getLinkage(), Initializer, "",
                         &V, GlobalValue::NotThreadLocal, Space, V.isExternallyInitialized());
  Moved->takeName(&V);
  Moved->setVisibility(V.getVisibility());
  Moved->setAlignment(V.getAlign());
  Moved->copyMetadata(&V, 0);
  V.replaceAllUsesWith(ConstantExpr::getAddrSpaceCast(Moved, V.getType()));
  V.eraseFromParent();
  return Moved;
}

} // namespace kcc::compiler
