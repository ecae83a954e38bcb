// log, log1p, more accurate than those in *_f32.cpp, for complex functions: x = 2^e m with m between
// sqrt(1/2) and sqrt(2). With f = m - 1, s = f / (2 + f) and R(s^2) = 2 atanh(s) / s - 2, log(m) = f - (f^2 /
// 2 - s (f^2 / 2 + R)), where f is exact and the rest is small (as in Sun's fdlibm, 1993). The logarithm of
// the exponent's power is added to this pair. Errors below 0.85 ULP. No tables.
#include "math/exp_log.h"

namespace kcc::math {
namespace {

/// log(x) = exponent log(2) + mantissa.
template <typename T> struct Parts {
  T exponent;
  Pair<T> mantissa;
};

/// For normal x; x.low only matters if it is not small compared with x.high - 1.
template <typename T> Parts<T> parts(Pair<T> x) {
  constexpr Bits<T> least = is_float<T> ? Bits<T>(0x3f3504f3) : static_cast<Bits<T>>(0x3fe6a09e667f3bcd);
  const auto exponent = static_cast<Integer<T>>(bits_of(x.high) - least) >> fraction_bits<T>;
  const int e = static_cast<int>(exponent);
  const T m = from_bits<T>(bits_of(x.high) - (static_cast<Bits<T>>(exponent) << fraction_bits<T>));
  const T low = x.low == 0 ? T(0) : x.low * power_of_two<T>(-e / 2) * power_of_two<T>(-e - -e / 2);
  const Pair<T> f = fast_sum(m - 1, low);
  const T s = f.high / (2 + f.high);
  const T square = s * s;
  // 2 s^2 (1/3 + s^2 P(s^2))
  const T tail =
      fma(square, polynomial(square, pick<T>(log_tail_f32, log_tail_f64)), T(0x1.5555555555555p-2));
  const T half = T(0.5) * f.high * f.high;
  const T rest = fma(s, fma(2 * square, tail, half), -half);
  return {static_cast<T>(e), fast_sum(f.high, rest + fma(-f.low, f.high, f.low))};
}

/// The same for every positive, finite x.
template <typename T> Parts<T> parts(T x) {
  constexpr int shift = fraction_bits<T> + 1;
  const bool subnormal = x < Limits<T>::min();
  Parts<T> result = parts(Pair<T>{subnormal ? x * T(Bits<T>(1) << shift) : x, 0});
  result.exponent -= subnormal ? T(shift) : T(0);
  return result;
}

/// The logarithm of x, which is x + start, where it is NaN or infinite; otherwise `result`.
template <typename T> T finish(T x, T start, T result) {
  return x == start ? -infinity<T> : x < start ? nan<T> : x < infinity<T> ? result : x;
}

/// exponent (first + second) + mantissa.
template <typename T> T combine(T exponent, T first, T second, Pair<T> mantissa) {
  const Pair<T> high = sum(exponent * first, mantissa.high);
  return high.high + (high.low + fma(exponent, second, mantissa.low));
}

template <typename T> T log(T x) {
  const Parts<T> p = parts(x);
  return finish(x, T(0), combine(p.exponent, Ln2<T>::first, Ln2<T>::second, p.mantissa));
}

template <typename T> T log1p(T x) {
  const Parts<T> p = parts(sum(T(1), x > -1 && x < infinity<T> ? x : T(0)));
  const T result = combine(p.exponent, Ln2<T>::first, Ln2<T>::second, p.mantissa);
  return abs(x) < Limits<T>::epsilon() / 4 ? x : finish(x, T(-1), result);
}

} // namespace
} // namespace kcc::math

extern "C" {
float kcc_precise_log_f32(float x) {
  return kcc::math::log(x);
}
float kcc_precise_log1p_f32(float x) {
  return kcc::math::log1p(x);
}
}
