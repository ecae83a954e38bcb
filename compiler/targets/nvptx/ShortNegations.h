// Negations of 16-bit integers that ptxas gets wrong.
#ifndef KCC_TARGETS_NVPTX_SHORTNEGATIONS_H
#define KCC_TARGETS_NVPTX_SHORTNEGATIONS_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Makes products with -1 of negations of 16-bit integers that may be -32768: where the result of `neg.s16`
/// is widened, ptxas (12.0 to 13.0 at least) negates the widened operand, and gets 32768. The product is as
/// fast. Absolute values, for which it does the same, become selections. Must run after the optimizer, which
/// would restore the negation.
void replaceShortNegations(llvm::Module &M);

} // namespace kcc::compiler

#endif
