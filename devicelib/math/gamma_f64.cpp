// lgamma for double from 1.5 on, in single numbers: Stirling's series from 3.5 on, and a polynomial around 2
// below, shifted by one for arguments above 2.5. Other arguments: gamma.cpp. Errors below 3 ULP.
#include "math/log_f64.h"

namespace kcc::math {

// In gamma.cpp.
double log_gamma_of_others(double x);

} // namespace kcc::math

extern "C" double __kcc_math_lgamma_f64(double x) {
  using namespace kcc::math;
  if (__builtin_expect(!(x >= 1.5 && x < 0x1p100), 0))
    return log_gamma_of_others(x);
  const bool large = x >= 3.5, above = x >= 2.5;
  const Parts p = parts(large ? x : above ? x - 1 : 1.0, 0);
  const double rest = fma(2.0, p.rest, p.f);
  if (large) {
    // (x - 1/2) (log(x) - 1) + (log(2 pi) - 1) / 2 + ...
    const double factor = rest + fma(p.k, 0x1.62e42fefa39efp-1, -1.0);
    const double inverse = reciprocal(x);
    const double series =
        fma(inverse, polynomial(inverse * inverse, stirling_wide_f64), 0x1.acfe390c97d69p-2);
    return fma(x - 0.5, factor, series);
  }
  // log(gamma(2 + t)), and log(x - 1) or 0.
  const double t = above ? x - 3 : x - 2;
  return fma(t, polynomial(t, log_gamma_f64), fma(p.k, 0x1.62e42fefa39efp-1, rest));
}
