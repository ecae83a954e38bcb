// sinpi, cospi for float: |x| = quadrant / 2 + r (modulo 2) with |r| <= 1/4, exactly; polynomials in r^2. No
// branches. Errors below 1.5 ULP, that is, one ULP from the correctly rounded result.
#include "math/arithmetic.h"
#include "math/coefficients.h"

namespace kcc::math {
namespace {

/// sin(pi (|x| + shift / 2)), where a zero is positive.
template <Bits<float> shift> inline float sine(float x) {
  const float a = abs(x);
  // Between -1 and 1, also if x is huge, and NaN if it is infinite.
  const float y = fma(-2.0f, rint(0.5f * a), a);
  const float shifted = fma(2.0f, y, 0x1.8p23f);
  const Bits<float> quadrant = bits_of(shifted) + shift;
  const float r = fma(-0.5f, shifted - 0x1.8p23f, y);
  const float square = r * r;
  // 3 r + r (pi - 3 + ...), because the product pi r would have a rounding error of its own.
  const float sine_of_r = fma(r, 3.0f, r * fma(square, polynomial(square, sinpi_short_f32), 0x1.21fb54p-3f));
  const float cosine_of_r = fma(square, polynomial(square, cospi_short_f32), 1.0f);
  const float size = quadrant & 1 ? cosine_of_r : sine_of_r;
  return from_bits<float>(bits_of(size) ^ (quadrant & 2) << 30) + 0.0f;
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_sinpi_f32(float x) {
  using namespace kcc::math;
  return from_bits<float>(bits_of(sine<0>(x)) ^ (bits_of(x) & sign_bit<float>));
}
float __kcc_math_cospi_f32(float x) {
  return kcc::math::sine<1>(x);
}
}
