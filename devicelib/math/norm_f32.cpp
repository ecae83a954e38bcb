// hypot, rhypot, norm3d, rnorm3d, norm4d, rnorm4d for float. The arguments are scaled by a power of two,
// exactly, so that the largest is between 2 and 4 (if it is not subnormal) and no square that matters
// overflows or underflows. An infinity gives infinity (or zero) even together with a NaN, as in C's hypot. No
// branches. Errors below 1.5 ULP (2 ULP for the reciprocals), plus half an ULP where the result is subnormal.
#include "math/approximations.h"

namespace kcc::math {
namespace {

/// The sum of squares. At least 2^-80, so that the root of 0 is not a special case; it vanishes when the root
/// is scaled.
inline float sum_of_squares(float x, float y) {
  return fma(x, x, fma(y, y, 0x1p-80f));
}
inline float sum_of_squares(float x, float y, float z) {
  return fma(z, z, sum_of_squares(x, y));
}
inline float sum_of_squares(float x, float y, float z, float w) {
  return sum_of_squares(x, y) + sum_of_squares(z, w); // three roundings instead of four
}

/// The sum of squares, multiplied by down^2; up = 1 / down.
struct Squares {
  float sum, up, down;
  bool infinite;
};
template <typename... Rest> inline Squares squares(float first, Rest... rest) {
  float largest = abs(first);
  ((largest = maximum_number(largest, abs(rest))), ...);
  const Bits<float> limited = bits_of(largest) > 0x01000000 ? bits_of(largest) : 0x01000000;
  const Bits<float> exponent = ~limited & 0x7f800000; // 255 less the largest one's
  const float down = from_bits<float>(exponent), up = from_bits<float>(0x7f000000 - exponent);
  return {sum_of_squares(first * down, rest * down...), up, down, largest == infinity<float>};
}

template <typename... Arguments> inline float norm(Arguments... arguments) {
  const Squares s = squares(arguments...);
  const float result = near_sqrt_of_positive(s.sum) * s.up;
  return s.infinite ? infinity<float> : result;
}

template <typename... Arguments> inline float reciprocal(Arguments... arguments) {
  const Squares s = squares(arguments...);
  const float result = rsqrt_of_normal(s.sum) * s.down;
  return s.infinite ? 0.0f : result;
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_hypot_f32(float x, float y) {
  return kcc::math::norm(x, y);
}
float __kcc_math_rhypot_f32(float x, float y) {
  return kcc::math::reciprocal(x, y);
}
float __kcc_math_norm3d_f32(float x, float y, float z) {
  return kcc::math::norm(x, y, z);
}
float __kcc_math_rnorm3d_f32(float x, float y, float z) {
  return kcc::math::reciprocal(x, y, z);
}
float __kcc_math_norm4d_f32(float x, float y, float z, float w) {
  return kcc::math::norm(x, y, z, w);
}
float __kcc_math_rnorm4d_f32(float x, float y, float z, float w) {
  return kcc::math::reciprocal(x, y, z, w);
}
}
