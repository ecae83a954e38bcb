// Common parts of the complex functions: the real functions under one name for both types, and the form of a
// result.
//
// Infinities, NaNs and signed zeros are handled as in C, Annex G.
#ifndef KCC_DEVICELIB_COMPLEX_H
#define KCC_DEVICELIB_COMPLEX_H

#include <limits>

// One name, two symbols. The errors of the fast functions for float would add up, so the accurate ones are
// called.
#define KCC_REAL_1(Prefix, Name)                                                                             \
  extern "C" float Prefix##Name##_f32(float);                                                                \
  extern "C" double __kcc_math_##Name##_f64(double);                                                         \
  inline float Name##_(float x) {                                                                            \
    return Prefix##Name##_f32(x);                                                                            \
  }                                                                                                          \
  inline double Name##_(double x) {                                                                          \
    return __kcc_math_##Name##_f64(x);                                                                       \
  }
#define KCC_REAL_2(Prefix, Name)                                                                             \
  extern "C" float Prefix##Name##_f32(float, float);                                                         \
  extern "C" double __kcc_math_##Name##_f64(double, double);                                                 \
  inline float Name##_(float x, float y) {                                                                   \
    return Prefix##Name##_f32(x, y);                                                                         \
  }                                                                                                          \
  inline double Name##_(double x, double y) {                                                                \
    return __kcc_math_##Name##_f64(x, y);                                                                    \
  }
KCC_REAL_1(kcc_precise_, acos)
KCC_REAL_1(kcc_precise_, asin)
KCC_REAL_1(kcc_precise_, atan)
KCC_REAL_1(kcc_precise_, cos)
KCC_REAL_1(kcc_precise_, cosh)
KCC_REAL_1(__kcc_math_, exp)
KCC_REAL_1(kcc_precise_, log)
KCC_REAL_1(kcc_precise_, log1p)
KCC_REAL_1(__kcc_math_, logb)
KCC_REAL_1(kcc_precise_, sin)
KCC_REAL_1(kcc_precise_, sinh)
KCC_REAL_1(kcc_precise_, tanh)
KCC_REAL_2(kcc_precise_, atan2)
KCC_REAL_2(kcc_precise_, hypot)
// The accurate functions for both types, where errors grow.
#define KCC_PRECISE_1(Name)                                                                                  \
  extern "C" float kcc_precise_##Name##_f32(float);                                                          \
  extern "C" double kcc_precise_##Name##_f64(double);                                                        \
  inline float precise_##Name(float x) {                                                                     \
    return kcc_precise_##Name##_f32(x);                                                                      \
  }                                                                                                          \
  inline double precise_##Name(double x) {                                                                   \
    return kcc_precise_##Name##_f64(x);                                                                      \
  }
KCC_PRECISE_1(sinh)
KCC_PRECISE_1(tan)
extern "C" float __kcc_math_ldexp_f32(float, int);
extern "C" double __kcc_math_ldexp_f64(double, int);
inline float ldexp_(float x, int n) {
  return __kcc_math_ldexp_f32(x, n);
}
inline double ldexp_(double x, int n) {
  return __kcc_math_ldexp_f64(x, n);
}

template <class T> inline constexpr T infinity = std::numeric_limits<T>::infinity();
template <class T> inline constexpr T quiet_nan = std::numeric_limits<T>::quiet_NaN();
template <class T> inline constexpr T ln2 = T(0.693147180559945309417232121458176568L);
template <class T> inline constexpr T pi = T(3.141592653589793238462643383279502884L);

template <class T> bool is_nan(T x) {
  return __builtin_isnan(x);
}
template <class T> bool is_inf(T x) {
  return __builtin_isinf(x);
}
template <class T> bool is_finite(T x) {
  return __builtin_isfinite(x);
}
inline float fabs_(float x) {
  return __builtin_fabsf(x);
}
inline double fabs_(double x) {
  return __builtin_fabs(x);
}
inline float sqrt_(float x) {
  return __builtin_sqrtf(x);
}
inline double sqrt_(double x) {
  return __builtin_sqrt(x);
}
inline float fma_(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
inline double fma_(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}
inline float copysign_(float x, float y) {
  return __builtin_copysignf(x, y);
}
inline double copysign_(double x, double y) {
  return __builtin_copysign(x, y);
}

/// An intermediate value; `std::complex` would bring its own products.
template <class T> struct Parts {
  T re, im;
};

template <class T> Parts<T> times_i(Parts<T> z) {
  return {-z.im, z.re};
}
template <class T> Parts<T> over_i(Parts<T> z) {
  return {z.im, -z.re};
}

/// exp(x) * scale * factor for a factor of at most 1, also if exp(x) overflows but the product does not. \p
/// scale is 1 or 1/2.
template <class T> T exp_times(T x, T scale, T factor) {
  constexpr T limit = T(std::numeric_limits<T>::max_exponent - 1) * ln2<T>;
  if (x <= limit) [[likely]]
    return exp_(x) * scale * factor;
  // With the smallest subnormal factor, products are finite up to about x = 2.2 * limit. The differences are
  // exact.
  T result = exp_(limit) * scale * factor, rest = x - limit;
  if (rest > limit) {
    result *= exp_(limit);
    rest -= limit;
  }
  return result * exp_(rest);
}

// Defines the library function of the list from a template `Parts<T> Function(Parts<T>)`.
#define KCC_COMPLEX_1(Name, Function)                                                                        \
  extern "C" void __kcc_math_##Name##_f32(float re, float im, float *result) {                               \
    Parts<float> z = Function(Parts<float>{re, im});                                                         \
    result[0] = z.re, result[1] = z.im;                                                                      \
  }                                                                                                          \
  extern "C" void __kcc_math_##Name##_f64(double re, double im, double *result) {                            \
    Parts<double> z = Function(Parts<double>{re, im});                                                       \
    result[0] = z.re, result[1] = z.im;                                                                      \
  }
#define KCC_COMPLEX_2(Name, Function)                                                                        \
  extern "C" void __kcc_math_##Name##_f32(float a, float b, float c, float d, float *result) {               \
    Parts<float> z = Function(Parts<float>{a, b}, Parts<float>{c, d});                                       \
    result[0] = z.re, result[1] = z.im;                                                                      \
  }                                                                                                          \
  extern "C" void __kcc_math_##Name##_f64(double a, double b, double c, double d, double *result) {          \
    Parts<double> z = Function(Parts<double>{a, b}, Parts<double>{c, d});                                    \
    result[0] = z.re, result[1] = z.im;                                                                      \
  }

#endif
