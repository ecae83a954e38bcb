// cyl_bessel_i0 and cyl_bessel_i1: below 8, (x / 2)^order times a polynomial in x^2 / 4 whose terms are all
// positive; from 8 on, e^x / sqrt(x) times a polynomial in 1 / x (Abramowitz, Stegun, Handbook of
// Mathematical Functions, 9.6.10 and 9.7.1). Errors below 5 ULP, all but one of which come from rounding x^2
// just below 8.
#include "math/exp_log.h"

namespace kcc::math {
namespace {

template <int order, typename T> T cyl_bessel_i(T x) {
  const T a = abs(x);
  T result;
  if (a < 8) {
    const T quarter = T(0.25) * a * a;
    result = order == 0 ? polynomial(quarter, pick<T>(i0_near_f32, i0_near_f64))
                        : T(0.5) * a * polynomial(quarter, pick<T>(i1_near_f32, i1_near_f64));
  } else {
    // Beyond the limit the result is infinite.
    const T limit = is_float<T> ? T(93) : T(716);
    const T b = clamp(a, T(8), limit);
    const T factor = order == 0 ? polynomial(1 / b, pick<T>(i0_far_f32, i0_far_f64))
                                : polynomial(1 / b, pick<T>(i1_far_f32, i1_far_f64));
    const Scaled<T> power = exp_scaled(Pair<T>{b, 0});
    result = a > limit ? infinity<T> : scale(value(power.fraction) * (factor / sqrt(b)), power.exponent);
  }
  result = order == 1 && x < 0 ? -result : result;
  return order == 1 && a == 0 ? x : x != x ? x : result;
}

} // namespace
} // namespace kcc::math

extern "C" {
double __kcc_math_cyl_bessel_i0_f64(double x) {
  return kcc::math::cyl_bessel_i<0>(x);
}
double __kcc_math_cyl_bessel_i1_f64(double x) {
  return kcc::math::cyl_bessel_i<1>(x);
}
}
