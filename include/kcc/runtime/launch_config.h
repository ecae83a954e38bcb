// The number of threads in a launch and their grouping.
#ifndef KCC_RUNTIME_LAUNCH_CONFIG_H
#define KCC_RUNTIME_LAUNCH_CONFIG_H

#include <kcc/device/extent.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace kcc {

namespace detail {
[[noreturn]] void fail_dimension(bool negative, unsigned long long magnitude);
template <Extent T> constexpr std::uint32_t to_dimension(T extent) {
  const auto number = +extent;
  const auto magnitude = static_cast<unsigned long long>(number);
  if constexpr (std::is_signed_v<decltype(number)>)
    if (number < 0)
      fail_dimension(true, 0 - magnitude);
  if (magnitude > UINT32_MAX)
    fail_dimension(false, magnitude);
  return static_cast<std::uint32_t>(number);
}
} // namespace detail

/// Extents in up to three dimensions. A number is an extent in one: LaunchConfig{4, 32} has 4 blocks of 32
/// threads. The constructor throws Error if an extent is negative or exceeds 32 bits.
struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;

  constexpr Dim3() = default;
  template <detail::Extent X, detail::Extent Y = std::uint32_t, detail::Extent Z = std::uint32_t>
  constexpr Dim3(X x, Y y = 1, Z z = 1)
      : x(detail::to_dimension(x)), y(detail::to_dimension(y)), z(detail::to_dimension(z)) {}
  friend constexpr bool operator==(const Dim3 &, const Dim3 &) = default;
};

/// The shape of one launch: `grid` blocks of `block` threads, as in `{4, 32}` or `{{8, 8}, {16, 16}}`. A grid
/// with a dimension of 0 is empty, and launching it does nothing.
struct LaunchConfig {
  Dim3 grid;                            ///< blocks
  Dim3 block;                           ///< threads per block
  std::size_t dynamic_shared_bytes = 0; ///< shared memory per block, in addition to the kernel's own
  /// All blocks run at the same time, so that they can wait for each other, as a kernel that calls
  /// kcc::sync_grid() requires. There can be at most Stream::max_cooperative_blocks() of them.
  bool cooperative = false;
  /// The number of blocks in a cluster, which run at the same time on neighbouring multiprocessors and can
  /// access each other's shared memory (kcc::sync_cluster). Each dimension divides that of the grid; the
  /// product is at most DeviceLimits::max_cluster_blocks.
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

/// Enough blocks of `block` threads for `count` elements, one element per thread. The last block may have
/// excess threads, so the kernel must check its index. `count` 0 gives an empty grid. Throws Error if `block`
/// is 0 or the number of blocks exceeds 32 bits.
constexpr LaunchConfig cover(std::size_t count, std::uint32_t block) {
  if (block == 0)
    detail::fail_empty_block();
  const std::size_t blocks = count / block + (count % block != 0 ? 1 : 0);
  if (blocks > UINT32_MAX)
    detail::fail_too_many_blocks(count, block);
  return {{static_cast<std::uint32_t>(blocks), 1, 1}, {block, 1, 1}};
}

/// The same in two or three dimensions: enough blocks for `extent` elements in each dimension. Throws Error
/// if a dimension of `block` is 0.
constexpr LaunchConfig cover(Dim3 extent, Dim3 block) {
  return {{detail::blocks_for(extent.x, block.x), detail::blocks_for(extent.y, block.y),
           detail::blocks_for(extent.z, block.z)},
          block};
}

} // namespace kcc

#endif
