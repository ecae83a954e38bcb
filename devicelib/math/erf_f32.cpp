// erf and erfc for float. erf: its series below 1, then 1 - 2^q(x), q a polynomial. erfc: 2^(q(t) - x^2
// log2(e)), where q(t) = log2(e^(x^2) erfc(x)) is a polynomial. Everything is in the exponent, because each
// factor of a product would have errors of its own. Errors below 2 ULP (erf), 4.5 ULP (erfc), that is, 4 ULP
// from the correctly rounded result.
#include "math/approximations.h"

extern "C" {
float __kcc_math_erf_f32(float x) {
  using namespace kcc::math;
  const float a = abs(x), square = x * x;
  const float small = fma(x, polynomial(square, erf_short_f32), x);
  const float b = a < 4 ? a : 4.0f; // from here on the result is 1
  const float large = 1 - near_exp2(b * polynomial(b, log2_erfc_f32));
  return a < 1 || x != x ? small : copysign(large, x);
}

float __kcc_math_erfc_f32(float x) {
  using namespace kcc::math;
  const float a = minimum(abs(x), 10.1f); // from here on the result is 0
  // -a^2 log2(e) = k + r - log2_erfcx_f32[0]. The rounding error of a^2 matters.
  const float square = a * a;
  const float shifted = fma(square, -log2_e, 0x1.8p23f + 127 + 22);
  const float k = shifted - (0x1.8p23f + 127 + 22);
  const float low = fma(fma(a, a, -square), -log2_e, fma(square, -log2_e_low, log2_erfcx_f32[0]));
  const float r = fma(square, -log2_e, -k) + low;
  // t = (a - 3) / (a + 6), and its rounding error.
  const float inverse = near_reciprocal(a + 6);
  const float t = (a - 3) * inverse;
  const float rest = inverse * fma(-t, a, fma(-6.0f, t + 0.5f, a));
  const float corrected = fma(rest, polynomial(t, log2_erfcx_slope), r);
  // The first term last, because it is the largest.
  const float tail = fma(t * t, polynomial<2>(t, log2_erfcx_f32), corrected);
  const float power = near_exp2(fma(t, log2_erfcx_f32[1], tail));
  // 2^24 more, since 2^k may be subnormal.
  const float result = power * from_bits<float>(bits_of(shifted) << 23) * 0x1p-24f;
  return x < 0 ? 2 - result : result;
}
}
