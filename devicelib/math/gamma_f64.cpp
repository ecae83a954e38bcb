// tgamma and lgamma for double, in single numbers, of common arguments; others: gamma.cpp.
//
// lgamma, from 1.5 on: Stirling's series from 3.5 on, and a polynomial around 2 below, shifted by one for
// arguments above 2.5. Error below 3 ULP.
//
// tgamma, from -1/2 to 16.5: the recurrence shifts the argument by 8, 4, 2 and 1 to [1/2, 3/2), for a
// polynomial for 1 / gamma(1 + t). Factorials are exact. Error below 7 ULP.
#include "math/log_f64.h"

namespace kcc::math {

// In gamma.cpp.
double gamma_of_others(double x);
double log_gamma_of_others(double x);

namespace {

/// The product, not normalized.
inline Pair<double> times(Pair<double> x, double y) {
  const Pair<double> high = product(x.high, y);
  return {high.high, fma(x.low, y, high.low)};
}
inline Pair<double> times(Pair<double> x, Pair<double> y) {
  const Pair<double> high = times(x, y.high);
  return {high.high, fma(x.high, y.low, high.low)};
}

/// The product of (x - 1) to (x - steps). Rounding errors would add up; those of the factors remain.
template <int steps> inline Pair<double> falling_factorial(double x) {
  // (x - k) (x - (steps + 1 - k)) = x (x - (steps + 1)) + k (steps + 1 - k), rounded once.
  const auto factors = [x](int k) {
    return fma(x, x - (steps + 1), static_cast<double>(k * (steps + 1 - k)));
  };
  Pair<double> result = product(factors(1), factors(2));
#pragma clang loop unroll(full)
  for (int k = 3; 2 * k <= steps; ++k)
    result = times(result, factors(k));
  return result;
}

/// Whether x >= limit, for a positive limit whose lower word is zero.
inline bool is_from(double x, double limit) {
  return static_cast<std::int32_t>(high_word(x)) >= static_cast<std::int32_t>(high_word(limit));
}

} // namespace
} // namespace kcc::math

extern "C" double __kcc_math_tgamma_f64(double x) {
  using namespace kcc::math;
  if (__builtin_expect(!is_below(x, __builtin_signbit(x) ? 0.5 : 16.5) || is_below(x, 0x1p-100), 0))
    return gamma_of_others(x);
  // gamma(x) = gamma(rest) factor
  const bool by_8 = is_from(x, 8.5);
  const double below_8 = x - (by_8 ? 8.0 : 0.0);
  const bool by_4 = is_from(below_8, 4.5);
  const double below_4 = below_8 - (by_4 ? 4.0 : 0.0);
  const bool by_2 = is_from(below_4, 2.5);
  const double below_2 = below_4 - (by_2 ? 2.0 : 0.0);
  const bool by_1 = is_from(below_2, 1.5);
  const double rest = below_2 - (by_1 ? 1.0 : 0.0);
  const Pair<double> one = {1, 0};
  Pair<double> factor =
      times(by_8 ? falling_factorial<8>(x) : one, by_4 ? falling_factorial<4>(below_8) : one);
  factor = times(factor, by_2 ? fma(below_4, below_4 - 3, 2.0) : 1.0);
  factor = times(factor, by_1 ? below_2 - 1 : 1.0);
  const bool small = is_below(rest, 0.5); // gamma(x) = gamma(x + 1) / x
  const double t = small ? rest : rest - 1;
  const double inverse = fma(t, polynomial(t, reciprocal_gamma_above_1_f64), 1.0);
  const double divisor = abs(small ? inverse * rest : inverse), near = near_reciprocal(divisor);
  const double reciprocal = fma(near, fma(-divisor, near, 1.0), near);
  const double quotient = factor.high * reciprocal;
  const double correction = fma(-divisor, quotient, factor.high) + factor.low;
  return copysign(fma(correction, reciprocal, quotient), x);
}

extern "C" double __kcc_math_lgamma_f64(double x) {
  using namespace kcc::math;
  if (__builtin_expect(!(x >= 1.5 && x < 0x1p100), 0))
    return log_gamma_of_others(x);
  const bool large = x >= 3.5, above = x >= 2.5;
  const Parts p = parts(large ? x : above ? x - 1 : 1.0, 0);
  const double rest = fma(2.0, p.rest, p.f);
  if (large) {
    // (x - 1/2) (log(x) - 1) + (log(2 pi) - 1) / 2 + ...
    const double factor = rest + fma(p.k, 0x1.62e42fefa39efp-1, -1.0);
    const double inverse = reciprocal(x);
    const double series =
        fma(inverse, polynomial(inverse * inverse, stirling_wide_f64), 0x1.acfe390c97d69p-2);
    return fma(x - 0.5, factor, series);
  }
  // log(gamma(2 + t)), and log(x - 1) or 0.
  const double t = above ? x - 3 : x - 2;
  return fma(t, polynomial(t, log_gamma_f64), fma(p.k, 0x1.62e42fefa39efp-1, rest));
}
