// Which memory generic pointers point to.
#ifndef KCC_LOWERING_SPACEINFERENCE_H
#define KCC_LOWERING_SPACEINFERENCE_H

#include "llvm/IR/PassManager.h"

namespace kcc::compiler {

/// LLVM's InferAddressSpacesPass for pointers whose generic address space is 0, without what is wrong with it
/// in LLVM 22.
class SpaceInferencePass : public llvm::PassInfoMixin<SpaceInferencePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &, llvm::FunctionAnalysisManager &);
};

} // namespace kcc::compiler

#endif
