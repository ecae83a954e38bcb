// How many threads a launch starts, and how they are grouped.
#ifndef KCC_RUNTIME_LAUNCH_CONFIG_H
#define KCC_RUNTIME_LAUNCH_CONFIG_H

#include <cstddef>
#include <cstdint>

namespace kcc {

/// A size in up to three dimensions.
struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  friend constexpr bool operator==(const Dim3 &, const Dim3 &) = default;
};

/// The shape of one launch: `grid` blocks of `block` threads. A grid with a 0 in it is empty, and launching
/// it does nothing.
struct LaunchConfig {
  Dim3 grid;                            ///< blocks
  Dim3 block;                           ///< threads of one block
  std::size_t dynamic_shared_bytes = 0; ///< shared memory of one block, on top of the kernel's own
  /// All blocks run at the same time, so that they may wait for each other: what a kernel that calls
  /// kcc::sync_grid() needs. There can be no more of them than Stream::max_cooperative_blocks says.
  bool cooperative = false;
  /// Blocks that run at the same time on neighbouring processors and reach each other's shared memory
  /// (kcc::sync_cluster). Each dimension divides the grid's; the product is at most
  /// DeviceLimits::max_cluster_blocks.
  Dim3 cluster{1, 1, 1};
};

namespace detail {
[[noreturn]] void fail_empty_block();
[[noreturn]] void fail_too_many_blocks(std::size_t count, std::uint32_t block);
constexpr std::uint32_t blocks_for(std::uint32_t extent, std::uint32_t block) {
  if (block == 0)
    fail_empty_block();
  return extent / block + (extent % block != 0 ? 1 : 0);
}
} // namespace detail

/// Blocks of `block` threads enough for `count` elements, one thread an element; the last block may have
/// threads to spare, so the kernel must check its index. `count` 0 gives an empty grid.
/// Throws Error if `block` is 0 or the blocks do not fit 32 bits.
constexpr LaunchConfig cover(std::size_t count, std::uint32_t block) {
  if (block == 0)
    detail::fail_empty_block();
  const std::size_t blocks = count / block + (count % block != 0 ? 1 : 0);
  if (blocks > UINT32_MAX)
    detail::fail_too_many_blocks(count, block);
  return {{static_cast<std::uint32_t>(blocks), 1, 1}, {block, 1, 1}};
}

/// The same in two or three dimensions: blocks enough for `extent` elements in each dimension.
/// Throws Error if a dimension of `block` is 0.
constexpr LaunchConfig cover(Dim3 extent, Dim3 block) {
  return {{detail::blocks_for(extent.x, block.x), detail::blocks_for(extent.y, block.y),
           detail::blocks_for(extent.z, block.z)},
          block};
}

} // namespace kcc

#endif
