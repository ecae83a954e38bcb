// Absolute value, argument and projection, and the functions based on them: exponential, logarithm, square
// root, power.
#include "complex/complex.h"

namespace {

template <class T> T angle(Parts<T> z) {
  return atan2_(z.im, z.re);
}

template <class T> Parts<T> project(Parts<T> z) {
  return is_inf(z.re) || is_inf(z.im) ? Parts<T>{infinity<T>, copysign_(T(0), z.im)} : z;
}

template <class T> Parts<T> exponential(Parts<T> z) {
  if (z.im == 0)
    return {exp_(z.re), z.im};
  if (!is_finite(z.im)) {
    if (is_inf(z.re))
      // The sign of a NaN is meaningless: processors generate NaNs with different signs.
      return z.re < 0 ? Parts<T>{0, is_nan(z.im) ? T(0) : copysign_(T(0), z.im)}
                      : Parts<T>{z.re, quiet_nan<T>};
    return {quiet_nan<T>, quiet_nan<T>};
  }
  T sine = sin_(z.im), cosine = cos_(z.im);
  return {exp_times(z.re, T(1), cosine), exp_times(z.re, T(1), sine)};
}

/// A number as the sum of a rounded number and the rounding error.
template <class T> struct Split {
  T value, error;
};
/// D. Knuth's TwoSum: exact.
template <class T> Split<T> sum(T a, T b) {
  T value = a + b;
  T of_b = value - a;
  T of_a = value - of_b;
  return {value, (a - of_a) + (b - of_b)};
}
/// Exact.
template <class T> Split<T> square(T x) {
  T value = x * x;
  return {value, fma_(x, x, -value)};
}

/// x * x + y * y - 1 for results from -0.6 to 2, accurate to about 1 ULP. On the unit circle everything but
/// the last bits of the squares' errors can cancel, so each step keeps its rounding error until the next ones
/// have cancelled.
template <class T> T norm_minus_one(T x, T y) {
  Split<T> xx = square(x), yy = square(y);
  Split<T> first = sum(xx.value, T(-1));
  Split<T> second = sum(first.value, yy.value);
  Split<T> errors = sum(xx.error, yy.error);
  Split<T> third = sum(second.value, errors.value);
  return third.value + (first.error + second.error + third.error + errors.error);
}

template <class T> Parts<T> logarithm(Parts<T> z) {
  T x = fabs_(z.re), y = fabs_(z.im);
  if (x < y) {
    T other = x;
    x = y, y = other;
  }
  T size;
  T norm = fma_(x, x, y * y);
  if (norm > T(0.4) && norm < 3) { // log(hypot) would lose the rounding error of hypot
    size = log1p_(norm_minus_one(x, y)) / 2;
  } else if (is_finite(x) && x > std::numeric_limits<T>::max() / 2) {
    size = log_(hypot_(x / 2, y / 2)) + ln2<T>;
  } else if (x < std::numeric_limits<T>::min() && x > 0) {
    // Scaled up, so that a subnormal number loses no bits.
    constexpr int shift = std::numeric_limits<T>::digits;
    size = log_(hypot_(ldexp_(x, shift), ldexp_(y, shift))) - shift * ln2<T>;
  } else {
    size = log_(hypot_(z.re, z.im));
  }
  return {size, angle(z)};
}

/// Kahan, "Branch cuts for complex elementary functions" (1987): CSQRT.
template <class T> Parts<T> root(Parts<T> z) {
  if (z.re == 0 && z.im == 0)
    return {0, z.im};
  if (is_inf(z.im))
    return {infinity<T>, z.im};
  if (is_nan(z.re))
    return {z.re, quiet_nan<T>};
  if (is_inf(z.re)) {
    T rest = is_nan(z.im) ? z.im : T(0);
    return z.re < 0 ? Parts<T>{is_nan(z.im) ? z.im : T(0), copysign_(infinity<T>, z.im)}
                    : Parts<T>{z.re, is_nan(z.im) ? rest : copysign_(T(0), z.im)};
  }
  if (is_nan(z.im))
    return {z.im, z.im};
  // Scaled by a power of four, so that the absolute value does not overflow and a subnormal part loses no
  // bits.
  int scale = 0;
  T larger = fabs_(z.re) > fabs_(z.im) ? fabs_(z.re) : fabs_(z.im);
  if (larger > std::numeric_limits<T>::max() / 4)
    scale = 1;
  else if (larger < std::numeric_limits<T>::min() * 4)
    scale = -(std::numeric_limits<T>::digits + 1) / 2;
  T x = ldexp_(z.re, -2 * scale), y = ldexp_(z.im, -2 * scale);
  T t = sqrt_((fabs_(x) + hypot_(x, y)) / 2);
  T other = fabs_(y) / (2 * t);
  t = ldexp_(t, scale), other = ldexp_(other, scale);
  return z.re >= 0 ? Parts<T>{t, copysign_(other, z.im)} : Parts<T>{other, copysign_(t, z.im)};
}

/// exp(y * log(x)), as C suggests, so the error grows with the exponent.
template <class T> Parts<T> power(Parts<T> x, Parts<T> y) {
  Parts<T> l = logarithm(x);
  return exponential(Parts<T>{y.re * l.re - y.im * l.im, y.re * l.im + y.im * l.re});
}

} // namespace

extern "C" float __kcc_math_cabs_f32(float re, float im) {
  return hypot_(re, im);
}
extern "C" double __kcc_math_cabs_f64(double re, double im) {
  return hypot_(re, im);
}
extern "C" float __kcc_math_carg_f32(float re, float im) {
  return atan2_(im, re);
}
extern "C" double __kcc_math_carg_f64(double re, double im) {
  return atan2_(im, re);
}
KCC_COMPLEX_1(cexp, exponential)
KCC_COMPLEX_1(clog, logarithm)
KCC_COMPLEX_2(cpow, power)
KCC_COMPLEX_1(cproj, project)
KCC_COMPLEX_1(csqrt, root)
