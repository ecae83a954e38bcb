// The functions that tests/run/math_test.cpp calls in kernels and on the host.
#ifndef KCC_TESTS_RUN_KERNELS_MATH_H
#define KCC_TESTS_RUN_KERNELS_MATH_H

// X(name, allowed error of float in ULP, of double in ULP, smallest argument, largest argument): functions of
// <cmath> with one argument. The bounds apply to the interval that matters for the function; see the test.
#define MATH_OF_ONE(X)                                                                                       \
  X(acos, 4, 4, -1.1, 1.1)                                                                                   \
  X(acosh, 4, 4, 0.9, 50)                                                                                    \
  X(asin, 4, 4, -1.1, 1.1)                                                                                   \
  X(asinh, 4, 4, -50, 50)                                                                                    \
  X(atan, 5, 5, -50, 50)                                                                                     \
  X(atanh, 5, 5, -1.1, 1.1)                                                                                  \
  X(cbrt, 2, 2, -1000, 1000)                                                                                 \
  X(ceil, 0, 0, -9, 9)                                                                                       \
  X(cos, 4, 4, -100, 100)                                                                                    \
  X(cosh, 4, 4, -90, 90)                                                                                     \
  X(erf, 16, 16, -6, 6)                                                                                      \
  X(erfc, 16, 16, -10, 28)                                                                                   \
  X(exp, 3, 3, -110, 90)                                                                                     \
  X(exp2, 3, 3, -150, 130)                                                                                   \
  X(expm1, 3, 3, -40, 90)                                                                                    \
  X(fabs, 0, 0, -9, 9)                                                                                       \
  X(floor, 0, 0, -9, 9)                                                                                      \
  X(log, 3, 3, 0, 50)                                                                                        \
  X(log10, 3, 3, 0, 50)                                                                                      \
  X(log1p, 2, 2, -1.1, 50)                                                                                   \
  X(log2, 3, 3, 0, 50)                                                                                       \
  X(logb, 0, 0, -50, 50)                                                                                     \
  X(nearbyint, 0, 0, -9, 9)                                                                                  \
  X(rint, 0, 0, -9, 9)                                                                                       \
  X(round, 0, 0, -9, 9)                                                                                      \
  X(sin, 4, 4, -100, 100)                                                                                    \
  X(sinh, 4, 4, -90, 90)                                                                                     \
  X(sqrt, 0, 0, -1, 50)                                                                                      \
  X(tan, 5, 5, -100, 100)                                                                                    \
  X(tanh, 5, 5, -20, 20)                                                                                     \
  X(tgamma, 16, 16, -30, 35)                                                                                 \
  X(trunc, 0, 0, -9, 9)

// The same for two arguments, both from the interval; the function after the name returns the exact value.
#define MATH_OF_TWO(X)                                                                                       \
  X(atan2, std::atan2, 6, 6, -9, 9)                                                                          \
  X(copysign, std::copysign, 0, 0, -9, 9)                                                                    \
  X(fdim, std::fdim, 0, 0, -9, 9)                                                                            \
  X(fmax, fmax_of_zeros, 0, 0, -9, 9)                                                                        \
  X(fmin, fmin_of_zeros, 0, 0, -9, 9)                                                                        \
  X(fmod, std::fmod, 0, 0, -9, 9)                                                                            \
  X(hypot, std::hypot, 4, 4, -9, 9)                                                                          \
  X(pow, std::pow, 16, 16, 0, 20)                                                                            \
  X(remainder, std::remainder, 0, 0, -9, 9)

// Complex functions of one argument.
#define MATH_OF_COMPLEX(X)                                                                                   \
  X(acos)                                                                                                    \
  X(acosh)                                                                                                   \
  X(asin) X(asinh) X(atan) X(atanh) X(cos) X(cosh) X(exp) X(log) X(proj) X(sin) X(sinh) X(sqrt) X(tan) X(tanh)

// X(name, smallest argument, largest argument, an expression that is 0 for argument x and result y):
// <kcc/math.h>.
#define MATH_EXTRA(X)                                                                                        \
  X(rsqrt, 0.01, 50, y - 1 / std::sqrt(x))                                                                   \
  X(rcbrt, 0.01, 50, y - 1 / std::cbrt(x))                                                                   \
  X(sinpi, -4, 4, y - std::sin(pi * x))                                                                      \
  X(cospi, -4, 4, y - std::cos(pi * x))                                                                      \
  X(tanpi, -0.4, 0.4, y - std::tan(pi * x))                                                                  \
  X(exp10, -2, 2, y - std::pow(10.0L, x))                                                                    \
  X(erfinv, -0.99, 0.99, std::erf(y) - x)                                                                    \
  X(erfcinv, 0.01, 1.9, std::erfc(y) - x)                                                                    \
  X(erfcx, -1.5, 4, y - std::exp(x * x) * std::erfc(x))                                                      \
  X(normcdf, -4, 4, y - std::erfc(-x / std::sqrt(2.0L)) / 2)                                                 \
  X(normcdfinv, 0.01, 0.99, std::erfc(-y / std::sqrt(2.0L)) / 2 - x)                                         \
  X(cyl_bessel_i0, -3, 3, y - std::cyl_bessel_i(0.0L, std::abs(x)))                                          \
  X(cyl_bessel_i1, -3, 3, y - std::copysign(std::cyl_bessel_i(1.0L, std::abs(x)), x))                        \
  X(j0, -20, 20, y - ::j0l(x))                                                                               \
  X(j1, -20, 20, y - ::j1l(x))                                                                               \
  X(y0, 0.1, 20, y - ::y0l(x))                                                                               \
  X(y1, 0.1, 20, y - ::y1l(x))                                                                               \
  X(saturate, -1, 2, y - std::clamp(x, 0.0L, 1.0L))

// The same, for several values made from x.
#define MATH_EXTRA_OF_MORE(X)                                                                                \
  X(jn3, kcc::jn(3, x), 0.1, 20, y - ::jnl(3, x))                                                            \
  X(yn2, kcc::yn(2, x), 0.5, 20, y - ::ynl(2, x))                                                            \
  X(rhypot, kcc::rhypot(x, T(3)), -9, 9, y - 1 / std::hypot(x, 3.0L))                                        \
  X(norm3d, kcc::norm3d(x, T(3), T(4)), -9, 9, y - std::hypot(x, 5.0L))                                      \
  X(rnorm3d, kcc::rnorm3d(x, T(3), T(4)), -9, 9, y - 1 / std::hypot(x, 5.0L))                                \
  X(norm4d, kcc::norm4d(x, T(3), T(4), T(12)), -9, 9, y - std::hypot(x, 13.0L))                              \
  X(rnorm4d, kcc::rnorm4d(x, T(3), T(4), T(12)), -9, 9, y - 1 / std::hypot(x, 13.0L))                        \
  X(norm5, kcc::norm(std::array<T, 5>{x, 3, 4, 12, 84}), -9, 9, y - std::hypot(x, 85.0L))                    \
  X(rnorm5, kcc::rnorm(std::array<T, 5>{x, 3, 4, 12, 84}), -9, 9, y - 1 / std::hypot(x, 85.0L))              \
  X(norm_of_large, kcc::norm(std::array<T, 2>{T(0.6) * big<T>, T(0.8) * big<T>}) / big<T>, -9, 9, y - 1)     \
  X(norm_of_small, kcc::norm(std::array<T, 2>{T(0.6) / big<T>, T(0.8) / big<T>}) * big<T>, -9, 9, y - 1)     \
  X(norm_of_many, kcc::norm(multiples<T, 100>(x)), -9, 9, y - std::abs(x) * std::sqrt(338350.0L))            \
  X(rnorm_of_many, kcc::rnorm(multiples<T, 100>(x + 10)), -9, 9, y - 1 / (x + 10) / std::sqrt(338350.0L))    \
  X(norm_of_special, special_norms(x), -9, 9, y - 8)                                                         \
  X(norm_of_none, kcc::norm(std::span<const T>()), -9, 9, y)                                                 \
  X(sincos_sine, kcc::sincos(x).sine, -9, 9, y - std::sin(x))                                                \
  X(sincos_cosine, kcc::sincos(x).cosine, -9, 9, y - std::cos(x))                                            \
  X(sincospi_sine, kcc::sincospi(x).sine, -4, 4, y - std::sin(pi * x))                                       \
  X(sincospi_cosine, kcc::sincospi(x).cosine, -4, 4, y - std::cos(pi * x))

// X(name, expression of x, smallest argument, largest argument, exact value, allowed error): kcc::fast.
#define MATH_FAST(X)                                                                                         \
  X(sin, kcc::fast::sin(x), -6, 6, std::sin(x), 1e-6)                                                        \
  X(cos, kcc::fast::cos(x), -6, 6, std::cos(x), 1e-6)                                                        \
  X(sincos, kcc::fast::sincos(x).sine + kcc::fast::sincos(x).cosine, -6, 6, std::sin(x) + std::cos(x), 2e-6) \
  X(tan, kcc::fast::tan(x), -1, 1, std::tan(x), 4e-6)                                                        \
  X(tanh, kcc::fast::tanh(x), -4, 4, std::tanh(x), 6e-4)                                                     \
  X(exp, kcc::fast::exp(x), -4, 4, std::exp(x), 1e-6)                                                        \
  X(exp2, kcc::fast::exp2(x), -4, 4, std::exp2(x), 4e-7)                                                     \
  X(exp10, kcc::fast::exp10(x), -2, 2, std::pow(10.0L, x), 2e-6)                                             \
  X(log, kcc::fast::log(x), 0.1, 90, std::log(x), 4e-7)                                                      \
  X(log2, kcc::fast::log2(x), 0.1, 90, std::log2(x), 4e-7)                                                   \
  X(log10, kcc::fast::log10(x), 0.1, 90, std::log10(x), 4e-7)                                                \
  X(pow, kcc::fast::pow(x, 2.5f), 0.5, 4, std::pow(x, 2.5L), 4e-6)                                           \
  X(divide, kcc::fast::divide(x, 3.0f), 1, 9, x / 3, 3e-7)                                                   \
  X(reciprocal, kcc::fast::reciprocal(x), 1, 9, 1 / x, 2e-7)                                                 \
  X(sqrt, kcc::fast::sqrt(x), 1, 9, std::sqrt(x), 3e-7)                                                      \
  X(rsqrt, kcc::fast::rsqrt(x), 1, 9, 1 / std::sqrt(x), 3e-7)

inline constexpr unsigned mixed_results = 19, integer_results = 9, special_results = 21, rounded_results = 7;

#endif
