// Where a thread is in its block and grid.
#ifndef KCC_DEVICE_INDEX_H
#define KCC_DEVICE_INDEX_H

#include <cstddef>
#include <cstdint>

#include "builtins.h"

namespace kcc {

/// A place or an extent in a block (threads) or a grid (blocks). x varies fastest: neighbouring threads
/// differ in x.
struct Index3 {
  std::uint32_t x, y, z;
  friend constexpr bool operator==(const Index3 &, const Index3 &) = default;
};

/// A place in a two-dimensional domain: column x, row y.
struct Index2 {
  std::size_t x, y;
  friend constexpr bool operator==(const Index2 &, const Index2 &) = default;
};

/// The thread's place in its block.
inline Index3 thread_idx() noexcept {
  return {__kcc_thread_idx_x(), __kcc_thread_idx_y(), __kcc_thread_idx_z()};
}

/// The block's place in the grid.
inline Index3 block_idx() noexcept {
  return {__kcc_block_idx_x(), __kcc_block_idx_y(), __kcc_block_idx_z()};
}

/// The number of threads in a block.
inline Index3 block_dim() noexcept {
  return {__kcc_block_dim_x(), __kcc_block_dim_y(), __kcc_block_dim_z()};
}

/// The number of blocks in the grid.
inline Index3 grid_dim() noexcept {
  return {__kcc_grid_dim_x(), __kcc_grid_dim_y(), __kcc_grid_dim_z()};
}

// Below, two 32-bit numbers are widened before they are multiplied: one wide multiply on the GPU, and no
// overflow in grids of more than 2^32 threads.

/// The thread's number in a one-dimensional grid: 0, 1, 2, … along x. Not less than the number of items
/// where the grid covers more threads than there are items.
inline std::size_t global_index() noexcept {
  return std::size_t{__kcc_block_idx_x()} * __kcc_block_dim_x() + __kcc_thread_idx_x();
}

/// The number of threads in a one-dimensional grid.
inline std::size_t global_size() noexcept {
  return std::size_t{__kcc_grid_dim_x()} * __kcc_block_dim_x();
}

/// The thread's column and row in a two-dimensional grid.
inline Index2 global_index_2d() noexcept {
  return {global_index(), std::size_t{__kcc_block_idx_y()} * __kcc_block_dim_y() + __kcc_thread_idx_y()};
}

/// The number of threads along x and y in a two-dimensional grid.
inline Index2 global_size_2d() noexcept {
  return {global_size(), std::size_t{__kcc_grid_dim_y()} * __kcc_block_dim_y()};
}

} // namespace kcc

#endif
