// Leaves only kernels visible in a module, and removes what they do not reach.
#ifndef KCC_LOWERING_INTERNALIZE_H
#define KCC_LOWERING_INTERNALIZE_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Puts what they stand for in the place of all aliases of \p M. Every annotation of an alias is then one of
/// that.
void resolveAliases(llvm::Module &M);

/// Makes everything except \p Kernels internal and removes what they do not reach.
void keepOnlyKernels(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Kernels);

} // namespace kcc::compiler

#endif
