// MRG32k3a: P. L'Ecuyer, "Good parameters and implementations for combined multiple recursive random number
// generators", Operations Research 47(1), 1999; streams and substreams as in P. L'Ecuyer, R. Simard, E. J.
// Chen, W. D. Kelton, "An object-oriented random-number package with many long streams and substreams", OR
// 50(6), 2002.
#ifndef KCC_RANDOM_MRG32K3A_H
#define KCC_RANDOM_MRG32K3A_H

#include "splitmix.h"

namespace kcc::random {

namespace detail {

/// 3 × 3 matrices modulo a number below 2^32.
struct Matrix3 {
  std::uint64_t at[3][3];

  constexpr Matrix3 times(const Matrix3 &other, std::uint64_t modulus) const noexcept {
    Matrix3 product{};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k)
          product.at[i][j] = (product.at[i][j] + at[i][k] * other.at[k][j] % modulus) % modulus;
    return product;
  }
  /// The power 2^exponent of the matrix.
  constexpr Matrix3 squared(int exponent, std::uint64_t modulus) const noexcept {
    Matrix3 power = *this;
    for (int i = 0; i < exponent; ++i)
      power = power.times(power, modulus);
    return power;
  }
  constexpr Matrix3 to_the(std::uint64_t exponent, std::uint64_t modulus) const noexcept {
    Matrix3 power = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, square = *this;
    for (; exponent != 0; exponent >>= 1) {
      if ((exponent & 1) != 0)
        power = power.times(square, modulus);
      square = square.times(square, modulus);
    }
    return power;
  }
  friend constexpr bool operator==(const Matrix3 &, const Matrix3 &) noexcept = default;
};

} // namespace detail

/// Two recurrences of order three, period about 2^191, numbers from 1 to 4294967087. L'Ecuyer's uniform
/// number is the result / 4294967088.0. The sequence is divided into streams of 2^127 numbers, and these into
/// substreams of 2^76.
class Mrg32k3a {
public:
  using result_type = std::uint32_t;
  static constexpr std::uint64_t modulus1 = 4294967087, modulus2 = 4294944443;

  /// The initial state of L'Ecuyer's package: six times 12345.
  constexpr Mrg32k3a() noexcept : Mrg32k3a({12345, 12345, 12345}, {12345, 12345, 12345}) {}
  /// Derives the state from one number with SplitMix64. For streams that are guaranteed not to overlap, use
  /// one seed and `jump_streams`.
  constexpr explicit Mrg32k3a(std::uint64_t seed) noexcept {
    SplitMix64 words(seed);
    do
      for (std::size_t i = 0; i < 3; ++i)
        first_[i] = static_cast<std::uint32_t>(words() % modulus1);
    while ((first_[0] | first_[1] | first_[2]) == 0);
    do
      for (std::size_t i = 0; i < 3; ++i)
        second_[i] = static_cast<std::uint32_t>(words() % modulus2);
    while ((second_[0] | second_[1] | second_[2]) == 0);
  }
  /// The last three numbers of both recurrences, oldest first: less than modulus1 and modulus2, and in
  /// neither recurrence all zero.
  constexpr Mrg32k3a(std::array<std::uint32_t, 3> first, std::array<std::uint32_t, 3> second) noexcept
      : first_(first), second_(second) {}

  static constexpr result_type min() noexcept { return 1; }
  static constexpr result_type max() noexcept { return static_cast<result_type>(modulus1); }

  constexpr result_type operator()() noexcept {
    // x - a * y as x + (m - a) * y: both products stay below 2^64, and their sum too after one reduction.
    std::uint64_t p1 =
        (1403580 * std::uint64_t{first_[1]} + (modulus1 - 810728) * first_[0] % modulus1) % modulus1;
    std::uint64_t p2 =
        (527612 * std::uint64_t{second_[2]} + (modulus2 - 1370589) * second_[0] % modulus2) % modulus2;
    first_ = {first_[1], first_[2], static_cast<std::uint32_t>(p1)};
    second_ = {second_[1], second_[2], static_cast<std::uint32_t>(p2)};
    return static_cast<result_type>(p1 > p2 ? p1 - p2 : p1 + modulus1 - p2);
  }

  /// Takes O(log count) time.
  constexpr void discard(std::uint64_t count) noexcept {
    apply(recurrence1.to_the(count, modulus1), recurrence2.to_the(count, modulus2));
  }
  /// Advances by count * 2^127 numbers, in O(log count) time.
  constexpr void jump_streams(std::uint64_t count = 1) noexcept {
    apply(stream1.to_the(count, modulus1), stream2.to_the(count, modulus2));
  }
  /// Advances by count * 2^76 numbers, in O(log count) time.
  constexpr void jump_substreams(std::uint64_t count = 1) noexcept {
    apply(substream1.to_the(count, modulus1), substream2.to_the(count, modulus2));
  }

  friend constexpr bool operator==(const Mrg32k3a &a, const Mrg32k3a &b) noexcept {
    return detail::equal(a.first_, b.first_) && detail::equal(a.second_, b.second_);
  }

  /// One step of both recurrences, 2^76 steps and 2^127 steps.
  static constexpr detail::Matrix3 recurrence1 = {{{0, 1, 0}, {0, 0, 1}, {modulus1 - 810728, 1403580, 0}}};
  static constexpr detail::Matrix3 recurrence2 = {{{0, 1, 0}, {0, 0, 1}, {modulus2 - 1370589, 0, 527612}}};
  static constexpr detail::Matrix3 substream1 = recurrence1.squared(76, modulus1);
  static constexpr detail::Matrix3 substream2 = recurrence2.squared(76, modulus2);
  static constexpr detail::Matrix3 stream1 = substream1.squared(51, modulus1);
  static constexpr detail::Matrix3 stream2 = substream2.squared(51, modulus2);

private:
  static constexpr std::array<std::uint32_t, 3> times(const detail::Matrix3 &matrix,
                                                      const std::array<std::uint32_t, 3> &vector,
                                                      std::uint64_t modulus) noexcept {
    std::array<std::uint32_t, 3> product{};
    for (std::size_t i = 0; i < 3; ++i) {
      std::uint64_t sum = 0;
      for (std::size_t k = 0; k < 3; ++k)
        sum = (sum + matrix.at[i][k] * vector[k] % modulus) % modulus;
      product[i] = static_cast<std::uint32_t>(sum);
    }
    return product;
  }
  constexpr void apply(const detail::Matrix3 &matrix1, const detail::Matrix3 &matrix2) noexcept {
    first_ = times(matrix1, first_, modulus1);
    second_ = times(matrix2, second_, modulus2);
  }

  std::array<std::uint32_t, 3> first_{}, second_{};
};

} // namespace kcc::random

#endif
