// Atomic operations that SPIR-V lacks, as loops of those that it has.
#ifndef KCC_TARGETS_SPIRV_ATOMICLOOPS_H
#define KCC_TARGETS_SPIRV_ATOMICLOOPS_H

namespace llvm {
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Replaces, in \p M, operations on 1 and 2 bytes by ones on the word that contains them, and operations for
/// which SPIR-V has no instruction by loops of compare-exchange; without \p HasFloatSums, sums of `float`
/// too.
void expandAtomics(llvm::Module &M, bool HasFloatSums);

} // namespace kcc::compiler

#endif
