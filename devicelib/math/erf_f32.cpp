// erf, erfc, normcdf, erfcx for float. erf: its series below 1, then 1 - 2^q(x), q a polynomial. erfc(x) =
// 2^(q(t) - x^2 log2(e)), where q(t) = log2(e^(x^2) erfc(x)) is a polynomial; normcdf likewise. Everything is
// in the exponent, because each factor of a product would have errors of its own. erfcx: (1 + 2x)
// erfcx(x) is a polynomial in (x - 4) / (x + 4) (M. M. Shepherd, J. G. Laframboise, Chebyshev approximation
// of (1 + 2x) exp(x^2) erfc(x), Mathematics of Computation 36, 1981), with new coefficients. Errors below 2
// ULP (erf), 4.5 ULP, that is, 4 ULP from the correctly rounded result.
#include "math/approximations.h"

namespace kcc::math {
namespace {

/// 2^(q(t) - offset - a^2 log2(e) / divisor), t = (a - middle) / (a + 2 middle), where the coefficients of q
/// and a rough derivative are given.
template <int divisor, int offset, std::size_t m, std::size_t n>
inline float gaussian_tail(float a, float middle, const float (&coefficients)[m], const float (&slope)[n]) {
  constexpr float factor = -log2_e / divisor, factor_low = -log2_e_low / divisor;
  // -a^2 factor = k + r - the constant term of q. The rounding error of a^2 matters.
  const float square = a * a;
  constexpr float magic = 0x1.8p23f + 127 + 24 - offset; // 24 more, since 2^k may be subnormal
  const float shifted = fma(square, factor, magic);
  const float k = shifted - magic;
  const float low = fma(fma(a, a, -square), factor, fma(square, factor_low, coefficients[0]));
  const float r = fma(square, factor, -k) + low;
  // t and its rounding error.
  const float inverse = near_reciprocal(fma(2.0f, middle, a));
  const float t = (a - middle) * inverse;
  const float rest = inverse * fma(-t, a, fma(-2 * middle, t + 0.5f, a));
  const float corrected = fma(rest, polynomial(t, slope), r);
  // The first term last, because it is the largest.
  const float tail = fma(t * t, polynomial<2>(t, coefficients), corrected);
  const float exponent = fma(t, coefficients[1], tail);
  const float lost = fma(t, coefficients[1], -exponent) + tail; // by rounding; times log(2) in the result
  const float near = near_exp2(exponent), power = fma(near, lost * 0x1.62e43p-1f, near);
  return power * from_bits<float>(bits_of(shifted) << 23) * 0x1p-24f;
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_erf_f32(float x) {
  using namespace kcc::math;
  const float a = abs(x), square = x * x;
  const float small = fma(x, polynomial(square, erf_short_f32), x);
  const float b = a < 4 ? a : 4.0f; // from here on the result is 1
  const float large = 1 - near_exp2(b * polynomial(b, log2_erfc_f32));
  return !(a >= 1) ? small : copysign(large, x); // NaN, too, from the series
}

float __kcc_math_erfc_f32(float x) {
  using namespace kcc::math;
  const float a = minimum(abs(x), 10.1f); // from here on the tail is 0
  const float tail = gaussian_tail<1, 2>(a, 3.0f, log2_erfcx_f32, log2_erfcx_slope);
  return x < 0 ? 2 - tail : tail;
}

float __kcc_math_normcdf_f32(float x) {
  using namespace kcc::math;
  const float a = minimum(abs(x), 14.25f); // from here on the tail is 0
  const float tail = gaussian_tail<2, 3>(a, 4.25f, log2_normcdf_f32, log2_normcdf_slope);
  return x > 0 ? 1 - tail : tail;
}

float __kcc_math_erfcx_f32(float x) {
  using namespace kcc::math;
  const float a = abs(x);
  // t = (b - 4) / (b + 4), with the rounding error of the first quotient removed.
  const float b = minimum(a, 0x1p60f);
  const float inverse = near_reciprocal(b + 4);
  const float first = (b - 4) * inverse;
  const float t = fma(inverse, fma(-first, b, fma(-4.0f, first + 1, b)), first);
  const float value = erfcx_f32[0] + fma(polynomial<1>(t, erfcx_f32), t, erfcx_f32_low[0]);
  // value / (2 a + 1), where the reciprocal is scaled, since it may be subnormal, and a rest removed.
  const float scaled = near_reciprocal(fma(a, 0x1p-24f, 0x1p-25f)) * 0x1p-25f;
  const float quotient = value * scaled;
  const float rest = fma(-minimum(a, Limits<float>::max()), 2 * quotient, value - quotient);
  float result = fma(scaled, rest, quotient);
  if (x < 0) {
    // 2 e^(x^2) - result, with the rounding error of x^2.
    const float c = minimum(a, 9.4f), square = c * c; // from here on the result is infinite
    constexpr float magic = 0x1.8p23f + 127;
    const float shifted = fma(square, log2_e, magic);
    const float r =
        fma(square, log2_e, magic - shifted) + fma(fma(c, c, -square), log2_e, square * log2_e_low);
    result = 2 * fma(exp2_of_fraction(r), from_bits<float>(bits_of(shifted) << 23), -0.5f * result);
  }
  return result;
}
}
