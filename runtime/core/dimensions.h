// Arithmetic on three dimensions, and their text form.
#ifndef KCC_RUNTIME_CORE_DIMENSIONS_H
#define KCC_RUNTIME_CORE_DIMENSIONS_H

#include <kcc/runtime/launch_config.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace kcc::core {

/// "(4, 1, 1)"
inline std::string text(Dim3 dim) {
  return "(" + std::to_string(dim.x) + ", " + std::to_string(dim.y) + ", " + std::to_string(dim.z) + ")";
}

inline bool is_empty(Dim3 dim) {
  return dim.x == 0 || dim.y == 0 || dim.z == 0;
}

/// The product of the dimensions, or nothing if it is 0 or above `limit`.
inline std::optional<std::uint64_t> volume(Dim3 dim, std::uint64_t limit) {
  if (is_empty(dim))
    return std::nullopt;
  const std::uint64_t plane = std::uint64_t{dim.x} * dim.y; // always fits
  if (plane > limit / dim.z)
    return std::nullopt;
  return plane * dim.z;
}

/// The product of the dimensions; 2^64 - 1 if it is larger.
inline std::uint64_t volume(Dim3 dim) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  return is_empty(dim) ? 0 : volume(dim, most).value_or(most);
}

/// The same for a block or cluster whose size has been checked.
inline std::uint32_t small_volume(Dim3 dim) {
  return static_cast<std::uint32_t>(volume(dim));
}

} // namespace kcc::core

#endif
