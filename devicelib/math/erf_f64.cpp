// erf for double: its series below 1, then 1 - 2^q(x), q a polynomial. Both are always evaluated, because the
// threads of a warp often have arguments on both sides. Error below 1.5 ULP.
#include "math/double.h"

extern "C" double __kcc_math_erf_f64(double x) {
  using namespace kcc::math;
  const double a = abs(x), square = x * x;
  const double small = fma(x, polynomial(square, erf_short_f64), x);
  const double q = a * polynomial(a, log2_erfc_f64);
  const Rounded power = round_product(q, 1.0);
  const double r = q - power.value;
  const double large = 1 - shift(fma(r, polynomial(r, exp2_f64), 1.0), low_word(power.shifted));
  const double result = is_below(x, 5.9375) ? large : 1.0;
  return is_below(x, 1) || x != x ? small : copysign(result, x);
}
