// The less accurate forms of instructions for single precision.
#ifndef KCC_TARGETS_NVPTX_APPROXIMATEINSTRUCTIONS_H
#define KCC_TARGETS_NVPTX_APPROXIMATEINSTRUCTIONS_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Replaces divisions and square roots that need not be correctly rounded (lowering/FastMath.h) by `div.full`
/// and `sqrt.approx`, and gives instructions in assembly and those with a direction of rounding `.ftz` where
/// subnormal numbers are zeros. The back end handles all others.
void useApproximateInstructions(llvm::Module &M);

} // namespace kcc::compiler

#endif
