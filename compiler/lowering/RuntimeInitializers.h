// The variables that a program would initialize before main().
#ifndef KCC_LOWERING_RUNTIMEINITIALIZERS_H
#define KCC_LOWERING_RUNTIMEINITIALIZERS_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// The variables that code before main() would have given their values, and takes that code out of \p M:
/// nothing runs before a kernel.
llvm::SmallPtrSet<const llvm::GlobalVariable *, 8> takeRuntimeInitialized(llvm::Module &M);

} // namespace kcc::compiler

#endif
