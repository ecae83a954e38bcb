// What the kernels of atomics.cpp share with the host.
#ifndef KCC_TESTS_RUN_KERNELS_ATOMICS_H
#define KCC_TESTS_RUN_KERNELS_ATOMICS_H

#include <cstdint>

namespace atomics {

/// The objects of the kernel `operations`, by what happens to each.
enum Object : std::uint32_t {
  added,
  subtracted,
  highest,
  lowest,
  summed,
  exchanged,
  looped,
  won,
  bits_set,
  bits_cleared,
  bits_flipped,
  counted,
  object_count
};

/// 16-bit floating-point types do not cross to a host compiler that lacks them: their bits do. The objects of
/// the kernel `halves`, where each thread adds, subtracts or offers small whole numbers.
enum HalfObject : std::uint32_t {
  half_added,
  half_subtracted,
  half_highest,
  half_lowest,
  half_summed,
  half_exchanged, ///< by all, and put back by none: holds one of the numbers
  half_looped,
  half_object_count
};

/// Two counters that one operation changes together.
struct alignas(16) Pair {
  std::uint64_t up, down;
};
/// What the kernel `wide` sees, counted.
enum WideSeen : std::uint32_t { torn, wide_seen_count };

enum class State : std::uint16_t { waiting, running, done };

inline constexpr std::uint32_t bins = 64;

/// In words of 32 bits.
inline constexpr std::uint32_t message_length = 16;

} // namespace atomics

#endif
