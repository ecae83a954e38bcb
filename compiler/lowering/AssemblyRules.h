// Inline assembly in kernels is PTX: which operands it can have.
#ifndef KCC_LOWERING_ASSEMBLYRULES_H
#define KCC_LOWERING_ASSEMBLYRULES_H

#include <string>

namespace llvm {
class CallBase;
}

namespace kcc::compiler {

/// What is wrong with a piece of inline assembly for a GPU, as a message has it: "passes a 64-bit integer by
/// the constraint 'r', which takes 32-bit integers". Empty for nothing. LLVM itself would cut or reinterpret
/// the value in silence, and ptxas reports a line of PTX only.
std::string assemblyProblem(const llvm::CallBase &Call);

/// True for assembly that has instructions, and not only stops the optimiser.
bool hasInstructions(const llvm::CallBase &Call);

} // namespace kcc::compiler

#endif
