// Values of other lanes. <kcc/warp.h> says what masks are.
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

/// What a shuffle took, and whether the lane to take it from was in range: else it is the lane's own value.
template <class T> struct Shuffled {
  T value;
  bool in_range;
};

namespace detail {

/// Sends the bytes of `value` through `exchange` in words of 32 bits, as they are: nothing is converted, and
/// NaNs keep their payload.
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

/// PTX's operand c: the bits of the lane's number that name the segment, and the last lane that may be taken
/// from.
constexpr std::uint32_t segments(std::uint32_t width, std::uint32_t last = 31) {
  return (warp_size - width) << 8 | last;
}

} // namespace detail

// The warp is cut into segments of `width` lanes, a power of two from 1 to 32, and each is shuffled for
// itself. Values are of any trivially copyable type, of any size. A value taken from a lane that is not in
// the mask, or has returned, is unspecified.

/// The value of lane `lane % width` of the calling lane's segment.
template <class T>
KCC_CONVERGENT inline T shuffle(const T &value, std::uint32_t lane, std::uint32_t width = warp_size,
                                std::uint32_t mask = all_lanes) noexcept {
  return detail::by_words(value,
                          [=](std::uint32_t word) {
                            return __kcc_warp_shuffle(mask, word, lane, detail::segments(width));
                          })
      .value;
}

/// The value of the lane `delta` (0 to 31) below the calling one, and whether the segment has it.
template <class T>
KCC_CONVERGENT inline Shuffled<T> try_shuffle_up(const T &value, std::uint32_t delta,
                                                 std::uint32_t width = warp_size,
                                                 std::uint32_t mask = all_lanes) noexcept {
  return detail::by_words(value, [=](std::uint32_t word) {
    return __kcc_warp_shuffle_up(mask, word, delta, detail::segments(width, 0));
  });
}

/// The value of the lane `delta` (0 to 31) below the calling one; the own value where the segment has none.
template <class T>
KCC_CONVERGENT inline T shuffle_up(const T &value, std::uint32_t delta, std::uint32_t width = warp_size,
                                   std::uint32_t mask = all_lanes) noexcept {
  return try_shuffle_up(value, delta, width, mask).value;
}

/// The value of the lane `delta` (0 to 31) above the calling one, and whether the segment has it.
template <class T>
KCC_CONVERGENT inline Shuffled<T> try_shuffle_down(const T &value, std::uint32_t delta,
                                                   std::uint32_t width = warp_size,
                                                   std::uint32_t mask = all_lanes) noexcept {
  return detail::by_words(value, [=](std::uint32_t word) {
    return __kcc_warp_shuffle_down(mask, word, delta, detail::segments(width));
  });
}

/// The value of the lane `delta` (0 to 31) above the calling one; the own value where the segment has none.
template <class T>
KCC_CONVERGENT inline T shuffle_down(const T &value, std::uint32_t delta, std::uint32_t width = warp_size,
                                     std::uint32_t mask = all_lanes) noexcept {
  return try_shuffle_down(value, delta, width, mask).value;
}

/// The value of the lane whose number is the calling one's with the bits `lane_bits` (0 to 31) flipped, and
/// whether it can be taken: it can from the own segment and from those below.
template <class T>
KCC_CONVERGENT inline Shuffled<T> try_shuffle_xor(const T &value, std::uint32_t lane_bits,
                                                  std::uint32_t width = warp_size,
                                                  std::uint32_t mask = all_lanes) noexcept {
  return detail::by_words(value, [=](std::uint32_t word) {
    return __kcc_warp_shuffle_xor(mask, word, lane_bits, detail::segments(width));
  });
}

/// The value of the lane whose number is the calling one's with the bits `lane_bits` (0 to 31) flipped; the
/// own value where that lane is in a segment above.
template <class T>
KCC_CONVERGENT inline T shuffle_xor(const T &value, std::uint32_t lane_bits, std::uint32_t width = warp_size,
                                    std::uint32_t mask = all_lanes) noexcept {
  return try_shuffle_xor(value, lane_bits, width, mask).value;
}

/// The value of lane `lane` (0 to 31), which must be in the mask, for all lanes.
template <class T>
KCC_CONVERGENT inline T broadcast(const T &value, std::uint32_t lane = 0,
                                  std::uint32_t mask = all_lanes) noexcept {
  return shuffle(value, lane, warp_size, mask);
}

} // namespace kcc::warp

#endif
