// cyl_bessel_i0 and cyl_bessel_i1 for double: below 8, x^order times a polynomial in x^2 whose terms are all
// positive; from 8 on, e^x / sqrt(x) times a polynomial in 1 / x (Abramowitz, Stegun, Handbook of
// Mathematical Functions, 9.6.10 and 9.7.1). Errors below 5 ULP, about two of which come from rounding x^2
// just below 8.
#include "math/double.h"

namespace kcc::math {
namespace {

/// For |x| >= 8, and NaN.
template <std::size_t count> inline double far(double x, const double (&terms)[count]) {
  if (__builtin_expect(!is_below(x, 720), 0)) // NaN, or the result is infinite
    return abs(x) * infinity<double>;
  const double a = abs(x), root = reciprocal_sqrt(a);
  const Exponential e = exponential(a);
  // The exponential may be infinite where the result is not.
  return shift(e.fraction, low_word(e.power.shifted) - 100) *
         (polynomial(fma(root, root, -0.0625), terms) * shift(root, 100));
}

} // namespace
} // namespace kcc::math

extern "C" {
double __kcc_math_cyl_bessel_i0_f64(double x) {
  using namespace kcc::math;
  if (is_below(x, 8))
    return polynomial(x * x, i0_near_f64);
  return far(x, i0_far_f64);
}
double __kcc_math_cyl_bessel_i1_f64(double x) {
  using namespace kcc::math;
  if (is_below(x, 8))
    return x * polynomial(x * x, i1_near_f64);
  return copysign(far(x, i1_far_f64), x);
}
}
