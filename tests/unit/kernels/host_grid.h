// Runs a kernel without barriers as an ordinary C++ function, one thread after another.
#ifndef KCC_TESTS_UNIT_KERNELS_HOST_GRID_H
#define KCC_TESTS_UNIT_KERNELS_HOST_GRID_H

#include <functional>

#include <kcc/device.h>

/// Calls `thread` once for every thread of the grid.
void run_grid(kcc::Index3 grid, kcc::Index3 block, const std::function<void()> &thread);

#endif
