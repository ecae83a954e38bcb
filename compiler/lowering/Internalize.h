// Leaves only kernels visible in a module, and removes what they do not reach.
#ifndef KCC_LOWERING_INTERNALIZE_H
#define KCC_LOWERING_INTERNALIZE_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Replaces every alias in \p M by what it stands for, which then has the alias's annotations too.
void resolveAliases(llvm::Module &M);

/// Makes everything except \p Kernels internal and removes what they do not reach.
void keepOnlyKernels(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Kernels);

} // namespace kcc::compiler

#endif
