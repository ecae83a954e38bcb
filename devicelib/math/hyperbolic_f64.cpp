// sinh, cosh, tanh, asinh, acosh, atanh for double, from e^x and log(1 + x). The series near 0 are always
// evaluated, because the threads of a warp often have arguments on both sides. Errors below 2.4 ULP (cosh and
// tanh: 1.5, that is, one ULP from the correctly rounded result).
#include "math/log_f64.h"

namespace kcc::math {
namespace {

/// e^x / 2 and e^-x / 2 for |x| < 708.
struct Halves {
  double growing, shrinking;
};
inline Halves halves(Exponential e) {
  const std::uint32_t k = low_word(e.power.shifted);
  return {shift(e.fraction, k - 1), shift(reciprocal(e.fraction), -k - 1)};
}

/// sinh and cosh for a from 708 on.
inline double large(double a, Exponential e) {
  const double result = scale(e.fraction, static_cast<std::int32_t>(low_word(e.power.shifted)) - 1);
  return a < 711 ? result : a * infinity<double>;
}

constexpr double ln2 = 0x1.62e42fefa39efp-1;

/// asinh and acosh from 2^1000 on; NaN and infinity for themselves.
inline double asinh_of_huge(double a) {
  return a < infinity<double> ? natural(parts(a, 1)) : a;
}

} // namespace
} // namespace kcc::math

extern "C" {
double __kcc_math_sinh_f64(double x) {
  using namespace kcc::math;
  const double a = abs(x), square = x * x;
  const Exponential e = exponential(a);
  const Halves h = halves(e);
  const double small = fma(x * square, polynomial(square, sinh_short_f64), x);
  const double result = is_below(x, 1) ? small : h.growing - h.shrinking;
  return copysign(__builtin_expect(is_below(x, 708), 1) ? result : large(a, e), x);
}

double __kcc_math_cosh_f64(double x) {
  using namespace kcc::math;
  const double a = abs(x);
  const Exponential e = exponential(a);
  const Halves h = halves(e);
  return __builtin_expect(is_below(x, 708), 1) ? h.growing + h.shrinking : large(a, e);
}

double __kcc_math_tanh_f64(double x) {
  using namespace kcc::math;
  const double a = abs(x), square = x * x;
  // tanh(a) = 1 - 2 / (e^2a + 1)
  const Exponential e = exponential(a + a);
  const double power = shift(e.fraction, low_word(e.power.shifted));
  const double large = fma(-2.0, reciprocal(power + 1), 1.0);
  const double small = fma(x * square, polynomial(square, tanh_short_f64), x);
  const double result = is_below(x, 22) ? large : 1.0;
  return copysign(is_below(x, 0.65) || x != x ? small : result, x);
}

double __kcc_math_asinh_f64(double x) {
  using namespace kcc::math;
  const bool large = !is_below(x, 0x1p55);
  // sqrt(1 + a^2) - 1 = a^2 / (1 + sqrt(1 + a^2))
  const double a = abs(x), b = large ? 0.0 : a, square = b * b;
  const double more = quotient(square, near_sqrt(fma(b, b, 1.0)) + 1);
  const double result = log1p_of_finite(large ? a : b + more) + (large ? ln2 : 0.0);
  return copysign(is_below(x, 0x1p1000) ? result : asinh_of_huge(a), x);
}

double __kcc_math_acosh_f64(double x) {
  using namespace kcc::math;
  const bool large = !is_below(x, 0x1p55);
  const double t = x - 1, b = large ? 0.0 : t;
  const double result = log1p_of_finite(large ? x : b + near_sqrt(fma(b, b, b + b))) + (large ? ln2 : 0.0);
  return x < 1 ? nan<double> : is_below(x, 0x1p1000) ? result : asinh_of_huge(x);
}

double __kcc_math_atanh_f64(double x) {
  using namespace kcc::math;
  const double a = abs(x);
  // log((1 + a) / (1 - a)) = log(1 + 2 a / (1 - a))
  const double result = 0.5 * log1p_of_finite(quotient(a + a, 1 - a));
  return is_below(x, 1) ? copysign(result, x) : a == 1 ? copysign(infinity<double>, x) : nan<double>;
}
}
