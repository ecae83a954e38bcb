// Loads, stores and prefetches with a word to the caches (include/kcc/device/cache_hints.h).
#ifndef KCC_TARGETS_NVPTX_HINTEDMEMORY_H
#define KCC_TARGETS_NVPTX_HINTEDMEMORY_H

#include "lowering/Builtins.h"

namespace kcc::compiler {

/// The code for a call of `__kcc_load`, `__kcc_store` and `__kcc_prefetch`. Sizes and hints that are no
/// constants, as behind a pointer to the builtin, give a copy without a hint, and no prefetch.
llvm::Value *hintedLoad(const BuiltinCall &Call, llvm::IRBuilderBase &Builder);
llvm::Value *hintedStore(const BuiltinCall &Call, llvm::IRBuilderBase &Builder);
llvm::Value *prefetch(const BuiltinCall &Call, llvm::IRBuilderBase &Builder);

} // namespace kcc::compiler

#endif
