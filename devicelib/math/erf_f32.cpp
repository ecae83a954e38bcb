// erf and erfc for float. erf: its series below 1, then 1 - 2^q(x), q a polynomial. erfc: as in erfc.cpp,
// with single numbers where the bound allows it. Errors below 2 ULP (erf), 4 ULP (erfc).
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
  const float a = clamp(abs(x), 0.0f, 10.2f);
  // t = (a - 4) / (a + 4), with the rounding error of the first quotient removed.
  const float inverse = near_reciprocal(a + 4);
  const float first = (a - 4) * inverse;
  const float t = fma(inverse, fma(-first, a, fma(-4.0f, first + 1, a)), first);
  const float rest = fma(polynomial<1>(t, erfcx_f32), t, erfcx_f32_low[0]);
  const float value = erfcx_f32[0] + rest;
  const float denominator = near_reciprocal(fma(2.0f, a, 1.0f));
  const float quotient = value * denominator;
  const float scaled =
      fma(denominator, fma(-2 * a, quotient, value - quotient) + (rest - (value - erfcx_f32[0])), quotient);
  // e^(-a^2), with the rounding error of a^2.
  const float square = a * a;
  const float power = polynomial_exp(-square);
  const float tail = fma(scaled * power, fma(-a, a, square), scaled * power);
  return x != x ? x : x < 0 ? 2 - tail : tail;
}
}
