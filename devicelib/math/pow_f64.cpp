// pow for double: e^(y log(x)) with the logarithm as a pair of numbers, whose relative error is below 2^-63,
// for positive, normal x and results that are normal numbers. All else is left to pow.cpp. Error below 1.2
// ULP.
#include "math/log_f64.h"
#include "math/pow.h"

namespace kcc::math {
namespace {

/// log(x) for positive, normal x: k log(2) + 2 atanh(s), s = f / (2 + f), as in log_f64.h.
inline Pair<double> log_of_normal(double x) {
  const std::uint32_t exponent = (high_word(x) - least) & 0xfff00000;
  const double m = from_words(high_word(x) - exponent, low_word(x));
  const double k = static_cast<std::int32_t>(exponent) >> 20;
  const double half = fma(0.5, m, -0.5), below = fma(0.5, m, 0.5);
  const double near = near_reciprocal_of_one(below), error = fma(-below, near, 1.0);
  const double inverse = fma(near, fma(error, error, error), near);
  const double s = half * inverse;
  const double s_low = fma(-s, half, half - s) * inverse; // the difference is exact
  const Pair<double> square = product(s, s);
  const double square_low = fma(2 * s, s_low, square.low);
  const double tail = square.high * polynomial(square.high, log_tail_short_f64);
  const Pair<double> weight = fast_sum(0x1.5555555555555p-2, tail);
  const double weight_low = weight.low + 0x1.5555555555555p-56;
  const Pair<double> cube = product(square.high, s);
  const double cube_low = fma(square.high, s_low, fma(square_low, s, cube.low));
  const Pair<double> rest = product(cube.high, weight.high);
  const double rest_low = fma(cube.high, weight_low, fma(cube_low, weight.high, rest.low));
  const Pair<double> atanh = fast_sum(s, rest.high);
  const double atanh_low = atanh.low + (s_low + rest_low);
  // k times the first part of log(2) is exact.
  const double first = k * 0x1.62e42fefa38p-1;
  const double high = fma(2.0, atanh.high, first);
  const double low = fma(2.0, atanh.high, first - high);
  return {high, fma(k, 0x1.ef35793c7673p-45, fma(2.0, atanh_low, low))};
}

} // namespace
} // namespace kcc::math

/// Squares are common: one product, which is rounded correctly. If \p y is a constant, only that remains.
extern "C" double __kcc_math_pow_f64(double x, double y) {
  using namespace kcc::math;
  if (y == 2)
    return x * x;
  const Pair<double> logarithm = log_of_normal(x);
  const Pair<double> exponent = product(logarithm.high, y);
  const double exponent_low = fma(logarithm.low, y, exponent.low);
  const Rounded power = round_product(exponent.high, 0x1.71547652b82fep+0);
  const double r = fma(power.value, -0x1.62e42fefa39efp-1, exponent.high) +
                   fma(power.value, -0x1.abc9e3b39803fp-56, exponent_low);
  const double fraction = fma(r, fma(r, polynomial(r, exp_short_f64), 1.0), 1.0);
  if (__builtin_expect(high_word(x) - 0x00100000 < 0x7fe00000 && is_below(exponent.high, 708), 1))
    return shift(fraction, low_word(power.shifted));
  return pow_of_special(x, y);
}
