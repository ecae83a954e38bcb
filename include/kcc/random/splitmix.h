// SplitMix64: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014,
// in S. Vigna's fixed-increment form (https://prng.di.unimi.it/splitmix64.c).
#ifndef KCC_RANDOM_SPLITMIX_H
#define KCC_RANDOM_SPLITMIX_H

#include "words.h"

namespace kcc::random {

/// 64 bits of state, period 2^64; each value comes once. Good for seeding; for most other uses the state is
/// too small.
class SplitMix64 {
public:
  using result_type = std::uint64_t;

  constexpr explicit SplitMix64(std::uint64_t seed = 0) noexcept : state_(seed) {}
  static constexpr result_type min() noexcept { return 0; }
  static constexpr result_type max() noexcept { return std::numeric_limits<result_type>::max(); }

  constexpr result_type operator()() noexcept {
    state_ += increment;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// Takes constant time.
  constexpr void discard(std::uint64_t count) noexcept { state_ += count * increment; }

  friend constexpr bool operator==(const SplitMix64 &, const SplitMix64 &) noexcept = default;

private:
  static constexpr std::uint64_t increment = 0x9e3779b97f4a7c15; // 2^64 / golden ratio, odd
  std::uint64_t state_;
};

} // namespace kcc::random

#endif
