// What fmod, remainder and remquo are made of: exact, as in IEEE 754.
//
// x - q * y is exact in one fused operation if q is the integer quotient or off by one, and fits into the
// digits of the type: the difference is a multiple of y's last place and smaller than y. For larger
// quotients, y times a power of two is subtracted first, which handles as many bits of the quotient per step
// as the type has digits.
#ifndef KCC_DEVICELIB_MATH_REMAINDER_H
#define KCC_DEVICELIB_MATH_REMAINDER_H

#include "math/floating.h"

namespace {

inline float fused(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
inline double fused(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
inline float whole(float x) {
  return __builtin_truncf(x);
}
inline double whole(double x) {
  return __builtin_trunc(x);
}
inline float with_sign(float x, float sign) {
  return __builtin_copysignf(x, sign);
}
inline double with_sign(double x, double sign) {
  return __builtin_copysign(x, sign);
}

template <class T> struct Division {
  T rest;            ///< 0 <= rest < y
  unsigned quotient; ///< the last three bits
};

/// For finite \p x >= 0 and \p y > 0.
template <class T> Division<T> divide(T x, T y) {
  constexpr int step = std::numeric_limits<T>::digits - 2;
  Division<T> result = {x, 0};
  while (result.rest >= y) {
    int beyond = exponent_of(result.rest) - exponent_of(y) - step;
    T divisor = beyond > 0 ? y * power_of_two<T>(beyond / 2) * power_of_two<T>(beyond - beyond / 2) : y;
    T quotient = whole(result.rest / divisor);
    T rest = fused(-quotient, divisor, result.rest);
    if (rest < 0) { // the division was rounded up to an integer
      rest += divisor;
      quotient -= 1;
    }
    result.rest = rest;
    if (beyond < 3)
      result.quotient += static_cast<unsigned>(static_cast<std::uint64_t>(quotient))
                         << (beyond > 0 ? beyond : 0);
  }
  result.quotient &= 7;
  return result;
}

template <class T> bool has_remainder(T x, T y) {
  return __builtin_isfinite(x) && !__builtin_isnan(y) && y != 0;
}

template <class T> T truncated(T x, T y) {
  if (!has_remainder(x, y))
    return (x * y) / (x * y); // NaN
  if (__builtin_isinf(y))
    return x;
  T rest = divide(with_sign(x, T(1)), with_sign(y, T(1))).rest;
  return with_sign(rest, x);
}

template <class T> T nearest(T x, T y, int *quotient) {
  *quotient = 0;
  if (!has_remainder(x, y))
    return (x * y) / (x * y); // NaN
  if (__builtin_isinf(y))
    return x;
  T size = with_sign(y, T(1));
  Division<T> d = divide(with_sign(x, T(1)), size);
  T other = size - d.rest; // distance to the next multiple
  if (d.rest > other || (d.rest == other && d.quotient % 2 == 1)) {
    d.rest -= size;
    d.quotient = (d.quotient + 1) & 7;
  }
  bool negative = __builtin_signbit(x) != __builtin_signbit(y);
  *quotient = negative ? -static_cast<int>(d.quotient) : static_cast<int>(d.quotient);
  T rest = d.rest == 0 ? T(0) : d.rest;
  return __builtin_signbit(x) ? -rest : rest;
}

} // namespace

#endif
