// ldexp, scalbln, ilogb: powers of two, exact except for one rounding if the result is subnormal.
#include "math/floating.h"

namespace {

/// For any n.
template <class T> T scale_far(T x, long n) {
  constexpr int greatest = bias<T>, least = 1 - bias<T>;
  // Three factors reach from the largest number to below the smallest. Going down, the steps keep the number
  // normal until the last product, so that only that one rounds.
  constexpr int down = least + std::numeric_limits<T>::digits;
  if (n > greatest) {
    x *= power_of_two<T>(greatest), n -= greatest;
    if (n > greatest) {
      x *= power_of_two<T>(greatest), n -= greatest;
      n = n > greatest ? greatest : n;
    }
  } else if (n < least) {
    x *= power_of_two<T>(down), n -= down;
    if (n < least) {
      x *= power_of_two<T>(down), n -= down;
      n = n < least ? least : n;
    }
  }
  return x * power_of_two<T>(static_cast<int>(n));
}

template <class T, class N> T scale(T x, N n) {
  T result = x * power_of_two<T>(static_cast<int>(n));
  if (__builtin_expect(n < 1 - bias<T> || n > bias<T>, 0))
    result = scale_far(x, n);
  return result;
}

/// Of numbers without a logarithm as C has it, on x86-64 with glibc.
template <class T> int unusual_logarithm(T x) {
  if (x == 0 || __builtin_isnan(x))
    return std::numeric_limits<int>::min();
  return __builtin_isinf(x) ? std::numeric_limits<int>::max() : exponent_of(x);
}

template <class T> int logarithm(T x) {
  int result = normal_exponent(x);
  if (__builtin_expect(!is_normal(x), 0))
    result = unusual_logarithm(x);
  return result;
}

} // namespace

extern "C" float __kcc_math_ldexp_f32(float x, int n) {
  return scale(x, n);
}
extern "C" double __kcc_math_ldexp_f64(double x, int n) {
  return scale(x, n);
}
extern "C" float __kcc_math_scalbln_f32(float x, long n) {
  return scale(x, n);
}
extern "C" double __kcc_math_scalbln_f64(double x, long n) {
  return scale(x, n);
}
extern "C" int __kcc_math_ilogb_f32(float x) {
  return logarithm(x);
}
extern "C" int __kcc_math_ilogb_f64(double x) {
  return logarithm(x);
}
