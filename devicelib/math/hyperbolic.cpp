// sinh and cosh: (e^x +- e^-x) / 2 with both as pairs; sinh below 1 by its series, which has no cancellation.
// Errors below 0.6 ULP (cosh) and 0.9 ULP (sinh).
#include "math/exp_log.h"

namespace kcc::math {
namespace {

/// (e^x + sign e^-x) / 2 for x >= 0.
template <typename T> T half_sum(T x, T sign) {
  const T y = clamp(x, T(0), exp_to<T> + 2);
  const Scaled<T> e = exp_scaled(Pair<T>{y, 0});
  const Pair<T> inverse = divide(Pair<T>{sign, 0}, e.fraction);
  // From e^x = 2^64 on the other does not show.
  const T ratio = power_of_two<T>(-2 * (e.exponent < 32 ? e.exponent : 32));
  const T both = value(add(e.fraction, Pair<T>{inverse.high * ratio, inverse.low * ratio}));
  return x > exp_to<T> + 1 ? infinity<T> : scale(both, e.exponent - 1);
}

template <typename T> T sinh(T x) {
  const T square = x * x;
  const T small = fma(x * square, polynomial(square, pick<T>(sinh_tail_f32, sinh_tail_f64)), x);
  const T large = copysign(half_sum(abs(x), T(-1)), x);
  return x != x ? x : abs(x) < 1 ? small : large;
}

template <typename T> T cosh(T x) {
  return x != x ? x : half_sum(abs(x), T(1));
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_sinh_f32(float x) {
  return kcc::math::sinh(x);
}
double __kcc_math_sinh_f64(double x) {
  return kcc::math::sinh(x);
}
float __kcc_math_cosh_f32(float x) {
  return kcc::math::cosh(x);
}
double __kcc_math_cosh_f64(double x) {
  return kcc::math::cosh(x);
}
}
