// log, log2, log10, log1p.
//
// log: x = 2^e m with m between sqrt(1/2) and sqrt(2); with f = m - 1, s = f / (2 + f) and R(s^2) = 2
// atanh(s) / s - 2, log(m) = f - (f^2 / 2 - s (f^2 / 2 + R)), where the large terms are exact or small beside
// the result (this arrangement is that of Sun's fdlibm, 1993). Error below 0.9 ULP. The others are the
// logarithm as a pair, times 1 / log(2) or 1 / log(10) or of the pair 1 + x: errors below 0.51 ULP, powers of
// 2 and 10 exact.
#include "math/exp_log.h"

namespace kcc::math {
namespace {

template <typename T> T log(T x) {
  constexpr T scale = T(Bits<T>(1) << (fraction_bits<T> + 1));
  constexpr Bits<T> least = is_float<T> ? Bits<T>(0x3f3504f3) : static_cast<Bits<T>>(0x3fe6a09e667f3bcd);
  const bool subnormal = x < Limits<T>::min();
  const T normal = subnormal ? x * scale : x;
  const auto exponent = static_cast<Integer<T>>(bits_of(normal) - least) >> fraction_bits<T>;
  const T m = from_bits<T>(bits_of(normal) - (static_cast<Bits<T>>(exponent) << fraction_bits<T>));
  const T k = static_cast<T>(static_cast<int>(exponent) - (subnormal ? fraction_bits<T> + 1 : 0));
  const T f = m - 1;
  const T s = f / (2 + f);
  const T square = s * s;
  // 2 s^2 (1/3 + s^2 P(s^2))
  const T tail =
      fma(square, polynomial(square, pick<T>(log_tail_f32, log_tail_f64)), T(0x1.5555555555555p-2));
  const T half = T(0.5) * f * f;
  const T low = fma(s, fma(2 * square, tail, half), k * Ln2<T>::second);
  const T result = fma(k, Ln2<T>::first, f - (half - low));
  return x == 0 ? -infinity<T> : x < 0 ? nan<T> : x < infinity<T> ? result : x;
}

/// The logarithm with another base, whose reciprocal logarithm is given.
template <typename T> T log(T x, Pair<T> factor) {
  const T y = x > 0 && x < infinity<T> ? x : T(1);
  const T result = value(multiply(log_any(Pair<T>{y, 0}), factor));
  return x == 0 ? -infinity<T> : x < 0 ? nan<T> : x < infinity<T> ? result : x;
}

template <typename T> T log2(T x) {
  return log(x, constant<T>(0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56));
}

template <typename T> T log10(T x) {
  return log(x, constant<T>(0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57));
}

template <typename T> T log1p(T x) {
  const T y = x > -1 && x < infinity<T> ? x : T(0);
  const T result = value(log_pair(sum(T(1), y)));
  if (abs(x) < Limits<T>::epsilon() / 4)
    return x;
  return x == -1 ? -infinity<T> : x < -1 ? nan<T> : x < infinity<T> ? result : x;
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_log_f32(float x) {
  return kcc::math::log(x);
}
double __kcc_math_log_f64(double x) {
  return kcc::math::log(x);
}
float __kcc_math_log2_f32(float x) {
  return kcc::math::log2(x);
}
double __kcc_math_log2_f64(double x) {
  return kcc::math::log2(x);
}
float __kcc_math_log10_f32(float x) {
  return kcc::math::log10(x);
}
double __kcc_math_log10_f64(double x) {
  return kcc::math::log10(x);
}
float __kcc_math_log1p_f32(float x) {
  return kcc::math::log1p(x);
}
double __kcc_math_log1p_f64(double x) {
  return kcc::math::log1p(x);
}
}
