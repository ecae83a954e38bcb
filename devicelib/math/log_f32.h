// What the logarithms for float, and the inverse hyperbolic functions, are made of.
#ifndef KCC_DEVICELIB_MATH_LOG_F32_H
#define KCC_DEVICELIB_MATH_LOG_F32_H

#include "math/arithmetic.h"
#include "math/coefficients.h"

namespace kcc::math {
namespace {

/// log(1 + f) for |f| <= 1/3.
inline float log_of_sum(float f) {
  return fma(f * f, polynomial(f, log1p_tail_f32), f);
}

/// x = 2^k (1 + f)
struct Parts {
  float k, f;
};

/// For positive, normal x. \p least: the bits of the least 1 + f, 2/3 by default.
template <Bits<float> least = 0x3f2aaaab> inline Parts parts_of_normal(float x) {
  const Bits<float> exponent = (bits_of(x) - least) & 0xff800000;
  const float k = static_cast<float>(static_cast<std::int32_t>(exponent));
  return {k * 0x1p-23f, from_bits<float>(bits_of(x) - exponent) - 1};
}

/// For positive, finite x.
template <Bits<float> least = 0x3f2aaaab> inline Parts parts(float x) {
  const bool subnormal = x < Limits<float>::min();
  const Bits<float> bits = bits_of(subnormal ? x * 0x1p23f : x);
  const Bits<float> exponent = (bits - least) & 0xff800000;
  const float k = static_cast<float>(static_cast<std::int32_t>(exponent));
  return {fma(k, 0x1p-23f, subnormal ? -23.0f : 0.0f), from_bits<float>(bits - exponent) - 1};
}

/// For log2, from sqrt(1/2), because k + log2(1 + f) would be small at 2/3.
inline constexpr Bits<float> least_for_log2 = 0x3f3504f3;

inline float log2_of_parts(Parts p) {
  // f + k has no rounding error that matters, and the factor log2(e) - 1 a smaller one than log2(e).
  return fma(p.f, fma(p.f, polynomial(p.f, log2_tail_f32), 0x1.c551dap-2f), p.f + p.k);
}

/// log2(x) for positive, finite x.
inline float log2_of_positive(float x) {
  return log2_of_parts(parts<least_for_log2>(x));
}

/// The logarithm of x, where it is `result` for positive, finite x.
inline float finish(float x, float result) {
  const float special = fma(x, infinity<float>, infinity<float>); // NaN for negative numbers
  return x == 0 ? -infinity<float> : bits_of(x) < 0x7f800000 ? result : special;
}

/// log(1 + x) for finite x > -1, where 1 + x = 2^k (1 + f) with f from -1/4 to 1/2, so that f = x 2^-k - (1 -
/// 2^-k) is exact where the result is small. Exponents are negative, so that a zero keeps its sign.
inline float log1p_of_finite(float x) {
  const Bits<float> exponent = (0x3f400000 + 0x7fffff - bits_of(x + 1)) & 0xff800000;
  const float inverse = from_bits<float>(0x40800000 + exponent); // 4 2^-k, as k may be 128
  const float f = from_bits<float>(bits_of(x) + exponent) - fma(-0.25f, inverse, 1.0f);
  const float k = static_cast<float>(static_cast<std::int32_t>(exponent));
  return fma(k, -0x1.62e43p-24f, fma(f * f, polynomial(f, log1p_wide_f32), f));
}

} // namespace
} // namespace kcc::math

#endif
