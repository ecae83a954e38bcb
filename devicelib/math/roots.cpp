// rsqrt and rcbrt. Errors below 1 ULP: 1 / sqrt(x) with Newton's step for double, whose documented bound on
// other systems is 1; the reciprocal of a root that is itself almost exact for the others.
#include "math/arithmetic.h"

extern "C" float __kcc_math_cbrt_f32(float);
extern "C" double __kcc_math_cbrt_f64(double);

extern "C" {
float __kcc_math_rsqrt_f32(float x) {
  return 1 / __builtin_sqrtf(x);
}
double __kcc_math_rsqrt_f64(double x) {
  const double root = __builtin_sqrt(x);
  const double y = 1 / root;
  const double rest = kcc::math::fma(-y, root, 1.0);    // what the division left
  const double square = kcc::math::fma(-root, root, x); // and the root
  const double better = kcc::math::fma(y, kcc::math::fma(-0.5 * y, square * y, rest), y);
  return x > 0 && x < kcc::math::infinity<double> ? better : y;
}
float __kcc_math_rcbrt_f32(float x) {
  return 1 / __kcc_math_cbrt_f32(x);
}
double __kcc_math_rcbrt_f64(double x) {
  return 1 / __kcc_math_cbrt_f64(x);
}
}
