// asin, acos, atan, atan2 for double: polynomials in the square of the argument, which is at most 1 (atan2),
// 0.578 (atan) or 0.5 (asin). Larger arguments are reduced by atan(x) = pi / 2 - atan(1 / x) (atan2), atan(x)
// = atan(c) + atan((x - c) / (1 + c x)) (atan) and asin(x) = pi / 2 - 2 asin(sqrt((1 - x) / 2)). Errors below
// 2.1 ULP.
#include "math/double.h"

namespace kcc::math {
namespace {

/// atan(x) for 0 <= x <= 1.
inline double atan_below_one(double x) {
  const double square = x * x;
  return fma(x * square, polynomial(square, atan_short_f64), x);
}

/// What asin and acos have in common, for |x| < 1.
struct Arc {
  bool large;   ///< |x| >= 0.5
  double inner; ///< asin(|x|), or asin(sqrt((1 - |x|) / 2)) if large
};
inline Arc arc(double x) {
  const double a = abs(x);
  const bool large = !is_below(x, 0.5);
  const double half = fma(-0.5, a, 0.5);
  const double root = near_sqrt(half);
  const double y = large ? root : a, square = large ? half : a * a;
  return {large, fma(y * square, polynomial(square, asin_short_f64), y)};
}

/// For x and y that are not between 2^-100 and 2^100.
[[gnu::noinline]] double atan2_of_special(double y, double x) {
  if (x != x || y != y)
    return nan<double>;
  double a = abs(x), b = abs(y);
  if (a == infinity<double> && b == infinity<double>)
    a = b = 1;
  const bool steep = b > a;
  const double above = steep ? a : b, below = steep ? b : a;
  double result = below == 0 ? 0.0 : atan_below_one(above / below);
  result = steep ? from_half_pi(result) : result;
  return copysign(bits_of(x) >> 63 ? from_pi(result) : result, y);
}

} // namespace
} // namespace kcc::math

extern "C" {
double __kcc_math_atan_f64(double x) {
  using namespace kcc::math;
  // About sqrt(3), so that neither arguments below the split nor reduced ones exceed 1 / sqrt(3) by much.
  // Among the numbers of 21 bits it is one for which atan(c) / c is a double with an error of only 2^-68.
  constexpr double c = 0x1.babecp+0, atan_of_c_by_c = 0x1.35d35278ba2b9p-1;
  constexpr double split = 0x1.28p-1;
  const double a = abs(x);
  const double from = from_words(is_below(x, split) ? 0 : high_word(c), 0); // c or 0
  const double t = quotient(a - from, fma(a, from, 1.0));
  const double square = t * t;
  double result = fma(from, atan_of_c_by_c, fma(t * square, polynomial(square, atan_third_f64), t));
  if (__builtin_expect(!is_below(x, 0x1p60), 0))
    result = x != x ? x : 0x1.921fb54442d18p+0;
  return copysign(result, x);
}

double __kcc_math_atan2_f64(double y, double x) {
  using namespace kcc::math;
  const double a = abs(x), b = abs(y);
  const bool steep = bits_of(b) > bits_of(a);
  const double above = steep ? a : b, below = steep ? b : a;
  const double inner = atan_below_one(quotient(above, below));
  // inner, pi / 2 - inner, pi / 2 + inner or pi - inner
  const bool negative = bits_of(x) >> 63;
  const double corner = steep ? 0x1.132df99a388d5p+0 : negative ? 0x1.132df99a388d5p+1 : 0.0;
  const double result = fma(0x1.7618b10a04107p+0, corner, steep != negative ? -inner : inner);
  // The exponents are between -100 and 100.
  constexpr std::uint32_t least = 0x39b00000, range = 0x0c800000;
  if (__builtin_expect(high_word(a) - least < range && high_word(b) - least < range, 1))
    return copysign(result, y);
  return atan2_of_special(y, x);
}

double __kcc_math_asin_f64(double x) {
  using namespace kcc::math;
  const Arc at = arc(x);
  const double result = at.large ? from_half_pi(shift(at.inner, 1)) : at.inner;
  if (__builtin_expect(is_below(x, 1), 1))
    return copysign(result, x);
  return abs(x) == 1 ? copysign(0x1.921fb54442d18p+0, x) : nan<double>;
}

double __kcc_math_acos_f64(double x) {
  using namespace kcc::math;
  const Arc at = arc(x);
  const double twice = shift(at.inner, 1);
  const double far = x < 0 ? from_pi(twice) : twice;
  const double result = at.large ? far : from_half_pi(copysign(at.inner, x));
  if (__builtin_expect(is_below(x, 1), 1))
    return result;
  return x == 1 ? 0.0 : x == -1 ? 0x1.921fb54442d18p+1 : nan<double>;
}
}
