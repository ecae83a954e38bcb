// asin, acos, atan, atan2 for float: polynomials in the square of the argument, which is at most 1 (atan) or
// 0.5625 (asin). Larger arguments are reduced by atan(x) = pi / 2 - atan(1 / x) and asin(x) = pi / 2 - 2
// asin(sqrt((1 - x) / 2)). No branches. Errors below 2.5 ULP (atan2: 3.5).
#include "math/approximations.h"

namespace kcc::math {
namespace {

/// pi / 2 - x, rounded once: the product of these numbers is pi / 2 with an error of 2^-45.
inline float from_half_pi(float x) {
  return fma(0x1.aee9d6p+0f, 0x1.ddcb02p-1f, -x);
}
inline float from_pi(float x) {
  return fma(0x1.aee9d6p+0f, 0x1.ddcb02p+0f, -x);
}

/// atan(x) for 0 <= x <= 1.
inline float atan_below_one(float x) {
  const float square = x * x;
  return fma(x * square, polynomial(square, atan_short_f32), x);
}

/// asin(a) for 0 <= a <= 1: the angle, or pi / 2 - 2 angle for large a.
struct Arcsine {
  bool large;
  float angle;
};
inline Arcsine arcsine(float a) {
  const bool large = a > 0.5625f;
  const float half = fma(-0.5f, a, 0.5f);
  const float square = large ? half : a * a;
  const float root = near_sqrt(half);
  const float x = large ? root : a;
  return {large, fma(x * square, polynomial(square, asin_short_f32), x)};
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_atan_f32(float x) {
  using namespace kcc::math;
  const float a = abs(x);
  const bool large = a > 1;
  const float inverse = near_reciprocal(a);
  const float inner = atan_below_one(large ? inverse : a);
  return copysign(large ? from_half_pi(inner) : inner, x);
}

float __kcc_math_atan2_f32(float y, float x) {
  using namespace kcc::math;
  const float a = abs(x), b = abs(y);
  const bool steep = b > a;
  const float above = steep ? a : b, below = steep ? b : a;
  float quotient = above / below;
  // The angles of the corners, and of the origin.
  quotient = above == below ? (below == 0 ? 0.0f : 1.0f) : quotient;
  float result = atan_below_one(quotient);
  result = steep ? from_half_pi(result) : result;
  result = bits_of(x) >> 31 ? from_pi(result) : result;
  return x != x || y != y ? nan<float> : copysign(result, y);
}

float __kcc_math_asin_f32(float x) {
  using namespace kcc::math;
  const auto [large, angle] = arcsine(abs(x));
  return copysign(large ? from_half_pi(2 * angle) : angle, x);
}

float __kcc_math_acos_f32(float x) {
  using namespace kcc::math;
  const auto [large, angle] = arcsine(abs(x));
  const float near = from_half_pi(copysign(angle, x));
  const float far = x < 0 ? from_pi(2 * angle) : 2 * angle;
  return large ? far : near;
}
}
