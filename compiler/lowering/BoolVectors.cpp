#include "lowering/BoolVectors.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

void truncateBoolElements(Module &M) {
  for (Function &F : M)
    for (BasicBlock &Block : F)
      for (Instruction &I : Block)
        if (auto *Insert = dyn_cast<InsertElementInst>(&I)) {
          Value *Element = Insert->getOperand(1);
          Type *Bit = Insert->getType()->getElementType();
          if (Bit->isIntegerTy(1) && !Element->getType()->isIntegerTy(1))
            Insert->setOperand(1, IRBuilder<>(Insert).CreateTrunc(Element, Bit));
        }
}

} // namespace kcc::compiler
