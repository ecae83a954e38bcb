// Reading the values of other lanes. <kcc/warp.h> explains masks.
#ifndef KCC_DEVICE_WARP_SHUFFLE_H
#define KCC_DEVICE_WARP_SHUFFLE_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "builtins_warp.h"
#include "index.h"

namespace kcc::warp {

/// The mask of a whole warp.
inline constexpr std::uint32_t all_lanes = 0xffffffff;

/// The result of a shuffle, and whether the source lane was in range: if not, the result is the lane's own
/// value.
template <class T> struct Shuffled {
  T value;
  bool in_range;
};

namespace detail {

/// Passes the bytes of `value` through `exchange` in 32-bit words, unchanged: nothing is converted, and NaNs
/// keep their payload.
template <class T, class Exchange>
KCC_CONVERGENT inline Shuffled<T> by_words(const T &value, Exchange exchange) {
  static_assert(std::is_trivially_copyable_v<T>,
                "only the bytes of trivially copyable types can move between lanes");
  constexpr std::size_t count = (sizeof(T) + 3) / 4;
  std::uint32_t words[count] = {};
  __builtin_memcpy(words, &value, sizeof(T));
  bool in_range = false;
  for (std::uint32_t &word : words) {
    const std::uint64_t taken = exchange(word);
    word = static_cast<std::uint32_t>(taken);
    in_range = (taken >> 32) != 0;
  }
  Shuffled<T> result{value, in_range};
  __builtin_memcpy(&result.value, words, sizeof(T));
  return result;
}

/// PTX's operand c: the bits of the lane number that select the segment, and the last lane that can be read.
constexpr std::uint32_t segments(std::uint32_t width, std::uint32_t last = 31) {
  return (warp_size - width) << 8 | last;
}

/// Whether an argument is the mask of a whole warp, as the first one of CUDA's functions is.
template <class T> constexpr bool is_whole_mask(const T &value) {
  if constexpr (std::is_integral_v<T> && sizeof(T) >= 4)
    return static_cast<std::uint32_t>(value) == all_lanes;
  else
    return false;
}
/// Whether an argument can be a lane's number.
template <class T>
inline constexpr bool is_lane = std::is_convertible_v<T, std::uint32_t> && !std::is_floating_point_v<T>;

} // namespace detail

// CUDA's functions take the mask first. Such arguments would be converted to what is expected here: a lane or
// a mask of another kind is an error, and a constant mask in place of the value, which all lanes would share,
// a warning.
#ifdef __clang__
#define KCC_ARGUMENTS_ARE(condition, form, kind)                                                             \
  __attribute__((diagnose_if(                                                                                \
      condition, "kcc: expected " form ": the value is the first argument, and the mask the last", kind)))
#else
#define KCC_ARGUMENTS_ARE(condition, form, kind)
#endif
#define KCC_VALUE_FIRST(form) KCC_ARGUMENTS_ARE(detail::is_whole_mask(value), form, "warning")
#define KCC_SHUFFLE_ARGUMENTS(Lane, form)                                                                    \
  KCC_ARGUMENTS_ARE(!detail::is_lane<Lane>, form, "error") KCC_VALUE_FIRST(form)

// The warp is divided into segments of `width` lanes, a power of two from 1 to 32, each of which is shuffled
// separately. Values have any trivially copyable type, of any size. A value read from a lane that is not in
// the mask, or has returned, is unspecified.

/// The value of lane `lane % width` of the calling lane's segment.
template <class T, class Lane>
KCC_CONVERGENT inline T shuffle(const T &value, Lane lane, std::uint32_t width = warp_size,
                                std::uint32_t mask = all_lanes) noexcept
    KCC_SHUFFLE_ARGUMENTS(Lane, "shuffle(value, lane, width, mask)") {
  return detail::by_words(value,
                          [=](std::uint32_t word) {
                            return __kcc_warp_shuffle(mask, word, static_cast<std::uint32_t>(lane),
                                                      detail::segments(width));
                          })
      .value;
}

/// The value of the lane `delta` (0 to 31) below the calling one, and whether it is in the segment.
template <class T, class Lane>
KCC_CONVERGENT inline Shuffled<T> try_shuffle_up(const T &value, Lane delta, std::uint32_t width = warp_size,
                                                 std::uint32_t mask = all_lanes) noexcept
    KCC_SHUFFLE_ARGUMENTS(Lane, "try_shuffle_up(value, delta, width, mask)") {
  return detail::by_words(value, [=](std::uint32_t word) {
    return __kcc_warp_shuffle_up(mask, word, static_cast<std::uint32_t>(delta), detail::segments(width, 0));
  });
}

/// The value of the lane `delta` (0 to 31) below the calling one; the lane's own value if that is not in the
/// segment.
template <class T, class Lane>
KCC_CONVERGENT inline T shuffle_up(const T &value, Lane delta, std::uint32_t width = warp_size,
                                   std::uint32_t mask = all_lanes) noexcept
    KCC_SHUFFLE_ARGUMENTS(Lane, "shuffle_up(value, delta, width, mask)") {
  return try_shuffle_up(value, static_cast<std::uint32_t>(delta), width, mask).value;
}

/// The value of the lane `delta` (0 to 31) above the calling one, and whether it is in the segment.
template <class T, class Lane>
KCC_CONVERGENT inline Shuffled<T> try_shuffle_down(const T &value, Lane delta,
                                                   std::uint32_t width = warp_size,
                                                   std::uint32_t mask = all_lanes) noexcept
    KCC_SHUFFLE_ARGUMENTS(Lane, "try_shuffle_down(value, delta, width, mask)") {
  return detail::by_words(value, [=](std::uint32_t word) {
    return __kcc_warp_shuffle_down(mask, word, static_cast<std::uint32_t>(delta), detail::segments(width));
  });
}

/// The value of the lane `delta` (0 to 31) above the calling one; the lane's own value if that is not in the
/// segment.
template <class T, class Lane>
KCC_CONVERGENT inline T shuffle_down(const T &value, Lane delta, std::uint32_t width = warp_size,
                                     std::uint32_t mask = all_lanes) noexcept
    KCC_SHUFFLE_ARGUMENTS(Lane, "shuffle_down(value, delta, width, mask)") {
  return try_shuffle_down(value, static_cast<std::uint32_t>(delta), width, mask).value;
}

/// The value of the lane whose number differs from the calling one's in the bits `lane_bits` (0 to 31), and
/// whether it is in range: in the lane's own segment or a lower one.
template <class T, class Lane>
KCC_CONVERGENT inline Shuffled<T> try_shuffle_xor(const T &value, Lane lane_bits,
                                                  std::uint32_t width = warp_size,
                                                  std::uint32_t mask = all_lanes) noexcept
    KCC_SHUFFLE_ARGUMENTS(Lane, "try_shuffle_xor(value, lane_bits, width, mask)") {
  return detail::by_words(value, [=](std::uint32_t word) {
    return __kcc_warp_shuffle_xor(mask, word, static_cast<std::uint32_t>(lane_bits), detail::segments(width));
  });
}

/// The value of the lane whose number differs from the calling one's in the bits `lane_bits` (0 to 31); the
/// lane's own value if that is in a higher segment.
template <class T, class Lane>
KCC_CONVERGENT inline T shuffle_xor(const T &value, Lane lane_bits, std::uint32_t width = warp_size,
                                    std::uint32_t mask = all_lanes) noexcept
    KCC_SHUFFLE_ARGUMENTS(Lane, "shuffle_xor(value, lane_bits, width, mask)") {
  return try_shuffle_xor(value, static_cast<std::uint32_t>(lane_bits), width, mask).value;
}

/// The value of lane `lane` (0 to 31), which must be in the mask, for all lanes.
template <class T, class Lane = std::uint32_t>
KCC_CONVERGENT inline T broadcast(const T &value, Lane lane = 0, std::uint32_t mask = all_lanes) noexcept
    KCC_SHUFFLE_ARGUMENTS(Lane, "broadcast(value, lane, mask)") {
  return shuffle(value, static_cast<std::uint32_t>(lane), warp_size, mask);
}

} // namespace kcc::warp

#endif
