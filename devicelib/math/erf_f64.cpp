// erf, erfc, erfcx, normcdf for double.
//
// erf: its series below 1, then 1 - 2^q(x), q a polynomial. Both are always evaluated, because the threads of
// a warp often have arguments on both sides. Error below 1.5 ULP.
//
// erfc(x) = e^(-x^2) p(v) / (x + 4) for x >= 0, where p is a polynomial in v = x / (x + 4): one reciprocal
// serves both quotients, and v is most accurate near 0, where p is steep. erfcx is the same without e^(-x^2),
// and normcdf has e^(-x^2 / 2) and a polynomial of its own. Negative arguments by reflection. Errors below 4
// ULP.
#include "math/double.h"

namespace kcc::math {
namespace {

/// e^(x y) 2^offset, where the result is normal; the product is not rounded.
inline double exp_of_product(double x, double y, std::uint32_t offset) {
  const Rounded power = round_product(x * y, 0x1.71547652b82fep+0);
  // The first part of log(2) has 42 bits, so that the product is exact.
  const double high = power.value * 0x1.62e42fefa38p-1;
  const double r = fma(power.value, -0x1.ef35793c7673p-45, fma(x, y, -high));
  const double fraction = fma(r, fma(r, polynomial(r, exp_short_f64), 1.0), 1.0);
  return shift(fraction, low_word(power.shifted) + offset);
}

/// p(v) 2^offset / (a + k), v = a / (a + k), where p is the polynomial of v - centre.
template <std::size_t count>
inline double scaled_tail(double a, double k, double centre, const double (&p)[count], std::uint32_t offset) {
  const double inverse = reciprocal(a + k);
  return polynomial(fma(a, inverse, -centre), p) * shift(inverse, offset);
}

/// erfcx of numbers that are large, or so small that it is infinite, and of NaN.
[[gnu::noinline]] double erfcx_of_others(double x) {
  return x != x ? x : x < 0 ? infinity<double> : 0x1.20dd750429b6dp-1 / x; // 1 / sqrt(pi)
}

/// Added to one factor's exponent and subtracted from the other's, because a result may be subnormal.
constexpr std::uint32_t offset = 100;

} // namespace
} // namespace kcc::math

extern "C" {
double __kcc_math_erf_f64(double x) {
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

double __kcc_math_erfc_f64(double x) {
  using namespace kcc::math;
  if (__builtin_expect(!is_below(x, 27.5), 0))
    return x != x ? x : x < 0 ? 2.0 : 0.0;
  const double tail = scaled_tail(abs(x), 4, 0.4375, erfc_scaled_f64, -offset);
  const double power = exp_of_product(x, -x, offset);
  return fma(power, copysign(tail, x), __builtin_signbit(x) ? 2.0 : 0.0);
}

double __kcc_math_normcdf_f64(double x) {
  using namespace kcc::math;
  if (__builtin_expect(!is_below(x, 38.75), 0))
    return x != x ? x : x < 0 ? 0.0 : 1.0;
  const double tail = scaled_tail(abs(x), 5.75, 0.4375, normcdf_scaled_f64, -offset);
  const double power = exp_of_product(-0.5 * x, x, offset);
  return fma(power, copysign(tail, -x), __builtin_signbit(x) ? 0.0 : 1.0);
}

double __kcc_math_erfcx_f64(double x) {
  using namespace kcc::math;
  if (__builtin_expect(!is_below(x, __builtin_signbit(x) ? 26.640625 : 0x1p100), 0))
    return erfcx_of_others(x);
  const double tail = scaled_tail(abs(x), 4, 0.5, erfcx_scaled_f64, 0);
  const double power = exp_of_product(x, x, -1); // 2 e^(x^2) may be infinite
  return __builtin_signbit(x) ? fma(power, 4.0, -tail) : tail;
}
}
