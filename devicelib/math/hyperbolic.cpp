// sinh, cosh, tanh, more accurate than those in hyperbolic_f32.cpp and hyperbolic_f64.cpp, for complex
// functions: (e^x +- e^-x) / 2 with both as pairs; sinh below 1 by its series, which has no cancellation.
// tanh: 1 - 2 / (e^2x + 1), in the same way. Errors below 0.8 ULP.
#include "math/exp_log.h"

namespace kcc::math {
namespace {

/// (e^x + sign e^-x) / 2 for x >= 0.
template <typename T> T half_sum(T x, T sign) {
  const T y = clamp(x, T(0), exp_to<T> + 2);
  const Scaled<T> e = exp_scaled(Pair<T>{y, 0});
  const Pair<T> inverse = divide(Pair<T>{sign, 0}, e.fraction);
  // From e^x = 2^64 on, e^-x is negligible.
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

template <typename T> T tanh(T x) {
  const T square = x * x;
  const T small = fma(x * square, polynomial(square, pick<T>(tanh_tail_f32, tanh_tail_f64)), x);
  // From 20 on the result is 1.
  const Scaled<T> e = exp_scaled(Pair<T>{2 * clamp(abs(x), T(0), T(20)), 0});
  const T factor = power_of_two<T>(e.exponent);
  const Pair<T> denominator = add(Pair<T>{e.fraction.high * factor, e.fraction.low * factor}, T(1));
  const T large = value(add(negative(divide(Pair<T>{2, 0}, denominator)), T(1)));
  return x != x ? x : copysign(abs(x) < T(0.4) ? small : large, x);
}

} // namespace
} // namespace kcc::math

extern "C" {
float kcc_precise_sinh_f32(float x) {
  return kcc::math::sinh(x);
}
double kcc_precise_sinh_f64(double x) {
  return kcc::math::sinh(x);
}
float kcc_precise_cosh_f32(float x) {
  return kcc::math::cosh(x);
}
float kcc_precise_tanh_f32(float x) {
  return kcc::math::tanh(x);
}
}
