// What block algorithms do within a warp. The order of operations is fixed here, so that floating-point
// results are the same on every target.
#ifndef KCC_BLOCK_WARP_STEPS_H
#define KCC_BLOCK_WARP_STEPS_H

#include <cstddef>
#include <cstdint>
#include <numeric> // std::plus, at a fraction of <functional>'s parsing time
#include <type_traits>

#include "../warp.h"
#include "shape.h"

namespace kcc::detail {

/// Combines neighbours, pairs of neighbours and so on: ((v0 v1) (v2 v3)) …; the result is lane 0's. Lane 0
/// takes only what lies within the warp, so no lane has to check. Integers go by the GPU's instruction where
/// it has one.
template <class T, class Op> KCC_CONVERGENT inline T reduce_warp(T value, Op op) noexcept {
  if constexpr (warp::detail::has_instruction<T, Op>)
    return warp::reduce(value, op);
  KCC_UNROLL
  for (std::uint32_t distance = 1; distance < warp_size; distance *= 2)
    value = op(value, warp::shuffle_down(value, distance));
  return value;
}

/// The same of the first \p valid lanes; \p lane is the calling one.
template <class T, class Op>
KCC_CONVERGENT inline T reduce_valid_lanes(T value, Op op, std::uint32_t lane, std::uint32_t valid) noexcept {
  KCC_UNROLL
  for (std::uint32_t distance = 1; distance < warp_size; distance *= 2) {
    const T other = warp::shuffle_down(value, distance);
    if (lane + distance < valid)
      value = op(value, other);
  }
  return value;
}

/// Inclusive scan of the first \p lanes lanes (Hillis and Steele, "Data parallel algorithms", 1986). Without
/// the votes about missing lanes that warp::inclusive_scan has to take.
template <std::uint32_t lanes = warp_size, class T, class Op>
KCC_CONVERGENT inline T scan_warp(T value, Op op) noexcept {
  KCC_UNROLL
  for (std::uint32_t distance = 1; distance < lanes; distance *= 2) {
    const auto below = warp::try_shuffle_up(value, distance);
    if (below.in_range)
      value = op(below.value, value);
  }
  return value;
}

/// Whether a scan can start with T{} and undo its last step: modulo a power of two, so not for floating
/// point.
template <class T, class Op>
inline constexpr bool is_integer_sum = std::is_integral_v<T> && !std::is_same_v<T, bool> &&
                                       (std::is_same_v<Op, std::plus<>> || std::is_same_v<Op, std::plus<T>>);

/// What comes before \p value, given its inclusive scan: that of the lane below, whose value lane 0 has none
/// of, or a difference, which costs less and is T{} in lane 0.
template <class Op, class T> KCC_CONVERGENT inline T before_lane(T inclusive, T value) noexcept {
  if constexpr (is_integer_sum<T, Op>)
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(inclusive) -
                          static_cast<std::make_unsigned_t<T>>(value));
  else
    return warp::shuffle_up(inclusive, 1);
}

/// Combines values[first], …, values[first + count - 1] as a balanced tree in their order.
template <std::uint32_t first, std::uint32_t count, class T, std::size_t n, class Op>
inline T reduce_tree(const T (&values)[n], Op op) noexcept {
  if constexpr (count == 1)
    return values[first];
  else
    return op(reduce_tree<first, (count + 1) / 2>(values, op),
              reduce_tree<first + (count + 1) / 2, count / 2>(values, op));
}

} // namespace kcc::detail

#endif
