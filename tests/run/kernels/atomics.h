// Types that the kernels of atomics.cpp share with the host.
#ifndef KCC_TESTS_RUN_KERNELS_ATOMICS_H
#define KCC_TESTS_RUN_KERNELS_ATOMICS_H

#include <cstdint>

namespace atomics {

/// The objects of the kernel `operations`, named by the operation on each.
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

/// Whether a thread takes part in the kernel `by_some`.
constexpr bool takes_part(std::uint32_t index) {
  return index % 3 == 1 && index / 32 % 2 == 0;
}

/// A host compiler without 16-bit floating-point types gets their bits. The objects of the kernel `halves`,
/// in which each thread adds, subtracts or offers small integers.
enum HalfObject : std::uint32_t {
  half_added,
  half_subtracted,
  half_highest,
  half_lowest,
  half_summed,
  half_exchanged, ///< by all threads, and never restored: holds one of the numbers
  half_looped,
  half_object_count
};

/// Two counters that change together in one operation.
struct alignas(16) Pair {
  std::uint64_t up, down;
};
/// The counts of what the kernel `wide` sees.
struct EightBytes {
  std::uint64_t sum, product, least, exchanged; ///< the last one: a number of a thread, twice
  double halves;
};

enum WideSeen : std::uint32_t { torn, wide_seen_count };

enum class State : std::uint16_t { waiting, running, done };

inline constexpr std::uint32_t bins = 64;

/// In words of 32 bits.
inline constexpr std::uint32_t message_length = 16;

} // namespace atomics

#endif
