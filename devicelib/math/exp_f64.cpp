// exp, exp2, exp10, expm1 for double: x = k log(2) + r (in the base's logarithm), e^r by a polynomial, and k
// added to the exponent. Results that are not normal numbers take the branch. Errors below 1.1 ULP (expm1:
// 1.3), that is, one ULP from the correctly rounded result.
#include "math/double.h"
#include "math/exp_log.h"

namespace kcc::math {
namespace {

/// fraction 2^k, where k is rounded to `power`, is the result for x between -limit and limit; beyond
/// `infinite` the result is infinity, below `zero` 0.
inline double finish(double x, double fraction, Rounded power, double limit, double infinite, double zero) {
  if (__builtin_expect(is_below(x, limit), 1))
    return shift(fraction, low_word(power.shifted));
  const double result = scale(fraction, static_cast<std::int32_t>(low_word(power.shifted)));
  return x > infinite ? infinity<double> : x < zero ? 0.0 : x != x ? x : result;
}

} // namespace
} // namespace kcc::math

extern "C" {
double __kcc_math_exp_f64(double x) {
  using namespace kcc::math;
  const Exponential e = exponential(x);
  return finish(x, e.fraction, e.power, 708, 710, -746);
}

double __kcc_math_exp2_f64(double x) {
  using namespace kcc::math;
  const Rounded power = round_product(x, 1.0);
  const double r = x - power.value;
  const double fraction = fma(r, polynomial(r, exp2_f64), 1.0);
  return finish(x, fraction, power, 1022, 1024, -1080);
}

double __kcc_math_exp10_f64(double x) {
  using namespace kcc::math;
  const Rounded power = round_product(x, 0x1.a934f0979a371p+1);
  const double r = fma(power.value, 0x1.9dc1da994fd21p-59, fma(power.value, -0x1.34413509f79ffp-2, x));
  const double fraction = fma(r, polynomial(r, exp10_f64), 1.0);
  return finish(x, fraction, power, 307, 309, -325);
}

double __kcc_math_expm1_f64(double x) {
  using namespace kcc::math;
  Rounded power = round_product(x, 0x1.71547652b82fep+0);
  // Up to slightly more than log(3/2), because 2 (e^r - 1) + 1 would cancel; the polynomial reaches that far.
  if (high_word(x) < high_word(0x1.9f324p-2)) // false for negative x
    power = {0, 0};
  const double r = fma(power.value, -0x1.abc9e3b39803fp-56, fma(power.value, -0x1.62e42fefa39efp-1, x));
  // e^x - 1 = 2^k (e^r - 1) + (2^k - 1)
  const double e = fma(r * r, polynomial(r, expm1_f64), r);
  if (__builtin_expect(is_below(x, 708), 1)) {
    const double factor = from_words(0x3ff00000 + (low_word(power.shifted) << 20), 0);
    return copysign(fma(e, factor, factor - 1), x); // for zeros
  }
  return x > 710  ? infinity<double>
         : x < 0  ? -1.0
         : x != x ? x
                  : scale(1 + e, static_cast<std::int32_t>(low_word(power.shifted)));
}
}
