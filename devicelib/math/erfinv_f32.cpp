// erfinv, erfcinv, normcdfinv for float: x = erf(y), y / x is a polynomial in log2(1 - x^2) unless |x| is
// close to 1; there, in a branch, y is a polynomial in sqrt(-log(1 - x^2)) (M. Giles, Approximating the
// erfinv function, GPU Computing Gems Jade Edition, 2011, with new coefficients). Errors below 2.5 ULP
// (erfinv), 4 ULP.
#include "math/approximations.h"

namespace kcc::math {
namespace {

/// |y|, where u = 1 - x^2 is below 2^-7. Infinite for 0; NaN for negative numbers and NaN.
inline float tail(float u) {
  const float s = sqrt(-0x1.62e43p-1f * log2_of_positive(u));
  const float near = polynomial(s - 3.25f, erfinv_near_f32), far = polynomial(s - 6.875f, erfinv_far_f32);
  const float result = s < 4.25f ? near : far;
  return u > 0 ? result : u == 0 ? infinity<float> : nan<float>;
}

/// y, where u = 1 - x^2 to full accuracy.
inline float solve(float x, float u) {
  const float a = abs(x), logarithm = near_log2(u);
  float y = fma(a, polynomial(logarithm, erfinv_middle_f32), a);
  if (__builtin_expect(!(logarithm > -7.2f), 0))
    y = tail(u);
  return from_bits<float>(bits_of(y) | (bits_of(x) & sign_bit<float>)); // also for zeros
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_erfinv_f32(float x) {
  return kcc::math::solve(x, kcc::math::fma(-x, x, 1.0f));
}
float __kcc_math_erfcinv_f32(float q) {
  return kcc::math::solve(1 - q, q * (2 - q));
}
/// normcdfinv(p) = -sqrt(2) erfcinv(2 p)
float __kcc_math_normcdfinv_f32(float p) {
  const float q = 2 * p;
  return 0x1.6a09e6p+0f * kcc::math::solve(q - 1, q * (2 - q));
}
}
