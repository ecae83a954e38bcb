// Calls of functions that are linked later: those that allocate memory, and others of the C library.
#ifndef KCC_CHECKS_LIBRARYCALLS_H
#define KCC_CHECKS_LIBRARYCALLS_H

namespace llvm {
class CallInst;
} // namespace llvm

namespace kcc::compiler {

class CheckCalls;

/// Tells the runtime which memory \p Call allocates, frees, or writes without checks, if it is such a call.
void checkLibraryCall(CheckCalls &Calls, llvm::CallInst &Call);

} // namespace kcc::compiler

#endif
