// exp, exp2, exp10 for float and rsqrt for both types, from the GPU's own instructions: as fast as CUDA's,
// and with its errors.
#include "math/approximations.h"

namespace {

/// For positive, normal x: two steps of Newton's method at once, from 20 bits. Error below 1 ULP.
inline double rsqrt_of_normal(double x) {
  using namespace kcc::math;
  double near;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(near) : "d"(x));
  const double error = fma(-(x * near), near, 1.0);
  return fma(near * error, fma(error, 0.375, 0.5), near);
}

} // namespace

extern "C" {
float __kcc_math_exp_f32(float x) {
  return kcc::math::near_exp(x);
}
float __kcc_math_exp2_f32(float x) {
  // The instruction takes subnormal results for zero.
  const bool small = x < -126;
  const float result = kcc::math::near_exp2(small ? x + 24 : x);
  return small ? result * 0x1p-24f : result;
}
float __kcc_math_exp10_f32(float x) {
  return kcc::math::near_power<0>(x, 0x1.a934fp+1f, 0x1.2f346ep-24f);
}
float __kcc_math_rsqrt_f32(float x) {
  const bool subnormal = kcc::math::abs(x) < 0x1p-126f;
  const float result = kcc::math::near_rsqrt(subnormal ? x * 0x1p24f : x);
  return subnormal ? result * 0x1p12f : result;
}
double __kcc_math_rsqrt_f64(double x) {
  using namespace kcc::math;
  const double result = rsqrt_of_normal(x);
  if (__builtin_expect(static_cast<std::uint32_t>(bits_of(x) >> 32) - 0x00100000 < 0x7fe00000, 1)) // normal
    return result;
  return x == 0                  ? copysign(infinity<double>, x)
         : x == infinity<double> ? 0.0
         : x > 0                 ? rsqrt_of_normal(x * 0x1p54) * 0x1p27
                                 : nan<double>;
}
}
