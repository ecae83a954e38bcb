// erfinv, erfcinv, normcdfinv for double: polynomials in w = -log(1 - x^2) and, for large w, in sqrt(w) (M.
// Giles, Approximating the erfinv function, GPU Computing Gems Jade Edition, 2011), here with new
// coefficients and additional intervals down to the smallest arguments of erfcinv. Errors below 2.5 ULP.
#include "math/log_f64.h"

namespace kcc::math {
namespace {

/// erfinv(x) where u = 1 - x^2 is below e^-6.25 and accurate.
[[gnu::noinline]] double tail(double u) {
  if (!(u > 0))
    return u == 0 ? infinity<double> : nan<double>;
  const bool subnormal = u < Limits<double>::min();
  const double s = sqrt(subnormal ? -natural(parts(u * 0x1p54, -54)) : -natural(parts(u, 0)));
  return s < 4.25    ? polynomial(s - 3.375, erfinv_near_f64)
         : s < 10.25 ? polynomial(s - 6.875, erfinv_far_f64)
                     : polynomial(s - 18.75, erfinv_last_f64);
}

/// erfinv(x), where u = 1 - x^2, both to full accuracy.
inline double solve(double x, double u) {
  const double w = -natural(parts(u, 0));
  if (__builtin_expect(!(u > 0x1.fap-10), 0)) // e^-6.25 = 0x1.fa09p-10
    return copysign(tail(u), x);
  return x * polynomial(w - 3.125, erfinv_centre_f64);
}

} // namespace
} // namespace kcc::math

extern "C" {
double __kcc_math_erfinv_f64(double x) {
  return kcc::math::solve(x, kcc::math::fma(-x, x, 1.0));
}
double __kcc_math_erfcinv_f64(double q) {
  return kcc::math::solve(1 - q, q * (2 - q));
}
/// normcdfinv(p) = -sqrt(2) erfcinv(2 p)
double __kcc_math_normcdfinv_f64(double p) {
  const double q = 2 * p;
  return 0x1.6a09e667f3bcdp+0 * kcc::math::solve(q - 1, q * (2 - q));
}
}
