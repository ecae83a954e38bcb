// Sine and cosine of pi x, with exact reduction.
#ifndef KCC_DEVICELIB_MATH_PI_TRIGONOMETRIC_H
#define KCC_DEVICELIB_MATH_PI_TRIGONOMETRIC_H

#include "math/arithmetic.h"
#include "math/coefficients.h"

namespace kcc::math {

/// x = quadrant / 2 + rest (modulo 2), |rest| <= 1/4, exactly.
template <typename T> struct HalfTurns {
  int quadrant; ///< 0 to 3
  T rest;
};
template <typename T> inline HalfTurns<T> half_turns(T x) {
  // From here on every finite number is an even integer.
  const T y = abs(x) < T(Bits<T>(1) << Limits<T>::digits) ? x : T(0);
  const T k = rint(2 * y);
  return {static_cast<int>(k - 4 * floor(k * T(0.25))), fma(T(-0.5), k, y)};
}

/// sin(pi r) for |r| <= 1/4.
template <typename T> inline Pair<T> sin_of_rest(T r) {
  const auto &terms = pick<T>(sinpi_f32, sinpi_f64);
  const T low = is_float<T> ? T(sinpi_f32_low[0]) : T(sinpi_f64_low[0]);
  const T square = r * r;
  const Pair<T> first = product(r, terms[0]);
  return fast_sum(first.high, fma(r, fma(square, polynomial<1>(square, terms), low), first.low));
}

/// cos(pi r) for |r| <= 1/4: 1 - s (pi^2 / 2) + s^2 ..., with the second term as a pair.
template <typename T> inline Pair<T> cos_of_rest(T r) {
  const auto &terms = pick<T>(cospi_f32, cospi_f64);
  const T low = is_float<T> ? T(cospi_f32_low[0]) : T(cospi_f64_low[0]);
  const Pair<T> square = product(r, r);
  const Pair<T> second = multiply(square, Pair<T>{terms[0], low});
  const Pair<T> first = fast_sum(T(1), second.high);
  return fast_sum(first.high,
                  first.low + fma(square.high * square.high, polynomial<1>(square.high, terms), second.low));
}

/// sin(pi x); zeros have the sign of x.
template <typename T> inline Pair<T> sinpi_pair(T x) {
  const HalfTurns<T> turns = half_turns(x);
  Pair<T> result = turns.quadrant & 1 ? cos_of_rest(turns.rest) : sin_of_rest(turns.rest);
  result = turns.quadrant & 2 ? negative(result) : result;
  const T zero = copysign(T(0), x);
  return result.high == 0 ? Pair<T>{zero, zero} : result;
}

} // namespace kcc::math

#endif
