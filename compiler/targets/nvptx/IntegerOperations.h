// Integer operations that LLVM's back end would replace by slower ones.
#ifndef KCC_TARGETS_NVPTX_INTEGEROPERATIONS_H
#define KCC_TARGETS_NVPTX_INTEGEROPERATIONS_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Rewrites what patterns of LLVM's back end would match. Together, this takes 18 % from the time of
/// square_roots of benchmarks/codegen on an H200, with spans 23 %.
///
/// * `x - (x < y ? 0 : y)`, where the comparison decides something else, too, would become
///   umin(x, x - y), and that VIADDMNMX, which takes two issue slots. `x < y ? x : x - y` is a predicated
///   subtraction.
/// * `(a + b) >> 1` of numbers with a leading zero becomes an average, which NVPTX does not have. The
///   back end makes an addition and a shift of it again, but in a chain of such halves it loses sight of
///   the leading zeros after some of them, and computes `(a & b) + ((a ^ b) >> 1)`.
void keepIntegerOperations(llvm::Module &M);

} // namespace kcc::compiler

#endif
