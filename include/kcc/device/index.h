// The indices of a thread in its block and grid.
#ifndef KCC_DEVICE_INDEX_H
#define KCC_DEVICE_INDEX_H

#include <cstddef>
#include <cstdint>

#include "builtins.h"

namespace kcc {

/// An index or an extent in a block (threads) or a grid (blocks). x varies fastest: adjacent threads differ
/// in x.
struct Index3 {
  std::uint32_t x, y, z;
  friend constexpr bool operator==(const Index3 &, const Index3 &) = default;
};

/// A position in a three-dimensional domain: column x, row y, layer z.
struct GlobalIndex3 {
  std::size_t x, y, z;
  friend constexpr bool operator==(const GlobalIndex3 &, const GlobalIndex3 &) = default;
};

/// A position in a two-dimensional domain: column x, row y.
struct Index2 {
  std::size_t x, y;
  friend constexpr bool operator==(const Index2 &, const Index2 &) = default;
};

/// The thread's index in its block.
inline Index3 thread_idx() noexcept {
  return {__kcc_thread_idx_x(), __kcc_thread_idx_y(), __kcc_thread_idx_z()};
}

/// The block's index in the grid.
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

/// The number of threads in a block: 1 to 1024.
inline std::uint32_t block_size() noexcept {
  const std::uint32_t size = __kcc_block_dim_x() * __kcc_block_dim_y() * __kcc_block_dim_z();
#ifdef __clang__
  __builtin_assume(size >= 1 && size <= 1024);
#endif
  return size;
}

/// The thread's rank in its block, x fastest: 0 to block_size() - 1.
inline std::uint32_t thread_rank() noexcept {
  const std::uint32_t rank =
      (__kcc_thread_idx_z() * __kcc_block_dim_y() + __kcc_thread_idx_y()) * __kcc_block_dim_x() +
      __kcc_thread_idx_x();
#ifdef __clang__
  __builtin_assume(rank < 1024);
#endif
  return rank;
}

/// The number of threads in a warp. They have consecutive ranks (thread_rank()). If the block size is not a
/// multiple of it, the last warp of the block has fewer.
inline constexpr std::uint32_t warp_size = 32;

/// The thread's lane, its number in its warp: thread_rank() % warp_size.
inline std::uint32_t lane_id() noexcept {
  return __kcc_lane_id();
}

/// The warp's number in its block: thread_rank() / warp_size.
inline std::uint32_t warp_id() noexcept {
  return thread_rank() / warp_size;
}

/// The number of warps in a block, including a partial one: 1 to 32.
inline std::uint32_t warps_per_block() noexcept {
  return (block_size() + warp_size - 1) / warp_size;
}

// Below, two 32-bit numbers are widened before they are multiplied: a single wide multiply on the GPU, and no
// overflow in grids of more than 2^32 threads.

/// The thread's number in a one-dimensional grid: 0, 1, 2, … along x. It can exceed the number of items if
/// the grid has more threads than items.
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

/// The thread's column, row and layer in a three-dimensional grid.
inline GlobalIndex3 global_index_3d() noexcept {
  const Index2 xy = global_index_2d();
  return {xy.x, xy.y, std::size_t{__kcc_block_idx_z()} * __kcc_block_dim_z() + __kcc_thread_idx_z()};
}

/// The number of threads along x, y and z in a three-dimensional grid.
inline GlobalIndex3 global_size_3d() noexcept {
  const Index2 xy = global_size_2d();
  return {xy.x, xy.y, std::size_t{__kcc_grid_dim_z()} * __kcc_block_dim_z()};
}

/// The block's rank in the grid, x fastest, whatever the grid's dimensions.
inline std::size_t block_rank() noexcept {
  return (std::size_t{__kcc_block_idx_z()} * __kcc_grid_dim_y() + __kcc_block_idx_y()) * __kcc_grid_dim_x() +
         __kcc_block_idx_x();
}

/// The number of blocks in the grid.
inline std::size_t grid_blocks() noexcept {
  return std::size_t{__kcc_grid_dim_z()} * __kcc_grid_dim_y() * __kcc_grid_dim_x();
}

/// The thread's rank in the grid, whatever the dimensions of block and grid: ordered by block, and within a
/// block by thread_rank().
inline std::size_t grid_rank() noexcept {
  return block_rank() * block_size() + thread_rank();
}

/// The number of threads in the grid, whatever the dimensions of block and grid.
inline std::size_t grid_size() noexcept {
  return grid_blocks() * block_size();
}

} // namespace kcc

#endif
