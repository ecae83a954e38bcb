// Votes and matches among the lanes of a warp, and lane masks. <kcc/warp.h> explains masks.
#ifndef KCC_DEVICE_WARP_VOTE_H
#define KCC_DEVICE_WARP_VOTE_H

#include <concepts>
#include <type_traits>

#include "arch.h"
#include "warp_shuffle.h"

namespace kcc::warp {

/// The mask of the calling lane.
inline std::uint32_t lane_mask_eq() noexcept {
  return std::uint32_t{1} << lane_id();
}
/// The lanes below the calling one.
inline std::uint32_t lane_mask_lt() noexcept {
  return lane_mask_eq() - 1;
}
/// The calling lane and those below.
inline std::uint32_t lane_mask_le() noexcept {
  return lane_mask_lt() | lane_mask_eq();
}
/// The lanes above the calling one.
inline std::uint32_t lane_mask_gt() noexcept {
  return ~lane_mask_le();
}
/// The calling lane and those above.
inline std::uint32_t lane_mask_ge() noexcept {
  return ~lane_mask_lt();
}

/// Lanes that execute this call together. Lanes in another branch are not among them; whether lanes that
/// took different paths have reconverged is up to the device. The result is a valid mask for the
/// straight-line code that follows.
[[gnu::always_inline]] KCC_CONVERGENT inline std::uint32_t active_mask() noexcept {
  return __kcc_warp_active_mask();
}

namespace detail {
template <class T>
concept NumberButNotBool = std::is_integral_v<T> && !std::is_same_v<T, bool>;
}

/// Whether the predicate holds in any lane of the mask.
KCC_CONVERGENT inline bool any(bool predicate, std::uint32_t mask = all_lanes) noexcept {
  return __kcc_warp_any(mask, predicate) != 0;
}
template <detail::NumberButNotBool Mask, std::same_as<bool> Predicate>
bool any(Mask, Predicate) noexcept KCC_ARGUMENTS_ARE(true, "any(predicate, mask)", "error");

/// Whether the predicate holds in all lanes of the mask.
KCC_CONVERGENT inline bool all(bool predicate, std::uint32_t mask = all_lanes) noexcept {
  return __kcc_warp_all(mask, predicate) != 0;
}
template <detail::NumberButNotBool Mask, std::same_as<bool> Predicate>
bool all(Mask, Predicate) noexcept KCC_ARGUMENTS_ARE(true, "all(predicate, mask)", "error");

/// Whether the predicate is the same in all lanes of the mask.
KCC_CONVERGENT inline bool uniform(bool predicate, std::uint32_t mask = all_lanes) noexcept {
  return __kcc_warp_uniform(mask, predicate) != 0;
}
template <detail::NumberButNotBool Mask, std::same_as<bool> Predicate>
bool uniform(Mask, Predicate) noexcept KCC_ARGUMENTS_ARE(true, "uniform(predicate, mask)", "error");

/// The lanes of the mask in which the predicate holds. `ballot(true, mask)` returns those that have not
/// returned from the kernel.
KCC_CONVERGENT inline std::uint32_t ballot(bool predicate, std::uint32_t mask = all_lanes) noexcept {
  return __kcc_warp_ballot(mask, predicate);
}
template <detail::NumberButNotBool Mask, std::same_as<bool> Predicate>
std::uint32_t ballot(Mask, Predicate) noexcept KCC_ARGUMENTS_ARE(true, "ballot(predicate, mask)", "error");

/// True in one lane of the mask and false in the others: the lowest lane that has not returned.
KCC_CONVERGENT inline bool elect(std::uint32_t mask = all_lanes) noexcept {
  return (ballot(true, mask) & lane_mask_le()) == lane_mask_eq();
}

namespace detail {

/// The instruction exists from sm_70 on. Without it, there is one round for each different value.
KCC_CONVERGENT inline std::uint32_t match_any_word(std::uint32_t mask, std::uint32_t word) {
  if constexpr (arch == 0 || arch >= 70) {
    return __kcc_warp_match_any_32(mask, word);
  } else {
    std::uint32_t result = 0;
    for (std::uint32_t rest = ballot(true, mask); rest != 0;) {
      const std::uint32_t first = static_cast<std::uint32_t>(__builtin_ctz(rest));
      const bool same = shuffle(word, first, warp_size, mask) == word;
      const std::uint32_t lanes = ballot(same, mask);
      result = same ? lanes : result;
      rest &= ~lanes;
    }
    return result;
  }
}

KCC_CONVERGENT inline bool match_all_word(std::uint32_t mask, std::uint32_t word) {
  if constexpr (arch == 0 || arch >= 70) {
    return __kcc_warp_match_all_32(mask, word) != 0;
  } else {
    const auto first = static_cast<std::uint32_t>(__builtin_ctz(ballot(true, mask)));
    return all(shuffle(word, first, warp_size, mask) == word, mask);
  }
}

} // namespace detail

/// The lanes of the mask whose value has the same bytes as the calling lane's; padding in a struct counts
/// too.
template <class T>
KCC_CONVERGENT inline std::uint32_t match_any(const T &value, std::uint32_t mask = all_lanes) noexcept
    KCC_VALUE_FIRST("match_any(value, mask)") {
  std::uint32_t result = all_lanes;
  if constexpr (sizeof(T) == 8 && (arch == 0 || arch >= 70)) {
    static_assert(std::is_trivially_copyable_v<T>,
                  "only trivially copyable types can be compared by their bytes");
    result = __kcc_warp_match_any_64(mask, __builtin_bit_cast(std::uint64_t, value));
  } else {
    detail::by_words(value, [&](std::uint32_t word) -> std::uint64_t {
      result &= detail::match_any_word(mask, word);
      return word;
    });
  }
  return result;
}

/// Whether the values of all lanes of the mask have the same bytes; padding in a struct counts too.
template <class T>
KCC_CONVERGENT inline bool match_all(const T &value, std::uint32_t mask = all_lanes) noexcept
    KCC_VALUE_FIRST("match_all(value, mask)") {
  bool result = true;
  if constexpr (sizeof(T) == 8 && (arch == 0 || arch >= 70)) {
    static_assert(std::is_trivially_copyable_v<T>,
                  "only trivially copyable types can be compared by their bytes");
    result = __kcc_warp_match_all_64(mask, __builtin_bit_cast(std::uint64_t, value)) != 0;
  } else {
    detail::by_words(value, [&](std::uint32_t word) -> std::uint64_t {
      const bool same = detail::match_all_word(mask, word);
      result = result && same;
      return word;
    });
  }
  return result;
}

} // namespace kcc::warp

#endif
