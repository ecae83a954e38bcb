// How kcc::reduce divides its work, for host and kernel.
#ifndef KCC_ALGORITHM_REDUCE_PLAN_H
#define KCC_ALGORITHM_REDUCE_PLAN_H

#include <cstddef>
#include <cstdint>

namespace kcc {

namespace detail {

/// How kcc::reduce divides the values. Nothing here depends on the device, so neither do results.
template <class T> struct ReducePlan {
  static constexpr std::uint32_t threads = 256;
  /// Adjacent values that a thread loads at once: 16 bytes where T allows it.
  static constexpr std::uint32_t run = sizeof(T) < 16 && 16 % sizeof(T) == 0 ? 16 / sizeof(T) : 1;
  /// Loads that a thread has in flight at once.
  static constexpr std::uint32_t loads = sizeof(T) <= 16 ? 4 : 1;
  static constexpr std::uint32_t tile = threads * loads * run;
  /// Eight blocks on each multiprocessor of a large GPU, which is what fits, and few enough for one more
  /// block to combine their results.
  static constexpr std::uint32_t max_blocks = 1024;

  static constexpr std::uint32_t blocks(std::size_t count) noexcept {
    const std::size_t tiles = count / tile;
    return tiles == 0 ? 1 : tiles < max_blocks ? static_cast<std::uint32_t>(tiles) : max_blocks;
  }
};

} // namespace detail

} // namespace kcc

#endif
