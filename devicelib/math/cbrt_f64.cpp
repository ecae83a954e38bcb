// cbrt and rcbrt for double: |x| = 2^3n m with m between 1 and 8; z near m^(-1/3) in float, then one step in
// double. Errors below 1 ULP, that is, one ULP from the correctly rounded result.
#include "math/double.h"

namespace kcc::math {
namespace {

struct Cube {
  double m, z;
  std::uint32_t n;
};

inline Cube cube(double x) {
  const std::uint32_t high = high_word(x) & 0x7fffffff;
  const std::uint32_t third = (high >> 20) * 0x5556 >> 16; // by 3: n + 341
  const double m = from_words(high + 0x3ff00000 - (3 * third << 20), low_word(x));
  const float a = truncated(m);
  // Off by at most 5 %: 0x5555 / 2^16 is a third.
  const float start = from_bits<float>(0x54a2fa8c - (bits_of(a) >> 16) * 0x5555);
  const float error = fma(-(a * start), start * start, 1.0f);
  // (1 - h)^(-1/3) = 1 + h / 3 + 2 h^2 / 9 + 14 h^3 / 81
  const float factor = fma(error, fma(error, 0x1.61f9aep-3f, 0x1.c71c72p-3f), 0x1.555556p-2f);
  const float better = fma(start * error, factor, start);
  const float rest = fma(-(a * better), better * better, 1.0f);
  return {m, widened(fma(better * rest, 0x1.555556p-2f, better)), third - 341};
}

inline double cbrt_of_normal(double x) {
  const Cube c = cube(x);
  const double y = c.m * (c.z * c.z);
  const double h = fma(-y, c.z, 1.0);
  // (1 - h)^(-2/3) = 1 + 2 h / 3 + 5 h^2 / 9
  const double factor = fma(h, 0x1.1c71c71c71c72p-1, 0x1.5555555555555p-1);
  return copysign(shift(fma(y * h, factor, y), c.n), x);
}

inline double rcbrt_of_normal(double x) {
  const Cube c = cube(x);
  const double error = fma(-(c.m * (c.z * c.z)), c.z, 1.0);
  const double factor = fma(error, 0x1.c71c71c71c71cp-3, 0x1.5555555555555p-2);
  return copysign(shift(fma(c.z * error, factor, c.z), -c.n), x);
}

/// Whether x is finite and at least the smallest normal number.
inline bool is_normal(double x) {
  return (high_word(x) & 0x7fffffff) - 0x00100000 < 0x7fe00000;
}

[[gnu::noinline]] double cbrt_of_special(double x) {
  return x == 0 || !(abs(x) < infinity<double>) ? x : cbrt_of_normal(x * 0x1p54) * 0x1p-18;
}
[[gnu::noinline]] double rcbrt_of_special(double x) {
  return x == 0 || !(abs(x) < infinity<double>) ? 1 / x : rcbrt_of_normal(x * 0x1p54) * 0x1p18;
}

} // namespace
} // namespace kcc::math

extern "C" {
double __kcc_math_cbrt_f64(double x) {
  using namespace kcc::math;
  const double result = cbrt_of_normal(x);
  return __builtin_expect(is_normal(x), 1) ? result : cbrt_of_special(x);
}
double __kcc_math_rcbrt_f64(double x) {
  using namespace kcc::math;
  const double result = rcbrt_of_normal(x);
  return __builtin_expect(is_normal(x), 1) ? result : rcbrt_of_special(x);
}
}
