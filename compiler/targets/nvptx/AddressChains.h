// Addresses that follow one another at the same distance in an iteration of a loop.
#ifndef KCC_TARGETS_NVPTX_ADDRESSCHAINS_H
#define KCC_TARGETS_NVPTX_ADDRESSCHAINS_H

#include <memory>

namespace llvm {
class Pass;
}

namespace kcc::compiler {

/// Returns a pass that computes an address in an innermost loop from one before it if their distance is a
/// 32-bit number times a constant, as in the copies of an unrolled loop over the rows of a matrix:
///
///     sum += matrix[y * columns + x];
///
/// That is one instruction, IMAD.WIDE. LLVM's loop strength reduction, after which the pass runs, has one
/// pointer for all of them and adds to it a 64-bit distance for each, which takes two to four instructions
/// and more registers. In benchmarks/codegen on an H200, floyd_warshall_rows with `__restrict__` takes 7 %
/// less time and local_alignment 1 %, and eight others the same.
std::unique_ptr<llvm::Pass> createAddressChains();

} // namespace kcc::compiler

#endif
