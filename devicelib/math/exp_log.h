// Exponential and logarithm, with more bits than the type has.
#ifndef KCC_DEVICELIB_MATH_EXP_LOG_H
#define KCC_DEVICELIB_MATH_EXP_LOG_H

#include "math/arithmetic.h"
#include "math/coefficients.h"

namespace kcc::math {

/// ln 2 in parts with so few bits that their product with an exponent is exact: 15 bits for float, 42 for
/// double.
template <typename T> struct Ln2 {
  static constexpr T first = is_float<T> ? T(0x1.62e4p-1) : T(0x1.62e42fefa38p-1);
  static constexpr T second = is_float<T> ? T(0x1.7f7cp-20) : T(0x1.ef35793c76p-45);
  static constexpr T third = is_float<T> ? T(0x1.1cf4p-36) : T(0x1.cc01f97b578p-87);
};
/// log2(e) = log2_e + log2_e_low.
inline constexpr float log2_e = 0x1.715476p+0f, log2_e_low = 0x1.4ae0cp-26f;

/// The nearest value in [from, to]; `from` for NaN.
template <typename T> inline T clamp(T x, T from, T to) {
  return x > from ? x < to ? x : to : from;
}

/// Beyond these, e^x is infinite or rounds to zero.
template <typename T> inline constexpr T exp_from = is_float<T> ? T(-105) : T(-750);
template <typename T> inline constexpr T exp_to = is_float<T> ? T(90) : T(711);

/// e^r for |r| <= 0.3466, with an error below 2^-58 (double) or 2^-27 (float): r^2 / 2 is exact.
template <typename T> inline Pair<T> exp_reduced_pair(Pair<T> r) {
  const T tail = polynomial<1>(r.high, pick<T>(exp_tail_f32, exp_tail_f64));
  const Pair<T> square = product(T(0.5) * r.high, r.high);
  const T cube = r.high * r.high * r.high;
  const Pair<T> first = fast_sum(T(1), r.high);
  const Pair<T> second = fast_sum(first.high, square.high);
  const T low = fma(cube, tail, square.low) + fma(r.low, r.high, r.low);
  return fast_sum(second.high, (first.low + second.low) + low);
}

/// x minus k times the parts, where k is close to x divided by their sum (W. J. Cody, W. Waite, Software
/// Manual for the Elementary Functions, 1980).
template <typename Parts, typename T> inline Pair<T> reduce(Pair<T> x, T k) {
  const T first = fma(-k, Parts::first, x.high);
  const Pair<T> rest = sum(first, -k * Parts::second);
  return sum(rest.high, rest.low + fma(-k, Parts::third, x.low)); // x.low may be larger than the difference
}

/// fraction 2^exponent.
template <typename T> struct Scaled {
  Pair<T> fraction;
  int exponent;
};

/// e^x, for x.high between exp_from and exp_to, or slightly beyond.
template <typename T> inline Scaled<T> exp_scaled(Pair<T> x) {
  const T k = rint(x.high * T(0x1.71547652b82fep+0));
  return {exp_reduced_pair(reduce<Ln2<T>>(x, k)), static_cast<int>(k)};
}

/// log(x) for a positive, normal x, with a relative error below 2^-64 (double) or 2^-35 (float) if x.low is
/// as accurate. x = 2^e m with m between sqrt(1/2) and sqrt(2), and log(m) = 2 atanh(f), f = (m - 1) / (m +
/// 1): f + f^3 (1/3 + f^2 P(f^2)) in pairs, P in single numbers.
template <typename T> inline Pair<T> log_pair(Pair<T> x) {
  constexpr Bits<T> least = is_float<T> ? Bits<T>(0x3f3504f3) : static_cast<Bits<T>>(0x3fe6a09e667f3bcd);
  const auto exponent = static_cast<Integer<T>>(bits_of(x.high) - least) >> fraction_bits<T>;
  const int e = static_cast<int>(exponent);
  const T high = from_bits<T>(bits_of(x.high) - (static_cast<Bits<T>>(exponent) << fraction_bits<T>));
  const T low = x.low * power_of_two<T>(-e / 2) * power_of_two<T>(-e - -e / 2);
  const Pair<T> numerator = fast_sum(high - T(1), low); // the difference is exact
  Pair<T> denominator = sum(high, T(1));
  denominator.low += low;
  const Pair<T> f = divide(numerator, denominator);
  const Pair<T> square = multiply(f, f);
  constexpr Pair<T> third = constant<T>(0x1.5555555555555p-2, 0x1.5555555555555p-56);
  const T tail = polynomial(square.high, pick<T>(log_tail_f32, log_tail_f64));
  const Pair<T> factor = fast_sum(third.high, fma(square.high, tail, third.low));
  const Pair<T> series = add(f, multiply(multiply(f, square), factor));
  const T k = static_cast<T>(e);
  const Pair<T> scale = fast_sum(k * Ln2<T>::first, k * Ln2<T>::second);
  return add(scale, Pair<T>{2 * series.high, 2 * series.low});
}

/// The same, also for subnormal numbers.
template <typename T> inline Pair<T> log_any(Pair<T> x) {
  constexpr int shift = fraction_bits<T> + 2;
  const bool small = x.high < power_of_two<T>(shift) * Limits<T>::min();
  const T factor = small ? power_of_two<T>(2 * shift) : T(1);
  const T k = small ? T(-2 * shift) : T(0);
  const Pair<T> logarithm = log_pair(Pair<T>{x.high * factor, x.low * factor});
  return add(fast_sum(k * Ln2<T>::first, k * Ln2<T>::second), logarithm);
}

} // namespace kcc::math

#endif
