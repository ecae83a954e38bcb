// Operations on integers that SPIR-V lacks, in terms of those that it has.
#ifndef KCC_TARGETS_SPIRV_INTEGEREXPANSIONS_H
#define KCC_TARGETS_SPIRV_INTEGEREXPANSIONS_H

namespace llvm {
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Replaces, in \p M: divisions and remainders of more than 64 bits by loops over the bits of the quotient;
/// the functions for absolute values, minima and maxima of more than 64 bits, and three-way comparisons, by
/// comparisons; reductions of vectors by operations on their elements; and accesses to integers of 3, 5, 6 or
/// 7 bytes by those of bytes.
void expandIntegers(llvm::Module &M);

} // namespace kcc::compiler

#endif
