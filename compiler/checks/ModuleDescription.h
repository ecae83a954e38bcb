// What code with checks tells the runtime about itself: its variables, and what its kernels use.
#ifndef KCC_CHECKS_MODULEDESCRIPTION_H
#define KCC_CHECKS_MODULEDESCRIPTION_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class GlobalVariable;
} // namespace llvm

namespace kcc::compiler {

class CheckCalls;
struct DeclaredVariable;
struct Kernel;

/// An abi::CheckModule with the variables that there are now, but for \p Shared ones.
llvm::GlobalVariable *describeModule(CheckCalls &Calls, llvm::ArrayRef<DeclaredVariable> Shared);

/// Lets each thread that enters the kernel tell the runtime so, and which variables of \p Shared and which
/// functions the kernel uses. \p Description: what describeModule() has returned.
void enterKernel(CheckCalls &Calls, const Kernel &K, llvm::ArrayRef<DeclaredVariable> Shared,
                 llvm::GlobalVariable *Description);

/// Defines variables by which the runtime sees that code with these checks is linked into the program.
void defineMarks(CheckCalls &Calls);

} // namespace kcc::compiler

#endif
