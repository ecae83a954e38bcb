// The parts of block algorithms that run within a warp. They fix the order of operations, so that
// floating-point results are the same on every target.
#ifndef KCC_BLOCK_WARP_STEPS_H
#define KCC_BLOCK_WARP_STEPS_H

#include <cstddef>
#include <cstdint>
#include <numeric> // std::plus, at a fraction of <functional>'s parsing time
#include <type_traits>

#include "../warp.h"
#include "shape.h"

namespace kcc::detail {

/// Combines neighbours, then pairs of neighbours, and so on: ((v0 v1) (v2 v3)) …; lane 0 gets the result.
/// What lane 0 reads is always within the warp, so no lane has to check. Uses the GPU's instruction for
/// integers where there is one.
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

/// Inclusive scan of the first \p lanes lanes (Hillis and Steele, "Data parallel algorithms", 1986). Unlike
/// warp::inclusive_scan it needs no votes, as no lane can be missing.
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

/// Whether the operation is a sum that can start with T{} and be undone exactly: sums modulo a power of two,
/// so not of floating-point numbers.
template <class T, class Op>
inline constexpr bool is_integer_sum = std::is_integral_v<T> && !std::is_same_v<T, bool> &&
                                       (std::is_same_v<Op, std::plus<>> || std::is_same_v<Op, std::plus<T>>);

/// The exclusive scan, given \p value and the inclusive one: the inclusive scan of the lane below, which has
/// no meaning in lane 0, or for integer sums a difference, which is cheaper and is T{} in lane 0.
template <class Op, class T> KCC_CONVERGENT inline T before_lane(T inclusive, T value) noexcept {
  if constexpr (is_integer_sum<T, Op>)
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(inclusive) -
                          static_cast<std::make_unsigned_t<T>>(value));
  else
    return warp::shuffle_up(inclusive, 1);
}

/// Combines values[first], …, values[first + count - 1] in order, as a balanced tree.
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
