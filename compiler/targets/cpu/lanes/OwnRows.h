// Kernels in which each thread writes a row of memory.
#ifndef KCC_TARGETS_CPU_LANES_OWN_ROWS_H
#define KCC_TARGETS_CPU_LANES_OWN_ROWS_H

#include "targets/cpu/lanes/PreparedThread.h"

namespace kcc::compiler {

/// Whether a function with the attribute divisibleBlock does little but loops in which a thread writes
/// neighbouring objects one after another, while those of neighbouring threads lie apart, as in `for (x = 0;
/// x < width; ++x) out[thread * width + x] = ...`. Then threads run faster one after another, each with
/// vectors of its own: lanes would write to a cache line each, of which many have the same place in the
/// cache. That is not so if an iteration computes much, or what the next one needs: lanes do that at the same
/// time.
bool writesOwnRows(PreparedThread &Thread, unsigned Lanes, llvm::FunctionAnalysisManager &Analyses);

} // namespace kcc::compiler

#endif
