// log, log2, log10, log1p for double: x = 2^k m with m between sqrt(1/2) and sqrt(2), f = m - 1, s = f / (2 +
// f), and R(s^2) = 2 atanh(s) / s - 2. log(m) = f - (f^2 / 2 - s (f^2 / 2 + R)), where f is exact and the
// rest is small (as in Sun's fdlibm, 1993). Errors below 1.1 ULP, that is, one ULP from the correctly rounded
// result.
#include "math/log_f64.h"

namespace kcc::math {
namespace {

/// The base's logarithm from the parts.
inline double binary(Parts p) {
  return fma(p.f, 0x1.71547652b82fep+0, p.rest * 0x1.71547652b82fep+1) + p.k;
}
inline double decimal(Parts p) {
  return fma(p.k, 0x1.34413509f79ffp-2, fma(p.f, 0x1.bcb7b1526e50ep-2, p.rest * 0x1.bcb7b1526e50ep-1));
}

/// For x that is not positive and normal.
template <double (*combine)(Parts)> [[gnu::noinline]] double logarithm_of_special(double x) {
  if (x == 0)
    return -infinity<double>;
  if (!(x > 0 && x < infinity<double>))
    return fma(x, infinity<double>, infinity<double>); // NaN for negative numbers
  return combine(parts(x * 0x1p54, -54));
}

template <double (*combine)(Parts)> inline double logarithm(double x) {
  const double result = combine(parts(x, 0));
  if (__builtin_expect(high_word(x) - 0x00100000 < 0x7fe00000, 1))
    return result;
  return logarithm_of_special<combine>(x);
}

/// For x that is not between -1 and 2^1000.
[[gnu::noinline]] double log1p_of_special(double x) {
  return x < infinity<double> && x > 0 ? natural(parts(x, 0))
         : x == -1                     ? -infinity<double>
                                       : fma(x, infinity<double>, infinity<double>);
}

} // namespace
} // namespace kcc::math

extern "C" {
double __kcc_math_log_f64(double x) {
  return kcc::math::logarithm<kcc::math::natural>(x);
}
double __kcc_math_log2_f64(double x) {
  return kcc::math::logarithm<kcc::math::binary>(x);
}
double __kcc_math_log10_f64(double x) {
  return kcc::math::logarithm<kcc::math::decimal>(x);
}

double __kcc_math_log1p_f64(double x) {
  using namespace kcc::math;
  const double result = log1p_of_finite(x);
  if (__builtin_expect(x > -1 && is_below(x, 0x1p1000), 1))
    return result;
  return log1p_of_special(x);
}
}
