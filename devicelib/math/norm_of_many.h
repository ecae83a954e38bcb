// norm and rnorm, of any number of values. The squares are summed in two parts, so that the error does not
// grow with the number of values: below 2 ULP. Unless the sum is moderate, the values are summed a second
// time, scaled by a power of two, exactly, so that it neither overflows nor loses anything significant.
#ifndef KCC_DEVICELIB_MATH_NORM_OF_MANY_H
#define KCC_DEVICELIB_MATH_NORM_OF_MANY_H

#include "math/arithmetic.h"

namespace kcc::math {
namespace {

/// Whether no square overflowed, and what 2^64 of them lost by underflow is insignificant.
inline bool is_moderate(float sum) {
  constexpr std::uint32_t least = 0x21800000, infinite = 0x7f800000; // 2^-60
  return __builtin_expect(bits_of(sum) - least < infinite - least, 1);
}
inline bool is_moderate(double sum) {
  constexpr std::uint32_t least = 0x05700000, greatest = 0x7e700000; // 2^-936, 2^1000
  return __builtin_expect(static_cast<std::uint32_t>(bits_of(sum) >> 32) - least < greatest - least, 1);
}

/// The root of the sum of squares (Kind is Norm) or its reciprocal, which root(sum, rest) computes for
/// moderate sums. An infinity counts more than a NaN, as in hypot.
template <typename Kind, typename Root, typename T>
inline T norm(std::uint64_t count, const T *values, Root root) {
  SumOfSquares<T> squares;
  for (std::uint64_t i = 0; i != count; ++i)
    squares.add(values[i]);
  if (is_moderate(squares.sum))
    return root(squares.sum, squares.rest);

  constexpr Bits<T> one = Bits<T>(1) << fraction_bits<T>, infinite = bits_of(infinity<T>);
  Bits<T> largest = 0;
  bool has_infinity = false;
  for (std::uint64_t i = 0; i != count; ++i) {
    const Bits<T> magnitude = bits_of(abs(values[i]));
    largest = magnitude > largest ? magnitude : largest;
    has_infinity = has_infinity || magnitude == infinite;
  }
  if (has_infinity)
    return Kind::of_infinity;
  if (largest > infinite)
    return nan<T>;
  if (largest == 0)
    return Kind::of_zero;
  // The largest value becomes one between 2 and 4, or below if it is subnormal.
  const Bits<T> exponent = largest & infinite, limited = exponent > 2 * one ? exponent : 2 * one;
  const T down = from_bits<T>(infinite - limited), up = from_bits<T>(limited - one);
  SumOfSquares<T> scaled;
  for (std::uint64_t i = 0; i != count; ++i)
    scaled.add(values[i] * down);
  return Kind::unscaled(root(scaled.sum, scaled.rest), down, up);
}

template <typename T> struct Norm {
  static constexpr T of_zero = 0, of_infinity = infinity<T>;
  static T unscaled(T norm, T, T up) { return norm * up; }
};
template <typename T> struct Reciprocal {
  static constexpr T of_zero = infinity<T>, of_infinity = 0;
  static T unscaled(T inverse, T down, T) { return inverse * down; }
};

} // namespace
} // namespace kcc::math

#endif
