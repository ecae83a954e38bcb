// exp, exp2, exp10 for float: x = k log(2) + r (in the base's logarithm), base^r by a polynomial, 2^k by the
// exponent's bits. One branch, to arguments whose result is not a normal number. Errors below 1 ULP, plus
// half an ULP where the result is subnormal.
#include "math/exp_log.h"

namespace kcc::math {
namespace {

/// fraction 2^k. The lower bits of `shifted` are the exponent's bits of 2^k.
struct Power {
  float fraction, shifted, k;
};

constexpr float magic = 0x1.8p23f + exponent_bias<float>;

inline Power exp(float x) {
  const float shifted = fma(x, log2_e, magic), k = shifted - magic;
  // The first difference is exact, the second one is rounded.
  const float r = fma(k, 0x1.05c61p-29f, fma(k, -0x1.62e43p-1f, x));
  return {fma(r, polynomial(r, exp_f32), 1.0f), shifted, k};
}

inline Power exp2(float x) {
  const float shifted = x + magic, k = shifted - magic, r = x - k;
  return {fma(r, polynomial(r, exp2_f32), 1.0f), shifted, k};
}

inline Power exp10(float x) {
  const float shifted = fma(x, 0x1.a934fp+1f, magic), k = shifted - magic;
  const float r = fma(k, 0x1.ec10cp-27f, fma(k, -0x1.344136p-2f, x));
  return {fma(r, polynomial(r, exp10_f32), 1.0f), shifted, k};
}

/// base^x, which is a normal number for |x| < \p limit, 0 at \p from and infinite at \p to.
template <Power (*of)(float)> inline float power(float x, float limit, float from, float to) {
  if (__builtin_expect(abs(x) < limit, 1)) {
    const Power power = of(x);
    return power.fraction * from_bits<float>(bits_of(power.shifted) << fraction_bits<float>);
  }
  const Power power = of(clamp(x, from, to));
  return x != x ? x : scale(power.fraction, static_cast<int>(power.k));
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_exp_f32(float x) {
  return kcc::math::power<kcc::math::exp>(x, 87, -105, 90);
}
float __kcc_math_exp2_f32(float x) {
  return kcc::math::power<kcc::math::exp2>(x, 126, -151, 129);
}
float __kcc_math_exp10_f32(float x) {
  return kcc::math::power<kcc::math::exp10>(x, 37.5f, -46, 39);
}
}
