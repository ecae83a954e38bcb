// sinh and cosh: (e^x +- e^-x) / 2 with both as pairs; sinh below 1 by its series, which has no cancellation.
// tanh: 1 - 2 / (e^2x + 1), in the same way. asinh, acosh, atanh: logarithms of pairs, and series near 0.
// Errors below 0.8 ULP.
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

template <typename T> T asinh(T x) {
  constexpr Pair<T> ln2 = constant<T>(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56);
  const T a = abs(x);
  if (a < T(0.1)) {
    const T square = x * x;
    return copysign(fma(x * square, polynomial(square, pick<T>(asinh_tail_f32, asinh_tail_f64)), x), x);
  }
  const bool large = a > T(Bits<T>(1) << fraction_bits<T>);
  const T b = large ? T(1) : a;
  const Pair<T> root = sqrt(add(product(b, b), T(1)));
  const Pair<T> near = log_pair(add(root, b));
  const Pair<T> far = add(log_pair(Pair<T>{large ? a : T(1), 0}), ln2);
  const T result = a < infinity<T> ? value(large ? far : near) : a;
  return copysign(result, x);
}

template <typename T> T acosh(T x) {
  constexpr Pair<T> ln2 = constant<T>(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56);
  const bool large = x > T(Bits<T>(1) << fraction_bits<T>);
  const T b = x > 1 && !large ? x : T(2);
  const Pair<T> root = sqrt(multiply(sum(b, T(1)), b - 1));
  const Pair<T> near = log_pair(add(root, b));
  const Pair<T> far = add(log_pair(Pair<T>{large ? x : T(1), 0}), ln2);
  const T result = value(large ? far : near);
  return x == 1 ? T(0) : x > 1 ? (x < infinity<T> ? result : x) : nan<T>;
}

template <typename T> T atanh(T x) {
  const T a = abs(x);
  if (a < T(0.17)) { // the series of log_pair
    const T square = x * x;
    const T tail =
        fma(square, polynomial(square, pick<T>(log_tail_f32, log_tail_f64)), T(0x1.5555555555555p-2));
    return fma(x * square, tail, x);
  }
  const T b = a < 1 ? a : T(0);
  const Pair<T> result = log_pair(divide(sum(T(1), b), sum(T(1), -b)));
  return copysign(a < 1 ? T(0.5) * value(result) : a == 1 ? infinity<T> : nan<T>, x);
}

} // namespace
} // namespace kcc::math

extern "C" {
double __kcc_math_sinh_f64(double x) {
  return kcc::math::sinh(x);
}
double __kcc_math_cosh_f64(double x) {
  return kcc::math::cosh(x);
}
double __kcc_math_tanh_f64(double x) {
  return kcc::math::tanh(x);
}
double __kcc_math_asinh_f64(double x) {
  return kcc::math::asinh(x);
}
double __kcc_math_acosh_f64(double x) {
  return kcc::math::acosh(x);
}
double __kcc_math_atanh_f64(double x) {
  return kcc::math::atanh(x);
}
}

// More accurate than the functions in *_f32.cpp: for complex functions.
extern "C" {
float kcc_precise_sinh_f32(float x) {
  return kcc::math::sinh(x);
}
float kcc_precise_cosh_f32(float x) {
  return kcc::math::cosh(x);
}
float kcc_precise_tanh_f32(float x) {
  return kcc::math::tanh(x);
}
}
