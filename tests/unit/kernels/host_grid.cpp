#include "host_grid.h"

static kcc::Index3 current_thread, current_block, block_extent, grid_extent;

extern "C" {
std::uint32_t __kcc_thread_idx_x() noexcept {
  return current_thread.x;
}
std::uint32_t __kcc_thread_idx_y() noexcept {
  return current_thread.y;
}
std::uint32_t __kcc_thread_idx_z() noexcept {
  return current_thread.z;
}
std::uint32_t __kcc_block_idx_x() noexcept {
  return current_block.x;
}
std::uint32_t __kcc_block_idx_y() noexcept {
  return current_block.y;
}
std::uint32_t __kcc_block_idx_z() noexcept {
  return current_block.z;
}
std::uint32_t __kcc_block_dim_x() noexcept {
  return block_extent.x;
}
std::uint32_t __kcc_block_dim_y() noexcept {
  return block_extent.y;
}
std::uint32_t __kcc_block_dim_z() noexcept {
  return block_extent.z;
}
std::uint32_t __kcc_grid_dim_x() noexcept {
  return grid_extent.x;
}
std::uint32_t __kcc_grid_dim_y() noexcept {
  return grid_extent.y;
}
std::uint32_t __kcc_grid_dim_z() noexcept {
  return grid_extent.z;
}
}

static void for_each(kcc::Index3 extent, kcc::Index3 &at, const std::function<void()> &visit) {
  for (at.z = 0; at.z != extent.z; ++at.z)
    for (at.y = 0; at.y != extent.y; ++at.y)
      for (at.x = 0; at.x != extent.x; ++at.x)
        visit();
}

void run_grid(kcc::Index3 grid, kcc::Index3 block, const std::function<void()> &thread) {
  grid_extent = grid;
  block_extent = block;
  for_each(grid, current_block, [&] { for_each(block, current_thread, thread); });
}
