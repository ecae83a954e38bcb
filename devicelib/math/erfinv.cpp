// erfinv, erfcinv, normcdfinv: polynomials in w = -log(1 - x^2) and, for large w, in sqrt(w) (M. Giles,
// Approximating the erfinv function, GPU Computing Gems Jade Edition, 2011), here with new coefficients and
// additional intervals down to the smallest arguments of erfcinv. Errors below 3.5 ULP.
#include "math/exp_log.h"

namespace kcc::math {
namespace {

/// erfinv(x), where x >= 0 and u = 1 - x^2, both to full accuracy.
template <typename T> T solve(T x, T u) {
  constexpr int shift = fraction_bits<T> + 1;
  const bool subnormal = u < Limits<T>::min();
  const T normal = subnormal ? u * power_of_two<T>(shift) : u;
  T w = -value(log_pair(Pair<T>{normal > 0 ? normal : T(1), 0}));
  w = subnormal ? fma(T(shift), T(0x1.62e42fefa39efp-1), w) : w;
  const T s = sqrt(w);
  T result;
  if (w < T(6.25)) {
    const auto &terms = pick<T>(erfinv_centre_f32, erfinv_centre_f64);
    const T v = w - T(3.125);
    // The last step and the product use pairs: their roundings would make up a third of the error.
    const Pair<T> last = product(v, polynomial<1>(v, terms));
    const Pair<T> whole = sum(terms[0], last.high);
    result = fma(x, whole.high, x * (whole.low + last.low));
  } else if (s < T(4.25)) {
    result = polynomial(s - T(3.375), pick<T>(erfinv_near_f32, erfinv_near_f64));
  } else {
    result = polynomial(s - T(6.875), pick<T>(erfinv_far_f32, erfinv_far_f64));
    if constexpr (!is_float<T>)
      result = s < 10.25 ? result : polynomial(s - 18.75, erfinv_last_f64);
  }
  return u == 0 ? infinity<T> : result;
}

template <typename T> T erfinv(T x) {
  const T a = abs(x);
  const T result = copysign(solve(a, fma(-a, a, T(1))), x);
  return a <= 1 ? result : nan<T>;
}

/// erfcinv(q); for q > 1 it is -erfcinv(2 - q), where 2 - q is exact.
template <typename T> T erfcinv(T q) {
  const T p = q > 1 ? 2 - q : q;
  const T size = solve(1 - p, fma(-p, p, 2 * p));
  return q >= 0 && q <= 2 ? (q > 1 ? -size : size) : nan<T>;
}

template <typename T> T normcdfinv(T p) {
  constexpr Pair<T> root = constant<T>(0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54);
  const T q = erfcinv(2 * p);
  const T result = q == infinity<T> || q == -infinity<T> ? -q : -fma(q, root.high, q * root.low);
  return p == T(0.5) ? T(0) : result;
}

} // namespace
} // namespace kcc::math

extern "C" {
double __kcc_math_erfinv_f64(double x) {
  return kcc::math::erfinv(x);
}
double __kcc_math_erfcinv_f64(double x) {
  return kcc::math::erfcinv(x);
}
double __kcc_math_normcdfinv_f64(double x) {
  return kcc::math::normcdfinv(x);
}
}
