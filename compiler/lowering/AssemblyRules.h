// Rules for inline assembly in kernels, which is PTX: the operands that it may have.
#ifndef KCC_LOWERING_ASSEMBLYRULES_H
#define KCC_LOWERING_ASSEMBLYRULES_H

#include <string>

namespace llvm {
class CallBase;
}

namespace kcc::compiler {

/// Describes what is wrong with inline assembly for a GPU, worded for a message: "passes a 64-bit integer by
/// the constraint 'r', which takes 32-bit integers". Empty if nothing is wrong. LLVM itself would silently
/// truncate or reinterpret the value, and ptxas only reports a line of PTX.
std::string assemblyProblem(const llvm::CallBase &Call);

/// True if the assembly has instructions and is not just an optimization barrier.
bool hasInstructions(const llvm::CallBase &Call);

} // namespace kcc::compiler

#endif
