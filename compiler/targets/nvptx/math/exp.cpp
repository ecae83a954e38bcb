// exp, exp2, exp10, rsqrt for float, from the GPU's own instructions: as fast as CUDA's, and with its errors.
#include "math/approximations.h"

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
}
