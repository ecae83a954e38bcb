// expm1 for float: x = k log(2) + r, e^x - 1 = 2^k (e^r - 1) + (2^k - 1). Error below 1.5 ULP, that is, one
// ULP from the correctly rounded result.
#include "math/exp_log.h"

extern "C" float __kcc_math_expm1_f32(float x) {
  using namespace kcc::math;
  const float y = clamp(x, -25.0f, 89.0f);
  const float shifted = fma(y, log2_e, 0x1.8p23f);
  const float k = shifted - 0x1.8p23f;
  const float r = fma(-k, -0x1.05c61p-29f, fma(-k, 0x1.62e43p-1f, y));
  const float e = fma(r * r, polynomial(r, exp_tail_f32), r);
  // Half of everything, because 2^128 is infinite.
  const float factor = from_bits<float>((bits_of(shifted) + 126) << 23);
  const float result = 2 * fma(e, factor, factor - 0.5f);
  return !(abs(x) >= 0x1p-60f) ? x : x > 89 ? infinity<float> : result; // x for NaN, too
}
