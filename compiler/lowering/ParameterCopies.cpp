#include "lowering/ParameterCopies.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace kcc::compiler {

void copyToLocal(Argument &Parameter) {
  Function &F = *Parameter.getParent();
  const DataLayout &DL = F.getDataLayout();
  Type *T = Parameter.getParamByValType();
  Align Alignment = Parameter.getParamAlign().value_or(DL.getABITypeAlign(T));
  IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().begin());
  AllocaInst *Copy = Builder.CreateAlloca(T, nullptr, Parameter.getName() + ".copy");
  Copy->setAlignment(Alignment);
  Parameter.replaceAllUsesWith(Copy);
  Builder.CreateMemCpy(Copy, Alignment, &Parameter, Alignment, DL.getTypeAllocSize(T).getFixedValue());
}

} // namespace kcc::compiler
