// The checks of what kernels do with memory: accesses of all kinds, and fences between them.
#ifndef KCC_CHECKS_ACCESSCHECKS_H
#define KCC_CHECKS_ACCESSCHECKS_H

namespace llvm {
class Instruction;
} // namespace llvm

namespace kcc::compiler {

class CheckCalls;

/// Inserts checks if \p I is a load, a store, an atomic operation, a copy, a fence, or a call of a builtin
/// that is one.
void checkAccesses(CheckCalls &Calls, llvm::Instruction &I);

} // namespace kcc::compiler

#endif
