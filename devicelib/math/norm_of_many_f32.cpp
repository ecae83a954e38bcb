// norm and rnorm of any number of values for float.
#include "math/approximations.h"
#include "math/norm_of_many.h"

extern "C" {
float __kcc_math_norm_f32(std::uint64_t count, const float *values) {
  using namespace kcc::math;
  return norm<Norm<float>>(count, values,
                           [](float sum, float rest) { return near_sqrt_of_positive(sum + rest); });
}
float __kcc_math_rnorm_f32(std::uint64_t count, const float *values) {
  using namespace kcc::math;
  return norm<Reciprocal<float>>(count, values,
                                 [](float sum, float rest) { return rsqrt_of_normal(sum + rest); });
}
}
