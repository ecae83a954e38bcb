// Sine, cosine, tangent and their hyperbolic forms. sin(z) = sinh(iz) / i, cos(z) = cosh(iz), tan(z) =
// tanh(iz) / i.
#include "complex/complex.h"
#include "math/arithmetic.h"

namespace {

/// From here on cosh and sinh equal exp(|x|) / 2 in all bits of T.
template <class T> constexpr T large = T(std::numeric_limits<T>::digits) * ln2<T> / 2 + 1;

template <class T> Parts<T> hyperbolic_sine(Parts<T> z) {
  T x = z.re, y = z.im;
  if (y == 0)
    return {sinh_(x), y};
  if (!is_finite(y)) {
    if (x == 0)
      return {x, quiet_nan<T>};
    return is_inf(x) ? Parts<T>{x, quiet_nan<T>} : Parts<T>{quiet_nan<T>, quiet_nan<T>};
  }
  T sine = sin_(y), cosine = cos_(y);
  if (x == 0)
    return {copysign_(T(0), x * cosine), sine};
  if (is_inf(x))
    return {x * cosine, infinity<T> * sine};
  if (fabs_(x) > large<T>)
    return {exp_times(fabs_(x), T(0.5), copysign_(T(1), x) * cosine), exp_times(fabs_(x), T(0.5), sine)};
  return {sinh_(x) * cosine, cosh_(x) * sine};
}

template <class T> Parts<T> hyperbolic_cosine(Parts<T> z) {
  T x = z.re, y = z.im;
  if (y == 0)
    return {cosh_(x), is_nan(x) ? y : copysign_(T(1), x) * y};
  if (!is_finite(y)) {
    if (x == 0)
      return {quiet_nan<T>, T(0)};
    return is_inf(x) ? Parts<T>{infinity<T>, quiet_nan<T>} : Parts<T>{quiet_nan<T>, quiet_nan<T>};
  }
  T sine = sin_(y), cosine = cos_(y);
  if (x == 0)
    return {cosine, copysign_(T(1), x) * sine * T(0)};
  if (is_inf(x))
    return {infinity<T> * cosine, x * sine};
  if (fabs_(x) > large<T>)
    return {exp_times(fabs_(x), T(0.5), cosine), exp_times(fabs_(x), T(0.5), copysign_(T(1), x) * sine)};
  return {cosh_(x) * cosine, sinh_(x) * sine};
}

/// Kahan, "Branch cuts for complex elementary functions" (1987): CTANH.
template <class T> Parts<T> hyperbolic_tangent(Parts<T> z) {
  T x = z.re, y = z.im;
  if (is_inf(x))
    return {copysign_(T(1), x), is_finite(y) ? copysign_(T(0), sin_(2 * y)) : copysign_(T(0), y)};
  if (y == 0)
    return {tanh_(x), y};
  if (is_nan(x) || !is_finite(y))
    return {x == 0 ? x : quiet_nan<T>, quiet_nan<T>};
  if (fabs_(x) > 2 * large<T>) {
    T decay = exp_(-fabs_(x));
    return {copysign_(T(1), x), 4 * sin_(y) * cos_(y) * decay * decay};
  }
  T t = precise_tan(y), s = precise_sinh(x);
  if (is_inf(t))
    return {sqrt_(fma_(s, s, T(1))) / s, 1 / t};
  // In pairs, because the roundings of so many products would add up.
  using namespace kcc::math;
  const Pair<T> beta = add(product(t, t), T(1)), square = product(s, s);
  const Pair<T> rho = sqrt(add(square, T(1))), below = add(multiply(beta, square), T(1));
  const T real = value(divide(multiply(multiply(beta, rho), s), below));
  const T imaginary = value(divide(Pair<T>{t, 0}, below));
  return {copysign_(real, s), copysign_(imaginary, t)}; // a sum of zeros has lost the sign
}

template <class T> Parts<T> sine(Parts<T> z) {
  return over_i(hyperbolic_sine(times_i(z)));
}
template <class T> Parts<T> cosine(Parts<T> z) {
  return hyperbolic_cosine(times_i(z));
}
template <class T> Parts<T> tangent(Parts<T> z) {
  return over_i(hyperbolic_tangent(times_i(z)));
}

} // namespace

KCC_COMPLEX_1(csinh, hyperbolic_sine)
KCC_COMPLEX_1(ccosh, hyperbolic_cosine)
KCC_COMPLEX_1(ctanh, hyperbolic_tangent)
KCC_COMPLEX_1(csin, sine)
KCC_COMPLEX_1(ccos, cosine)
KCC_COMPLEX_1(ctan, tangent)
