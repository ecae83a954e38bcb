// Scans over the lanes of a warp. <kcc/warp.h> explains masks.
#ifndef KCC_DEVICE_WARP_SCAN_H
#define KCC_DEVICE_WARP_SCAN_H

#include "warp_reduce.h"

namespace kcc::warp {
namespace detail {

/// Hillis and Steele, "Data Parallel Algorithms" (CACM 29, 1986): in each step, a value that covers n lanes
/// takes in the value n lanes below.
template <class T, class Operation> KCC_CONVERGENT inline T scan_all_lanes(T value, Operation operation) {
  for (std::uint32_t distance = 1; distance < warp_size; distance *= 2) {
    const Shuffled<T> below = try_shuffle_up(value, distance);
    if (below.in_range)
      value = operation(below.value, value);
  }
  return value;
}

/// The lane of `lanes` before the calling one; warp_size for the first one.
inline std::uint32_t lane_before(std::uint32_t lanes) {
  const std::uint32_t below = lanes & lane_mask_lt();
  return below != 0 ? 31 - static_cast<std::uint32_t>(__builtin_clz(below)) : warp_size;
}

/// The same over lanes with gaps between them.
template <class T, class Operation>
KCC_CONVERGENT inline T scan_some_lanes(T value, Operation operation, std::uint32_t lanes) {
  std::uint32_t before = lane_before(lanes);
  for (int joined = 1; joined < __builtin_popcount(lanes); joined *= 2) {
    const std::uint32_t source = before < warp_size ? before : lane_id();
    const T other = shuffle(value, source, warp_size, lanes);
    const std::uint32_t before_other = shuffle(before, source, warp_size, lanes);
    if (before < warp_size) {
      value = operation(other, value);
      before = before_other;
    }
  }
  return value;
}

} // namespace detail

/// The values of the lanes of the mask up to and including the calling lane, combined by an associative
/// operation in lane order, as by kcc::warp::reduce.
template <class T, class Operation = std::plus<>>
KCC_CONVERGENT inline T inclusive_scan(T value, Operation operation = {}, std::uint32_t mask = all_lanes) {
  const std::uint32_t lanes = ballot(true, mask);
  return lanes == all_lanes ? detail::scan_all_lanes(value, operation)
                            : detail::scan_some_lanes(value, operation, lanes);
}

/// The initial value combined with the values of the lanes of the mask below the calling lane, by an
/// associative operation in lane order. The lowest lane gets the initial value.
template <class T, class Operation = std::plus<>>
KCC_CONVERGENT inline T exclusive_scan(T value, T initial = T{}, Operation operation = {},
                                       std::uint32_t mask = all_lanes) {
  const std::uint32_t lanes = ballot(true, mask);
  const T inclusive = lanes == all_lanes ? detail::scan_all_lanes(value, operation)
                                         : detail::scan_some_lanes(value, operation, lanes);
  const std::uint32_t before = detail::lane_before(lanes);
  const T below = shuffle(inclusive, before < warp_size ? before : lane_id(), warp_size, lanes);
  return before < warp_size ? operation(initial, below) : initial;
}

} // namespace kcc::warp

#endif
