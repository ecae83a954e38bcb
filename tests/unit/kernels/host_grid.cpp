#include "host_grid.h"

#include <cstdint>

static void for_each(kcc::Index3 extent, std::uint32_t (&at)[3], const std::function<void()> &visit) {
  for (at[2] = 0; at[2] != extent.z; ++at[2])
    for (at[1] = 0; at[1] != extent.y; ++at[1])
      for (at[0] = 0; at[0] != extent.x; ++at[0])
        visit();
}

void run_grid(kcc::Index3 grid, kcc::Index3 block, const std::function<void()> &thread) {
  kcc::HostThread at{.block_dim = {block.x, block.y, block.z}, .grid_dim = {grid.x, grid.y, grid.z}};
  kcc::host_thread = &at;
  for_each(grid, at.block_idx, [&] { for_each(block, at.thread_idx, thread); });
  kcc::host_thread = nullptr;
}
