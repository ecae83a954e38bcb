// No input makes kcc crash: when LLVM or Clang gives up, the user gets a message and an exit status.
#ifndef KCC_DRIVER_CRASHGUARD_H
#define KCC_DRIVER_CRASHGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class raw_ostream;
}

namespace kcc::compiler {

/// Runs \p Work and returns its result. After a fatal error of LLVM or a fault of the process (which leaks
/// what was in use) a message is written to \p Errors and the result is 1.
int runGuarded(llvm::raw_ostream &Errors, llvm::function_ref<int()> Work);

} // namespace kcc::compiler

#endif
