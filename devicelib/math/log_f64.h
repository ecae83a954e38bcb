// What the logarithms for double, and the inverse hyperbolic functions, are made of.
#ifndef KCC_DEVICELIB_MATH_LOG_F64_H
#define KCC_DEVICELIB_MATH_LOG_F64_H

#include "math/double.h"

namespace kcc::math {
namespace {

/// The upper words of the lower ends of m: sqrt(1/2), and 3/4 for log1p, where f may be rounded.
constexpr std::uint32_t least = 0x3fe6a09e, least_of_sum = 0x3fe80000;

/// log(m) = f + 2 rest
struct Parts {
  double k, f, rest;
};

/// 1 / x with an error of 2^-17, for x between 0.85 and 1.25.
inline double near_reciprocal_of_one(double x) {
  const float d = truncated(x);
  // Off by 0.19 %.
  const float start = fma(fma(0.873893f, d, -2.766938f), d, 2.894408f);
  return widened(fma(start, fma(-d, start, 1.0f), start));
}

/// Half of log(1 + f) - f: half = f / 2, below = 1 + f / 2.
inline double rest_of_log(double half, double below) {
  const double near = near_reciprocal_of_one(below);
  const double first = half * near;
  const double error = fma(-below, near, 1.0);
  const double s = fma(first, fma(error, error, error), first);
  const double square = s * s, half_square = half * half;
  return fma(s, fma(square, polynomial(square, atanh_short_f64), half_square), -half_square);
}

/// For positive, normal x 2^-offset.
inline Parts parts(double x, std::int32_t offset) {
  const std::uint32_t exponent = (high_word(x) - least) & 0xfff00000;
  const double m = from_words(high_word(x) - exponent, low_word(x));
  const double k = (static_cast<std::int32_t>(exponent) >> 20) + offset;
  return {k, m - 1, rest_of_log(fma(0.5, m, -0.5), fma(0.5, m, 0.5))};
}

/// log(x) from the parts of x.
inline double natural(Parts p) {
  return fma(p.k, 0x1.62e42fefa39efp-1, fma(2.0, p.rest, p.f));
}
/// log(1 + x) for -1 < x < 2^1000.
inline double log1p_of_finite(double x) {
  // 1 + x = 2^k (1 + f). Where k is 0, f = x; elsewhere its rounding error does not matter. Exponents are
  // negative, so that a zero keeps its sign.
  const std::uint32_t exponent = (least_of_sum + 0xfffff - high_word(1 + x)) & 0xfff00000;
  const double inverse = from_words(0x3ff00000 + exponent, 0);
  const double f = fma(x, inverse, -(1 - inverse));
  const double k = static_cast<std::int32_t>(exponent) >> 20;
  const double rest = rest_of_log(0.5 * f, fma(0.5, f, 1.0));
  return fma(k, -0x1.62e42fefa39efp-1, fma(2.0, rest, f));
}

} // namespace
} // namespace kcc::math

#endif
