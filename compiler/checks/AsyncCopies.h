// Asynchronous copies, for the check of races. The CPU device copies at once; the check follows when a GPU's
// copy might still go on.
#ifndef KCC_CHECKS_ASYNCCOPIES_H
#define KCC_CHECKS_ASYNCCOPIES_H

#include "checks/CheckCalls.h"
#include "lowering/Declarations.h"
#include "llvm/ADT/ArrayRef.h"

namespace kcc::compiler {

/// Tells the runtime which copies threads start, and for which they wait. When a thread of a kernel returns,
/// its copies are taken to be complete.
void followCopies(CheckCalls &Calls, llvm::ArrayRef<Kernel> Kernels);

} // namespace kcc::compiler

#endif
