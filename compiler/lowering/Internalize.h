// Only kernels stay visible in a module, and only what they reach stays in it.
#ifndef KCC_LOWERING_INTERNALIZE_H
#define KCC_LOWERING_INTERNALIZE_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Makes everything but \p Kernels internal and drops what they do not reach.
void keepOnlyKernels(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Kernels);

} // namespace kcc::compiler

#endif
