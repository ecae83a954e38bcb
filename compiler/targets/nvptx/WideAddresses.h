// Addresses that loops advance by a constant distance, computed in 64 bits.
#ifndef KCC_TARGETS_NVPTX_WIDEADDRESSES_H
#define KCC_TARGETS_NVPTX_WIDEADDRESSES_H

namespace llvm {
class PassBuilder;
}

namespace kcc::compiler {

/// Adds a pass to the pipeline of \p Builder that extends the parts of a 32-bit index in an innermost loop
/// instead of the index, if loop strength reduction can then advance the pointer: in
///
///     for (int y = 0; y < rows; ++y)
///       sum += matrix[y * columns + x];
///
/// `sext(y * columns + x)` becomes `sext(y) * sext(columns) + sext(x)`, whose value grows by sext(columns).
/// It is equal because the operations may not overflow (`nsw`, `nuw`). It also makes the indices of the
/// copies of an unrolled loop alike, of which some are extended with their signs, so that they share a
/// pointer: half_dot_rows of benchmarks/codegen gained 6 % on an H200, gemm_naive 1 %.
void addAddressWidening(llvm::PassBuilder &Builder);

} // namespace kcc::compiler

#endif
