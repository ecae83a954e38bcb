// Uniform distributions: words of 32 and 64 bits from any engine, real numbers, integers, and Bernoulli
// trials.
#ifndef KCC_RANDOM_UNIFORM_H
#define KCC_RANDOM_UNIFORM_H

#include "words.h"

namespace kcc::random {

/// 32 uniform bits: one number of an engine with 32 or 64 bits; of the latter the high half, because the low
/// bits of some engines are weaker. Engines with another range (MRG32k3a) yield 16 bits twice; numbers that
/// would bias them are rejected.
template <BitGenerator Engine> constexpr std::uint32_t bits32(Engine &engine) {
  constexpr std::uint64_t low = Engine::min(), last = Engine::max() - low;
  if constexpr (last == 0xffffffff) {
    return static_cast<std::uint32_t>(engine() - low);
  } else if constexpr (last == 0xffffffffffffffff) {
    return static_cast<std::uint32_t>((engine() - low) >> 32);
  } else {
    static_assert(last >= 0xffff, "kcc::random: an engine must give at least 16 bits a number");
    constexpr std::uint64_t end =
        last - last % 0x10000; // a multiple of 2^16; numbers from it on are rejected
    auto half = [&engine] {
      std::uint64_t number = engine() - low;
      while (number >= end)
        number = engine() - low;
      return static_cast<std::uint32_t>(number % 0x10000);
    };
    std::uint32_t high = half();
    return high << 16 | half();
  }
}

/// 64 uniform bits; of two 32-bit numbers the first one becomes the high half.
template <BitGenerator Engine> constexpr std::uint64_t bits64(Engine &engine) {
  if constexpr (Engine::min() == 0 && Engine::max() == std::numeric_limits<std::uint64_t>::max()) {
    return engine();
  } else {
    std::uint64_t high = bits32(engine);
    return high << 32 | bits32(engine);
  }
}

/// The high bits of a word as a number in [0, 1): k / 2^24. Never 1.
constexpr float unit_float(std::uint32_t word) noexcept {
  return static_cast<float>(word >> 8) * 0x1p-24f;
}
/// The high bits of a word as a number in [0, 1): k / 2^53. Never 1.
constexpr double unit_double(std::uint64_t word) noexcept {
  return static_cast<double>(word >> 11) * 0x1p-53;
}

/// A number in [0, 1): a multiple of 2^-24 (float) or 2^-53 (double), all equally likely.
template <std::floating_point Real, BitGenerator Engine> constexpr Real unit(Engine &engine) {
  if constexpr (sizeof(Real) == sizeof(float))
    return unit_float(bits32(engine));
  else
    return unit_double(bits64(engine));
}

namespace detail {

inline float fused(float a, float b, float c) noexcept {
  return __builtin_fmaf(a, b, c);
}
inline double fused(double a, double b, double c) noexcept {
  return __builtin_fma(a, b, c);
}

/// A number in (0, 1] for a logarithm: (k + 1/2) / 2^32 or 2^64, rounded, so that it is finest near 0.
template <std::floating_point Real, BitGenerator Engine> Real unit_above_zero(Engine &engine) {
  if constexpr (sizeof(Real) == sizeof(float))
    return fused(static_cast<float>(bits32(engine)), 0x1p-32f, 0x1p-33f);
  else
    return fused(static_cast<double>(bits64(engine)), 0x1p-64, 0x1p-65);
}

/// The next number towards minus infinity; for finite numbers.
template <std::floating_point Real> constexpr Real below(Real value) noexcept {
  using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
  if (value == 0)
    return -std::numeric_limits<Real>::denorm_min();
  Bits bits = std::bit_cast<Bits>(value);
  return std::bit_cast<Real>(value > 0 ? bits - 1 : bits + 1);
}

} // namespace detail

/// Real numbers in [low, high); high is never returned, however the scaling rounds.
template <std::floating_point Real = float> class UniformReal {
public:
  using result_type = Real;

  /// low < high, both finite, and high - low finite too.
  constexpr explicit UniformReal(Real low = 0, Real high = 1) noexcept : low_(low), high_(high) {}

  template <BitGenerator Engine> Real operator()(Engine &engine) const {
    Real value = detail::fused(unit<Real>(engine), high_ - low_, low_);
    return value < high_ ? value : detail::below(high_);
  }
  constexpr Real min() const noexcept { return low_; }
  constexpr Real max() const noexcept { return high_; }

private:
  Real low_, high_;
};

/// A uniform number in 0, …, count - 1 (any word if count is 0): D. Lemire, "Fast random integer generation
/// in an interval", ACM TOMACS 29(1), 2019. Usually takes one word of the engine and one multiplication.
template <std::unsigned_integral Word, BitGenerator Engine>
  requires(sizeof(Word) == 4 || sizeof(Word) == 8)
constexpr Word uniform_below(Engine &engine, Word count) {
  auto word = [&engine] {
    if constexpr (sizeof(Word) == 4)
      return bits32(engine);
    else
      return bits64(engine);
  };
  if (count == 0)
    return word();
  auto product = detail::multiply(word(), count);
  if (product.low < count) {
    const Word surplus = (Word{0} - count) % count; // 2^bits modulo count: the number of low parts to reject
    while (product.low < surplus)
      product = detail::multiply(word(), count);
  }
  return product.high;
}

/// Integers in low, …, high, both included, all exactly equally likely.
template <std::integral Int = int>
  requires(sizeof(Int) <= 8)
class UniformInt {
public:
  using result_type = Int;

  /// low <= high
  constexpr explicit UniformInt(Int low = 0, Int high = std::numeric_limits<Int>::max()) noexcept
      : low_(low), high_(high) {}

  template <BitGenerator Engine> constexpr Int operator()(Engine &engine) const {
    using Word = std::conditional_t<sizeof(Int) == 8, std::uint64_t, std::uint32_t>;
    Word count = static_cast<Word>(high_) - static_cast<Word>(low_) + 1;
    return static_cast<Int>(static_cast<Word>(low_) + uniform_below(engine, count));
  }
  constexpr Int min() const noexcept { return low_; }
  constexpr Int max() const noexcept { return high_; }

private:
  Int low_, high_;
};

/// True with the given probability, rounded up to a multiple of 2^-53: never for 0, always for 1.
class Bernoulli {
public:
  using result_type = bool;

  /// 0 <= probability <= 1
  constexpr explicit Bernoulli(double probability = 0.5) noexcept : probability_(probability) {}
  template <BitGenerator Engine> constexpr bool operator()(Engine &engine) const {
    return unit<double>(engine) < probability_;
  }
  constexpr double probability() const noexcept { return probability_; }

private:
  double probability_;
};

} // namespace kcc::random

#endif
