// The approximate operations that float functions are built from: the instructions of a GPU where the library
// is compiled for one (KCC_GPU_INSTRUCTIONS), and otherwise the same values from operations that IEEE 754
// defines. Unless a comment says otherwise, the relative error is below 2^-22 either way; the GPU takes
// subnormal numbers for zeros.
#ifndef KCC_DEVICELIB_MATH_APPROXIMATIONS_H
#define KCC_DEVICELIB_MATH_APPROXIMATIONS_H

#include "math/exp_log.h"
#include "math/log_f32.h"

namespace kcc::math {

/// 2^r for |r| <= 1/2, with an error below 0.8 ULP.
inline float exp2_of_fraction(float r) {
  return fma(r, polynomial(r, exp2_f32), 1.0f);
}

#ifdef KCC_GPU_INSTRUCTIONS

// As assembly, because LLVM takes its own intrinsics for operations that it may replace. It does not move
// assembly out of conditional expressions: what is cheaper than a branch must be computed before.
#define KCC_APPROXIMATION(name, instruction)                                                                 \
  inline float name(float x) {                                                                               \
    float result;                                                                                            \
    asm(instruction : "=f"(result) : "f"(x));                                                                \
    return result;                                                                                           \
  }
KCC_APPROXIMATION(near_exp2, "ex2.approx.ftz.f32 %0, %1;")
KCC_APPROXIMATION(near_log2, "lg2.approx.ftz.f32 %0, %1;")
KCC_APPROXIMATION(near_log2_of_magnitude, "abs.f32 %0, %1; lg2.approx.ftz.f32 %0, %0;")
KCC_APPROXIMATION(near_reciprocal, "rcp.approx.ftz.f32 %0, %1;")
KCC_APPROXIMATION(near_rsqrt, "rsqrt.approx.ftz.f32 %0, %1;")
#undef KCC_APPROXIMATION

/// For normal x: one step of Newton's method, because the functions' bounds leave no room for more.
inline float near_sqrt_of_positive(float x) {
  const float inverse = near_rsqrt(x), root = x * inverse;
  return fma(fma(-root, root, x), 0.5f * inverse, root);
}

/// For 0 and normal x.
inline float near_sqrt(float x) {
  const float root = near_sqrt_of_positive(x);
  return x == 0 ? x : root;
}

/// 1 / cbrt(|x|) for normal x, with an error below 2^-15.
inline float near_rcbrt(float x) {
  return near_exp2(near_log2_of_magnitude(x) * -0x1.555556p-2f);
}

/// x y + z, limited to [0, 1]; 0 for NaN.
inline float saturated_fma(float x, float y, float z) {
  float result;
  asm("fma.rn.sat.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(x), "f"(y), "f"(z));
  return result;
}

/// base^x 2^shift, where log2(base) = high + low: 2^k by the exponent's bits, and k is limited such that 2^k
/// is a normal number, which leaves the rest of a large x to the instruction.
template <int shift> inline float near_power(float x, float high, float low) {
  const float t = saturated_fma(x, high / 253, static_cast<float>(126 + shift) / 253);
  const float shifted = fma(t, 253.0f, 0x1.8p23f + 1);
  const float k = shifted - (0x1.8p23f + 127 + shift);
  return near_exp2(fma(x, low, fma(x, high, -k))) * from_bits<float>(bits_of(shifted) << 23);
}

/// e^x 2^shift.
template <int shift = 0> inline float near_exp(float x) {
  return near_power<shift>(x, log2_e, log2_e_low);
}

#else

/// 2^x: x = k + r.
inline float near_exp2(float x) {
  const float y = clamp(x, -126.0f, 127.0f);
  const float shifted = y + 0x1.8p23f;
  const float r = y - (shifted - 0x1.8p23f);
  const float fraction = exp2_of_fraction(r);
  const float result = from_bits<float>(bits_of(fraction) + (bits_of(shifted) << 23));
  return x < -126 ? 0.0f : x >= 128 ? infinity<float> : x > 127 ? 2 * result : x != x ? x : result;
}
inline float near_log2(float x) {
  return finish(x, log2_of_positive(x));
}
inline float near_reciprocal(float x) {
  return 1 / x;
}
inline float near_rsqrt(float x) {
  return 1 / sqrt(x);
}
inline float near_sqrt_of_positive(float x) {
  return sqrt(x);
}
inline float near_sqrt(float x) {
  return sqrt(x);
}
/// 1 / cbrt(|x|) for normal x, with an error below 2^-15.
inline float near_rcbrt(float x) {
  const float a = abs(x);
  const float start = from_bits<float>(0x54a2fa8c - bits_of(a) / 3); // off by at most 5 %
  const float error = fma(-(a * start), start * start, 1.0f);
  // (1 - h)^(-1/3) = 1 + h / 3 + 2 h^2 / 9 + 14 h^3 / 81
  const float factor = fma(error, fma(error, 0x1.61f9aep-3f, 0x1.c71c72p-3f), 0x1.555556p-2f);
  return fma(start * error, factor, start);
}

/// e^x 2^shift.
template <int shift = 0> inline float near_exp(float x) {
  const float y = clamp(x, exp_from<float>, exp_to<float> + 1 - shift);
  const float k = rint(y * log2_e);
  const float r = fma(-k, Ln2<float>::second, fma(-k, Ln2<float>::first, y));
  const float fraction = 1 + fma(r * r, polynomial(r, exp_tail_f32), r);
  const float result = scale(fraction, static_cast<int>(k) + shift);
  return x != x ? x : result;
}

#endif

/// 1 / sqrt(x) for normal x, with a step of Newton's method.
inline float rsqrt_of_normal(float x) {
  const float root = near_rsqrt(x);
  return fma(0.5f * root, fma(-root, x * root, 1.0f), root);
}

} // namespace kcc::math

#endif
