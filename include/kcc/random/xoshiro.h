// The xoshiro and xoroshiro families: D. Blackman, S. Vigna, "Scrambled linear pseudorandom number
// generators", ACM TOMS 47(4), 2021, and https://prng.di.unimi.it.
#ifndef KCC_RANDOM_XOSHIRO_H
#define KCC_RANDOM_XOSHIRO_H

#include "splitmix.h"

namespace kcc::random {

namespace detail {

/// A linear engine's map from one state to the next, and what follows from its characteristic polynomial P. A
/// polynomial is stored as its coefficients of x^0, x^1, …, in words of the engine's size, P without its
/// highest term. Advancing by n applies x^n modulo P to the state; jump and long_jump do that for the
/// authors' values of n.
template <class Word, std::size_t N> using Words = std::array<Word, N>;

template <int A, int B, int C, class Word> constexpr void step_xoroshiro(Words<Word, 2> &s) noexcept {
  s[1] ^= s[0];
  s[0] = std::rotl(s[0], A) ^ s[1] ^ (s[1] << B);
  s[1] = std::rotl(s[1], C);
}

template <int A, int B, class Word> constexpr void step_xoshiro(Words<Word, 4> &s) noexcept {
  Word shifted = s[1] << A;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = std::rotl(s[3], B);
}

struct Xoroshiro64 {
  static constexpr std::size_t size = 2;
  using Word = std::uint32_t;
  static constexpr void step(Words<Word, 2> &s) noexcept { step_xoroshiro<26, 9, 13>(s); }
  static constexpr Words<Word, 2> polynomial = {0x6e2286c1, 0x053be9da};
};

struct Xoroshiro128 { // for + and **
  static constexpr std::size_t size = 2;
  using Word = std::uint64_t;
  static constexpr void step(Words<Word, 2> &s) noexcept { step_xoroshiro<24, 16, 37>(s); }
  static constexpr Words<Word, 2> polynomial = {0x095b8f76579aa001, 0x0008828e513b43d5};
  static constexpr Words<Word, 2> jump = {0xdf900294d8f554a5, 0x170865df4b3201fc};      // 2^64
  static constexpr Words<Word, 2> long_jump = {0xd2a98b26625eee7b, 0xdddf9b1090aa7ac1}; // 2^96
};

struct Xoroshiro128ForPlusPlus {
  static constexpr std::size_t size = 2;
  using Word = std::uint64_t;
  static constexpr void step(Words<Word, 2> &s) noexcept { step_xoroshiro<49, 21, 28>(s); }
  static constexpr Words<Word, 2> polynomial = {0x8dae70779760b081, 0x0031bcf2f855d6e5};
  static constexpr Words<Word, 2> jump = {0x2bd7a6a6e99c2ddc, 0x0992ccaf6a6fca05};      // 2^64
  static constexpr Words<Word, 2> long_jump = {0x360fd5f2cf8d5d99, 0x9c6e6877736c46e3}; // 2^96
};

struct Xoshiro128 {
  static constexpr std::size_t size = 4;
  using Word = std::uint32_t;
  static constexpr void step(Words<Word, 4> &s) noexcept { step_xoshiro<9, 11>(s); }
  static constexpr Words<Word, 4> polynomial = {0xde18fc01, 0x1b489db6, 0x006254b1, 0x00fc65a2};
  static constexpr Words<Word, 4> jump = {0x8764000b, 0xf542d2d3, 0x6fa035c3, 0x77f2db5b};      // 2^64
  static constexpr Words<Word, 4> long_jump = {0xb523952e, 0x0b6f099f, 0xccf5a0ef, 0x1c580662}; // 2^96
};

struct Xoshiro256 {
  static constexpr std::size_t size = 4;
  using Word = std::uint64_t;
  static constexpr void step(Words<Word, 4> &s) noexcept { step_xoshiro<17, 45>(s); }
  static constexpr Words<Word, 4> polynomial = {0x9d116f2bb0f0f001, 0x0280002bcefd1a5e, 0x04b4edcf26259f85,
                                                0x0003c03c3f3ecb19};
  static constexpr Words<Word, 4> jump = {0x180ec6d33cfd0aba, 0xd5a61266f0c9392c, 0xa9582618e03fc9aa,
                                          0x39abdc4529b1661c}; // 2^128
  static constexpr Words<Word, 4> long_jump = {0x76e15d3efefdcbbf, 0xc5004e441c522fb3, 0x77710069854ee241,
                                               0x39109bb02acbe635}; // 2^192
};

struct Xoshiro512 {
  static constexpr std::size_t size = 8;
  using Word = std::uint64_t;
  static constexpr void step(Words<Word, 8> &s) noexcept {
    Word shifted = s[1] << 11;
    s[2] ^= s[0];
    s[5] ^= s[1];
    s[1] ^= s[2];
    s[7] ^= s[3];
    s[3] ^= s[4];
    s[4] ^= s[5];
    s[0] ^= s[6];
    s[6] ^= s[7];
    s[6] ^= shifted;
    s[7] = std::rotl(s[7], 21);
  }
  static constexpr Words<Word, 8> polynomial = {0xcf3cff0c00000001, 0x7fdc78d886f00c63, 0xf05e63fca6d7b781,
                                                0x7a67058e7bbab6f0, 0xf11eef832e32518f, 0x51ba7c47edc758ad,
                                                0x8f2d27268ce4b20b, 0x0000500055d8b77f};
  static constexpr Words<Word, 8> jump = {0x33ed89b6e7a353f9, 0x760083d7955323be, 0x2837f2fbb5f22fae,
                                          0x4b8c5674d309511c, 0xb11ac47a7ba28c25, 0xf1be7667092bcc1c,
                                          0x53851efdb6df0aaf, 0x1ebbc8b23eaf25db}; // 2^256
  static constexpr Words<Word, 8> long_jump = {0x11467fef8f921d28, 0xa2a819f2e79c8ea8, 0xa8299fc284b3959a,
                                               0xb4d347340ca63ee1, 0x1cb0940bedbff6ce, 0xd956c5c4fa1f8e17,
                                               0x915e38fd4eda93bc, 0x5b3ccdfa5d7daca5}; // 2^384
};

template <class Linear>
inline constexpr std::size_t degree = Linear::size * std::numeric_limits<typename Linear::Word>::digits;

template <class Linear> constexpr bool coefficient(const auto &polynomial, std::size_t power) noexcept {
  constexpr std::size_t digits = std::numeric_limits<typename Linear::Word>::digits;
  return (polynomial[power / digits] >> (power % digits) & 1) != 0;
}

/// The product with x, modulo the characteristic polynomial.
template <class Linear>
constexpr void shift(Words<typename Linear::Word, Linear::size> &polynomial) noexcept {
  constexpr int digits = std::numeric_limits<typename Linear::Word>::digits;
  bool overflows = polynomial[Linear::size - 1] >> (digits - 1) != 0;
  for (std::size_t i = Linear::size - 1; i > 0; --i)
    polynomial[i] = (polynomial[i] << 1) | (polynomial[i - 1] >> (digits - 1));
  polynomial[0] <<= 1;
  if (overflows)
    for (std::size_t i = 0; i < Linear::size; ++i)
      polynomial[i] ^= Linear::polynomial[i];
}

/// The square, modulo the characteristic polynomial.
template <class Linear>
constexpr Words<typename Linear::Word, Linear::size>
square(const Words<typename Linear::Word, Linear::size> &polynomial) noexcept {
  Words<typename Linear::Word, Linear::size> product{};
  for (std::size_t power = degree<Linear>; power-- > 0;) { // Horner's rule
    shift<Linear>(product);
    if (coefficient<Linear>(polynomial, power))
      for (std::size_t i = 0; i < Linear::size; ++i)
        product[i] ^= polynomial[i];
  }
  return product;
}

/// x^exponent, modulo the characteristic polynomial.
template <class Linear>
constexpr Words<typename Linear::Word, Linear::size> power_of_x(std::uint64_t exponent) noexcept {
  Words<typename Linear::Word, Linear::size> power{1};
  for (int bit = std::numeric_limits<std::uint64_t>::digits - std::countl_zero(exponent); bit-- > 0;) {
    power = square<Linear>(power);
    if ((exponent >> bit & 1) != 0)
      shift<Linear>(power);
  }
  return power;
}

struct Plus {
  template <class Word, std::size_t N> static constexpr Word scramble(const Words<Word, N> &s) noexcept {
    return s[0] + s[N == 8 ? 2 : N - 1];
  }
};

struct PlusPlus {
  template <class Word, std::size_t N> static constexpr Word scramble(const Words<Word, N> &s) noexcept {
    if constexpr (N == 8)
      return std::rotl(s[0] + s[2], 17) + s[2];
    else if constexpr (N == 2)
      return std::rotl(s[0] + s[1], 17) + s[0];
    else
      return std::rotl(s[0] + s[3], sizeof(Word) == 4 ? 7 : 23) + s[0];
  }
};

struct StarStar {
  template <class Word, std::size_t N> static constexpr Word scramble(const Words<Word, N> &s) noexcept {
    if constexpr (N == 2 && sizeof(Word) == 4)
      return std::rotl(s[0] * 0x9e3779bb, 5) * 5;
    else
      return std::rotl(s[N == 2 ? 0 : 1] * 5, 7) * 9;
  }
};

struct Star {
  static constexpr std::uint32_t scramble(const Words<std::uint32_t, 2> &s) noexcept {
    return s[0] * 0x9e3779bb;
  }
};

} // namespace detail

/// A linear generator with a scrambled output. The period is 2^bits - 1, with the number of bits in the name.
/// The low bits of `+` and `*` have little linear complexity; the distributions here use the high ones.
template <class Linear, class Scrambler> class LinearEngine {
public:
  using result_type = typename Linear::Word;
  using State = std::array<result_type, Linear::size>;

  /// The words of the state come from SplitMix64, as the authors advise; each of its numbers gives two 32-bit
  /// words, the lower one first.
  constexpr explicit LinearEngine(std::uint64_t seed = 0) noexcept {
    SplitMix64 words(seed);
    do {
      for (std::size_t i = 0; i < Linear::size; ++i) {
        std::uint64_t word = words();
        state_[i] = static_cast<result_type>(word);
        if constexpr (sizeof(result_type) == 4)
          state_[++i] = static_cast<result_type>(word >> 32);
      }
    } while (detail::equal(state_, {}));
  }
  /// Sets the state directly. All zeros, which the engine can never leave, are replaced by the state of seed
  /// 0.
  constexpr explicit LinearEngine(const State &state) noexcept : LinearEngine() {
    if (!detail::equal(state, {}))
      state_ = state;
  }
  static constexpr result_type min() noexcept { return 0; }
  static constexpr result_type max() noexcept { return std::numeric_limits<result_type>::max(); }

  constexpr result_type operator()() noexcept {
    result_type word = Scrambler::scramble(state_);
    Linear::step(state_);
    return word;
  }

  /// Takes O(log count) time: up to some ten thousand word operations, so short distances are stepped
  /// through.
  constexpr void discard(std::uint64_t count) noexcept {
    if (count > 16 * detail::degree<Linear>)
      return apply(detail::power_of_x<Linear>(count));
    for (; count != 0; --count)
      Linear::step(state_);
  }
  /// Advances by 2^(half of the bits), so that as many sequences of that length do not overlap.
  constexpr void jump() noexcept
    requires requires { Linear::jump; }
  {
    apply(Linear::jump);
  }
  /// Advances by 2^(three quarters of the bits): a start for each of many groups that `jump` from there.
  constexpr void long_jump() noexcept
    requires requires { Linear::long_jump; }
  {
    apply(Linear::long_jump);
  }

  constexpr const State &state() const noexcept { return state_; }
  friend constexpr bool operator==(const LinearEngine &a, const LinearEngine &b) noexcept {
    return detail::equal(a.state_, b.state_);
  }

private:
  constexpr void apply(const State &polynomial) noexcept {
    State sum{};
    for (std::size_t power = 0; power < detail::degree<Linear>; ++power) {
      if (detail::coefficient<Linear>(polynomial, power))
        for (std::size_t i = 0; i < Linear::size; ++i)
          sum[i] ^= state_[i];
      Linear::step(state_);
    }
    state_ = sum;
  }

  State state_{};
};

using Xoroshiro64Star = LinearEngine<detail::Xoroshiro64, detail::Star>;
using Xoroshiro64StarStar = LinearEngine<detail::Xoroshiro64, detail::StarStar>;
using Xoroshiro128Plus = LinearEngine<detail::Xoroshiro128, detail::Plus>;
using Xoroshiro128PlusPlus = LinearEngine<detail::Xoroshiro128ForPlusPlus, detail::PlusPlus>;
using Xoroshiro128StarStar = LinearEngine<detail::Xoroshiro128, detail::StarStar>;
using Xoshiro128Plus = LinearEngine<detail::Xoshiro128, detail::Plus>;
using Xoshiro128PlusPlus = LinearEngine<detail::Xoshiro128, detail::PlusPlus>;
using Xoshiro128StarStar = LinearEngine<detail::Xoshiro128, detail::StarStar>;
using Xoshiro256Plus = LinearEngine<detail::Xoshiro256, detail::Plus>;
using Xoshiro256PlusPlus = LinearEngine<detail::Xoshiro256, detail::PlusPlus>;
using Xoshiro256StarStar = LinearEngine<detail::Xoshiro256, detail::StarStar>;
using Xoshiro512Plus = LinearEngine<detail::Xoshiro512, detail::Plus>;
using Xoshiro512PlusPlus = LinearEngine<detail::Xoshiro512, detail::PlusPlus>;
using Xoshiro512StarStar = LinearEngine<detail::Xoshiro512, detail::StarStar>;

} // namespace kcc::random

#endif
