// cyl_bessel_i0 and cyl_bessel_i1 for float, as in cyl_bessel_i_f64.cpp: errors below 6.5 ULP, that is, 6 ULP
// from the correctly rounded result.
#include "math/approximations.h"

namespace kcc::math {
namespace {

/// For a >= 8, not above 94, from where on the result is infinite.
template <std::size_t n> inline float far(float a, const float (&coefficients)[n]) {
  const float root = rsqrt_of_normal(a);
  // e^a is infinite long before the result is.
  return near_exp<-24>(a) * (polynomial(root * root, coefficients) * root) * 0x1p24f;
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_cyl_bessel_i0_f32(float x) {
  using namespace kcc::math;
  const float a = abs(x), quarter = 0.25f * a * a;
  float result = polynomial(quarter, i0_near_f32);
  if (a >= 8)
    result = far(minimum(a, 94.0f), i0_far_f32);
  return result;
}
float __kcc_math_cyl_bessel_i1_f32(float x) {
  using namespace kcc::math;
  const float a = abs(x), half = 0.5f * x, quarter = half * half;
  float result = half * polynomial(quarter, i1_near_f32);
  if (a >= 8)
    result = copysign(far(minimum(a, 94.0f), i1_far_f32), x);
  return result;
}
}
