// Product and quotient: the functions that Clang calls for `*` and `/`. They follow C, Annex G.5.1, and
// recover the infinities that the plain formulas lose in the same way as its examples.
#include "complex/complex.h"

namespace {

/// a * b - c * d with an error of at most 1.5 ULP (Kahan; Jeannerod, Louvet, Muller, "Further analysis of
/// Kahan's algorithm", 2013), because the plain formula cancels.
template <class T> T difference(T a, T b, T c, T d) {
  T product = c * d;
  T error = fma_(-c, d, product);
  T rest = fma_(a, b, -product);
  T result = rest + error;
  if (result != 0 && is_finite(result))
    return result;
  // C's formula determines the signs of zeros and the infinities. It is evaluated in two steps: fused, it
  // would return the rounding error of the product instead of zero.
  T other = a * b;
  return other - product;
}

/// Infinite parts count as 1, others as 0, with their signs. NaNs have no sign here, because processors
/// generate NaNs with different signs.
template <class T> T direction(T x) {
  return is_nan(x) ? T(0) : copysign_(is_inf(x) ? T(1) : T(0), x);
}

template <class T> T without_nan(T x) {
  return is_nan(x) ? T(0) : x;
}

template <class T> Parts<T> multiply(Parts<T> x, Parts<T> y) {
  Parts<T> z = {difference(x.re, y.re, x.im, y.im), difference(x.re, y.im, -x.im, y.re)};
  if (is_finite(z.re) && is_finite(z.im)) [[likely]]
    return z;
  if (is_finite(x.re) && is_finite(x.im) && is_finite(y.re) && is_finite(y.im)) {
    // The products overflowed, but their difference may not.
    constexpr int down = std::numeric_limits<T>::max_exponent / 2 + 2;
    Parts<T> a = {ldexp_(x.re, -down), ldexp_(x.im, -down)}, b = {ldexp_(y.re, -down), ldexp_(y.im, -down)};
    if (!is_finite(z.re))
      z.re = ldexp_(difference(a.re, b.re, a.im, b.im), 2 * down);
    if (!is_finite(z.im))
      z.im = ldexp_(difference(a.re, b.im, -a.im, b.re), 2 * down);
    return z;
  }
  // With an infinity or a NaN, the result of the plain formula decides.
  T ac = x.re * y.re, bd = x.im * y.im, ad = x.re * y.im, bc = x.im * y.re;
  z = {ac - bd, ad + bc};
  if (!is_nan(z.re) || !is_nan(z.im))
    return z;
  bool again = false;
  if (is_inf(x.re) || is_inf(x.im)) {
    x = {direction(x.re), direction(x.im)};
    y = {without_nan(y.re), without_nan(y.im)};
    again = true;
  }
  if (is_inf(y.re) || is_inf(y.im)) {
    y = {direction(y.re), direction(y.im)};
    x = {without_nan(x.re), without_nan(x.im)};
    again = true;
  }
  if (!again && (is_inf(ac) || is_inf(bd) || is_inf(ad) || is_inf(bc))) {
    x = {without_nan(x.re), without_nan(x.im)};
    y = {without_nan(y.re), without_nan(y.im)};
    again = true;
  }
  if (again)
    z = {infinity<T> * (x.re * y.re - x.im * y.im), infinity<T> * (x.re * y.im + x.im * y.re)};
  return z;
}

template <class T> Parts<T> divide(Parts<T> x, Parts<T> y) {
  // Both are scaled by powers of two to parts of at most 2, so that no product overflows.
  Parts<T> a = x, b = y;
  int scale = 0;
  T size = logb_(fabs_(y.re) > fabs_(y.im) || is_nan(y.im) ? fabs_(y.re) : fabs_(y.im));
  if (is_finite(size)) {
    scale = -static_cast<int>(size);
    b = {ldexp_(b.re, scale), ldexp_(b.im, scale)};
  }
  int shift = 0;
  T top = logb_(fabs_(x.re) > fabs_(x.im) || is_nan(x.im) ? fabs_(x.re) : fabs_(x.im));
  if (is_finite(top)) {
    shift = -static_cast<int>(top);
    a = {ldexp_(a.re, shift), ldexp_(a.im, shift)};
  }
  T norm = fma_(b.re, b.re, b.im * b.im);
  Parts<T> z = {difference(a.re, b.re, -a.im, b.im) / norm, difference(a.im, b.re, a.re, b.im) / norm};
  z = {ldexp_(z.re, scale - shift), ldexp_(z.im, scale - shift)};
  if (!is_nan(z.re) || !is_nan(z.im)) [[likely]]
    return z;
  if (norm == 0 && (!is_nan(x.re) || !is_nan(x.im)))
    return {copysign_(infinity<T>, y.re) * x.re, copysign_(infinity<T>, y.re) * x.im};
  if ((is_inf(x.re) || is_inf(x.im)) && is_finite(y.re) && is_finite(y.im)) {
    x = {direction(x.re), direction(x.im)};
    return {infinity<T> * (x.re * y.re + x.im * y.im), infinity<T> * (x.im * y.re - x.re * y.im)};
  }
  if (is_inf(size) && size > 0 && is_finite(x.re) && is_finite(x.im)) {
    y = {direction(y.re), direction(y.im)};
    return {T(0) * (x.re * y.re + x.im * y.im), T(0) * (x.im * y.re - x.re * y.im)};
  }
  return z;
}

} // namespace

KCC_COMPLEX_2(cmul, multiply)
KCC_COMPLEX_2(cdiv, divide)
