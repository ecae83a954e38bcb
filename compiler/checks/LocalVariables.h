// The check that local variables have been written when they are read.
#ifndef KCC_CHECKS_LOCALVARIABLES_H
#define KCC_CHECKS_LOCALVARIABLES_H

namespace llvm {
class Function;
} // namespace llvm

namespace kcc::compiler {

class CheckCalls;

/// Lets \p F keep, beside each variable whose address stays in the function, one byte for each of its bytes
/// that says whether it has been written since its scope was entered, and checks the reads of which the code
/// does not show that. The optimizer computes most of these bytes away, as it does with the variables.
void checkLocalVariables(CheckCalls &Calls, llvm::Function &F);

} // namespace kcc::compiler

#endif
