// Absolute value, angle, projection, and the functions made of them: exponential, logarithm, root, power.
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
      // A NaN's sign means nothing: processors give those that they make different ones.
      return z.re < 0 ? Parts<T>{0, is_nan(z.im) ? T(0) : copysign_(T(0), z.im)}
                      : Parts<T>{z.re, quiet_nan<T>};
    return {quiet_nan<T>, quiet_nan<T>};
  }
  T sine = sin_(z.im), cosine = cos_(z.im);
  // The parts may be representable where exp(re) is not any more: in two factors.
  constexpr T limit = T(std::numeric_limits<T>::max_exponent - 1) * ln2<T>;
  if (z.re > limit && is_finite(z.re)) {
    T half = exp_(limit);
    T rest = exp_(z.re - limit);
    return {half * cosine * rest, half * sine * rest};
  }
  T size = exp_(z.re);
  return {size * cosine, size * sine};
}

/// x * x + y * y - 1 where that cancels: exact products, summed with their errors.
template <class T> T norm_minus_one(T x, T y) {
  T xx = x * x, yy = y * y;
  T errors = fma_(x, x, -xx) + fma_(y, y, -yy);
  T first = xx - 1; // exact for 0.5 <= xx <= 2
  T sum = first + yy;
  T back = sum - first;
  return sum + ((first - (sum - back)) + (yy - back) + errors);
}

template <class T> Parts<T> logarithm(Parts<T> z) {
  T x = fabs_(z.re), y = fabs_(z.im);
  if (x < y) {
    T other = x;
    x = y, y = other;
  }
  T size;
  if (is_finite(x) && is_finite(y) && x >= T(0.71) && x <= T(1.42) && x * x + y * y < 2) {
    size = log1p_(norm_minus_one(x, y)) / 2;
  } else if (is_finite(x) && x > std::numeric_limits<T>::max() / 2) {
    size = log_(hypot_(x / 2, y / 2)) + ln2<T>;
  } else if (x < std::numeric_limits<T>::min() && x > 0) {
    // Without losing the bits of a subnormal number.
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
  // By a power of four, so that neither the absolute value overflows nor a subnormal part loses bits.
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

/// As C suggests, exp(y * log(x)), so the error grows with the exponent.
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
