// log, log2, log10, log1p for float: x = 2^k (1 + f) with f between -1/3 and 1/3, log(1 + f) by a polynomial.
// One branch, to what is no positive, normal number. Errors below 1.5 ULP, that is, one ULP from the
// correctly rounded result.
#include "math/log_f32.h"

namespace kcc::math {
namespace {

inline float log_of_parts(Parts p) {
  return fma(p.k, 0x1.62e43p-1f, log_of_sum(p.f));
}
inline float log10_of_parts(Parts p) {
  const float low = fma(p.f, p.f * polynomial(p.f, log10_tail_f32), p.k * -0x1.ec10cp-27f);
  return fma(p.k, 0x1.344136p-2f, fma(p.f, 0x1.bcb7b2p-2f, low));
}

template <float (*of)(Parts), Bits<float> least> [[gnu::noinline]] float logarithm_of_special(float x) {
  if (x == 0)
    return -infinity<float>;
  if (!(x > 0 && x < infinity<float>))
    return fma(x, infinity<float>, infinity<float>); // NaN for negative numbers
  Parts p = parts_of_normal<least>(x * 0x1p24f);
  p.k -= 24;
  return of(p);
}

template <float (*of)(Parts), Bits<float> least = 0x3f2aaaab> inline float logarithm(float x) {
  constexpr Bits<float> normal = 0x00800000, infinite = 0x7f800000;
  const float result = of(parts_of_normal<least>(x));
  return __builtin_expect(bits_of(x) - normal < infinite - normal, 1) ? result
                                                                      : logarithm_of_special<of, least>(x);
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_log_f32(float x) {
  return kcc::math::logarithm<kcc::math::log_of_parts>(x);
}
float __kcc_math_log2_f32(float x) {
  return kcc::math::logarithm<kcc::math::log2_of_parts, kcc::math::least_for_log2>(x);
}
float __kcc_math_log10_f32(float x) {
  return kcc::math::logarithm<kcc::math::log10_of_parts>(x);
}
float __kcc_math_log1p_f32(float x) {
  using namespace kcc::math;
  const float result = log1p_of_finite(x);
  return x > -1 && x < infinity<float> ? result
         : x == -1                     ? -infinity<float>
                                       : fma(x, infinity<float>, infinity<float>);
}
}
