// Assembly that does nothing at run time.
#ifndef KCC_TARGETS_IDLEASSEMBLY_H
#define KCC_TARGETS_IDLEASSEMBLY_H

namespace llvm {
class Function;
}

namespace kcc::compiler {

/// Removes assembly that does nothing at run time, for targets that have no assembly: empty one, with which a
/// program hides values or memory from the optimizer, and the moves with which passes for PTX hide a value
/// from LLVM. What it returns is what it was given.
void removeIdleAssembly(llvm::Function &F);

} // namespace kcc::compiler

#endif
