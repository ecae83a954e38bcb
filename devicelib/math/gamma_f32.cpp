// tgamma and lgamma for float: Stirling's series with the logarithm in single numbers, and polynomials below
// it; negative numbers by reflection, in gamma.cpp. Errors below 4.5 ULP (tgamma), 3.5 ULP (lgamma).
#include "math/exp_log.h"
#include "math/log_f32.h"

extern "C" float __kcc_math_log_f32(float);

namespace kcc::math {

// In gamma.cpp.
float gamma_of_negative(float x);
float log_gamma_of_negative(float x);

namespace {

/// 1 / x with an error of 2^-20, for 1 <= x < 2^125, without the instruction's special cases.
inline float near_inverse(float x) {
  const float start = from_bits<float>(0x7ef311c7 - bits_of(x)); // off by at most 13 %
  const float first = fma(-x, start, 1.0f);
  const float better = fma(start, fma(first, first, first), start);
  const float second = fma(-x, better, 1.0f);
  return fma(better, fma(second, second, second), better);
}

/// Stirling's series for x >= 2.5.
inline float stirling_series(float x) {
  const float inverse = near_inverse(minimum(x, 0x1p60f));
  return inverse * polynomial(inverse * inverse, stirling_short_f32);
}

/// log(gamma(x)) for 0 <= x < 2.5.
inline float log_gamma_below_stirling(float x) {
  if (x >= 1.5f) {
    const float t = x - 2;
    return t * polynomial(t, log_gamma_f32);
  }
  const float t = x < 0.5f ? x : x - 1;
  const float result = fma(t, polynomial(t, log_gamma_above_1_f32), 0.0f); // not -0 for 1
  return x < 0.5f ? result - __kcc_math_log_f32(x) : result;
}

/// gamma(x) for 0 <= x < 2.85.
inline float gamma_below_stirling(float x) {
  const bool small = x < 0.5f;
  const float reciprocal = polynomial(x - (small ? 1.0f : 2.0f), reciprocal_gamma_wide_f32);
  return 1 / (small ? x * reciprocal : reciprocal);
}

/// gamma(x) for x >= 2.85: 2^((x - 1/2) (log2(x) - log2(e)) + ...), where the logarithm is a sum of numbers
/// of decreasing size, because its error grows by the factor x.
inline float gamma_by_stirling(float x) {
  constexpr float e_high = 0x1.714p+0f, e_low = 0x1.47652cp-12f;         // log2(e)
  constexpr float factor = 0x1.c551dap-2f, factor_low = -0x1.6a3e8p-27f; // log2(e) - 1
  constexpr float constant = 0x1.3573fcp-1f;                             // log2(2 pi / e) / 2
  const float y = x - 0.5f;
  const Parts p = parts<0x3f3504f3>(x);
  const float whole = p.k - e_high; // exact
  const Pair<float> first = fast_sum(whole, p.f);
  const Pair<float> second = product(p.f, factor);
  const Pair<float> third = fast_sum(second.high, p.f * p.f * polynomial(p.f, log2_tail_f32));
  const Pair<float> high = fast_sum(first.high, third.high);
  const float low = fma(p.f, factor_low, -e_low) + ((first.low + high.low) + (second.low + third.low));
  const float more = fma(stirling_series(x), log2_e, constant);
  const float shifted = fma(y, high.high, more) + (0x1.8p23f + 127 - 24);
  const float k = shifted - (0x1.8p23f + 127 - 24);
  const float r = fma(y, high.high, -k) + fma(y, low, more);
  const float fraction = fma(r, polynomial(r, exp2_f32), 1.0f);
  return fraction * from_bits<float>(bits_of(shifted) << 23) * 0x1p24f; // 2^k may be infinite
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_tgamma_f32(float x) {
  using namespace kcc::math;
  if (x >= 2.85f)
    return gamma_by_stirling(minimum(x, 36.0f)); // from here on the result is infinite
  if (__builtin_expect(x < 0, 0))
    return gamma_of_negative(x);
  return gamma_below_stirling(x);
}

float __kcc_math_lgamma_f32(float x) {
  using namespace kcc::math;
  if (x >= 2.5f) {
    const Parts p = parts(x);
    const float factor = log_of_sum(p.f) + fma(p.k, 0x1.62e43p-1f, -1.0f);
    return fma(x - 0.5f, factor, stirling_series(x) + 0x1.acfe3ap-2f); // (log(2 pi) - 1) / 2
  }
  if (__builtin_expect(x < 0, 0))
    return log_gamma_of_negative(x);
  return log_gamma_below_stirling(x);
}
}
