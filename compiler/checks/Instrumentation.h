// Inserts the calls of --check: before what kernels do with memory, and at barriers.
#ifndef KCC_CHECKS_INSTRUMENTATION_H
#define KCC_CHECKS_INSTRUMENTATION_H

#include "manifest/Manifest.h"
#include <cstdint>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

struct Declarations;

/// Inserts calls for \p Checks into all functions of the source. Runs before anything is optimized or
/// inlined: later, accesses without effect are gone, undefined ones have become something else, and others
/// have been made. The calls name their places only after describeSites(), or on GPUs
/// describeGpuSites(). On GPUs, expandChecksForGpu() follows.
void insertChecks(llvm::Module &M, const std::vector<Kernel> &Kernels, const Declarations &A,
                  std::uint32_t Checks, bool IsForGpu);

/// Gives the calls of checks in \p F the objects that are accessed, as far as the code shows them, and
/// removes those of accesses that cannot be wrong. Runs again after inlining, before local variables become
/// values.
void refineChecks(llvm::Function &F);
/// The same for local variables, and for pointers that are chosen between or walk in loops, whose objects the
/// optimizer may see later, as when it has unrolled a loop. Not for shared variables, which are one object by
/// then. Can run at any time.
void refineChecksOfLocals(llvm::Function &F);

/// Gives each call of a check the place in the source that it has after inlining. Runs after the optimizer.
void describeSites(llvm::Module &M);

} // namespace kcc::compiler

#endif
