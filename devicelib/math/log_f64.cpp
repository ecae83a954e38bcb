// log, log2, log10, log1p for double: x = 2^k m with m between sqrt(1/2) and sqrt(2), f = m - 1, s = f / (2 +
// f), and R(s^2) = 2 atanh(s) / s - 2. log(m) = f - (f^2 / 2 - s (f^2 / 2 + R)), where f is exact and the
// rest is small (as in Sun's fdlibm, 1993). Errors below 1.1 ULP, that is, one ULP from the correctly rounded
// result.
#include "math/double.h"

namespace kcc::math {
namespace {

/// The upper words of the lower ends of m: sqrt(1/2), and 3/4 for log1p, where f may be rounded.
constexpr std::uint32_t least = 0x3fe6a09e, least_of_sum = 0x3fe80000;

/// log(m) = f + 2 rest
struct Parts {
  double k, f, rest;
};

/// Half of log(1 + f) - f: half = f / 2, below = 1 + f / 2.
inline double rest_of_log(double half, double below) {
  const float d = truncated(below);
  // Off by 0.19 %.
  const float start = fma(fma(0.873893f, d, -2.766938f), d, 2.894408f);
  const double near = widened(fma(start, fma(-d, start, 1.0f), start));
  const double first = half * near;
  const double error = fma(-below, near, 1.0);
  const double s = fma(first, fma(error, error, error), first);
  const double square = s * s, half_square = half * half;
  return fma(s, fma(square, polynomial(square, atanh_short_f64), half_square), -half_square);
}

/// For positive, normal x 2^-offset.
inline Parts parts(double x, std::int32_t offset) {
  const std::uint32_t exponent = (high_word(x) - least) & 0xfff00000;
  const double m = from_words(high_word(x) - exponent, low_word(x));
  const double k = (static_cast<std::int32_t>(exponent) >> 20) + offset;
  return {k, m - 1, rest_of_log(fma(0.5, m, -0.5), fma(0.5, m, 0.5))};
}

/// The base's logarithm from the parts.
inline double natural(Parts p) {
  return fma(p.k, 0x1.62e42fefa39efp-1, fma(2.0, p.rest, p.f));
}
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
  // 1 + x = 2^k (1 + f). Where k is 0, f = x; elsewhere its rounding error does not matter. Exponents are
  // negative, so that a zero keeps its sign.
  const std::uint32_t exponent = (least_of_sum + 0xfffff - high_word(1 + x)) & 0xfff00000;
  const double inverse = from_words(0x3ff00000 + exponent, 0);
  const double f = fma(x, inverse, -(1 - inverse));
  const double k = static_cast<std::int32_t>(exponent) >> 20;
  const double rest = rest_of_log(0.5 * f, fma(0.5, f, 1.0));
  const double result = fma(k, -0x1.62e42fefa39efp-1, fma(2.0, rest, f));
  if (__builtin_expect(x > -1 && is_below(x, 0x1p1000), 1))
    return result;
  return log1p_of_special(x);
}
}
