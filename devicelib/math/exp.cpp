// exp, exp2, exp10 for float: x = k log(2) + r (in the base's logarithm), e^r by a polynomial, scaling
// through the exponent bits. No branches, no tables. Errors below 0.85 ULP, plus half an ULP where the result
// is subnormal.
#include "math/exp_log.h"

namespace kcc::math {
namespace {

template <typename T> T finish(T x, T fraction, T k, T from, T to) {
  const T result = scale(fraction, static_cast<int>(k));
  return x != x ? x : x > to ? infinity<T> : x < from ? T(0) : result;
}

template <typename T> T exp(T x) {
  const T y = clamp(x, exp_from<T>, exp_to<T>);
  const T k = rint(y * T(0x1.71547652b82fep+0));
  return finish(x, exp_reduced(reduce<Ln2<T>>(Pair<T>{y, 0}, k)), k, exp_from<T>, exp_to<T>);
}

template <typename T> T exp2(T x) {
  constexpr T from = is_float<T> ? T(-151) : T(-1080), to = T(Limits<T>::max_exponent + 1);
  constexpr Pair<T> ln2 = constant<T>(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56);
  const T y = clamp(x, from, to);
  const T k = rint(y);
  return finish(x, exp_reduced(multiply(ln2, y - k)), k, from, to);
}

template <typename T> T exp10(T x) {
  constexpr T from = is_float<T> ? T(-46) : T(-325), to = is_float<T> ? T(39) : T(309);
  constexpr Pair<T> ln10 = constant<T>(0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53);
  const T y = clamp(x, from, to);
  const T k = rint(y * T(0x1.a934f0979a371p+1));
  return finish(x, exp_reduced(multiply(ln10, reduce<Log10Of2<T>>(Pair<T>{y, 0}, k))), k, from, to);
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_exp_f32(float x) {
  return kcc::math::exp(x);
}
float __kcc_math_exp2_f32(float x) {
  return kcc::math::exp2(x);
}
float __kcc_math_exp10_f32(float x) {
  return kcc::math::exp10(x);
}
}
