// tgamma, lgamma, lgamma_r. Large arguments use Stirling's series, whose large terms are pairs; smaller ones
// are shifted to [3/2, 5/2) by the recurrence, exactly, for a polynomial around 2; those below -1/2 use
// Euler's reflection, gamma(-a) = -pi / (a sin(pi a) gamma(a)). Errors: tgamma below 1.5 ULP; lgamma
// below 1.5 ULP, except near its zeros between negative integers, where the error is 2^-57 (double) or 2^-28
// (float) of the two terms that cancel there.
// The usual arguments are in gamma_f32.cpp and gamma_f64.cpp.
#include "math/exp_log.h"
#include "math/pi_trigonometric.h"

namespace kcc::math {
namespace {

/// From here on Stirling's series is used.
template <typename T> constexpr T large = is_float<T> ? T(5) : T(12);
/// From here on only the first term of the series matters.
template <typename T> constexpr T huge = is_float<T> ? T(0x1p60) : T(0x1p120);

/// log(gamma(a)) for a >= large and below `huge`: (a - 1/2) (log(a) - 1) + (log(2 pi) - 1) / 2 + ...
template <typename T> Pair<T> stirling(T a) {
  constexpr Pair<T> rest = constant<T>(0x1.acfe390c97d69p-2, 0x1.3494bc9001442p-56);
  const Pair<T> main = multiply(add(log_pair(Pair<T>{a, 0}), T(-1)), sum(a, T(-0.5)));
  const T inverse = 1 / a;
  const T series = inverse * polynomial(inverse * inverse, pick<T>(stirling_f32, stirling_f64));
  return add(main, add(rest, series));
}

/// gamma(x) = gamma(2 + t) numerator / denominator, |t| <= 1/2, for x from -1/2 to large.
template <typename T> struct Shifted {
  T t;
  Pair<T> numerator, denominator;
};
template <typename T> Shifted<T> shift(T x) {
  Shifted<T> result = {x, {1, 0}, {1, 0}};
  if (x < T(0.5)) {
    result.denominator = multiply(sum(T(1), x), x);
  } else if (x < T(1.5)) {
    result.t = x - 1;
    result.denominator = {x, 0};
  } else {
    T at = x;
    while (at >= T(2.5)) {
      at -= 1;
      result.numerator = multiply(result.numerator, at);
    }
    result.t = at - 2;
  }
  return result;
}

/// gamma(x) for x >= -1/2, up to far beyond the overflow limit.
template <typename T> Scaled<T> gamma(T x) {
  if (x >= large<T>)
    return exp_scaled(stirling(x));
  const Shifted<T> shifted = shift(x);
  const auto &terms = pick<T>(reciprocal_gamma_f32, reciprocal_gamma_f64);
  const T low = is_float<T> ? T(reciprocal_gamma_f32_low[0]) : T(reciprocal_gamma_f64_low[0]);
  const T t = shifted.t;
  const Pair<T> first = product(t, terms[0]);
  const Pair<T> one = fast_sum(T(1), first.high);
  const Pair<T> reciprocal =
      fast_sum(one.high, one.low + fma(t, fma(t, polynomial<1>(t, terms), low), first.low));
  return {divide(shifted.numerator, multiply(shifted.denominator, reciprocal)), 0};
}

template <typename T> T tgamma(T x) {
  constexpr Pair<T> pi = constant<T>(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53);
  // Here the result is 1 / x, and multiples of the argument would underflow.
  if (abs(x) < Limits<T>::epsilon() / 16)
    return 1 / x;
  const T limit = is_float<T> ? T(46) : T(190);
  const bool reflected = x < T(-0.5);
  const T a = reflected ? (x > -limit ? -x : limit - T(0.5)) : (x < limit ? x : limit);
  Scaled<T> result = gamma(a == a ? a : T(1));
  if (reflected) {
    const Pair<T> sine = sinpi_pair(x);
    result = {divide(pi, multiply(multiply(sine, a), result.fraction)), -result.exponent};
  }
  const T rounded = scale(value(result.fraction), result.exponent);
  if (x != x || (x < 0 && floor(x) == x)) // also for -infinity
    return nan<T>;
  return x > limit ? infinity<T> : rounded;
}

/// log|gamma(x)| for x >= -1/2, not 0.
template <typename T> Pair<T> log_gamma(T x) {
  if (x >= large<T>)
    return stirling(x);
  const Shifted<T> shifted = shift(x);
  const T t = shifted.t;
  const auto &terms = pick<T>(log_gamma_f32, log_gamma_f64);
  const T low = is_float<T> ? T(log_gamma_f32_low[0]) : T(log_gamma_f64_low[0]);
  const Pair<T> first = product(t, terms[0]);
  const Pair<T> centre = fast_sum(first.high, fma(t, fma(t, polynomial<1>(t, terms), low), first.low));
  if (x >= T(1.5))
    return shifted.numerator.high == 1 ? centre : add(log_pair(shifted.numerator), centre);
  const bool minus = shifted.denominator.high < 0;
  return add(negative(log_any(minus ? negative(shifted.denominator) : shifted.denominator)), centre);
}

template <typename T> T lgamma(T x) {
  constexpr Pair<T> log_pi = constant<T>(0x1.250d048e7a1bdp+0, 0x1.7abf2ad8d5088p-57);
  const bool pole = x <= 0 && floor(x) == x; // also for -infinity
  if (x != x)
    return x;
  if (pole || x == infinity<T>)
    return infinity<T>;
  // a (log(a) - 1); the rest is negligible. The product may overflow.
  if (x > huge<T>) {
    const Pair<T> factor = add(log_pair(Pair<T>{x, 0}), T(-1));
    const T high = x * factor.high;
    return high == infinity<T> ? high : high + fma(x, factor.low, fma(x, factor.high, -high));
  }
  const bool reflected = x < T(-0.5);
  Pair<T> result = log_gamma(reflected ? -x : x);
  if (reflected) {
    const Pair<T> sine = sinpi_pair(x);
    const Pair<T> size = multiply(sine.high < 0 ? negative(sine) : sine, -x);
    result = add(add(log_pi, negative(log_any(size))), negative(result));
  }
  return value(result);
}

template <typename T> int sign_of_gamma(T x) {
  const T whole = floor(x);
  const T half = T(0.5) * whole;
  const bool odd = abs(x) < infinity<T> && floor(half) != half;
  return (x < 0 && whole != x && odd) || (x == 0 && bits_of(x) != 0) ? -1 : 1;
}

} // namespace

[[gnu::noinline]] float gamma_of_negative(float x) {
  return tgamma(x);
}
[[gnu::noinline]] float log_gamma_of_negative(float x) {
  return lgamma(x);
}
[[gnu::noinline]] double gamma_of_others(double x) {
  return tgamma(x);
}
[[gnu::noinline]] double log_gamma_of_others(double x) {
  return lgamma(x);
}

} // namespace kcc::math

extern "C" {
float __kcc_math_lgamma_f32(float);
double __kcc_math_lgamma_f64(double);

float __kcc_math_lgamma_r_f32(float x, int *sign) {
  *sign = kcc::math::sign_of_gamma(x);
  return __kcc_math_lgamma_f32(x);
}
double __kcc_math_lgamma_r_f64(double x, int *sign) {
  *sign = kcc::math::sign_of_gamma(x);
  return __kcc_math_lgamma_f64(x);
}
}
