// log, log2, log10, log1p for float: x = 2^k (1 + f) with f between -1/3 and 1/3, log(1 + f) by a polynomial.
// No branches. Errors below 1.5 ULP, that is, one ULP from the correctly rounded result.
#include "math/log_f32.h"

extern "C" {
float __kcc_math_log_f32(float x) {
  using namespace kcc::math;
  const Parts p = parts(x);
  return finish(x, fma(p.k, 0x1.62e43p-1f, log_of_sum(p.f)));
}
float __kcc_math_log2_f32(float x) {
  return kcc::math::finish(x, kcc::math::log2_of_positive(x));
}
float __kcc_math_log10_f32(float x) {
  using namespace kcc::math;
  const Parts p = parts(x);
  const float tail = fma(p.f, polynomial(p.f, log10_tail_f32), 0x1.15c2bcp-27f);
  const float low = fma(p.f, tail, p.k * -0x1.ec10cp-27f);
  return finish(x, fma(p.k, 0x1.344136p-2f, fma(p.f, 0x1.bcb7b2p-2f, low)));
}
float __kcc_math_log1p_f32(float x) {
  using namespace kcc::math;
  const float result = log1p_of_finite(x);
  return x > -1 && x < infinity<float> ? result
         : x == -1                     ? -infinity<float>
                                       : fma(x, infinity<float>, infinity<float>);
}
}
