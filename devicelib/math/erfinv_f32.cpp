// erfinv, erfcinv, normcdfinv for float: x = erf(y), and y / x is a polynomial in log2(1 - x^2) unless |x| is
// close to 1. There, in a branch, it is w P(1 / w) with w = sqrt(-log2(1 - x^2)) (after M. Giles,
// Approximating the erfinv function, GPU Computing Gems Jade Edition, 2011, with new coefficients). The
// product with x keeps the sign of a zero, which the sum of x and a product would not. Errors below 2.5 ULP
// (erfinv), 3 ULP (erfcinv), 3.5 ULP (normcdfinv).
#include "math/approximations.h"

namespace kcc::math {
namespace {

/// The smallest log2(1 - x^2) for which y / x is the polynomial. Beyond, y / x is 2 or more while y is still
/// below 2, and its rounding error would be a unit in the last place of y.
constexpr float least = -6.69f;

/// |y|, where u = 1 - x^2 is below 2^least. Infinite for 0; NaN for negative numbers and NaN.
inline float tail(float u) {
  const bool subnormal = u < Limits<float>::min();
  const float logarithm = near_log2(subnormal ? u * 0x1p24f : u) - (subnormal ? 24.0f : 0.0f);
  const float w = near_sqrt_of_positive(-logarithm);
  const float result = fma(w, polynomial(near_rsqrt(-logarithm) - 0.25f, erfinv_tail_f32), w);
  return logarithm == -infinity<float> ? infinity<float> : result;
}

inline bool is_in_tail(float logarithm, float least) {
  return __builtin_expect(!(logarithm > least), 0); // NaN is
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_erfinv_f32(float x) {
  using namespace kcc::math;
  const float u = fma(-x, x, 1.0f), logarithm = near_log2(u);
  float result = x * polynomial(logarithm, erfinv_factor_f32);
  if (is_in_tail(logarithm, least))
    result = copysign(tail(u), x);
  return result;
}
float __kcc_math_erfcinv_f32(float q) {
  using namespace kcc::math;
  const float u = q * (2 - q), logarithm = near_log2(u);
  const float factor = polynomial(logarithm, erfinv_factor_f32);
  float result = fma(-q, factor, factor);
  if (is_in_tail(logarithm, least))
    result = copysign(tail(u), 1 - q);
  return result;
}
/// -sqrt(2) erfcinv(2 p)
float __kcc_math_normcdfinv_f32(float p) {
  using namespace kcc::math;
  const float quarter = fma(-p, p, p), logarithm = near_log2(quarter); // of u for q = 2 p
  const float factor = polynomial(logarithm, normcdfinv_factor_f32);
  float result = fma(2 * p, factor, -factor);
  if (is_in_tail(logarithm, least - 2))
    result = 0x1.6a09e6p+0f * copysign(tail(4 * quarter), p - 0.5f);
  return result;
}
}
