// Math functions in kernels; tests/run/math_test.cpp compares them with the host's.
#include "math.h"
#include <array>
#include <cmath>
#include <complex>
#include <kcc/device.h>
#include <kcc/math.h>
#include <limits>

using Float = std::complex<float>;
using Double = std::complex<double>;

#define KERNELS_OF_ONE(Name, ...)                                                                            \
  [[kcc::kernel]] void Name##_f32(std::span<float> out, std::span<const float> x) {                          \
    for (std::size_t i : kcc::grid_stride(out.size()))                                                       \
      out[i] = std::Name(x[i]);                                                                              \
  }                                                                                                          \
  [[kcc::kernel]] void Name##_f64(std::span<double> out, std::span<const double> x) {                        \
    for (std::size_t i : kcc::grid_stride(out.size()))                                                       \
      out[i] = std::Name(x[i]);                                                                              \
  }
MATH_OF_ONE(KERNELS_OF_ONE)
KERNELS_OF_ONE(lgamma)

#define KERNELS_OF_TWO(Name, ...)                                                                            \
  [[kcc::kernel]] void Name##_f32(std::span<float> out, std::span<const float> x,                            \
                                  std::span<const float> y) {                                                \
    for (std::size_t i : kcc::grid_stride(out.size()))                                                       \
      out[i] = std::Name(x[i], y[i]);                                                                        \
  }                                                                                                          \
  [[kcc::kernel]] void Name##_f64(std::span<double> out, std::span<const double> x,                          \
                                  std::span<const double> y) {                                               \
    for (std::size_t i : kcc::grid_stride(out.size()))                                                       \
      out[i] = std::Name(x[i], y[i]);                                                                        \
  }
MATH_OF_TWO(KERNELS_OF_TWO)
KERNELS_OF_TWO(nextafter)

#define KERNELS_OF_COMPLEX(Name)                                                                             \
  [[kcc::kernel]] void complex_##Name##_f32(std::span<Float> out, std::span<const Float> x) {                \
    for (std::size_t i : kcc::grid_stride(out.size()))                                                       \
      out[i] = std::Name(x[i]);                                                                              \
  }                                                                                                          \
  [[kcc::kernel]] void complex_##Name##_f64(std::span<Double> out, std::span<const Double> x) {              \
    for (std::size_t i : kcc::grid_stride(out.size()))                                                       \
      out[i] = std::Name(x[i]);                                                                              \
  }
MATH_OF_COMPLEX(KERNELS_OF_COMPLEX)

template <class T> void binary(std::span<std::complex<T>> out, std::span<const std::complex<T>> x) {
  for (std::size_t i : kcc::grid_stride(x.size() / 2)) {
    std::complex<T> a = x[2 * i], b = x[2 * i + 1];
    out[4 * i] = a * b;
    out[4 * i + 1] = a / b;
    out[4 * i + 2] = std::pow(a, b);
    out[4 * i + 3] = {std::abs(a), std::arg(b)};
  }
}
[[kcc::kernel]] void complex_binary_f32(std::span<Float> out, std::span<const Float> x) {
  binary(out, x);
}
[[kcc::kernel]] void complex_binary_f64(std::span<Double> out, std::span<const Double> x) {
  binary(out, x);
}

/// Functions whose results are several numbers, or not of the arguments' type: one row of doubles per
/// argument.
template <class T> void mixed(std::span<double> out, std::span<const T> values) {
  for (std::size_t i : kcc::grid_stride(values.size())) {
    T x = values[i], y = values[(i + 1) % values.size()], whole;
    int exponent, quotient;
    double *row = &out[mixed_results * i];
    *row++ = std::frexp(x, &exponent);
    *row++ = x == 0 || !std::isfinite(x) ? 0 : exponent;
    *row++ = std::modf(x, &whole);
    *row++ = whole;
    *row++ = std::remquo(x, y, &quotient);
    *row++ = std::isfinite(x) && std::isfinite(y) && y != 0 ? quotient & 7 : 0;
    *row++ = std::ldexp(x, 5);
    *row++ = std::ldexp(x, -1060);
    *row++ = std::scalbn(x, -30);
    *row++ = std::scalbln(x, 1000000000000l);
    *row++ = std::ilogb(x);
    bool fits = std::abs(x) < T(2000000000);
    *row++ = static_cast<double>(fits ? std::lrint(x) : 0);
    *row++ = static_cast<double>(fits ? std::llrint(x) : 0);
    *row++ = static_cast<double>(fits ? std::lround(x) : 0);
    *row++ = static_cast<double>(fits ? std::llround(x) : 0);
    *row++ = std::fma(x, y, T(1));
    *row++ = std::lerp(x, y, T(0.25));
    *row++ = std::hypot(x, y, T(2));
    *row++ = std::fpclassify(x) + 100 * std::isfinite(x) + 200 * std::isnan(x) + 400 * std::isinf(x) +
             800 * std::isnormal(x) + 1600 * std::signbit(x) + 3200 * std::isunordered(x, y) +
             6400 * std::islessgreater(x, y) + 12800 * std::isless(x, y) + 25600 * std::isgreaterequal(x, y);
  }
}
[[kcc::kernel]] void mixed_f32(std::span<double> out, std::span<const float> values) {
  mixed(out, values);
}
[[kcc::kernel]] void mixed_f64(std::span<double> out, std::span<const double> values) {
  mixed(out, values);
}

/// Functions whose results are integers, of any argument; and conversions of numbers that fit.
template <class T> void integers(std::span<long long> out, std::span<const T> values) {
  for (std::size_t i : kcc::grid_stride(values.size())) {
    const T x = values[i], small = std::abs(x) < T(2e9) ? x : T(0);
    long long *row = &out[integer_results * i];
    *row++ = std::lrint(x);
    *row++ = std::llrint(x);
    *row++ = std::lround(x);
    *row++ = std::llround(x);
    *row++ = static_cast<int>(std::floor(small));
    *row++ = static_cast<int>(std::ceil(small));
    *row++ = static_cast<long long>(std::rint(small));
    *row++ = static_cast<unsigned>(std::trunc(std::abs(small)));
    *row++ = static_cast<int>(std::round(small));
  }
}
[[kcc::kernel]] void integers_f32(std::span<long long> out, std::span<const float> values) {
  integers(out, values);
}
[[kcc::kernel]] void integers_f64(std::span<long long> out, std::span<const double> values) {
  integers(out, values);
}

/// Constants that the optimizer could evaluate, and the same values at run time.
[[kcc::kernel]] void constant_arguments(std::span<double> out, double one) {
  double *row = out.data();
  auto both = [&](double constant, double at_run_time) {
    *row++ = constant;
    *row++ = at_run_time;
  };
  both(std::sin(1.0), std::sin(one));
  both(std::pow(3.3, 2.0), std::pow(3.3 * one, 2.0 * one));
  both(std::pow(2.0, 0.3), std::pow(2.0 * one, 0.3 * one));
  both(std::exp(0.7), std::exp(0.7 * one));
  both(std::tgamma(4.5), std::tgamma(4.5 * one));
  both(std::fmod(1e300, 0.7), std::fmod(1e300 * one, 0.7 * one));
  both(sinf(0.7f), sinf(static_cast<float>(0.7 * one)));
}

/// Special functions of C++17, which libstdc++ builds from the others.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void special(std::span<double> out,
                                                         std::span<const double> values) {
  for (std::size_t i : kcc::grid_stride(values.size())) {
    double x = values[i];
    double *row = &out[special_results * i];
    *row++ = std::beta(x, 1.5);
    *row++ = std::legendre(5, x / 10);
    *row++ = std::assoc_legendre(4, 2, x / 10);
    *row++ = std::sph_legendre(4, 2, x);
    *row++ = std::hermite(6, x);
    *row++ = std::laguerre(5, x);
    *row++ = std::assoc_laguerre(4, 2, x);
    *row++ = std::comp_ellint_1(x / 10);
    *row++ = std::comp_ellint_2(x / 10);
    *row++ = std::comp_ellint_3(x / 10, 0.25);
    *row++ = std::ellint_1(x / 10, 0.5);
    *row++ = std::ellint_2(x / 10, 0.5);
    *row++ = std::ellint_3(x / 10, 0.25, 0.5);
    *row++ = std::cyl_bessel_i(1.5, x);
    *row++ = std::cyl_bessel_j(1.5, x);
    *row++ = std::cyl_bessel_k(1.5, x);
    *row++ = std::cyl_neumann(1.5, x);
    *row++ = std::sph_bessel(2, x);
    *row++ = std::sph_neumann(2, x);
    *row++ = std::expint(x);
    *row++ = std::riemann_zeta(x + 1);
  }
}

[[kcc::kernel]] void payloads(std::span<double> out, std::span<const char> text) {
  if (kcc::global_index() != 0)
    return;
  out[0] = std::nan(text.data());
  out[1] = std::nanf(text.data());
}

/// Its square overflows, and that of its reciprocal underflows.
template <class T> constexpr T big = std::numeric_limits<T>::max() / 8;

template <class T, std::size_t count> std::array<T, count> multiples(T x) {
  std::array<T, count> values;
  for (std::size_t i = 0; i != count; ++i)
    values[i] = static_cast<T>(i + 1) * x;
  return values;
}

/// How many of eight results are right.
template <class T> T special_norms(T x) {
  using Limits = std::numeric_limits<T>;
  using Three = std::array<T, 3>;
  const T infinity = Limits::infinity(), nan = Limits::quiet_NaN(), least = Limits::denorm_min();
  return static_cast<T>(
      (kcc::norm(Three{nan, -infinity, x}) == infinity) + (kcc::rnorm(Three{x, infinity, nan}) == 0) +
      std::isnan(kcc::norm(Three{x, nan, Limits::max()})) + std::isnan(kcc::rnorm(Three{0, nan, 0})) +
      (kcc::rnorm(Three{-T(0), 0, 0}) == infinity) +
      (kcc::norm(Three{3 * least, 0, -4 * least}) == 5 * least) +
      (kcc::norm(Three{Limits::max(), Limits::max(), 1}) == infinity) +
      (kcc::rnorm(Three{0, Limits::max() / 2, 0}) == 2 / Limits::max()));
}

#define KERNELS_OF_EXPRESSION(Name, Expression, ...)                                                         \
  template <class T> void Name##_of(std::span<T> out, std::span<const T> values) {                           \
    for (std::size_t i : kcc::grid_stride(out.size())) {                                                     \
      [[maybe_unused]] const T x = values[i];                                                                \
      out[i] = Expression;                                                                                   \
    }                                                                                                        \
  }                                                                                                          \
  [[kcc::kernel]] void extra_##Name##_f32(std::span<float> out, std::span<const float> x) {                  \
    Name##_of(out, x);                                                                                       \
  }                                                                                                          \
  [[kcc::kernel]] void extra_##Name##_f64(std::span<double> out, std::span<const double> x) {                \
    Name##_of(out, x);                                                                                       \
  }
#define KERNELS_OF_EXTRA(Name, ...) KERNELS_OF_EXPRESSION(Name, kcc::Name(x))
MATH_EXTRA(KERNELS_OF_EXTRA)
MATH_EXTRA_OF_MORE(KERNELS_OF_EXPRESSION)

#define KERNEL_OF_FAST(Name, Expression, ...)                                                                \
  [[kcc::kernel]] void fast_##Name(std::span<float> out, std::span<const float> values) {                    \
    for (std::size_t i : kcc::grid_stride(out.size())) {                                                     \
      const float x = values[i];                                                                             \
      out[i] = Expression;                                                                                   \
    }                                                                                                        \
  }
MATH_FAST(KERNEL_OF_FAST)

#define ROUNDED(Mode)                                                                                        \
  template <class T> void all_##Mode(std::span<T> out, std::span<const T> x) {                               \
    for (std::size_t i : kcc::grid_stride(x.size() / 3)) {                                                   \
      const T a = x[3 * i], b = x[3 * i + 1], c = x[3 * i + 2];                                              \
      T *row = &out[rounded_results * i];                                                                    \
      *row++ = kcc::add_##Mode(a, b);                                                                        \
      *row++ = kcc::sub_##Mode(a, b);                                                                        \
      *row++ = kcc::mul_##Mode(a, b);                                                                        \
      *row++ = kcc::div_##Mode(a, b);                                                                        \
      *row++ = kcc::rcp_##Mode(a);                                                                           \
      *row++ = kcc::sqrt_##Mode(a);                                                                          \
      *row++ = kcc::fma_##Mode(a, b, c);                                                                     \
    }                                                                                                        \
  }                                                                                                          \
  [[kcc::kernel]] void rounded_##Mode##_f32(std::span<float> out, std::span<const float> x) {                \
    all_##Mode(out, x);                                                                                      \
  }                                                                                                          \
  [[kcc::kernel]] void rounded_##Mode##_f64(std::span<double> out, std::span<const double> x) {              \
    all_##Mode(out, x);                                                                                      \
  }
ROUNDED(rn)
ROUNDED(rz)
ROUNDED(rd)
ROUNDED(ru)
