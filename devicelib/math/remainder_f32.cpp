// fmod, remainder, remquo for float: exact, as in IEEE 754. If the quotient is below 2^19, it is found by one
// multiplication; everything else is left to the loop of remainder.h, in a branch.
#include "math/approximations.h"
#include "math/remainder.h"

namespace kcc::math {
namespace {

/// x - q y and the last bits of q, where q is x / y rounded to an integer, but down where x / y is just above
/// a half: the difference is exact, at least -y / 2 and below y.
struct Step {
  float rest;
  Bits<float> quotient;
  bool valid; ///< false: none of this holds
};
/// For x and y >= 0.
inline Step step(float x, float y) {
  // Smaller than 1 / y whatever the instruction's error.
  const float inverse = near_reciprocal(y) * (1 - 0x1p-21f);
  const float shifted = fma(x, inverse, 0x1.8p23f);
  const float q = shifted - 0x1.8p23f;
  return {fma(-q, y, x), bits_of(shifted), q < 0x1p19f && y < 0x1p126f};
}

inline float with_sign_of(float magnitude, float x) {
  return from_bits<float>(bits_of(magnitude) ^ (bits_of(x) & sign_bit<float>));
}

inline float remainder(float x, float y, int *quotient) {
  const float b = abs(y);
  const Step at = step(abs(x), b);
  if (__builtin_expect(!at.valid, 0))
    return nearest(x, y, quotient);
  const float half = 0.5f * b;
  const bool up = at.rest > half || (at.rest == half && at.quotient & 1);
  const int bits = static_cast<int>(at.quotient + (up ? 1 : 0)) & 7;
  *quotient = (bits_of(x) ^ bits_of(y)) & sign_bit<float> ? -bits : bits;
  return with_sign_of(up ? at.rest - b : at.rest, x);
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_fmod_f32(float x, float y) {
  using namespace kcc::math;
  const float b = abs(y);
  const Step at = step(abs(x), b);
  if (__builtin_expect(!at.valid, 0))
    return truncated(x, y);
  return with_sign_of(at.rest < 0 ? at.rest + b : at.rest, x);
}
float __kcc_math_remquo_f32(float x, float y, int *quotient) {
  return kcc::math::remainder(x, y, quotient);
}
float __kcc_math_remainder_f32(float x, float y) {
  int quotient;
  return kcc::math::remainder(x, y, &quotient);
}
}
