// sin, cos, tan, sincos for double. sin, cos: x = k pi + r, or (k + 1/2) pi + r, with |r| <= pi / 2, so that
// one polynomial serves all arguments. tan, sincos: x = k pi / 2 + r with |r| <= pi / 4. The multiple of pi
// is subtracted in parts with fused operations, the first of which is exact (W. J. Cody, W. Waite, Software
// Manual for the Elementary Functions, 1980). Two parts do, except where r is tiny. Arguments from 2^27 on
// are left to trigonometric.cpp. Errors below 1.5 ULP (tan: 2).
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
  const Reduced at = reduce_to_quarter(x);
  double r = at.r;
  if (__builtin_expect(is_below(r, tiny) || !is_below(x, large), 0)) {
    if (!is_below(x, large))
      return tangent_of_large(x);
    if (at.k == 0)
      return x;
    r = subtract_third<2>(r, at.k);
  }
  // The sine and the cosine as sums, of which only the quotient is rounded.
  const double square = r * r;
  const double s = r * square * polynomial(square, sin_short_f64);
  const double c = square * fma(square, polynomial(square, cos_short_f64), -0.5);
  // With a branch, of which a GPU's assembler makes predicated moves: they are faster than selects of
  // doubles.
  double above = r, above_low = s, below = 1, below_low = c;
  if (__builtin_expect(at.quadrant & 1, 0)) {
    above = -1, above_low = -c;
    below = r, below_low = s;
  }
  const double divisor = below + below_low;
  const double near = copysign(near_reciprocal(abs(divisor)), divisor);
  const double inverse = fma(near, fma(-divisor, near, 1.0), near);
  const double first = (above + above_low) * inverse;
  const double rest = fma(-below_low, first, fma(-below, first, above) + above_low);
  return fma(rest, inverse, first);
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
