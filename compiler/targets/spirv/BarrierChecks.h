// Barriers to which not all threads of a block may come.
#ifndef KCC_TARGETS_SPIRV_BARRIERCHECKS_H
#define KCC_TARGETS_SPIRV_BARRIERCHECKS_H

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// The attribute of calls that are such barriers or lead to one.
inline constexpr char PartialBarrier[] = "kcc-partial-barrier";

/// Gives calls the attribute. What threads read from the same place of global or shared memory counts as the
/// same. Pointers in \p M have their address spaces, and no function calls itself.
void markPartialBarriers(llvm::Module &M);

/// Whether such a call is in \p Kernel or in what it calls.
bool reachesPartialBarrier(const llvm::Function &Kernel);

} // namespace kcc::compiler

#endif
