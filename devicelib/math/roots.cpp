// rsqrt: 1 / sqrt(x). For double, a step of Newton's method makes the error 0.6 ULP; GPUs have their own
// version unless --math=reproducible is given (compiler/targets/nvptx/math).
#include "math/arithmetic.h"

namespace kcc::math {
namespace {

/// For x that is not small.
double rsqrt_of_large(double x) {
  const double root = __builtin_sqrt(x);
  const double y = 1 / root;
  // The errors of the division and the square root.
  const double rest = fma(-y, root, 1.0), square = fma(-root, root, x);
  const double better = fma(y, fma(-0.5 * y, square * y, rest), y);
  return x > 0 && x < infinity<double> ? better : y;
}

/// The square root's error would underflow where x is less than about 2^-970.
double rsqrt(double x) {
  const bool small = x < 0x1p-900;
  const double result = rsqrt_of_large(small ? x * 0x1p200 : x);
  return small ? result * 0x1p100 : result;
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_rsqrt_f32(float x) {
  return 1 / __builtin_sqrtf(x);
}
double __kcc_math_rsqrt_f64(double x) {
  return kcc::math::rsqrt(x);
}
}
