// Calls of functions whose address is a value: of virtual functions, and through pointers.
#ifndef KCC_CHECKS_INDIRECTCALLS_H
#define KCC_CHECKS_INDIRECTCALLS_H

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace kcc::compiler {

class CheckCalls;

/// Whether kernels that reach \p F may call it by its address.
bool isCalledByAddress(const llvm::Function &F);

/// Checks an indirect call. Runs before accesses are checked, so that a wrong table is reported as such, not
/// as a wrong address.
void checkIndirectCall(CheckCalls &Calls, llvm::CallInst &Call);

} // namespace kcc::compiler

#endif
