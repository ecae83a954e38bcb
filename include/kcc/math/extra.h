// Math functions that C++ does not have: those of CUDA under its names, for float and double.
//
// Like the functions of <cmath>, they return the same bits on every device with --math=reproducible;
// docs/math.md lists their errors.
#ifndef KCC_MATH_EXTRA_H
#define KCC_MATH_EXTRA_H

#include <cstddef>
#include <span>

extern "C" {
[[gnu::const]] float __kcc_math_rsqrt_f32(float) noexcept;
[[gnu::const]] double __kcc_math_rsqrt_f64(double) noexcept;
[[gnu::const]] float __kcc_math_rcbrt_f32(float) noexcept;
[[gnu::const]] double __kcc_math_rcbrt_f64(double) noexcept;
[[gnu::const]] float __kcc_math_sinpi_f32(float) noexcept;
[[gnu::const]] double __kcc_math_sinpi_f64(double) noexcept;
[[gnu::const]] float __kcc_math_cospi_f32(float) noexcept;
[[gnu::const]] double __kcc_math_cospi_f64(double) noexcept;
[[gnu::const]] float __kcc_math_tanpi_f32(float) noexcept;
[[gnu::const]] double __kcc_math_tanpi_f64(double) noexcept;
[[gnu::const]] float __kcc_math_exp10_f32(float) noexcept;
[[gnu::const]] double __kcc_math_exp10_f64(double) noexcept;
[[gnu::const]] float __kcc_math_erfinv_f32(float) noexcept;
[[gnu::const]] double __kcc_math_erfinv_f64(double) noexcept;
[[gnu::const]] float __kcc_math_erfcinv_f32(float) noexcept;
[[gnu::const]] double __kcc_math_erfcinv_f64(double) noexcept;
[[gnu::const]] float __kcc_math_erfcx_f32(float) noexcept;
[[gnu::const]] double __kcc_math_erfcx_f64(double) noexcept;
[[gnu::const]] float __kcc_math_normcdf_f32(float) noexcept;
[[gnu::const]] double __kcc_math_normcdf_f64(double) noexcept;
[[gnu::const]] float __kcc_math_normcdfinv_f32(float) noexcept;
[[gnu::const]] double __kcc_math_normcdfinv_f64(double) noexcept;
[[gnu::const]] float __kcc_math_cyl_bessel_i0_f32(float) noexcept;
[[gnu::const]] double __kcc_math_cyl_bessel_i0_f64(double) noexcept;
[[gnu::const]] float __kcc_math_cyl_bessel_i1_f32(float) noexcept;
[[gnu::const]] double __kcc_math_cyl_bessel_i1_f64(double) noexcept;
[[gnu::const]] float __kcc_math_j0_f32(float) noexcept;
[[gnu::const]] double __kcc_math_j0_f64(double) noexcept;
[[gnu::const]] float __kcc_math_j1_f32(float) noexcept;
[[gnu::const]] double __kcc_math_j1_f64(double) noexcept;
[[gnu::const]] float __kcc_math_y0_f32(float) noexcept;
[[gnu::const]] double __kcc_math_y0_f64(double) noexcept;
[[gnu::const]] float __kcc_math_y1_f32(float) noexcept;
[[gnu::const]] double __kcc_math_y1_f64(double) noexcept;
[[gnu::const]] float __kcc_math_jn_f32(int, float) noexcept;
[[gnu::const]] double __kcc_math_jn_f64(int, double) noexcept;
[[gnu::const]] float __kcc_math_yn_f32(int, float) noexcept;
[[gnu::const]] double __kcc_math_yn_f64(int, double) noexcept;
[[gnu::const]] float __kcc_math_rhypot_f32(float, float) noexcept;
[[gnu::const]] double __kcc_math_rhypot_f64(double, double) noexcept;
[[gnu::const]] float __kcc_math_norm3d_f32(float, float, float) noexcept;
[[gnu::const]] double __kcc_math_norm3d_f64(double, double, double) noexcept;
[[gnu::const]] float __kcc_math_rnorm3d_f32(float, float, float) noexcept;
[[gnu::const]] double __kcc_math_rnorm3d_f64(double, double, double) noexcept;
[[gnu::const]] float __kcc_math_norm4d_f32(float, float, float, float) noexcept;
[[gnu::const]] double __kcc_math_norm4d_f64(double, double, double, double) noexcept;
[[gnu::const]] float __kcc_math_rnorm4d_f32(float, float, float, float) noexcept;
[[gnu::const]] double __kcc_math_rnorm4d_f64(double, double, double, double) noexcept;
void __kcc_math_sincos_f32(float, float *, float *) noexcept;
void __kcc_math_sincos_f64(double, double *, double *) noexcept;
void __kcc_math_sincospi_f32(float, float *, float *) noexcept;
void __kcc_math_sincospi_f64(double, double *, double *) noexcept;
[[gnu::pure]] float __kcc_math_norm_f32(std::size_t, const float *) noexcept;
[[gnu::pure]] double __kcc_math_norm_f64(std::size_t, const double *) noexcept;
[[gnu::pure]] float __kcc_math_rnorm_f32(std::size_t, const float *) noexcept;
[[gnu::pure]] double __kcc_math_rnorm_f64(std::size_t, const double *) noexcept;
}

#ifndef __KCC__
#include <kcc/host/math.h>
#endif

namespace kcc {

/// 1 / sqrt(x): for zero, an infinity with its sign; NaN below zero.
[[nodiscard]] inline float rsqrt(float x) noexcept {
  return __kcc_math_rsqrt_f32(x);
}

/// 1 / sqrt(x): for zero, an infinity with its sign; NaN below zero.
[[nodiscard]] inline double rsqrt(double x) noexcept {
  return __kcc_math_rsqrt_f64(x);
}

/// 1 / cbrt(x): for zero, an infinity with its sign.
[[nodiscard]] inline float rcbrt(float x) noexcept {
  return __kcc_math_rcbrt_f32(x);
}

/// 1 / cbrt(x): for zero, an infinity with its sign.
[[nodiscard]] inline double rcbrt(double x) noexcept {
  return __kcc_math_rcbrt_f64(x);
}

/// sin(pi * x), exact if x is a multiple of 1/2, and without the error of a rounded pi.
[[nodiscard]] inline float sinpi(float x) noexcept {
  return __kcc_math_sinpi_f32(x);
}

/// sin(pi * x), exact if x is a multiple of 1/2, and without the error of a rounded pi.
[[nodiscard]] inline double sinpi(double x) noexcept {
  return __kcc_math_sinpi_f64(x);
}

/// cos(pi * x), exact if x is a multiple of 1/2, and without the error of a rounded pi.
[[nodiscard]] inline float cospi(float x) noexcept {
  return __kcc_math_cospi_f32(x);
}

/// cos(pi * x), exact if x is a multiple of 1/2, and without the error of a rounded pi.
[[nodiscard]] inline double cospi(double x) noexcept {
  return __kcc_math_cospi_f64(x);
}

/// tan(pi * x): sinpi(x) / cospi(x).
[[nodiscard]] inline float tanpi(float x) noexcept {
  return __kcc_math_tanpi_f32(x);
}

/// tan(pi * x): sinpi(x) / cospi(x).
[[nodiscard]] inline double tanpi(double x) noexcept {
  return __kcc_math_tanpi_f64(x);
}

/// 10 to the power of x.
[[nodiscard]] inline float exp10(float x) noexcept {
  return __kcc_math_exp10_f32(x);
}

/// 10 to the power of x.
[[nodiscard]] inline double exp10(double x) noexcept {
  return __kcc_math_exp10_f64(x);
}

/// The inverse of std::erf: NaN outside [-1, 1], infinite at its ends.
[[nodiscard]] inline float erfinv(float x) noexcept {
  return __kcc_math_erfinv_f32(x);
}

/// The inverse of std::erf: NaN outside [-1, 1], infinite at its ends.
[[nodiscard]] inline double erfinv(double x) noexcept {
  return __kcc_math_erfinv_f64(x);
}

/// The inverse of std::erfc: NaN outside [0, 2], infinite at its ends.
[[nodiscard]] inline float erfcinv(float x) noexcept {
  return __kcc_math_erfcinv_f32(x);
}

/// The inverse of std::erfc: NaN outside [0, 2], infinite at its ends.
[[nodiscard]] inline double erfcinv(double x) noexcept {
  return __kcc_math_erfcinv_f64(x);
}

/// exp(x * x) * erfc(x), for large x where erfc underflows.
[[nodiscard]] inline float erfcx(float x) noexcept {
  return __kcc_math_erfcx_f32(x);
}

/// exp(x * x) * erfc(x), for large x where erfc underflows.
[[nodiscard]] inline double erfcx(double x) noexcept {
  return __kcc_math_erfcx_f64(x);
}

/// The standard normal distribution: the probability of a value below x.
[[nodiscard]] inline float normcdf(float x) noexcept {
  return __kcc_math_normcdf_f32(x);
}

/// The standard normal distribution: the probability of a value below x.
[[nodiscard]] inline double normcdf(double x) noexcept {
  return __kcc_math_normcdf_f64(x);
}

/// The inverse of normcdf, the standard normal quantile: NaN outside [0, 1].
[[nodiscard]] inline float normcdfinv(float x) noexcept {
  return __kcc_math_normcdfinv_f32(x);
}

/// The inverse of normcdf, the standard normal quantile: NaN outside [0, 1].
[[nodiscard]] inline double normcdfinv(double x) noexcept {
  return __kcc_math_normcdfinv_f64(x);
}

/// The regular modified cylindrical Bessel function of order 0.
[[nodiscard]] inline float cyl_bessel_i0(float x) noexcept {
  return __kcc_math_cyl_bessel_i0_f32(x);
}

/// The regular modified cylindrical Bessel function of order 0.
[[nodiscard]] inline double cyl_bessel_i0(double x) noexcept {
  return __kcc_math_cyl_bessel_i0_f64(x);
}

/// The regular modified cylindrical Bessel function of order 1.
[[nodiscard]] inline float cyl_bessel_i1(float x) noexcept {
  return __kcc_math_cyl_bessel_i1_f32(x);
}

/// The regular modified cylindrical Bessel function of order 1.
[[nodiscard]] inline double cyl_bessel_i1(double x) noexcept {
  return __kcc_math_cyl_bessel_i1_f64(x);
}

/// The Bessel function of the first kind of order 0.
[[nodiscard]] inline float j0(float x) noexcept {
  return __kcc_math_j0_f32(x);
}

/// The Bessel function of the first kind of order 0.
[[nodiscard]] inline double j0(double x) noexcept {
  return __kcc_math_j0_f64(x);
}

/// The Bessel function of the first kind of order 1.
[[nodiscard]] inline float j1(float x) noexcept {
  return __kcc_math_j1_f32(x);
}

/// The Bessel function of the first kind of order 1.
[[nodiscard]] inline double j1(double x) noexcept {
  return __kcc_math_j1_f64(x);
}

/// The Bessel function of the second kind of order 0: NaN below zero.
[[nodiscard]] inline float y0(float x) noexcept {
  return __kcc_math_y0_f32(x);
}

/// The Bessel function of the second kind of order 0: NaN below zero.
[[nodiscard]] inline double y0(double x) noexcept {
  return __kcc_math_y0_f64(x);
}

/// The Bessel function of the second kind of order 1: NaN below zero.
[[nodiscard]] inline float y1(float x) noexcept {
  return __kcc_math_y1_f32(x);
}

/// The Bessel function of the second kind of order 1: NaN below zero.
[[nodiscard]] inline double y1(double x) noexcept {
  return __kcc_math_y1_f64(x);
}

/// The Bessel function of the first kind of order n.
[[nodiscard]] inline float jn(int n, float x) noexcept {
  return __kcc_math_jn_f32(n, x);
}

/// The Bessel function of the first kind of order n.
[[nodiscard]] inline double jn(int n, double x) noexcept {
  return __kcc_math_jn_f64(n, x);
}

/// The Bessel function of the second kind of order n: NaN below zero.
[[nodiscard]] inline float yn(int n, float x) noexcept {
  return __kcc_math_yn_f32(n, x);
}

/// The Bessel function of the second kind of order n: NaN below zero.
[[nodiscard]] inline double yn(int n, double x) noexcept {
  return __kcc_math_yn_f64(n, x);
}

/// 1 / std::hypot(x, y), without intermediate overflow or underflow.
[[nodiscard]] inline float rhypot(float x, float y) noexcept {
  return __kcc_math_rhypot_f32(x, y);
}

/// 1 / std::hypot(x, y), without intermediate overflow or underflow.
[[nodiscard]] inline double rhypot(double x, double y) noexcept {
  return __kcc_math_rhypot_f64(x, y);
}

/// sqrt(x * x + y * y + z * z), without intermediate overflow or underflow.
[[nodiscard]] inline float norm3d(float x, float y, float z) noexcept {
  return __kcc_math_norm3d_f32(x, y, z);
}

/// sqrt(x * x + y * y + z * z), without intermediate overflow or underflow.
[[nodiscard]] inline double norm3d(double x, double y, double z) noexcept {
  return __kcc_math_norm3d_f64(x, y, z);
}

/// 1 / norm3d(x, y, z).
[[nodiscard]] inline float rnorm3d(float x, float y, float z) noexcept {
  return __kcc_math_rnorm3d_f32(x, y, z);
}

/// 1 / norm3d(x, y, z).
[[nodiscard]] inline double rnorm3d(double x, double y, double z) noexcept {
  return __kcc_math_rnorm3d_f64(x, y, z);
}

/// sqrt(x * x + y * y + z * z + w * w), without intermediate overflow or underflow.
[[nodiscard]] inline float norm4d(float x, float y, float z, float w) noexcept {
  return __kcc_math_norm4d_f32(x, y, z, w);
}

/// sqrt(x * x + y * y + z * z + w * w), without intermediate overflow or underflow.
[[nodiscard]] inline double norm4d(double x, double y, double z, double w) noexcept {
  return __kcc_math_norm4d_f64(x, y, z, w);
}

/// 1 / norm4d(x, y, z, w).
[[nodiscard]] inline float rnorm4d(float x, float y, float z, float w) noexcept {
  return __kcc_math_rnorm4d_f32(x, y, z, w);
}

/// 1 / norm4d(x, y, z, w).
[[nodiscard]] inline double rnorm4d(double x, double y, double z, double w) noexcept {
  return __kcc_math_rnorm4d_f64(x, y, z, w);
}

/// The Euclidean norm of any number of values, without intermediate overflow or underflow; 0 for no values.
[[nodiscard]] inline float norm(std::span<const float> values) noexcept {
  return __kcc_math_norm_f32(values.size(), values.data());
}

/// The Euclidean norm of any number of values, without intermediate overflow or underflow; 0 for no values.
[[nodiscard]] inline double norm(std::span<const double> values) noexcept {
  return __kcc_math_norm_f64(values.size(), values.data());
}

/// 1 / norm(values).
[[nodiscard]] inline float rnorm(std::span<const float> values) noexcept {
  return __kcc_math_rnorm_f32(values.size(), values.data());
}

/// 1 / norm(values).
[[nodiscard]] inline double rnorm(std::span<const double> values) noexcept {
  return __kcc_math_rnorm_f64(values.size(), values.data());
}

/// What sincos() returns: `auto [sine, cosine] = kcc::sincos(x);`.
template <class T> struct SineCosine {
  T sine, cosine;
};

/// std::sin(x) and std::cos(x) in one call, with the same bits.
[[nodiscard]] inline SineCosine<float> sincos(float x) noexcept {
  SineCosine<float> result;
  __kcc_math_sincos_f32(x, &result.sine, &result.cosine);
  return result;
}

/// std::sin(x) and std::cos(x) in one call, with the same bits.
[[nodiscard]] inline SineCosine<double> sincos(double x) noexcept {
  SineCosine<double> result;
  __kcc_math_sincos_f64(x, &result.sine, &result.cosine);
  return result;
}

/// sinpi(x) and cospi(x) in one call, with the same bits.
[[nodiscard]] inline SineCosine<float> sincospi(float x) noexcept {
  SineCosine<float> result;
  __kcc_math_sincospi_f32(x, &result.sine, &result.cosine);
  return result;
}

/// sinpi(x) and cospi(x) in one call, with the same bits.
[[nodiscard]] inline SineCosine<double> sincospi(double x) noexcept {
  SineCosine<double> result;
  __kcc_math_sincospi_f64(x, &result.sine, &result.cosine);
  return result;
}

/// \p x clamped to [0, 1]; 0 for NaN.
[[nodiscard]] inline float saturate(float x) noexcept {
  return __builtin_fminf(__builtin_fmaxf(x, 0.0f), 1.0f);
}

/// \p x clamped to [0, 1]; 0 for NaN.
[[nodiscard]] inline double saturate(double x) noexcept {
  return __builtin_fmin(__builtin_fmax(x, 0.0), 1.0);
}

} // namespace kcc

#endif
