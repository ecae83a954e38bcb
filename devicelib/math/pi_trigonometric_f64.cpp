// sinpi, cospi, sincospi for double. sinpi, cospi: |x| = k + r, or k + 1/2 + r, with |r| <= 1/2, so that one
// polynomial serves all arguments. sincospi: |x| = k / 2 + r with |r| <= 1/4. The reduction is exact, except
// for cospi near 0, where the cosine is flat. Errors below 2 ULP (sincospi: 1).
#include "math/double.h"

namespace kcc::math {
namespace {

/// |x|, or a number below 2 in magnitude with the same sine and cosine if |x| >= 2^50; NaN for infinity.
inline double bounded(double x) {
  const double a = abs(x);
  if (__builtin_expect(!is_below(a, 0x1p50), 0))
    return fma(-2.0, __builtin_rint(0.5 * a), a);
  return a;
}

/// size, negative if the integer is odd; a zero is positive.
inline double flip(double size, std::uint32_t integer) {
  return from_words(high_word(size) ^ integer << 31, low_word(size)) + 0.0;
}
/// The sine of |x| with the sign of x.
inline double odd(double sine, double x) {
  return from_words(high_word(sine) ^ (high_word(x) & 0x80000000), low_word(sine));
}

/// sin(pi r) = 3 r + r (pi - 3 + ...), because the product pi r would have a rounding error of its own.
template <std::size_t count> inline double sine(double r, double square, const double (&terms)[count]) {
  return fma(r, 3.0, r * fma(square, polynomial(square, terms), 0x1.21fb54442d184p-3));
}

} // namespace
} // namespace kcc::math

extern "C" {
double __kcc_math_sinpi_f64(double x) {
  using namespace kcc::math;
  const double a = bounded(x);
  const double shifted = a + 0x1.8p52;
  const double r = a - (shifted - 0x1.8p52);
  return odd(flip(sine(r, r * r, sinpi_wide_f64), low_word(shifted)), x);
}

double __kcc_math_cospi_f64(double x) {
  using namespace kcc::math;
  const double a = abs(bounded(x));
  // k + 1/2 is |x| - 1/2, rounded, plus 1/2; where the sum is below 2^52, it has half units.
  double shifted = a + (0x1p52 - 0.5);
  if (high_word(shifted) < high_word(0x1p52))
    shifted = 0x1p52;
  const double r = a - (shifted - (0x1p52 - 0.5));
  return flip(sine(r, r * r, sinpi_wide_f64), low_word(shifted) + 1);
}

void __kcc_math_sincospi_f64(double x, double *sine_of_x, double *cosine_of_x) {
  using namespace kcc::math;
  const double a = bounded(x);
  const double shifted = fma(2.0, a, 0x1.8p52);
  const double r = fma(-0.5, shifted - 0x1.8p52, a), square = r * r;
  const std::uint32_t quadrant = low_word(shifted);
  const double s = sine(r, square, sinpi_short_f64);
  const double c = fma(square, polynomial(square, cospi_short_f64), 1.0);
  *sine_of_x = odd(flip(quadrant & 1 ? c : s, quadrant >> 1), x);
  *cosine_of_x = flip(quadrant & 1 ? s : c, (quadrant + 1) >> 1);
}
}
