// Loads, stores and prefetches with cache hints (include/kcc/device/cache_hints.h).
#ifndef KCC_TARGETS_NVPTX_HINTEDMEMORY_H
#define KCC_TARGETS_NVPTX_HINTEDMEMORY_H

#include "lowering/Builtins.h"

namespace kcc::compiler {

/// Emits the code for a call of `__kcc_load`, `__kcc_store` or `__kcc_prefetch`. If size and hint are not
/// constants, as in an indirect call of the builtin, the result is a copy without a hint, and no prefetch.
llvm::Value *hintedLoad(const BuiltinCall &Call, llvm::IRBuilderBase &Builder);
llvm::Value *hintedStore(const BuiltinCall &Call, llvm::IRBuilderBase &Builder);
llvm::Value *prefetch(const BuiltinCall &Call, llvm::IRBuilderBase &Builder);

} // namespace kcc::compiler

#endif
