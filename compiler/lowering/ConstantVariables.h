// Which variables can be in constant memory.
#ifndef KCC_LOWERING_CONSTANTVARIABLES_H
#define KCC_LOWERING_CONSTANTVARIABLES_H

#include "lowering/Declarations.h"

namespace kcc::compiler {

/// Takes the variables out of \p A.Constant that code may write through a pointer. They stay in global memory, where
/// a write means the same on every device. \p M holds only what kernels reach.
///
/// What is certainly written is an error (lowering/DeviceRules.cpp); this is for the rest, such as a pointer that
/// leads to one variable or another.
void leaveWritableVariables(const llvm::Module &M, Declarations &A);

} // namespace kcc::compiler

#endif
