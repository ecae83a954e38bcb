// Variables with dynamic initialization.
#ifndef KCC_LOWERING_RUNTIMEINITIALIZERS_H
#define KCC_LOWERING_RUNTIMEINITIALIZERS_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Returns the variables that code before main() would initialize, and removes that code from \p M: nothing
/// runs before a kernel.
llvm::SmallPtrSet<const llvm::GlobalVariable *, 8> takeRuntimeInitialized(llvm::Module &M);

} // namespace kcc::compiler

#endif
