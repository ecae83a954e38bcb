// Most functions are MPFR's own. Functions that MPFR lacks are computed from others, with more precision for
// intermediate values; functions whose special cases differ from C's are corrected.
#include "reference.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

namespace kcc::testing {
namespace {

constexpr auto nearest = MPFR_RNDN;
/// For intermediate values of formulas that lose a few bits.
constexpr mpfr_prec_t wide = 256;

template <auto function> void one_argument(Real &result, const Arguments &arguments) {
  const Real x(arguments[0], 53);
  function(result, x, nearest);
}
template <auto function> void two_arguments(Real &result, const Arguments &arguments) {
  const Real x(arguments[0], 53), y(arguments[1], 53);
  function(result, x, y, nearest);
}

void sinpi(Real &result, const Arguments &arguments) {
  const Real x(arguments[0], 53);
  mpfr_sinpi(result, x, nearest);
}

void lgamma(Real &result, const Arguments &arguments) {
  const Real x(arguments[0], 53);
  int sign;
  mpfr_lgamma(result, &sign, x, nearest);
  // C and MPFR agree except here, where C's result is +infinity.
  if (std::isinf(arguments[0]))
    mpfr_set_inf(result, 1);
}

void tgamma(Real &result, const Arguments &arguments) {
  const Real x(arguments[0], 53);
  mpfr_gamma(result, x, nearest);
}

/// MPFR returns +infinity for -0; IEEE 754 (9.2.1) requires -infinity.
void rsqrt(Real &result, const Arguments &arguments) {
  const Real x(arguments[0], 53);
  mpfr_rec_sqrt(result, x, nearest);
  if (arguments[0] == 0)
    mpfr_copysign(result, result, x, nearest);
}

void rcbrt(Real &result, const Arguments &arguments) {
  const Real x(arguments[0], 53);
  Real root(wide);
  mpfr_cbrt(root, x, nearest);
  mpfr_ui_div(result, 1, root, nearest);
}

/// The Euclidean norm of `count` arguments, or its reciprocal. An infinity takes precedence over a NaN, as in
/// hypot.
template <int count, bool reciprocal> void norm(Real &result, const Arguments &arguments) {
  const auto values = std::span(arguments).first(count);
  if (std::ranges::any_of(values, [](double value) { return std::isinf(value); })) {
    reciprocal ? mpfr_set_zero(result, 1) : mpfr_set_inf(result, 1);
    return;
  }
  Real sum(0.0, 6000), square(6000); // exact for every double
  for (double value : values) {
    const Real x(value, 53);
    mpfr_sqr(square, x, nearest);
    mpfr_add(sum, sum, square, nearest);
  }
  if (reciprocal)
    mpfr_rec_sqrt(result, sum, nearest);
  else
    mpfr_sqrt(result, sum, nearest);
}

void erfcx(Real &result, const Arguments &arguments) {
  const Real x(arguments[0], 53);
  if (arguments[0] > 1e8) { // (1 - 1 / (2 x^2) + 3 / (4 x^4)) / (x sqrt(pi)), to 150 bits and more
    Real root(wide), inverse(wide), sum(wide);
    mpfr_const_pi(root, nearest);
    mpfr_sqrt(root, root, nearest);
    mpfr_mul(root, root, x, nearest);
    mpfr_sqr(inverse, x, nearest);
    mpfr_ui_div(inverse, 1, inverse, nearest);
    mpfr_mul_d(sum, inverse, 0.75, nearest);
    mpfr_sub_d(sum, sum, 0.5, nearest);
    mpfr_mul(sum, sum, inverse, nearest);
    mpfr_add_ui(sum, sum, 1, nearest);
    mpfr_div(result, sum, root, nearest);
    return;
  }
  Real power(wide), tail(wide);
  mpfr_sqr(power, x, nearest);
  mpfr_exp(power, power, nearest);
  mpfr_erfc(tail, x, nearest);
  mpfr_mul(result, power, tail, nearest);
}

void normcdf(Real &result, const Arguments &arguments) {
  const Real x(arguments[0], 53);
  Real scaled(wide);
  mpfr_sqrt_ui(scaled, 2, nearest);
  mpfr_div(scaled, x, scaled, nearest);
  mpfr_neg(scaled, scaled, nearest);
  mpfr_erfc(result, scaled, nearest);
  mpfr_div_2ui(result, result, 1, nearest);
}

/// Solves erfc(y) = q for 0 < q <= 1 with Newton's method for log(erfc(y)) = log(q), which is concave and
/// decreasing: the iterates converge to the solution from above.
void inverse_of_erfc(mpfr_ptr y, mpfr_srcptr q) {
  Real log_q(wide), tail(wide), step(wide), slope(wide), pi(wide);
  mpfr_log(log_q, q, nearest);
  mpfr_const_pi(pi, nearest);
  // erfc(y) < exp(-y^2) for y > 0, so this is above the solution.
  mpfr_neg(y, log_q, nearest);
  mpfr_sqrt(y, y, nearest);
  for (int round = 0; round < 200; ++round) {
    mpfr_erfc(tail, y, nearest);
    mpfr_log(step, tail, nearest);
    mpfr_sub(step, step, log_q, nearest); // log(erfc(y)) - log(q)
    mpfr_sqr(slope, y, nearest);
    mpfr_neg(slope, slope, nearest);
    mpfr_exp(slope, slope, nearest);
    mpfr_mul_2ui(slope, slope, 1, nearest);
    mpfr_div(slope, slope, tail, nearest);
    mpfr_mul(
        step, step,
        [&]() -> mpfr_srcptr {
          mpfr_sqrt(tail, pi, nearest);
          return tail;
        }(),
        nearest);
    mpfr_div(step, step, slope, nearest);
    mpfr_add(y, y, step, nearest);
    if (mpfr_zero_p(step) || (!mpfr_zero_p(y) && mpfr_get_exp(step) < mpfr_get_exp(y) - 150))
      return;
  }
}

void erfcinv_of(Real &result, mpfr_srcptr q) {
  Real y(wide), other(wide);
  if (mpfr_nan_p(q) || mpfr_sgn(q) < 0 || mpfr_cmp_ui(q, 2) > 0) {
    mpfr_set_nan(result);
  } else if (mpfr_zero_p(q) || mpfr_cmp_ui(q, 2) == 0) {
    mpfr_set_inf(result, mpfr_zero_p(q) ? 1 : -1);
  } else if (mpfr_cmp_ui(q, 1) <= 0) {
    inverse_of_erfc(y, q);
    mpfr_set(result, y, nearest);
  } else {
    mpfr_ui_sub(other, 2, q, nearest);
    inverse_of_erfc(y, other);
    mpfr_neg(result, y, nearest);
  }
}

void erfcinv(Real &result, const Arguments &arguments) {
  erfcinv_of(result, Real(arguments[0], 53));
}

void erfinv(Real &result, const Arguments &arguments) {
  const Real x(arguments[0], 53);
  if (mpfr_zero_p(x)) {
    mpfr_set(result, x, nearest);
    return;
  }
  // erfc loses what a small x adds to 1, and no double could represent it; the first two terms of the series
  // are sufficient.
  if (std::fabs(arguments[0]) < 0x1p-60) {
    Real pi(wide), cube(wide);
    mpfr_const_pi(pi, nearest);
    mpfr_sqr(cube, x, nearest);
    mpfr_mul(cube, cube, pi, nearest);
    mpfr_div_ui(cube, cube, 12, nearest);
    mpfr_add_ui(cube, cube, 1, nearest);
    mpfr_sqrt(pi, pi, nearest);
    mpfr_mul(pi, pi, x, nearest);
    mpfr_div_2ui(pi, pi, 1, nearest);
    mpfr_mul(result, pi, cube, nearest);
    return;
  }
  Real q(wide);
  mpfr_ui_sub(q, 1, x, nearest);
  erfcinv_of(result, q);
}

void normcdfinv(Real &result, const Arguments &arguments) {
  Real q(arguments[0], 53), root(wide);
  mpfr_mul_2ui(q, q, 1, nearest);
  erfcinv_of(result, q);
  mpfr_sqrt_ui(root, 2, nearest);
  mpfr_mul(result, result, root, nearest);
  mpfr_neg(result, result, nearest);
  if (mpfr_zero_p(result))
    mpfr_set_zero(result, 1);
}

/// The power series of the modified Bessel function: sum of (x/2)^(2k+order) / (k! (k+order)!). There is no
/// cancellation.
template <int order> void cyl_bessel_i(Real &result, const Arguments &arguments) {
  const double argument = arguments[0];
  if (!std::isfinite(argument) || std::fabs(argument) > 800) { // exceeds every double
    mpfr_set_d(result, order == 0 ? std::fabs(argument) * 1e308 : argument * 1e308, nearest);
    return;
  }
  const Real x(argument, 53);
  Real term(wide), sum(wide), quarter(wide);
  mpfr_sqr(quarter, x, nearest);
  mpfr_div_2ui(quarter, quarter, 2, nearest);
  if (order == 0)
    mpfr_set_ui(term, 1, nearest);
  else
    mpfr_div_2ui(term, x, 1, nearest);
  mpfr_set(sum, term, nearest);
  for (unsigned long k = 1; k < 4000 && !mpfr_zero_p(term); ++k) {
    mpfr_mul(term, term, quarter, nearest);
    mpfr_div_ui(term, term, k * (k + order), nearest);
    mpfr_add(sum, sum, term, nearest);
    if (!mpfr_zero_p(term) && mpfr_get_exp(term) < mpfr_get_exp(sum) - 200)
      break;
  }
  mpfr_set(result, sum, nearest);
}

void fmod(Real &result, const Arguments &arguments) {
  const Real x(arguments[0], 53), y(arguments[1], 53);
  mpfr_fmod(result, x, y, nearest);
}

void pow(Real &result, const Arguments &arguments) {
  const Real x(arguments[0], 53), y(arguments[1], 53);
  mpfr_pow(result, x, y, nearest);
}

/// At -infinity CUDA and glibc return the sign of an odd function.
void j1(Real &result, const Arguments &arguments) {
  const Real x(arguments[0], 53);
  mpfr_j1(result, x, nearest);
  if (std::isinf(arguments[0]))
    mpfr_copysign(result, result, x, nearest);
}

constexpr std::pair<std::string_view, Reference> references[] = {
    {"sin", one_argument<mpfr_sin>},
    {"cos", one_argument<mpfr_cos>},
    {"tan", one_argument<mpfr_tan>},
    {"asin", one_argument<mpfr_asin>},
    {"acos", one_argument<mpfr_acos>},
    {"atan", one_argument<mpfr_atan>},
    {"atan2", two_arguments<mpfr_atan2>},
    {"sinpi", sinpi},
    {"cospi", one_argument<mpfr_cospi>},
    {"tanpi", one_argument<mpfr_tanpi>},
    {"sinh", one_argument<mpfr_sinh>},
    {"cosh", one_argument<mpfr_cosh>},
    {"tanh", one_argument<mpfr_tanh>},
    {"asinh", one_argument<mpfr_asinh>},
    {"acosh", one_argument<mpfr_acosh>},
    {"atanh", one_argument<mpfr_atanh>},
    {"exp", one_argument<mpfr_exp>},
    {"exp2", one_argument<mpfr_exp2>},
    {"exp10", one_argument<mpfr_exp10>},
    {"expm1", one_argument<mpfr_expm1>},
    {"log", one_argument<mpfr_log>},
    {"log2", one_argument<mpfr_log2>},
    {"log10", one_argument<mpfr_log10>},
    {"log1p", one_argument<mpfr_log1p>},
    {"pow", pow},
    {"sqrt", one_argument<mpfr_sqrt>},
    {"rsqrt", rsqrt},
    {"cbrt", one_argument<mpfr_cbrt>},
    {"rcbrt", rcbrt},
    {"hypot", norm<2, false>},
    {"rhypot", norm<2, true>},
    {"norm3d", norm<3, false>},
    {"rnorm3d", norm<3, true>},
    {"norm4d", norm<4, false>},
    {"rnorm4d", norm<4, true>},
    {"fmod", fmod},
    {"remainder", two_arguments<mpfr_remainder>},
    {"fdim", two_arguments<mpfr_dim>},
    {"erf", one_argument<mpfr_erf>},
    {"erfc", one_argument<mpfr_erfc>},
    {"erfcx", erfcx},
    {"erfinv", erfinv},
    {"erfcinv", erfcinv},
    {"normcdf", normcdf},
    {"normcdfinv", normcdfinv},
    {"tgamma", tgamma},
    {"lgamma", lgamma},
    {"j0", one_argument<mpfr_j0>},
    {"j1", j1},
    {"y0", one_argument<mpfr_y0>},
    {"y1", one_argument<mpfr_y1>},
    {"cyl_bessel_i0", cyl_bessel_i<0>},
    {"cyl_bessel_i1", cyl_bessel_i<1>},
};

/// Floating-point numbers as integers in the same order; infinity follows the largest number.
template <typename T> std::int64_t place(T value) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  const auto bits = std::bit_cast<Bits>(value);
  return bits < 0 ? -static_cast<std::int64_t>(bits & std::numeric_limits<Bits>::max()) : bits;
}

} // namespace

Reference find_reference(std::string_view function) {
  // e^(10^16) is an intermediate result.
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  const auto *const found =
      std::ranges::find(references, function, &std::pair<std::string_view, Reference>::first);
  return found == std::end(references) ? nullptr : found->second;
}

template <typename T> Deviation deviation(T result, const Real &truth) {
  using Limits = std::numeric_limits<T>;
  constexpr std::uint64_t wrong = ~std::uint64_t(0);
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (mpfr_nan_p(truth) || std::isnan(result))
    return mpfr_nan_p(truth) && std::isnan(result) ? Deviation{0, 0} : Deviation{wrong, infinite};
  const T rounded = [&] {
    if constexpr (sizeof(T) == 4)
      return mpfr_get_flt(truth, nearest);
    else
      return mpfr_get_d(truth, nearest);
  }();
  // The sign of a zero matters if the exact value is zero.
  if (mpfr_zero_p(truth) && result == 0 && std::signbit(result) != (mpfr_signbit(truth) != 0))
    return {wrong, infinite};
  const std::int64_t distance = place(result) - place(rounded);
  const auto ulps = static_cast<std::uint64_t>(distance < 0 ? -distance : distance);
  if (ulps == 0 && (std::isinf(rounded) || mpfr_zero_p(truth)))
    return {0, 0};
  // Beyond the largest number the scale continues as if the exponent did, up to 2^max_exponent, which stands
  // for infinity.
  Real difference(wide), bound(64);
  mpfr_set_ui_2exp(bound, 1, Limits::max_exponent, nearest);
  mpfr_set(difference, truth, nearest);
  if (mpfr_cmpabs(difference, bound) > 0)
    mpfr_copysign(difference, bound, truth, nearest);
  Real computed(64);
  if (std::isinf(result))
    mpfr_setsign(computed, bound, result < 0, nearest);
  else
    mpfr_set_d(computed, static_cast<double>(result), nearest);
  const long exponent =
      std::min<long>(mpfr_zero_p(difference) ? std::numeric_limits<int>::min() : mpfr_get_exp(difference),
                     Limits::max_exponent);
  const long last = std::max<long>(exponent, Limits::min_exponent) - Limits::digits;
  mpfr_sub(difference, difference, computed, nearest);
  mpfr_mul_2si(difference, difference, -last, nearest);
  return {ulps, std::fabs(mpfr_get_d(difference, nearest))};
}
template Deviation deviation(float, const Real &);
template Deviation deviation(double, const Real &);

} // namespace kcc::testing
