// What the functions for double are made of: the two words of a number, and quotients and roots without the
// slow paths of the instructions.
//
// A GPU multiplies doubles at half the rate of floats and integers or less, so first approximations of 1 / x
// and 1 / sqrt(x) are computed in float: nearly for free, and with the same bits everywhere.
#ifndef KCC_DEVICELIB_MATH_DOUBLE_H
#define KCC_DEVICELIB_MATH_DOUBLE_H

#include "math/arithmetic.h"
#include "math/coefficients.h"

namespace kcc::math {

inline std::uint32_t high_word(double x) {
  return static_cast<std::uint32_t>(bits_of(x) >> 32);
}
inline std::uint32_t low_word(double x) {
  return static_cast<std::uint32_t>(bits_of(x));
}
inline double from_words(std::uint32_t high, std::uint32_t low) {
  return from_bits<double>(std::uint64_t{high} << 32 | low);
}
/// x 2^n where neither is zero, subnormal or infinite.
inline double shift(double x, std::uint32_t n) {
  return from_words(high_word(x) + (n << 20), low_word(x));
}

/// Whether |x| < limit, for a limit whose lower word is zero; false for NaN. Words compare like floats.
inline bool is_below(double x, double limit) {
  return abs(from_bits<float>(high_word(x))) < from_bits<float>(high_word(limit));
}

/// A number rounded to an integer: its value, and a sum whose lower word is the integer.
struct Rounded {
  double value, shifted;
};
/// x factor, rounded, below 2^31.
inline Rounded round_product(double x, double factor) {
  const double shifted = fma(x, factor, 0x1.8p52);
  return {shifted - 0x1.8p52, shifted};
}

/// x as a float, truncated, for |x| between 2^-126 and 2^127.
inline float truncated(double x) {
  return from_bits<float>(static_cast<std::uint32_t>(bits_of(x) >> 29) - 0xc0000000);
}
/// A positive, normal float as a double, truncated to 21 bits.
inline double widened(float x) {
  return from_words((bits_of(x) >> 3) + 0x38000000, 0);
}

/// 1 / x with an error of 2^-19, for x that is d but for its bits beyond the 21st, between 2^-125 and 2^125.
inline double near_reciprocal_of_truncated(float d) {
  // Off by at most 5.1 %.
  const float start = from_bits<float>(0x7ef311c7 - bits_of(d));
  const float error = fma(-d, start, 1.0f);
  const float better = fma(start, fma(error, error, error), start);
  return widened(fma(better, fma(-d, better, 1.0f), better));
}
inline double near_reciprocal(double x) {
  return near_reciprocal_of_truncated(truncated(x));
}

/// n / d with an error just above half an ULP, for d as in near_reciprocal().
inline double quotient(double n, double d, double near) {
  const double inverse = fma(near, fma(-d, near, 1.0), near);
  const double first = n * inverse;
  return fma(fma(-d, first, n), inverse, first);
}
inline double quotient(double n, double d) {
  return quotient(n, d, near_reciprocal(d));
}

/// 1 / x with an error just above half an ULP, for x as in near_reciprocal().
inline double reciprocal(double x, double near) {
  const double error = fma(-x, near, 1.0);
  return fma(near, fma(error, error, error), near);
}
inline double reciprocal(double x) {
  return reciprocal(x, near_reciprocal(x));
}

/// 1 / sqrt(x) with an error of 2^-19, for x from 2^-120 to 2^120, and a large number for 0.
inline double near_reciprocal_sqrt(double x) {
  const float negative = -truncated(x); // of which the compiler need not compute both signs
  // Off by at most 3.5 %.
  const float start = from_bits<float>(0x9f376000 - (bits_of(negative) >> 1));
  const float error = fma(negative * start, start, 1.0f);
  return widened(start * polynomial(error, rsqrt_step_f32));
}

/// The square root with an error just above half an ULP, for 0 and x from 2^-120 to 2^120.
inline double near_sqrt(double x) {
  const double near = near_reciprocal_sqrt(x), half_near = shift(near, -1u);
  const double first = x * near;
  const double root = fma(fma(-first, first, x), half_near, first);
  return fma(fma(-root, root, x), half_near, root);
}

/// 1 / sqrt(x) with an error below an ULP, for x from 2^-120 to 2^120.
inline double reciprocal_sqrt(double x) {
  const double near = near_reciprocal_sqrt(x);
  const double off = fma(-x, near * near, 1.0); // the square of a number with 21 bits is exact
  return fma(near * off, fma(off, 0.375, 0.5), near);
}

/// 1 / sqrt(sum + rest) from an approximation of 21 bits, for a rest of a few units in the sum's last place.
inline double reciprocal_root_near(double near, double sum, double rest) {
  const double square = near * near;
  const double off = fma(-rest, square, fma(-sum, square, 1.0));
  return fma(near * off, fma(off, 0.375, 0.5), near);
}

/// 1 / sqrt(sum + rest), for a sum between 2^-1000 and 2^1000: in float for sum = 2^2n d, then in double.
inline double reciprocal_root(double sum, double rest) {
  const std::uint32_t high = high_word(sum);
  // d from 1/2 to 2: the exponent's lowest bit and 20 bits of the fraction.
  const float d = from_bits<float>((high << 3 & 0x00ffffff) | 0x3f000000);
  const float start = polynomial(d, near_rsqrt_f32);
  const float error = fma(-d * start, start, 1.0f);
  const float better = fma(start * error, fma(error, 0.375f, 0.5f), start);
  const std::uint32_t n = (high >> 1) & 0x7ff00000; // 2^20 (n + 511)
  return reciprocal_root_near(from_words((bits_of(better) >> 3) + 0x57f00000 - n, 0), sum, rest);
}

/// e^x = fraction 2^power, with an error below 0.9 ULP.
struct Exponential {
  double fraction;
  Rounded power;
};
inline Exponential exponential(double x) {
  const Rounded power = round_product(x, 0x1.71547652b82fep+0);
  const double r = fma(power.value, -0x1.abc9e3b39803fp-56, fma(power.value, -0x1.62e42fefa39efp-1, x));
  return {fma(r, fma(r, polynomial(r, exp_short_f64), 1.0), 1.0), power};
}

/// pi / 2 - x and pi - x, rounded once: the product of the constants is pi / 2 with an error of 2^-80.
inline double from_half_pi(double x) {
  return fma(0x1.7618b10a04107p+0, 0x1.132df99a388d5p+0, -x);
}
inline double from_pi(double x) {
  return fma(0x1.7618b10a04107p+0, 0x1.132df99a388d5p+1, -x);
}

} // namespace kcc::math

#endif
