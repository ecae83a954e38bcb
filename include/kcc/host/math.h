// The functions of <kcc/math.h> on the host, built on the C library. Their results are good enough for tests
// with tolerances; those of the devices, which are the same everywhere, can differ in the last digits.
#ifndef KCC_HOST_MATH_H
#define KCC_HOST_MATH_H

#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

namespace kcc::detail::host_math {

inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

inline double sinpi(double x) noexcept {
  if (!std::isfinite(x))
    return nan;
  const double rest = std::remainder(x, 2.0); // -1 to 1, exact
  const double half = std::fabs(rest) > 0.5 ? std::copysign(1.0, rest) - rest : rest;
  return half == 0 ? std::copysign(0.0, x) : std::sin(std::numbers::pi * half);
}
inline double cospi(double x) noexcept {
  if (!std::isfinite(x))
    return nan;
  return std::sin(std::numbers::pi * (0.5 - std::fabs(std::remainder(x, 2.0)))) + 0.0;
}

inline double normcdf(double x) noexcept {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}
/// P. J. Acklam's rational approximation, relative error 1.15e-9, and Halley's method.
inline double normcdfinv(double p) noexcept {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!(p >= 0 && p <= 1))
    return nan;
  if (p == 0 || p == 1)
    return p == 0 ? -infinity : infinity;
  if (p > 0.5 && 1 - p < 0.5) // by symmetry, where the probability is more exact
    return -normcdfinv(1 - p);
  constexpr double a[] = {-3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
                          1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00};
  constexpr double b[] = {-5.447609879822406e+01, 1.615858368580409e+02,  -1.556989798598866e+02,
                          6.680131188771972e+01,  -1.328068155288572e+01, 1};
  constexpr double c[] = {-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                          -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00};
  constexpr double d[] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                          3.754408661907416e+00, 1};
  const auto polynomial = [](const auto &coefficients, double at) {
    double sum = 0;
    for (const double coefficient : coefficients)
      sum = sum * at + coefficient;
    return sum;
  };
  double x = 0;
  if (p < 0.02425) {
    const double q = std::sqrt(-2 * std::log(p));
    x = polynomial(c, q) / polynomial(d, q);
  } else {
    const double q = p - 0.5;
    x = polynomial(a, q * q) * q / polynomial(b, q * q);
  }
  for (int step = 0; step < 2; ++step) {
    const double error = (normcdf(x) - p) * std::sqrt(2 * std::numbers::pi) * std::exp(x * x / 2);
    if (!std::isfinite(error))
      break;
    x -= error / (1 + x * error / 2);
  }
  return x;
}
inline double erfcinv(double y) noexcept {
  if (!(y >= 0 && y <= 2))
    return nan;
  return -normcdfinv(y / 2) / std::numbers::sqrt2;
}
inline double erfinv(double x) noexcept {
  if (std::fabs(x) >= 0.5)
    return x > 0 ? erfcinv(1 - x) : -erfcinv(1 + x);
  double z = x * std::sqrt(std::numbers::pi) / 2;
  for (int step = 0; step < 6 && z != 0; ++step) // Newton's method
    z -= (std::erf(z) - x) * std::sqrt(std::numbers::pi) / 2 * std::exp(z * z);
  return z;
}
/// DLMF 7.12.1 for large arguments.
inline double erfcx(double x) noexcept {
  if (x < 25)
    return std::exp(x * x) * std::erfc(x);
  const double square = x * x;
  double series = 1;
  for (double factor = 5.5; factor > 0; --factor)
    series = 1 - factor / square * series;
  return series / (x * std::sqrt(std::numbers::pi));
}
/// DLMF 10.25.2, all of whose terms are positive.
inline double cyl_bessel_i(int order, double x) noexcept {
  double term = order == 0 ? 1 : x / 2, sum = term;
  for (int k = 1; std::isfinite(sum) && std::fabs(term) > std::fabs(sum) * 1e-18; ++k)
    sum += term *= x * x / 4 / k / (k + order);
  return sum;
}
template <class T> double norm(std::size_t count, const T *values) noexcept {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i)
    sum = std::hypot(sum, static_cast<double>(values[i]));
  return sum;
}

} // namespace kcc::detail::host_math

extern "C" {

#define KCC_HOST_MATH(name, parameters, value)                                                               \
  inline float __kcc_math_##name##_f32 parameters(float) noexcept {                                          \
    return static_cast<float>(value);                                                                        \
  }                                                                                                          \
  inline double __kcc_math_##name##_f64 parameters(double) noexcept {                                        \
    return value;                                                                                            \
  }
#define KCC_HOST_1(T) (T a)
#define KCC_HOST_2(T) (T a, T b)
#define KCC_HOST_3(T) (T a, T b, T c)
#define KCC_HOST_4(T) (T a, T b, T c, T d)
#define KCC_HOST_N(T) (int n, T a)
#define KCC_HOST_NORM(T) (std::size_t n, const T *values)
#define A static_cast<double>(a)
#define B static_cast<double>(b)
#define C static_cast<double>(c)
#define D static_cast<double>(d)
KCC_HOST_MATH(rsqrt, KCC_HOST_1, 1 / std::sqrt(A))
KCC_HOST_MATH(rcbrt, KCC_HOST_1, 1 / std::cbrt(A))
KCC_HOST_MATH(sinpi, KCC_HOST_1, kcc::detail::host_math::sinpi(A))
KCC_HOST_MATH(cospi, KCC_HOST_1, kcc::detail::host_math::cospi(A))
KCC_HOST_MATH(tanpi, KCC_HOST_1, kcc::detail::host_math::sinpi(A) / kcc::detail::host_math::cospi(A))
KCC_HOST_MATH(exp10, KCC_HOST_1, std::pow(10.0, A))
KCC_HOST_MATH(erfinv, KCC_HOST_1, kcc::detail::host_math::erfinv(A))
KCC_HOST_MATH(erfcinv, KCC_HOST_1, kcc::detail::host_math::erfcinv(A))
KCC_HOST_MATH(erfcx, KCC_HOST_1, kcc::detail::host_math::erfcx(A))
KCC_HOST_MATH(normcdf, KCC_HOST_1, kcc::detail::host_math::normcdf(A))
KCC_HOST_MATH(normcdfinv, KCC_HOST_1, kcc::detail::host_math::normcdfinv(A))
KCC_HOST_MATH(cyl_bessel_i0, KCC_HOST_1, kcc::detail::host_math::cyl_bessel_i(0, A))
KCC_HOST_MATH(cyl_bessel_i1, KCC_HOST_1, kcc::detail::host_math::cyl_bessel_i(1, A))
KCC_HOST_MATH(j0, KCC_HOST_1, ::j0(A))
KCC_HOST_MATH(j1, KCC_HOST_1, ::j1(A))
KCC_HOST_MATH(y0, KCC_HOST_1, ::y0(A))
KCC_HOST_MATH(y1, KCC_HOST_1, ::y1(A))
KCC_HOST_MATH(jn, KCC_HOST_N, ::jn(n, A))
KCC_HOST_MATH(yn, KCC_HOST_N, ::yn(n, A))
KCC_HOST_MATH(rhypot, KCC_HOST_2, 1 / std::hypot(A, B))
KCC_HOST_MATH(norm3d, KCC_HOST_3, std::hypot(A, B, C))
KCC_HOST_MATH(rnorm3d, KCC_HOST_3, 1 / std::hypot(A, B, C))
KCC_HOST_MATH(norm4d, KCC_HOST_4, std::hypot(std::hypot(A, B), std::hypot(C, D)))
KCC_HOST_MATH(rnorm4d, KCC_HOST_4, 1 / std::hypot(std::hypot(A, B), std::hypot(C, D)))
KCC_HOST_MATH(norm, KCC_HOST_NORM, kcc::detail::host_math::norm(n, values))
KCC_HOST_MATH(rnorm, KCC_HOST_NORM, 1 / kcc::detail::host_math::norm(n, values))
#undef A
#undef B
#undef C
#undef D
#undef KCC_HOST_NORM
#undef KCC_HOST_N
#undef KCC_HOST_4
#undef KCC_HOST_3
#undef KCC_HOST_2
#undef KCC_HOST_1
#undef KCC_HOST_MATH

#define KCC_HOST_SINCOS(name, sin, cos)                                                                      \
  inline void __kcc_math_##name##_f32(float x, float *sine, float *cosine) noexcept {                        \
    *sine = static_cast<float>(sin(static_cast<double>(x)));                                                 \
    *cosine = static_cast<float>(cos(static_cast<double>(x)));                                               \
  }                                                                                                          \
  inline void __kcc_math_##name##_f64(double x, double *sine, double *cosine) noexcept {                     \
    *sine = sin(x);                                                                                          \
    *cosine = cos(x);                                                                                        \
  }
KCC_HOST_SINCOS(sincos, std::sin, std::cos)
KCC_HOST_SINCOS(sincospi, kcc::detail::host_math::sinpi, kcc::detail::host_math::cospi)
#undef KCC_HOST_SINCOS

} // extern "C"

#endif
