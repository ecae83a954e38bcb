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

enum class State : std::uint16_t { waiting, running, done };

inline constexpr std::uint32_t bins = 64;

/// In words of 32 bits.
inline constexpr std::uint32_t message_length = 16;

} // namespace atomics

#endif
