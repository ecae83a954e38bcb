// Barriers that some threads of a block may not reach.
#ifndef KCC_TARGETS_SPIRV_BARRIERCHECKS_H
#define KCC_TARGETS_SPIRV_BARRIERCHECKS_H

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// The attribute of calls that some threads may not reach, of barriers or of functions that lead to one.
inline constexpr char PartialBarrier[] = "kcc-partial-barrier";

/// Gives calls the attribute if not all threads of a block are known to make them together. What threads read
/// from the same address in global or shared memory counts as the same. Pointers in \p M have their address
/// spaces, and no function calls itself.
void markPartialBarriers(llvm::Module &M);

/// Whether \p Kernel, or a function that it calls, has a call with the attribute.
bool reachesPartialBarrier(const llvm::Function &Kernel);

} // namespace kcc::compiler

#endif
