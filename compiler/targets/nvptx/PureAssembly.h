// PTX instructions as inline assembly, which hides from LLVM what they compute.
#ifndef KCC_TARGETS_NVPTX_PUREASSEMBLY_H
#define KCC_TARGETS_NVPTX_PUREASSEMBLY_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"

namespace kcc::compiler {

/// Creates the instruction \p Text, which only computes a \p Result from \p Operands, so that LLVM may still
/// move, merge and delete it.
inline llvm::CallInst *createPureAssembly(llvm::IRBuilderBase &Builder, llvm::StringRef Text,
                                          llvm::StringRef Constraints, llvm::Type *Result,
                                          llvm::ArrayRef<llvm::Value *> Operands = {}) {
  llvm::SmallVector<llvm::Type *, 2> Types;
  for (const llvm::Value *V : Operands)
    Types.push_back(V->getType());
  auto *Type = llvm::FunctionType::get(Result, Types, /*isVarArg=*/false);
  llvm::CallInst *Call = Builder.CreateCall(
      Type, llvm::InlineAsm::get(Type, Text, Constraints, /*hasSideEffects=*/false), Operands);
  Call->setDoesNotAccessMemory();
  Call->setDoesNotThrow();
  Call->addFnAttr(llvm::Attribute::WillReturn);
  return Call;
}

} // namespace kcc::compiler

#endif
