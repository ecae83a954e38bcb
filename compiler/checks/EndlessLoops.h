// Loops that wait for memory to change, and read it in a way in which they need not see that.
#ifndef KCC_CHECKS_ENDLESSLOOPS_H
#define KCC_CHECKS_ENDLESSLOOPS_H

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace kcc::compiler {

/// For the check `barrier`: lets each loop of \p F report that it never ends, when its second iteration
/// begins, if nothing changes from one iteration to the next: the loop keeps no value, writes nothing, and
/// reads only memory that other threads cannot write meanwhile without a race. C++ lets the optimizer remove
/// such a loop, so the checks go in as soon as local variables are values. \p Checks: those of the module.
void checkEndlessLoops(llvm::Function &F, std::uint32_t Checks);

} // namespace kcc::compiler

#endif
