// frexp, logb, modf, nextafter, fdim: all exact except fdim, which is one subtraction.
#include "math/floating.h"

namespace {

template <class T> T fraction(T x, int *exponent) {
  const bool special = x == 0 || !__builtin_isfinite(x);
  const Normal<T> n = normal(x);
  *exponent = special ? 0 : normal_exponent(n.value) + 1 - n.shift;
  // The exponent bits become those of 0.5.
  constexpr BitsOf<T> exponent_bits = BitsOf<T>(2 * bias<T> + 1) << mantissa_bits<T>;
  const T half = std::bit_cast<T>((std::bit_cast<BitsOf<T>>(n.value) & ~exponent_bits) |
                                  BitsOf<T>(bias<T> - 1) << mantissa_bits<T>);
  return special ? x : half;
}

template <class T> T exponent_as_number(T x) {
  T result = static_cast<T>(normal_exponent(x));
  if (__builtin_expect(!is_normal(x), 0))
    result = x == 0                  ? -std::numeric_limits<T>::infinity()
             : __builtin_isfinite(x) ? static_cast<T>(exponent_of(x))
                                     : x * x; // infinity, or NaN
  return result;
}

float whole(float x) {
  return __builtin_truncf(x);
}
double whole(double x) {
  return __builtin_trunc(x);
}
float with_sign(float x, float sign) {
  return __builtin_copysignf(x, sign);
}
double with_sign(double x, double sign) {
  return __builtin_copysign(x, sign);
}

template <class T> T split(T x, T *part) {
  *part = whole(x);
  T rest = x - *part;
  return with_sign(__builtin_isinf(x) ? T(0) : rest, x);
}

template <class T> T next(T x, T y) {
  if (__builtin_isnan(x) || __builtin_isnan(y))
    return x + y;
  if (x == y)
    return y;
  if (x == 0)
    return with_sign(std::numeric_limits<T>::denorm_min(), y);
  BitsOf<T> bits = std::bit_cast<BitsOf<T>>(x);
  return std::bit_cast<T>((x < y) == (x > 0) ? bits + 1 : bits - 1);
}

template <class T> T positive_difference(T x, T y) {
  return x <= y ? T(0) : x - y;
}

} // namespace

#define KCC_PARTS(T, Suffix)                                                                                 \
  extern "C" T __kcc_math_frexp_##Suffix(T x, int *exponent) {                                               \
    return fraction(x, exponent);                                                                            \
  }                                                                                                          \
  extern "C" T __kcc_math_logb_##Suffix(T x) {                                                               \
    return exponent_as_number(x);                                                                            \
  }                                                                                                          \
  extern "C" T __kcc_math_modf_##Suffix(T x, T *part) {                                                      \
    return split(x, part);                                                                                   \
  }                                                                                                          \
  extern "C" T __kcc_math_nextafter_##Suffix(T x, T y) {                                                     \
    return next(x, y);                                                                                       \
  }                                                                                                          \
  extern "C" T __kcc_math_fdim_##Suffix(T x, T y) {                                                          \
    return positive_difference(x, y);                                                                        \
  }
KCC_PARTS(float, f32)
KCC_PARTS(double, f64)
