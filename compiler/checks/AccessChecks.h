// The checks of what kernels do with memory: accesses of all kinds, and fences between them.
#ifndef KCC_CHECKS_ACCESSCHECKS_H
#define KCC_CHECKS_ACCESSCHECKS_H

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace kcc::compiler {

class CheckCalls;

/// Whether it is std::max(), std::min() or std::clamp() for numbers: it reads what its arguments refer to and
/// returns one of them. Its calls are checked instead of its code.
bool returnsOneArgument(const llvm::Function &F);

/// Inserts checks if \p I is a load, a store, an atomic operation, a copy, a fence, or a call of a builtin
/// that is one.
void checkAccesses(CheckCalls &Calls, llvm::Instruction &I);

} // namespace kcc::compiler

#endif
