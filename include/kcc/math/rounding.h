// Arithmetic rounded in a chosen direction, for bounds of errors and interval arithmetic: CUDA's __fadd_rz()
// and so on. `rn` is to the nearest number, `rz` towards zero, `rd` down, `ru` up.
//
// On a GPU each is one instruction or the short sequence that division and roots are. The CPU device computes
// the same results from operations rounded to nearest, which takes longer.
#ifndef KCC_MATH_ROUNDING_H
#define KCC_MATH_ROUNDING_H

#include <kcc/device/arch.h>

extern "C" {
[[gnu::const]] float __kcc_add_rn_f32(float, float) noexcept;
[[gnu::const]] double __kcc_add_rn_f64(double, double) noexcept;
[[gnu::const]] float __kcc_add_rz_f32(float, float) noexcept;
[[gnu::const]] float __kcc_math_add_rz_f32(float, float) noexcept;
[[gnu::const]] double __kcc_add_rz_f64(double, double) noexcept;
[[gnu::const]] double __kcc_math_add_rz_f64(double, double) noexcept;
[[gnu::const]] float __kcc_add_rd_f32(float, float) noexcept;
[[gnu::const]] float __kcc_math_add_rd_f32(float, float) noexcept;
[[gnu::const]] double __kcc_add_rd_f64(double, double) noexcept;
[[gnu::const]] double __kcc_math_add_rd_f64(double, double) noexcept;
[[gnu::const]] float __kcc_add_ru_f32(float, float) noexcept;
[[gnu::const]] float __kcc_math_add_ru_f32(float, float) noexcept;
[[gnu::const]] double __kcc_add_ru_f64(double, double) noexcept;
[[gnu::const]] double __kcc_math_add_ru_f64(double, double) noexcept;
[[gnu::const]] float __kcc_mul_rn_f32(float, float) noexcept;
[[gnu::const]] double __kcc_mul_rn_f64(double, double) noexcept;
[[gnu::const]] float __kcc_mul_rz_f32(float, float) noexcept;
[[gnu::const]] float __kcc_math_mul_rz_f32(float, float) noexcept;
[[gnu::const]] double __kcc_mul_rz_f64(double, double) noexcept;
[[gnu::const]] double __kcc_math_mul_rz_f64(double, double) noexcept;
[[gnu::const]] float __kcc_mul_rd_f32(float, float) noexcept;
[[gnu::const]] float __kcc_math_mul_rd_f32(float, float) noexcept;
[[gnu::const]] double __kcc_mul_rd_f64(double, double) noexcept;
[[gnu::const]] double __kcc_math_mul_rd_f64(double, double) noexcept;
[[gnu::const]] float __kcc_mul_ru_f32(float, float) noexcept;
[[gnu::const]] float __kcc_math_mul_ru_f32(float, float) noexcept;
[[gnu::const]] double __kcc_mul_ru_f64(double, double) noexcept;
[[gnu::const]] double __kcc_math_mul_ru_f64(double, double) noexcept;
[[gnu::const]] float __kcc_div_rn_f32(float, float) noexcept;
[[gnu::const]] double __kcc_div_rn_f64(double, double) noexcept;
[[gnu::const]] float __kcc_div_rz_f32(float, float) noexcept;
[[gnu::const]] float __kcc_math_div_rz_f32(float, float) noexcept;
[[gnu::const]] double __kcc_div_rz_f64(double, double) noexcept;
[[gnu::const]] double __kcc_math_div_rz_f64(double, double) noexcept;
[[gnu::const]] float __kcc_div_rd_f32(float, float) noexcept;
[[gnu::const]] float __kcc_math_div_rd_f32(float, float) noexcept;
[[gnu::const]] double __kcc_div_rd_f64(double, double) noexcept;
[[gnu::const]] double __kcc_math_div_rd_f64(double, double) noexcept;
[[gnu::const]] float __kcc_div_ru_f32(float, float) noexcept;
[[gnu::const]] float __kcc_math_div_ru_f32(float, float) noexcept;
[[gnu::const]] double __kcc_div_ru_f64(double, double) noexcept;
[[gnu::const]] double __kcc_math_div_ru_f64(double, double) noexcept;
[[gnu::const]] float __kcc_sqrt_rn_f32(float) noexcept;
[[gnu::const]] double __kcc_sqrt_rn_f64(double) noexcept;
[[gnu::const]] float __kcc_sqrt_rz_f32(float) noexcept;
[[gnu::const]] float __kcc_math_sqrt_rz_f32(float) noexcept;
[[gnu::const]] double __kcc_sqrt_rz_f64(double) noexcept;
[[gnu::const]] double __kcc_math_sqrt_rz_f64(double) noexcept;
[[gnu::const]] float __kcc_sqrt_rd_f32(float) noexcept;
[[gnu::const]] float __kcc_math_sqrt_rd_f32(float) noexcept;
[[gnu::const]] double __kcc_sqrt_rd_f64(double) noexcept;
[[gnu::const]] double __kcc_math_sqrt_rd_f64(double) noexcept;
[[gnu::const]] float __kcc_sqrt_ru_f32(float) noexcept;
[[gnu::const]] float __kcc_math_sqrt_ru_f32(float) noexcept;
[[gnu::const]] double __kcc_sqrt_ru_f64(double) noexcept;
[[gnu::const]] double __kcc_math_sqrt_ru_f64(double) noexcept;
[[gnu::const]] float __kcc_fma_rn_f32(float, float, float) noexcept;
[[gnu::const]] double __kcc_fma_rn_f64(double, double, double) noexcept;
[[gnu::const]] float __kcc_fma_rz_f32(float, float, float) noexcept;
[[gnu::const]] float __kcc_math_fma_rz_f32(float, float, float) noexcept;
[[gnu::const]] double __kcc_fma_rz_f64(double, double, double) noexcept;
[[gnu::const]] double __kcc_math_fma_rz_f64(double, double, double) noexcept;
[[gnu::const]] float __kcc_fma_rd_f32(float, float, float) noexcept;
[[gnu::const]] float __kcc_math_fma_rd_f32(float, float, float) noexcept;
[[gnu::const]] double __kcc_fma_rd_f64(double, double, double) noexcept;
[[gnu::const]] double __kcc_math_fma_rd_f64(double, double, double) noexcept;
[[gnu::const]] float __kcc_fma_ru_f32(float, float, float) noexcept;
[[gnu::const]] float __kcc_math_fma_ru_f32(float, float, float) noexcept;
[[gnu::const]] double __kcc_fma_ru_f64(double, double, double) noexcept;
[[gnu::const]] double __kcc_math_fma_ru_f64(double, double, double) noexcept;
}

#ifndef __KCC__
#include <kcc/host/rounding.h>
#endif

namespace kcc {

/// x + y, rounded to the nearest number.
[[nodiscard]] inline float add_rn(float x, float y) noexcept {
  if constexpr (arch != 0)
    return __kcc_add_rn_f32(x, y);
  else
    return x + y;
}

/// x + y, rounded to the nearest number.
[[nodiscard]] inline double add_rn(double x, double y) noexcept {
  if constexpr (arch != 0)
    return __kcc_add_rn_f64(x, y);
  else
    return x + y;
}

/// x + y, rounded towards zero.
[[nodiscard]] inline float add_rz(float x, float y) noexcept {
  if constexpr (arch != 0)
    return __kcc_add_rz_f32(x, y);
  else
    return __kcc_math_add_rz_f32(x, y);
}

/// x + y, rounded towards zero.
[[nodiscard]] inline double add_rz(double x, double y) noexcept {
  if constexpr (arch != 0)
    return __kcc_add_rz_f64(x, y);
  else
    return __kcc_math_add_rz_f64(x, y);
}

/// x + y, rounded down.
[[nodiscard]] inline float add_rd(float x, float y) noexcept {
  if constexpr (arch != 0)
    return __kcc_add_rd_f32(x, y);
  else
    return __kcc_math_add_rd_f32(x, y);
}

/// x + y, rounded down.
[[nodiscard]] inline double add_rd(double x, double y) noexcept {
  if constexpr (arch != 0)
    return __kcc_add_rd_f64(x, y);
  else
    return __kcc_math_add_rd_f64(x, y);
}

/// x + y, rounded up.
[[nodiscard]] inline float add_ru(float x, float y) noexcept {
  if constexpr (arch != 0)
    return __kcc_add_ru_f32(x, y);
  else
    return __kcc_math_add_ru_f32(x, y);
}

/// x + y, rounded up.
[[nodiscard]] inline double add_ru(double x, double y) noexcept {
  if constexpr (arch != 0)
    return __kcc_add_ru_f64(x, y);
  else
    return __kcc_math_add_ru_f64(x, y);
}

/// x - y, rounded to the nearest number.
[[nodiscard]] inline float sub_rn(float x, float y) noexcept {
  return add_rn(x, -y);
}

/// x - y, rounded to the nearest number.
[[nodiscard]] inline double sub_rn(double x, double y) noexcept {
  return add_rn(x, -y);
}

/// x - y, rounded towards zero.
[[nodiscard]] inline float sub_rz(float x, float y) noexcept {
  return add_rz(x, -y);
}

/// x - y, rounded towards zero.
[[nodiscard]] inline double sub_rz(double x, double y) noexcept {
  return add_rz(x, -y);
}

/// x - y, rounded down.
[[nodiscard]] inline float sub_rd(float x, float y) noexcept {
  return add_rd(x, -y);
}

/// x - y, rounded down.
[[nodiscard]] inline double sub_rd(double x, double y) noexcept {
  return add_rd(x, -y);
}

/// x - y, rounded up.
[[nodiscard]] inline float sub_ru(float x, float y) noexcept {
  return add_ru(x, -y);
}

/// x - y, rounded up.
[[nodiscard]] inline double sub_ru(double x, double y) noexcept {
  return add_ru(x, -y);
}

/// x * y, rounded to the nearest number.
[[nodiscard]] inline float mul_rn(float x, float y) noexcept {
  if constexpr (arch != 0)
    return __kcc_mul_rn_f32(x, y);
  else
    return x * y;
}

/// x * y, rounded to the nearest number.
[[nodiscard]] inline double mul_rn(double x, double y) noexcept {
  if constexpr (arch != 0)
    return __kcc_mul_rn_f64(x, y);
  else
    return x * y;
}

/// x * y, rounded towards zero.
[[nodiscard]] inline float mul_rz(float x, float y) noexcept {
  if constexpr (arch != 0)
    return __kcc_mul_rz_f32(x, y);
  else
    return __kcc_math_mul_rz_f32(x, y);
}

/// x * y, rounded towards zero.
[[nodiscard]] inline double mul_rz(double x, double y) noexcept {
  if constexpr (arch != 0)
    return __kcc_mul_rz_f64(x, y);
  else
    return __kcc_math_mul_rz_f64(x, y);
}

/// x * y, rounded down.
[[nodiscard]] inline float mul_rd(float x, float y) noexcept {
  if constexpr (arch != 0)
    return __kcc_mul_rd_f32(x, y);
  else
    return __kcc_math_mul_rd_f32(x, y);
}

/// x * y, rounded down.
[[nodiscard]] inline double mul_rd(double x, double y) noexcept {
  if constexpr (arch != 0)
    return __kcc_mul_rd_f64(x, y);
  else
    return __kcc_math_mul_rd_f64(x, y);
}

/// x * y, rounded up.
[[nodiscard]] inline float mul_ru(float x, float y) noexcept {
  if constexpr (arch != 0)
    return __kcc_mul_ru_f32(x, y);
  else
    return __kcc_math_mul_ru_f32(x, y);
}

/// x * y, rounded up.
[[nodiscard]] inline double mul_ru(double x, double y) noexcept {
  if constexpr (arch != 0)
    return __kcc_mul_ru_f64(x, y);
  else
    return __kcc_math_mul_ru_f64(x, y);
}

/// x / y, rounded to the nearest number.
[[nodiscard]] inline float div_rn(float x, float y) noexcept {
  if constexpr (arch != 0)
    return __kcc_div_rn_f32(x, y);
  else
    return x / y;
}

/// x / y, rounded to the nearest number.
[[nodiscard]] inline double div_rn(double x, double y) noexcept {
  if constexpr (arch != 0)
    return __kcc_div_rn_f64(x, y);
  else
    return x / y;
}

/// x / y, rounded towards zero.
[[nodiscard]] inline float div_rz(float x, float y) noexcept {
  if constexpr (arch != 0)
    return __kcc_div_rz_f32(x, y);
  else
    return __kcc_math_div_rz_f32(x, y);
}

/// x / y, rounded towards zero.
[[nodiscard]] inline double div_rz(double x, double y) noexcept {
  if constexpr (arch != 0)
    return __kcc_div_rz_f64(x, y);
  else
    return __kcc_math_div_rz_f64(x, y);
}

/// x / y, rounded down.
[[nodiscard]] inline float div_rd(float x, float y) noexcept {
  if constexpr (arch != 0)
    return __kcc_div_rd_f32(x, y);
  else
    return __kcc_math_div_rd_f32(x, y);
}

/// x / y, rounded down.
[[nodiscard]] inline double div_rd(double x, double y) noexcept {
  if constexpr (arch != 0)
    return __kcc_div_rd_f64(x, y);
  else
    return __kcc_math_div_rd_f64(x, y);
}

/// x / y, rounded up.
[[nodiscard]] inline float div_ru(float x, float y) noexcept {
  if constexpr (arch != 0)
    return __kcc_div_ru_f32(x, y);
  else
    return __kcc_math_div_ru_f32(x, y);
}

/// x / y, rounded up.
[[nodiscard]] inline double div_ru(double x, double y) noexcept {
  if constexpr (arch != 0)
    return __kcc_div_ru_f64(x, y);
  else
    return __kcc_math_div_ru_f64(x, y);
}

/// 1 / x, rounded to the nearest number.
[[nodiscard]] inline float rcp_rn(float x) noexcept {
  return div_rn(1.0f, x);
}

/// 1 / x, rounded to the nearest number.
[[nodiscard]] inline double rcp_rn(double x) noexcept {
  return div_rn(1.0, x);
}

/// 1 / x, rounded towards zero.
[[nodiscard]] inline float rcp_rz(float x) noexcept {
  return div_rz(1.0f, x);
}

/// 1 / x, rounded towards zero.
[[nodiscard]] inline double rcp_rz(double x) noexcept {
  return div_rz(1.0, x);
}

/// 1 / x, rounded down.
[[nodiscard]] inline float rcp_rd(float x) noexcept {
  return div_rd(1.0f, x);
}

/// 1 / x, rounded down.
[[nodiscard]] inline double rcp_rd(double x) noexcept {
  return div_rd(1.0, x);
}

/// 1 / x, rounded up.
[[nodiscard]] inline float rcp_ru(float x) noexcept {
  return div_ru(1.0f, x);
}

/// 1 / x, rounded up.
[[nodiscard]] inline double rcp_ru(double x) noexcept {
  return div_ru(1.0, x);
}

/// The square root of x, rounded to the nearest number.
[[nodiscard]] inline float sqrt_rn(float x) noexcept {
  if constexpr (arch != 0)
    return __kcc_sqrt_rn_f32(x);
  else
    return __builtin_sqrtf(x);
}

/// The square root of x, rounded to the nearest number.
[[nodiscard]] inline double sqrt_rn(double x) noexcept {
  if constexpr (arch != 0)
    return __kcc_sqrt_rn_f64(x);
  else
    return __builtin_sqrt(x);
}

/// The square root of x, rounded towards zero.
[[nodiscard]] inline float sqrt_rz(float x) noexcept {
  if constexpr (arch != 0)
    return __kcc_sqrt_rz_f32(x);
  else
    return __kcc_math_sqrt_rz_f32(x);
}

/// The square root of x, rounded towards zero.
[[nodiscard]] inline double sqrt_rz(double x) noexcept {
  if constexpr (arch != 0)
    return __kcc_sqrt_rz_f64(x);
  else
    return __kcc_math_sqrt_rz_f64(x);
}

/// The square root of x, rounded down.
[[nodiscard]] inline float sqrt_rd(float x) noexcept {
  if constexpr (arch != 0)
    return __kcc_sqrt_rd_f32(x);
  else
    return __kcc_math_sqrt_rd_f32(x);
}

/// The square root of x, rounded down.
[[nodiscard]] inline double sqrt_rd(double x) noexcept {
  if constexpr (arch != 0)
    return __kcc_sqrt_rd_f64(x);
  else
    return __kcc_math_sqrt_rd_f64(x);
}

/// The square root of x, rounded up.
[[nodiscard]] inline float sqrt_ru(float x) noexcept {
  if constexpr (arch != 0)
    return __kcc_sqrt_ru_f32(x);
  else
    return __kcc_math_sqrt_ru_f32(x);
}

/// The square root of x, rounded up.
[[nodiscard]] inline double sqrt_ru(double x) noexcept {
  if constexpr (arch != 0)
    return __kcc_sqrt_ru_f64(x);
  else
    return __kcc_math_sqrt_ru_f64(x);
}

/// x * y + z, rounded to the nearest number.
[[nodiscard]] inline float fma_rn(float x, float y, float z) noexcept {
  if constexpr (arch != 0)
    return __kcc_fma_rn_f32(x, y, z);
  else
    return __builtin_fmaf(x, y, z);
}

/// x * y + z, rounded to the nearest number.
[[nodiscard]] inline double fma_rn(double x, double y, double z) noexcept {
  if constexpr (arch != 0)
    return __kcc_fma_rn_f64(x, y, z);
  else
    return __builtin_fma(x, y, z);
}

/// x * y + z, rounded towards zero.
[[nodiscard]] inline float fma_rz(float x, float y, float z) noexcept {
  if constexpr (arch != 0)
    return __kcc_fma_rz_f32(x, y, z);
  else
    return __kcc_math_fma_rz_f32(x, y, z);
}

/// x * y + z, rounded towards zero.
[[nodiscard]] inline double fma_rz(double x, double y, double z) noexcept {
  if constexpr (arch != 0)
    return __kcc_fma_rz_f64(x, y, z);
  else
    return __kcc_math_fma_rz_f64(x, y, z);
}

/// x * y + z, rounded down.
[[nodiscard]] inline float fma_rd(float x, float y, float z) noexcept {
  if constexpr (arch != 0)
    return __kcc_fma_rd_f32(x, y, z);
  else
    return __kcc_math_fma_rd_f32(x, y, z);
}

/// x * y + z, rounded down.
[[nodiscard]] inline double fma_rd(double x, double y, double z) noexcept {
  if constexpr (arch != 0)
    return __kcc_fma_rd_f64(x, y, z);
  else
    return __kcc_math_fma_rd_f64(x, y, z);
}

/// x * y + z, rounded up.
[[nodiscard]] inline float fma_ru(float x, float y, float z) noexcept {
  if constexpr (arch != 0)
    return __kcc_fma_ru_f32(x, y, z);
  else
    return __kcc_math_fma_ru_f32(x, y, z);
}

/// x * y + z, rounded up.
[[nodiscard]] inline double fma_ru(double x, double y, double z) noexcept {
  if constexpr (arch != 0)
    return __kcc_fma_ru_f64(x, y, z);
  else
    return __kcc_math_fma_ru_f64(x, y, z);
}

} // namespace kcc

#endif
