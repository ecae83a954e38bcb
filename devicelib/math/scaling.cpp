// ldexp, scalbln, ilogb: powers of two, exact except for one rounding if the result is subnormal.
#include "math/floating.h"

namespace {

/// x 2^n as a product with three powers of two that depend on n alone. They reach from the largest number to
/// below the smallest. Only one product rounds: up, they are exact; and where n needs more than one factor
/// down, the last one takes whatever the first ones have made subnormal to zero.
template <class T> T scale(T x, int n) {
  constexpr int greatest = bias<T>, least = 1 - bias<T>, down = least + std::numeric_limits<T>::digits;
  auto step = [&] {
    const int part = n > greatest ? greatest : n < least ? down : 0;
    n -= part;
    return power_of_two<T>(part);
  };
  const T first = step(), second = step();
  n = n > greatest ? greatest : n < least ? least : n;
  return x * first * second * power_of_two<T>(n);
}

/// \p n, or a number that scales every number to zero or infinity as \p n does.
int limited(long n) {
  return static_cast<int>(n > 10000 ? 10000 : n < -10000 ? -10000 : n);
}

/// Returns C's results for arguments without a logarithm, as in glibc on x86-64.
template <class T> int logarithm(T x) {
  const ExponentField<T> field(x);
  if (field.is_of_normal()) [[likely]]
    return field.value();
  if (__builtin_isinf(x))
    return std::numeric_limits<int>::max();
  return x == 0 || x != x ? std::numeric_limits<int>::min() : exponent_of(x);
}

} // namespace

extern "C" float __kcc_math_ldexp_f32(float x, int n) {
  return scale(x, n);
}
extern "C" double __kcc_math_ldexp_f64(double x, int n) {
  return scale(x, n);
}
extern "C" float __kcc_math_scalbln_f32(float x, long n) {
  return scale(x, limited(n));
}
extern "C" double __kcc_math_scalbln_f64(double x, long n) {
  return scale(x, limited(n));
}
extern "C" int __kcc_math_ilogb_f32(float x) {
  return logarithm(x);
}
extern "C" int __kcc_math_ilogb_f64(double x) {
  return logarithm(x);
}
