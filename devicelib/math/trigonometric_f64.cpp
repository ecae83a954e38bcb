// sin, cos, tan, sincos for double. sin, cos: x = k pi + r, or (k + 1/2) pi + r, with |r| <= pi / 2, so that
// one polynomial serves all arguments. tan, sincos: x = k pi / 2 + r with |r| <= pi / 4. The multiple of pi
// is subtracted in parts with fused operations, the first of which is exact (W. J. Cody, W. Waite, Software
// Manual for the Elementary Functions, 1980). Two parts do, except where r is tiny. Arguments from 2^27 on
// are left to trigonometric.cpp. Errors below 2.2 ULP.
#include "math/double.h"
#include "math/trigonometric.h"

namespace kcc::math {
namespace {

/// pi in three parts; half of each is a part of pi / 2.
constexpr double pi_parts[] = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, -0x1.f1976b7ed8fbcp-109};

/// Where sin(r) and tan(r) are r, and where more than two parts are needed.
constexpr double tiny = 0x1p-27, large = 0x1p27;

/// x = k pi / divisor + r
template <int divisor> inline double subtract_multiple(double x, double k) {
  return fma(k, -pi_parts[1] / divisor, fma(k, -pi_parts[0] / divisor, x));
}
template <int divisor> inline double subtract_third(double r, double k) {
  return fma(k, -pi_parts[2] / divisor, r);
}

/// The lowest bit of the integer as the sign bit of x.
inline double flip(double x, std::uint32_t integer) {
  return from_words(high_word(x) ^ integer << 31, low_word(x));
}

inline double sine_wide(double r) {
  const double square = r * r;
  return fma(square * polynomial(square, sin_wide_f64), r, r);
}
inline double sine_short(double r, double square) {
  return fma(r * square, polynomial(square, sin_short_f64), r);
}
inline double cosine_short(double square) {
  return fma(square, fma(square, polynomial(square, cos_short_f64), -0.5), 1.0);
}

/// x = quadrant pi / 2 + r for |x| < `large`.
struct Reduced {
  std::uint32_t quadrant;
  double k, r;
};
inline Reduced reduce_to_quarter(double x) {
  const Rounded k = round_product(x, 0x1.45f306dc9c883p-1);
  return {low_word(k.shifted), k.value, subtract_multiple<2>(x, k.value)};
}

} // namespace
} // namespace kcc::math

extern "C" {
double __kcc_math_sin_f64(double x) {
  using namespace kcc::math;
  const Rounded k = round_product(x, 0x1.45f306dc9c883p-2);
  const double r = subtract_multiple<1>(x, k.value);
  double result = sine_wide(r);
  if (__builtin_expect(is_below(r, tiny) || !is_below(x, large), 0)) {
    if (!is_below(x, large))
      return sine_of_large(x, 0);
    result = k.value == 0 ? x : subtract_third<1>(r, k.value);
  }
  return flip(result, low_word(k.shifted));
}

double __kcc_math_cos_f64(double x) {
  using namespace kcc::math;
  // k + 1/2 is |x| / pi - 1/2, rounded, plus 1/2; where the sum is below 2^52, it has half units.
  double shifted = fma(abs(x), 0x1.45f306dc9c883p-2, 0x1p52 - 0.5);
  if (high_word(shifted) < high_word(0x1p52))
    shifted = 0x1p52;
  const double k = shifted - (0x1p52 - 0.5);
  const double r = subtract_multiple<1>(abs(x), k);
  double result = sine_wide(r);
  if (__builtin_expect(is_below(r, tiny) || !is_below(x, large), 0)) {
    if (!is_below(x, large))
      return sine_of_large(x, 1);
    result = subtract_third<1>(r, k);
  }
  return flip(result, low_word(shifted) + 1);
}

double __kcc_math_tan_f64(double x) {
  using namespace kcc::math;
  // As reduce_to_quarter(), with what r exceeds the exact remainder by.
  const Rounded k = round_product(x, 0x1.45f306dc9c883p-1);
  const double first = fma(k.value, -pi_parts[0] / 2, x);
  const double r = fma(k.value, -pi_parts[1] / 2, first);
  const double excess = fma(k.value, pi_parts[1] / 2, r - first);
  // With t = 2 tan(r / 2), tan(r) = 4 t / (4 - t^2), and the polynomial is half as long as that of tan(r).
  const double square = r * r;
  const double t = r + fma(r * square, polynomial(square, half_tan_f64), -excess);
  const double d = fma(-t, t, 4.0);
  const bool odd = low_word(k.shifted) & 1;
  const double above = odd ? d : t, below = odd ? t : d;
  const double near = copysign(near_reciprocal(abs(below)), below);
  const double ratio = quotient(above, below, near);
  // 4 t / d, or -d / (4 t), where neither is zero: the sum changes the exponent, and its overflow the sign.
  const double result =
      from_words(high_word(ratio) + (odd ? 0x80000000 - (2 << 20) : 2 << 20), low_word(ratio));
  const bool near_zero = is_below(r, tiny), beyond = !is_below(x, large);
  return __builtin_expect(near_zero | beyond, 0) ? tangent_of_large(x) : result; // one branch for both
}

void __kcc_math_sincos_f64(double x, double *sine_of_x, double *cosine_of_x) {
  using namespace kcc::math;
  const Reduced at = reduce_to_quarter(x);
  double r = at.r;
  if (__builtin_expect(is_below(r, tiny) || !is_below(x, large), 0)) {
    if (!is_below(x, large)) {
      *sine_of_x = sine_of_large(x, 0);
      *cosine_of_x = sine_of_large(x, 1);
      return;
    }
    if (at.k == 0) {
      *sine_of_x = x;
      *cosine_of_x = 1;
      return;
    }
    r = subtract_third<2>(r, at.k);
  }
  const double square = r * r;
  const double s = sine_short(r, square), c = cosine_short(square);
  const bool odd = at.quadrant & 1;
  *sine_of_x = flip(odd ? c : s, at.quadrant >> 1);
  *cosine_of_x = flip(odd ? s : c, (at.quadrant + 1) >> 1);
}
}
