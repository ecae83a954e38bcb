// Grids whose blocks wait for each other: cooperative grids and grids with clusters.
#ifndef KCC_RUNTIME_CPU_ENGINE_CORESIDENT_GRID_H
#define KCC_RUNTIME_CPU_ENGINE_CORESIDENT_GRID_H

#include "grid.h"

namespace kcc::cpu {

/// run_grid for a launch of `blocks` blocks that is cooperative or has clusters, and whose kernel waits. Runs
/// `clusters` clusters, which are all or those of the launch's schedule, with at most `helpers` helpers,
/// fewer than clusters. Rethrows the exception that kept a block from starting.
std::optional<Fault> run_coresident(const GridLaunch &launch, std::uint64_t blocks, std::uint64_t clusters,
                                    std::uint64_t helpers);

} // namespace kcc::cpu

#endif
