// Integer operations that LLVM's back end would replace by slower ones.
#ifndef KCC_TARGETS_NVPTX_INTEGEROPERATIONS_H
#define KCC_TARGETS_NVPTX_INTEGEROPERATIONS_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Rewrites operations that SelectionDAG would combine into slower ones. Together, this takes 18 % off the
/// time of square_roots of benchmarks/codegen on an H200, with spans 23 %.
///
/// * `x - (x < y ? 0 : y)`, if the comparison has other uses, would become umin(x, x - y), and that a
///   VIADDMNMX, which takes two issue slots. `x < y ? x : x - y` is a predicated subtraction.
/// * `(a + b) >> 1` of numbers with a leading zero would become an average, which NVPTX does not have.
///   Legalization turns that back into an addition and a shift, but in a chain of such halves it loses track
///   of the leading zeros, and computes `(a & b) + ((a ^ b) >> 1)`. So the shifts of a chain are assembly.
void keepIntegerOperations(llvm::Module &M);

} // namespace kcc::compiler

#endif
