// erfc, erfcx, normcdf. For x >= 0, (1 + 2x) erfcx(x) as a function of t = (x - 4) / (x + 4) is one
// polynomial (M. M. Shepherd, J. G. Laframboise, Chebyshev approximation of (1 + 2x) exp(x^2) erfc(x),
// Mathematics of Computation 36, 1981), with new coefficients here; erfc(x) = exp(-x^2) erfcx(x) with x^2 and
// the factors as pairs; normcdf(x) = erfc(-x / sqrt(2)) / 2. Errors below 2.5 ULP where the result is normal.
#include "math/exp_log.h"

namespace kcc::math {
namespace {

/// erfcx(x) for x >= 0.
template <typename T> Pair<T> scaled(T x) {
  // Rounding t would be visible near 0, where the polynomial is steep.
  const Pair<T> quotient = divide(sum(x, T(-4)), sum(x, T(4)));
  const T t = x < T(0x1p100) ? quotient.high : T(1);
  const T rest = x < T(0x1p100) ? quotient.low : T(0);
  const T low = is_float<T> ? T(erfcx_f32_low[0]) : T(erfcx_f64_low[0]);
  const auto &terms = pick<T>(erfcx_f32, erfcx_f64);
  const T slope = static_cast<T>(polynomial(static_cast<float>(t), erfcx_slope));
  const Pair<T> first = fast_sum(terms[0], fma(polynomial<1>(t, terms), t, fma(rest, slope, low)));
  const Pair<T> denominator = sum(x, T(0.5));
  const Pair<T> result = divide(Pair<T>{T(0.5) * first.high, T(0.5) * first.low}, denominator);
  return x == infinity<T> ? Pair<T>{0, 0} : result;
}

/// erfc(a) / 2^shift, or erfc(-a) / 2^shift if mirrored, where square = a^2 and a >= 0.
template <typename T> T erfc(T a, Pair<T> square, bool mirrored, int shift) {
  const Scaled<T> power = exp_scaled(negative(square));
  const T tail = scale(value(multiply(power.fraction, scaled(a))), power.exponent - shift);
  return mirrored ? (shift ? T(1) : T(2)) - tail : tail;
}

template <typename T> T erfc(T x) {
  const T a = clamp(abs(x), T(0), is_float<T> ? T(10.2) : T(27.3));
  const T result = erfc(a, product(a, a), x < 0, 0);
  return x != x ? x : result;
}

template <typename T> T normcdf(T x) {
  const T a = clamp(abs(x), T(0), is_float<T> ? T(14.4) : T(38.6));
  const T result = erfc(a * T(0x1.6a09e667f3bcdp-1), product(T(0.5) * a, a), x > 0, 1);
  return x != x ? x : result;
}

template <typename T> T erfcx(T x) {
  const T small = value(scaled(abs(x)));
  const T a = clamp(-x, T(0), is_float<T> ? T(9.45) : T(26.65));
  const Scaled<T> power = exp_scaled(product(a, a));
  const T result = x < 0 ? scale(value(power.fraction), power.exponent + 1) - small : small;
  return x != x ? x : result;
}

} // namespace
} // namespace kcc::math

extern "C" {
double __kcc_math_erfc_f64(double x) {
  return kcc::math::erfc(x);
}
double __kcc_math_erfcx_f64(double x) {
  return kcc::math::erfcx(x);
}
double __kcc_math_normcdf_f64(double x) {
  return kcc::math::normcdf(x);
}
}
