// Reductions over the lanes of a warp. <kcc/warp.h> explains masks.
#ifndef KCC_DEVICE_WARP_REDUCE_H
#define KCC_DEVICE_WARP_REDUCE_H

#include <numeric> // std::plus and similar, at a quarter of <functional>'s parsing time

#include "functional.h"
#include "warp_vote.h"

namespace kcc::warp {
namespace detail {

template <class Operation, class T, template <class> class Standard>
inline constexpr bool is =
    std::is_same_v<Operation, Standard<void>> || std::is_same_v<Operation, Standard<T>>;

template <class Operation, class T>
inline constexpr bool is_bitwise =
    is<Operation, T, std::bit_and> || is<Operation, T, std::bit_or> || is<Operation, T, std::bit_xor>;

template <class Operation>
inline constexpr bool is_extreme = std::is_same_v<Operation, minimum> || std::is_same_v<Operation, maximum>;

/// Whether `redux.sync`, or the corresponding function of the CPU device, does it.
template <class T, class Operation>
inline constexpr bool has_instruction =
    (arch == 0 || arch >= 80) && std::is_integral_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 4 &&
    (is<Operation, T, std::plus> || is_bitwise<Operation, T> || is_extreme<Operation>);

template <class Operation, class T>
KCC_CONVERGENT inline T reduce_by_instruction(T value, std::uint32_t mask) {
  const auto word = static_cast<std::uint32_t>(value); // sign-extended
  std::uint32_t result = 0;
  if constexpr (is<Operation, T, std::plus>)
    result = __kcc_warp_reduce_add(word, mask);
  else if constexpr (is<Operation, T, std::bit_and>)
    result = __kcc_warp_reduce_and(word, mask);
  else if constexpr (is<Operation, T, std::bit_or>)
    result = __kcc_warp_reduce_or(word, mask);
  else if constexpr (is<Operation, T, std::bit_xor>)
    result = __kcc_warp_reduce_xor(word, mask);
  else if constexpr (std::is_same_v<Operation, minimum>)
    result = std::is_signed_v<T> ? __kcc_warp_reduce_min_signed(word, mask)
                                 : __kcc_warp_reduce_min_unsigned(word, mask);
  else
    result = std::is_signed_v<T> ? __kcc_warp_reduce_max_signed(word, mask)
                                 : __kcc_warp_reduce_max_unsigned(word, mask);
  return static_cast<T>(result);
}

/// Each step combines twice as many lanes, with the lower ones on the left. All lanes compute the same.
template <class T, class Operation> KCC_CONVERGENT inline T reduce_all_lanes(T value, Operation operation) {
  for (std::uint32_t distance = 1; distance < warp_size; distance *= 2) {
    const T other = shuffle_xor(value, distance);
    // Commutative operations need not choose the order of the operands.
    if constexpr ((is<Operation, T, std::plus> || is_bitwise<Operation, T>) && std::is_arithmetic_v<T>)
      value = operation(value, other);
    else
      value = (lane_id() & distance) != 0 ? operation(other, value) : operation(value, other);
  }
  return value;
}

/// The same tree over lanes with gaps between them: each lane keeps the number of the lane after those that
/// its value covers.
template <class T, class Operation>
KCC_CONVERGENT inline T reduce_some_lanes(T value, Operation operation, std::uint32_t lanes) {
  const std::uint32_t above = lanes & lane_mask_gt();
  std::uint32_t next = above != 0 ? static_cast<std::uint32_t>(__builtin_ctz(above)) : warp_size;
  for (int joined = 1; joined < __builtin_popcount(lanes); joined *= 2) {
    const std::uint32_t source = next < warp_size ? next : lane_id();
    const T other = shuffle(value, source, warp_size, lanes);
    const std::uint32_t after_other = shuffle(next, source, warp_size, lanes);
    if (next < warp_size) {
      value = operation(value, other);
      next = after_other;
    }
  }
  return broadcast(value, static_cast<std::uint32_t>(__builtin_ctz(lanes)), lanes);
}

} // namespace detail

/// The values of all lanes of the mask, combined by an associative operation in lane order: std::plus<>,
/// std::bit_and<> and the like, kcc::minimum, kcc::maximum, or any callable that takes two T and returns T.
/// Every lane gets the result. Lanes that have returned from the kernel contribute nothing. Floating-point
/// sums combine pairs, then pairs of pairs, and so on, in the same way on every device.
template <class T, class Operation = std::plus<>>
KCC_CONVERGENT inline T reduce(T value, Operation operation = {}, std::uint32_t mask = all_lanes) {
  if constexpr (detail::has_instruction<T, Operation>) {
    return detail::reduce_by_instruction<Operation>(value, mask);
  } else {
    const std::uint32_t lanes = ballot(true, mask);
    return lanes == all_lanes ? detail::reduce_all_lanes(value, operation)
                              : detail::reduce_some_lanes(value, operation, lanes);
  }
}

} // namespace kcc::warp

#endif
