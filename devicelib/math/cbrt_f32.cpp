// cbrt, rcbrt for float: a step of Newton's method from an approximate 1 / cbrt(x). No division and no
// branch. Errors below 1 ULP (cbrt), 1.5 ULP (rcbrt).
#include "math/approximations.h"

namespace kcc::math {
namespace {

/// x, or 2^24 x if x is so small that the residual x - y^3 may be subnormal, which --ftz=true makes zero.
struct Scaled {
  float value;
  bool is_small;
};
inline Scaled scaled(float x) {
  const bool is_small = abs(x) < 0x1p-100f;
  return {is_small ? x * 0x1p24f : x, is_small};
}
/// For zeros and infinities; not for NaN, which needs no exception.
inline bool is_special(float x) {
  return x + x == x;
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_cbrt_f32(float x) {
  using namespace kcc::math;
  const auto [a, is_small] = scaled(x);
  const float z = near_rcbrt(a);
  const float square = z * z;
  const float y = a * square;
  const float root = fma(fma(-y * y, y, a) * 0x1.555556p-2f, square, y);
  const float result = is_small ? root * 0x1p-8f : root;
  return is_special(x) ? x : result;
}

float __kcc_math_rcbrt_f32(float x) {
  using namespace kcc::math;
  const auto [a, is_small] = scaled(x);
  const float z = near_rcbrt(a);
  const float rest = fma(-(abs(a) * z), z * z, 1.0f);
  const float inverse = fma(z * 0x1.555556p-2f, rest, z);
  const float result = copysign(is_small ? inverse * 0x1p8f : inverse, x);
  const float exchanged = from_bits<float>(bits_of(x) ^ 0x7f800000); // zeros and infinities
  return is_special(x) ? exchanged : result;
}
}
