// cbrt, rcbrt, rsqrt.
//
// cbrt: an initial value from a third of the exponent and a polynomial, two steps of Halley's method, then
// one of Newton's method with a residual that is exact to twice the bits: error below 0.51 ULP. rcbrt is its
// reciprocal, rsqrt 1 / sqrt(x), with a Newton step for double: errors below 1.5 ULP, and 0.6 ULP for
// double's rsqrt.
#include "math/arithmetic.h"

namespace kcc::math {
namespace {

template <typename T> T cbrt(T x) {
  const T a = abs(x);
  if (!(a > 0 && a < infinity<T>))
    return x;
  constexpr int shift = 3 * (fraction_bits<T> / 3 + 1);
  const bool subnormal = a < Limits<T>::min();
  const T normal = subnormal ? a * power_of_two<T>(shift) : a;
  // normal = m 8^third, 1/2 <= m < 4
  const int exponent = static_cast<int>(bits_of(normal) >> fraction_bits<T>) - exponent_bias<T>;
  const int third = (exponent + 3 * 400 + 1) / 3 - 400;
  const T m = normal * power_of_two<T>(-3 * third / 2) * power_of_two<T>(-3 * third - -3 * third / 2);
  // Linear between 1/2 and 4, with an error of at most a twelfth.
  T y = fma(T(0.22), m, T(0.76));
#pragma clang loop unroll(full)
  for (int step = 0; step < (is_float<T> ? 2 : 3); ++step) { // each triples the number of digits
    const T cube = y * y * y;
    y = y * (fma(T(2), m, cube) / fma(T(2), cube, m));
  }
  const Pair<T> square = product(y, y);
  const Pair<T> cube = multiply(square, y);
  const T rest = (m - cube.high) - cube.low;
  const T root = y + rest / (3 * square.high);
  return copysign(root * power_of_two<T>(third - (subnormal ? shift / 3 : 0)), x);
}

double rsqrt(double x) {
  const double root = __builtin_sqrt(x);
  const double y = 1 / root;
  // The errors of the division and the square root.
  const double rest = fma(-y, root, 1.0), square = fma(-root, root, x);
  const double better = fma(y, fma(-0.5 * y, square * y, rest), y);
  return x > 0 && x < infinity<double> ? better : y;
}

} // namespace
} // namespace kcc::math

extern "C" {
double __kcc_math_cbrt_f64(double x) {
  return kcc::math::cbrt(x);
}
double __kcc_math_rcbrt_f64(double x) {
  return 1 / kcc::math::cbrt(x);
}
float __kcc_math_rsqrt_f32(float x) {
  return 1 / __builtin_sqrtf(x);
}
double __kcc_math_rsqrt_f64(double x) {
  return kcc::math::rsqrt(x);
}
}
