// PCG: M. O'Neill, "PCG: a family of simple fast space-efficient statistically good algorithms for random
// number generation", HMC-CS-2014-0905, and https://www.pcg-random.org.
#ifndef KCC_RANDOM_PCG_H
#define KCC_RANDOM_PCG_H

#include "words.h"

namespace kcc::random {

namespace detail {

/// The linear congruential generator below PCG: state * multiplier + increment modulo 2^bits.
template <class State> struct Congruential {
  State state;
  State increment; // odd; selects the stream

  constexpr Congruential(State seed, State stream, State multiplier) noexcept
      : state(0), increment(static_cast<State>(stream << 1) | 1) {
    step(multiplier);
    state += seed;
    step(multiplier);
  }
  constexpr void step(State multiplier) noexcept { state = state * multiplier + increment; }

  /// F. Brown, "Random number generation with arbitrary strides", 1994: any number of steps is again one
  /// multiplication and one addition, found by repeated squaring.
  constexpr void advance(State count, State multiplier) noexcept {
    State factor = 1, summand = 0, plus = increment;
    for (; count != 0; count >>= 1) {
      if ((count & 1) != 0) {
        factor *= multiplier;
        summand = summand * multiplier + plus;
      }
      plus *= multiplier + 1;
      multiplier *= multiplier;
    }
    state = factor * state + summand;
  }
  friend constexpr bool operator==(const Congruential &, const Congruential &) noexcept = default;
};

} // namespace detail

/// pcg32 (pcg_xsh_rr_64_32): 64 bits of state, 2^63 streams of period 2^64, numbers of 32 bits.
class Pcg32 {
public:
  using result_type = std::uint32_t;

  /// The highest bit of the stream is ignored. The default is the stream of O'Neill's C++ library.
  constexpr explicit Pcg32(std::uint64_t seed = 0xcafef00dd15ea5e5,
                           std::uint64_t stream = default_stream) noexcept
      : generator_(seed, stream, multiplier) {}
  static constexpr result_type min() noexcept { return 0; }
  static constexpr result_type max() noexcept { return std::numeric_limits<result_type>::max(); }

  constexpr result_type operator()() noexcept {
    std::uint64_t state = generator_.state;
    generator_.step(multiplier);
    return std::rotr(static_cast<std::uint32_t>(((state >> 18) ^ state) >> 27),
                     static_cast<int>(state >> 59));
  }
  /// Takes O(log count) time. To go back by n, advance by 2^64 - n.
  constexpr void advance(std::uint64_t count) noexcept { generator_.advance(count, multiplier); }
  constexpr void discard(std::uint64_t count) noexcept { advance(count); }

  friend constexpr bool operator==(const Pcg32 &, const Pcg32 &) noexcept = default;

private:
  static constexpr std::uint64_t multiplier = 6364136223846793005;
  static constexpr std::uint64_t default_stream = 1442695040888963407 >> 1;
  detail::Congruential<std::uint64_t> generator_;
};

/// pcg64 (pcg_xsl_rr_128_64): 128 bits of state, 2^127 streams of period 2^128, numbers of 64 bits.
class Pcg64 {
public:
  using result_type = std::uint64_t;

  /// The highest bit of the stream is ignored. The default is the stream of O'Neill's C++ library.
  constexpr explicit Pcg64(Word128 seed = 0xcafef00dd15ea5e5, Word128 stream = default_stream) noexcept
      : generator_(seed, stream, multiplier) {}
  static constexpr result_type min() noexcept { return 0; }
  static constexpr result_type max() noexcept { return std::numeric_limits<result_type>::max(); }

  constexpr result_type operator()() noexcept {
    generator_.step(multiplier);
    Word128 state = generator_.state;
    return std::rotr(static_cast<std::uint64_t>(state >> 64) ^ static_cast<std::uint64_t>(state),
                     static_cast<int>(state >> 122));
  }
  /// Takes O(log count) time. To go back by n, advance by 2^128 - n.
  constexpr void advance(Word128 count) noexcept { generator_.advance(count, multiplier); }
  constexpr void discard(std::uint64_t count) noexcept { advance(count); }

  friend constexpr bool operator==(const Pcg64 &, const Pcg64 &) noexcept = default;

private:
  static constexpr Word128 multiplier = (Word128{2549297995355413924} << 64) | 4865540595714422341;
  static constexpr Word128 default_stream = ((Word128{6364136223846793005} << 64) | 1442695040888963407) >> 1;
  detail::Congruential<Word128> generator_;
};

} // namespace kcc::random

#endif
