// sinh, cosh, tanh, asinh, acosh, atanh for float, from e^x and log(1 + x); series near 0. Errors below 2.5
// ULP.
#include "math/approximations.h"
#include "math/log_f32.h"

namespace kcc::math {
namespace {

/// log(1 + x) for x >= 0, and NaN and infinity for themselves; log(x) from 2^30 on, so that x may be huge.
inline float log1p_any(float x) {
  const float result = log1p_of_finite(x);
  return x < infinity<float> ? result : x;
}
constexpr float ln2 = 0x1.62e43p-1f;

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_sinh_f32(float x) {
  using namespace kcc::math;
  const float a = abs(x), square = x * x;
  const float half = near_exp<-1>(a);
  const float large = fma(-0.25f, near_reciprocal(half), half);
  const float small = fma(x * square, polynomial(square, sinh_short_f32), x);
  return a < 1 ? small : copysign(large, x);
}

float __kcc_math_cosh_f32(float x) {
  using namespace kcc::math;
  const float half = near_exp<-1>(abs(x));
  return fma(0.25f, near_reciprocal(half), half);
}

float __kcc_math_tanh_f32(float x) {
  using namespace kcc::math;
  const float a = abs(x), square = x * x;
  const float large = fma(-2.0f, near_reciprocal(near_exp2(a * 0x1.715476p+1f) + 1), 1.0f);
  // 0 instead of -0 if x is a zero, which then keeps its sign.
  const float tail = fma(square, polynomial(square, tanh_short_f32), 0.0f);
  return a < 0.55f ? fma(tail, x, x) : copysign(large, x);
}

float __kcc_math_asinh_f32(float x) {
  using namespace kcc::math;
  const float a = abs(x);
  const bool large = a > 0x1p30f;
  // sqrt(1 + a^2) - 1 = a^2 / (1 + sqrt(1 + a^2))
  const float b = large ? 0.0f : a;
  const float root = near_sqrt(fma(b, b, 1.0f)) + 1;
  const float below = fma(b * b, near_reciprocal(root), b);
  const float result = log1p_any(large ? a : below);
  return copysign(large ? result + ln2 : result, x);
}

float __kcc_math_acosh_f32(float x) {
  using namespace kcc::math;
  const bool large = x > 0x1p30f;
  const float t = x - 1;
  const float b = large ? 0.0f : t;
  const float below = t + near_sqrt(fma(b, b, 2 * b));
  const float result = log1p_any(large ? x : below);
  return x < 1 ? nan<float> : large ? result + ln2 : result;
}

float __kcc_math_atanh_f32(float x) {
  using namespace kcc::math;
  const float a = abs(x);
  // log((1 + a) / (1 - a)) = log(1 + 2 a / (1 - a))
  const float below = 1 - a;
  const float inverse = near_reciprocal(below);
  const float quotient = 2 * a * inverse;
  const float rest = fma(-quotient, below, 2 * a);
  const float result = 0.5f * log1p_any(a < 1 ? fma(rest, inverse, quotient) : quotient);
  return a <= 1 ? copysign(result, x) : nan<float>;
}
}
