// Negations of integers that ptxas gets wrong.
#ifndef KCC_TARGETS_NVPTX_NEGATIONS_H
#define KCC_TARGETS_NVPTX_NEGATIONS_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Makes products with -1 of negations of 16-bit integers that may be -32768: where the result of `neg.s16`
/// is widened, ptxas (12.0 to 13.0 at least) negates the widened operand, and gets 32768. The product is as
/// fast. Absolute values, for which it does the same, become selections. Must run after the optimizer, which
/// would restore the negation.
///
/// Negations of 32-bit integers that are shifted right by a constant become sums of 1 and the complement.
/// Where the shifted number is added to another one, ptxas (13.0 at least) makes one LEA.HI.SX32 of all
/// three, which negates what has been shifted, and gets 0 for -1 >> 17.
void replaceNegations(llvm::Module &M);

} // namespace kcc::compiler

#endif
