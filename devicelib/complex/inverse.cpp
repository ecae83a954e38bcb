// Arc sine, cosine, tangent and their hyperbolic forms.
//
// Sine and cosine follow Hull, Fairgrieve, Tang, "Implementing the complex arcsine and arccosine functions
// using exception handling" (ACM TOMS 23, 1997), in the first quadrant; signs and the other functions follow
// by symmetry.
#include "complex/complex.h"

namespace {

/// The real parts of asin and acos, and the magnitude of the imaginary part of both.
template <class T> struct Arc {
  T sine, cosine, height;
};

/// For finite x, y >= 0.
template <class T> Arc<T> arc(T x, T y) {
  using Limits = std::numeric_limits<T>;
  constexpr T tiny = T(4) * Limits::min() / Limits::epsilon(); // smaller numbers have squares that vanish
  const T huge = T(1) / (Limits::epsilon() * Limits::epsilon());
  if (x > huge || y > huge) {
    // |z| is so large that 1 is negligible: log(2 |z|), computed from halves so that it cannot overflow.
    T half = hypot_(x / 2, y / 2);
    return {atan2_(x, y), atan2_(y, x), log_(half) + 2 * ln2<T>};
  }
  if (y < tiny && fabs_(x - 1) < Limits::epsilon() * T(0.5) && x >= 1) {
    T height = sqrt_(y);
    return {pi<T> / 2 - height, height, height};
  }
  T xp1 = x + 1, xm1 = x - 1, yy = y * y;
  T r = hypot_(xp1, y), s = hypot_(xm1, y);
  T a = (r + s) / 2;
  Arc<T> result;

  T b = x / a;
  if (b <= T(0.6417)) {
    result.sine = asin_(b), result.cosine = acos_(b);
  } else {
    T apx = a + x, u;
    if (x <= 1)
      u = sqrt_(apx * (yy / (r + xp1) + (s - xm1)) / 2);
    else
      u = y * sqrt_((apx / (r + xp1) + apx / (s + xm1)) / 2);
    result.sine = atan2_(x, u), result.cosine = atan2_(u, x);
  }

  if (a <= T(1.5)) {
    T am1 = x < 1 ? (yy / (r + xp1) + yy / (s - xm1)) / 2 : (yy / (r + xp1) + (s + xm1)) / 2;
    result.height = log1p_(am1 + sqrt_(am1 * (a + 1)));
    if (yy < Limits::min() && x < 1) // y * y is subnormal: to first order
      result.height = y / sqrt_((1 - x) * xp1);
  } else {
    result.height = log_(a + sqrt_(fma_(a, a, T(-1))));
  }
  return result;
}

/// acosh through sqrt(z-1) and sqrt(z+1); z = x + iy gives height and angle of acos.
template <class T> Parts<T> arc_cosine(Parts<T> z) {
  T x = z.re, y = z.im;
  if (is_nan(x) || is_nan(y)) {
    if (is_inf(x))
      return {y, -copysign_(infinity<T>, x)};
    if (is_inf(y))
      return {x, -y};
    return x == 0 ? Parts<T>{pi<T> / 2, y} : Parts<T>{quiet_nan<T>, quiet_nan<T>};
  }
  if (is_inf(x) || is_inf(y)) {
    T angle = atan2_(fabs_(y), x);
    return {angle, -copysign_(infinity<T>, y)};
  }
  Arc<T> a = arc(fabs_(x), fabs_(y));
  return {x < 0 || (x == 0 && __builtin_signbit(x)) ? pi<T> - a.cosine : a.cosine, -copysign_(a.height, y)};
}

template <class T> Parts<T> arc_hyperbolic_sine(Parts<T> z) {
  // asinh(z) = i * asin(z / i), with x and y exchanged in the first quadrant of asin.
  T x = z.re, y = z.im;
  if (is_nan(x) || is_nan(y)) {
    if (is_inf(x))
      return {x, y};
    if (is_inf(y))
      return {y, x};
    return y == 0 ? Parts<T>{x, y} : Parts<T>{quiet_nan<T>, quiet_nan<T>};
  }
  if (is_inf(x) || is_inf(y))
    return {copysign_(infinity<T>, x), atan2_(y, fabs_(x))};
  Arc<T> a = arc(fabs_(y), fabs_(x));
  return {copysign_(a.height, x), copysign_(a.sine, y)};
}

template <class T> Parts<T> arc_hyperbolic_cosine(Parts<T> z) {
  Parts<T> w = arc_cosine(z); // acosh(z) = ±i acos(z), with a real part >= 0
  return __builtin_signbit(w.im) ? Parts<T>{-w.im, copysign_(w.re, z.im)}
                                 : Parts<T>{w.im, copysign_(w.re, z.im)};
}

/// (1/4) log(((1+x)² + y²) / ((1-x)² + y²)) and (1/2) atan2(2y, (1-x)(1+x) - y²).
template <class T> Parts<T> arc_hyperbolic_tangent(Parts<T> z) {
  T x = fabs_(z.re), y = fabs_(z.im);
  if (is_nan(x) || is_nan(y)) {
    if (is_inf(x))
      return {copysign_(T(0), z.re), y};
    if (is_inf(y))
      return {0, copysign_(pi<T> / 2, z.im)};
    return x == 0 ? Parts<T>{z.re, y} : Parts<T>{quiet_nan<T>, quiet_nan<T>};
  }
  const T huge = T(1) / std::numeric_limits<T>::epsilon();
  T re, im;
  if (x > huge || y > huge) {
    // 1 / z, accurate to the last bit: x / (x² + y²) without squares or other factors that overflow.
    T larger = x > y ? x : y, ratio = x > y ? y / x : x / y;
    if (is_inf(larger))
      re = 0;
    else
      re = (x > y ? T(1) : ratio) / larger / fma_(ratio, ratio, T(1));
    im = pi<T> / 2;
  } else {
    T below = fma_(1 - x, 1 - x, y * y);
    // 4 / y² overflows for small y, the quotient of square roots does not.
    re = x == 1 && y == 0  ? infinity<T>
         : x == 1 && y < 1 ? log_(sqrt_(sqrt_(fma_(y, y, T(4)))) / sqrt_(y))
                           : log1p_(4 * x / below) / 4;
    im = y == 0 && x <= 1 ? T(0) : atan2_(2 * y, fma_(1 - x, 1 + x, -y * y)) / 2;
  }
  return {copysign_(re, z.re), copysign_(im, z.im)};
}

template <class T> Parts<T> arc_sine(Parts<T> z) {
  return over_i(arc_hyperbolic_sine(times_i(z)));
}
template <class T> Parts<T> arc_tangent(Parts<T> z) {
  // The sign comes from a NaN here, which a negation on a GPU does not preserve.
  if (is_inf(z.re) && is_nan(z.im))
    return {copysign_(pi<T> / 2, z.re), 0};
  return over_i(arc_hyperbolic_tangent(times_i(z)));
}

} // namespace

KCC_COMPLEX_1(cacos, arc_cosine)
KCC_COMPLEX_1(cacosh, arc_hyperbolic_cosine)
KCC_COMPLEX_1(casin, arc_sine)
KCC_COMPLEX_1(casinh, arc_hyperbolic_sine)
KCC_COMPLEX_1(catan, arc_tangent)
KCC_COMPLEX_1(catanh, arc_hyperbolic_tangent)
