// Math with less accuracy in a few instructions: what CUDA calls __sinf(), __expf() and so on.
//
// On a GPU these are its approximate instructions (PTX ISA, "Floating Point Instructions", lists their
// errors), on the CPU device the accurate functions. So, unlike everything else, their results differ between
// devices.
#ifndef KCC_MATH_FAST_H
#define KCC_MATH_FAST_H

#include <kcc/device/arch.h>
#include <kcc/math/extra.h>

extern "C" {
[[gnu::const]] float __kcc_sin_approx(float) noexcept;
[[gnu::const]] float __kcc_cos_approx(float) noexcept;
[[gnu::const]] float __kcc_tanh_approx(float) noexcept;
[[gnu::const]] float __kcc_exp2_approx(float) noexcept;
[[gnu::const]] float __kcc_log2_approx(float) noexcept;
[[gnu::const]] float __kcc_rcp_approx(float) noexcept;
[[gnu::const]] float __kcc_rsqrt_approx(float) noexcept;
[[gnu::const]] float __kcc_sqrt_approx(float) noexcept;
[[gnu::const]] float __kcc_div_approx(float, float) noexcept;
[[gnu::const]] float __kcc_math_sin_f32(float) noexcept;
[[gnu::const]] float __kcc_math_cos_f32(float) noexcept;
[[gnu::const]] float __kcc_math_tan_f32(float) noexcept;
[[gnu::const]] float __kcc_math_tanh_f32(float) noexcept;
[[gnu::const]] float __kcc_math_exp_f32(float) noexcept;
[[gnu::const]] float __kcc_math_exp2_f32(float) noexcept;
[[gnu::const]] float __kcc_math_log_f32(float) noexcept;
[[gnu::const]] float __kcc_math_log2_f32(float) noexcept;
[[gnu::const]] float __kcc_math_log10_f32(float) noexcept;
[[gnu::const]] float __kcc_math_pow_f32(float, float) noexcept;
}

#ifndef __KCC__
#include <kcc/host/fast.h>
#endif

namespace kcc::fast {

/// sin(x) by `sin.approx`: the error is at most 2^-20.5 in [-2 pi, 2 pi] and grows outside.
[[nodiscard]] inline float sin(float x) noexcept {
  if constexpr (arch != 0)
    return __kcc_sin_approx(x);
  else
    return __kcc_math_sin_f32(x);
}

/// cos(x) by `cos.approx`: the error is at most 2^-20.5 in [-2 pi, 2 pi] and grows outside.
[[nodiscard]] inline float cos(float x) noexcept {
  if constexpr (arch != 0)
    return __kcc_cos_approx(x);
  else
    return __kcc_math_cos_f32(x);
}

/// sin(x) and cos(x) of this namespace in one call.
[[nodiscard]] inline SineCosine<float> sincos(float x) noexcept {
  return {fast::sin(x), fast::cos(x)};
}

/// x / y by `div.approx`: the error is at most 2 ULP for 2^-126 <= |y| <= 2^126; 0 for larger y.
[[nodiscard]] inline float divide(float x, float y) noexcept {
  if constexpr (arch != 0)
    return __kcc_div_approx(x, y);
  else
    return x / y;
}

/// tan(x) as the quotient of this namespace's sin(x) and cos(x).
[[nodiscard]] inline float tan(float x) noexcept {
  if constexpr (arch != 0)
    return __kcc_div_approx(__kcc_sin_approx(x), __kcc_cos_approx(x));
  else
    return __kcc_math_tan_f32(x);
}

/// tanh(x) by `tanh.approx`, with a relative error of at most 2^-11; the accurate function before sm_75.
[[nodiscard]] inline float tanh(float x) noexcept {
  if constexpr (arch >= 75)
    return __kcc_tanh_approx(x);
  else
    return __kcc_math_tanh_f32(x);
}

/// 2 to the power of x by `ex2.approx`: the error is at most 2 ULP.
[[nodiscard]] inline float exp2(float x) noexcept {
  if constexpr (arch != 0)
    return __kcc_exp2_approx(x);
  else
    return __kcc_math_exp2_f32(x);
}

/// e to the power of x, as exp2(x * log2(e)): the error grows with |x|, by about 1 ULP per unit.
[[nodiscard]] inline float exp(float x) noexcept {
  if constexpr (arch != 0)
    return __kcc_exp2_approx(x * 1.4426950408889634f);
  else
    return __kcc_math_exp_f32(x);
}

/// 10 to the power of x, as exp2(x * log2(10)): the error grows with |x|, by about 2 ULP per unit.
[[nodiscard]] inline float exp10(float x) noexcept {
  if constexpr (arch != 0)
    return __kcc_exp2_approx(x * 3.3219280948873623f);
  else
    return __kcc_math_exp10_f32(x);
}

/// The logarithm to base 2 by `lg2.approx`: the error is at most 2^-22 in [0.5, 2], and the relative error at
/// most 2^-22 outside.
[[nodiscard]] inline float log2(float x) noexcept {
  if constexpr (arch != 0)
    return __kcc_log2_approx(x);
  else
    return __kcc_math_log2_f32(x);
}

/// The natural logarithm, as log2(x) * log(2).
[[nodiscard]] inline float log(float x) noexcept {
  if constexpr (arch != 0)
    return __kcc_log2_approx(x) * 0.6931471805599453f;
  else
    return __kcc_math_log_f32(x);
}

/// The logarithm to base 10, as log2(x) * log10(2).
[[nodiscard]] inline float log10(float x) noexcept {
  if constexpr (arch != 0)
    return __kcc_log2_approx(x) * 0.3010299956639812f;
  else
    return __kcc_math_log10_f32(x);
}

/// x to the power of y, as exp2(y * log2(x)): for x > 0 only.
[[nodiscard]] inline float pow(float x, float y) noexcept {
  if constexpr (arch != 0)
    return __kcc_exp2_approx(y * __kcc_log2_approx(x));
  else
    return __kcc_math_pow_f32(x, y);
}

/// 1 / x by `rcp.approx`: the error is at most 1 ULP.
[[nodiscard]] inline float reciprocal(float x) noexcept {
  if constexpr (arch != 0)
    return __kcc_rcp_approx(x);
  else
    return 1.0f / x;
}

/// sqrt(x) by `sqrt.approx`: the relative error is at most 2^-23.
[[nodiscard]] inline float sqrt(float x) noexcept {
  if constexpr (arch != 0)
    return __kcc_sqrt_approx(x);
  else
    return __builtin_sqrtf(x);
}

/// 1 / sqrt(x) by `rsqrt.approx`: the relative error is at most 2^-22.9.
[[nodiscard]] inline float rsqrt(float x) noexcept {
  if constexpr (arch != 0)
    return __kcc_rsqrt_approx(x);
  else
    return __kcc_math_rsqrt_f32(x);
}

} // namespace kcc::fast

#endif
