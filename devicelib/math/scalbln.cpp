// scalbln: scalbn for a `long` power of two. Beyond an `int`, every number over- or underflows.
#include <limits>

extern "C" float __kcc_math_ldexp_f32(float x, int n);
extern "C" double __kcc_math_ldexp_f64(double x, int n);

static int clamped(long n) {
  using Limits = std::numeric_limits<int>;
  return n < Limits::min() ? Limits::min() : n > Limits::max() ? Limits::max() : static_cast<int>(n);
}

extern "C" float __kcc_math_scalbln_f32(float x, long n) {
  return __kcc_math_ldexp_f32(x, clamped(n));
}
extern "C" double __kcc_math_scalbln_f64(double x, long n) {
  return __kcc_math_ldexp_f64(x, clamped(n));
}
