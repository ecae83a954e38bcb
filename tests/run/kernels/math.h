// The functions that tests/run/math_test.cpp calls in kernels and on the host.
#ifndef KCC_TESTS_RUN_KERNELS_MATH_H
#define KCC_TESTS_RUN_KERNELS_MATH_H

// X(name, ULPs that float may be off, ULPs that double may be off, least argument, greatest argument):
// functions of <cmath> with one argument. The bounds are on the interval that matters to the function; see
// the test.
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

// The same for two arguments, both from the interval; after the name the function that gives the exact value.
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
  X(acosh) X(asin) X(asinh) X(atan) X(atanh) X(cos) X(cosh) X(exp) X(log) X(proj) X(sin) X(sinh) X(sqrt)     \
      X(tan) X(tanh)

inline constexpr unsigned mixed_results = 19, special_results = 21;

#endif
