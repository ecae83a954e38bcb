// Decides which variables can be in constant memory.
#ifndef KCC_LOWERING_CONSTANTVARIABLES_H
#define KCC_LOWERING_CONSTANTVARIABLES_H

#include "lowering/Declarations.h"

namespace kcc::compiler {

/// Removes variables that code may write through a pointer from \p A.Constant. They stay in global memory,
/// where a write has the same effect on every device. \p M contains only what kernels reach.
///
/// Certain writes are an error (lowering/DeviceRules.cpp); this handles the others, such as those through a
/// pointer to one of several variables.
void leaveWritableVariables(const llvm::Module &M, Declarations &A);

} // namespace kcc::compiler

#endif
