// The builtins that GPUs have in device/, and those few that C++ cannot say.
#ifndef KCC_TARGETS_NVPTX_BUILTINS_H
#define KCC_TARGETS_NVPTX_BUILTINS_H

#include "lowering/Builtins.h"

namespace kcc::compiler {

/// Gives all builtins that \p M declares their code.
void lowerNvptxBuiltins(llvm::Module &M);

/// The code for a call of `__kcc_load`, `__kcc_store` and `__kcc_prefetch`. Sizes and hints that are not
/// constants, as behind a pointer to the builtin, give a copy without a hint, and no prefetch.
llvm::Value *hintedLoad(const BuiltinCall &Call, llvm::IRBuilderBase &Builder);
llvm::Value *hintedStore(const BuiltinCall &Call, llvm::IRBuilderBase &Builder);
llvm::Value *prefetch(const BuiltinCall &Call, llvm::IRBuilderBase &Builder);

} // namespace kcc::compiler

#endif
