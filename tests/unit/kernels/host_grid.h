// Runs a kernel without barriers as the ordinary C++ function it is, one thread after the other.
#ifndef KCC_TESTS_UNIT_KERNELS_HOST_GRID_H
#define KCC_TESTS_UNIT_KERNELS_HOST_GRID_H

#include <functional>

#include <kcc/device.h>

/// Calls `thread` once for every thread of the grid. The kernel must be in another translation unit: its
/// index builtins are const functions, which a compiler that sees the loop could call once for all threads.
void run_grid(kcc::Index3 grid, kcc::Index3 block, const std::function<void()> &thread);

#endif
