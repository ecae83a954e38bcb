// Compares each part of a complex function's result with MPC: relative to the part itself, not to the
// absolute value of the result, over all magnitudes and in difficult places.
#include "devices.h"
#include "math_kernels.h"

#include <kcc/runtime.h>

#include <array>
#include <cmath>
#include <complex>
#include <gtest/gtest.h>
#include <limits>
#include <mpc.h>
#include <random>
#include <sstream>
#include <vector>

namespace {

/// Magnitudes of a part: special ones, all exponents in steps, and those where algorithms switch.
template <class T> std::vector<T> magnitudes() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {0,
                           Limits::denorm_min(),
                           Limits::min() / 4 * T(1.3),
                           Limits::min(),
                           Limits::max() / 4,
                           Limits::max() / 2,
                           Limits::max()};
  for (int exponent = Limits::min_exponent - 20; exponent < Limits::max_exponent;
       exponent += sizeof(T) == 4 ? 31 : 263)
    values.push_back(std::ldexp(T(1.3721), exponent));
  // Where the exponential, its square or its product with a subnormal number overflows, and similar points.
  for (double edge : {0.5, 0.6417, 0.70710678118654752, 0.7853981633974483, 1.0, 1.5, 1.5707963267948966, 2.0,
                      9.3, 19.4, 88.7, 90.0, 177.0, 709.78, 711.0, 1420.0}) {
    const T exact = static_cast<T>(edge);
    for (T x : {exact, std::nextafter(exact, T(0)), static_cast<T>(edge * 1.0001)})
      values.push_back(x);
  }
  return values;
}

/// Every pair of magnitudes with random signs, and points on and around the unit circle with parts of all
/// sizes, and around 1 and i.
template <class T> std::vector<std::complex<T>> samples() {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::normal_distribution<double> normal;
  auto sign = [&] { return random() & 1 ? T(-1) : T(1); };
  std::vector<std::complex<T>> points;
  for (T re : magnitudes<T>())
    for (T im : magnitudes<T>())
      points.emplace_back(sign() * re, sign() * im);
  auto add = [&](double re, double im) { points.emplace_back(static_cast<T>(re), static_cast<T>(im)); };
  for (int i = 0; i != 500; ++i) {
    const double angle = 6.3 * uniform(random), off = std::pow(10, -16 * uniform(random));
    add((1 + off) * std::cos(angle), (1 - off) * std::sin(angle));
    const double x = 0.70710678 * (1 + 0.01 * normal(random)); // as close to the circle as numbers can be
    add(x, std::sqrt(1 - static_cast<double>(static_cast<T>(x)) * static_cast<T>(x)));
    const double tiny = std::pow(10, -30 * uniform(random));
    add(1 + off * normal(random), tiny * normal(random));
    add(tiny * normal(random), 1 + off * normal(random));
    add(3 * normal(random), 3 * normal(random));
  }
  // Where the errors of the steps of tanh and tan add up.
  add(0x1.0a919f287d471p+2, -0x1.99f5bedc3959bp+0);
  add(0x1.89a62e0dd9ee4p+1, -0x1.69017455ad92ap+1);
  return points;
}

template <class T> T rounded(mpfr_srcptr exact) {
  return sizeof(T) == 4 ? static_cast<T>(mpfr_get_flt(exact, MPFR_RNDN))
                        : static_cast<T>(mpfr_get_d(exact, MPFR_RNDN));
}

/// The error in units of the last place of the true value; infinite if one is infinite or NaN and the other
/// is not, except near the largest number. Another test checks the signs of zeros.
template <class T> double error_of(T seen, mpfr_srcptr exact) {
  using Limits = std::numeric_limits<T>;
  const T right = rounded<T>(exact);
  if (seen == right)
    return 0;
  if (!std::isfinite(seen) || !std::isfinite(right)) {
    const T finite = std::isfinite(seen) ? seen : right;
    const bool at_the_end = std::abs(finite) >= Limits::max() * (1 - 4 * Limits::epsilon()) &&
                            !std::isnan(seen) && std::signbit(seen) == std::signbit(right);
    return at_the_end ? 4 : Limits::infinity();
  }
  const mpfr_exp_t exponent = mpfr_zero_p(exact) ? Limits::min_exponent : mpfr_get_exp(exact);
  mpfr_t difference;
  mpfr_init2(difference, 256);
  mpfr_set_d(difference, static_cast<double>(seen), MPFR_RNDN);
  mpfr_sub(difference, difference, exact, MPFR_RNDN);
  mpfr_mul_2si(difference, difference, Limits::digits - std::max<mpfr_exp_t>(exponent, Limits::min_exponent),
               MPFR_RNDN);
  const double error = std::abs(mpfr_get_d(difference, MPFR_RNDN));
  mpfr_clear(difference);
  return error;
}

class ComplexAccuracy : public kcc::testing::DeviceTest {
protected:
  template <class T, class Kernel>
  void check(const char *name, const Kernel &kernel, int (*reference)(mpc_ptr, mpc_srcptr, mpc_rnd_t)) {
    const std::vector<std::complex<T>> points = samples<T>();
    kcc::Stream stream(device_);
    kcc::Buffer<std::complex<T>> in(device_, points), out(device_, points.size());
    stream.launch(kernel, kcc::cover(points.size(), 128), out, in);
    const std::vector<std::complex<T>> seen = out.to_host(stream);

    mpc_t argument, exact;
    mpc_init2(argument, 64);
    mpc_init2(exact, 160);
    int shown = 0;
    for (std::size_t i = 0; i != points.size(); ++i) {
      mpc_set_d_d(argument, static_cast<double>(points[i].real()), static_cast<double>(points[i].imag()),
                  MPC_RNDNN);
      reference(exact, argument, MPC_RNDNN);
      if (!promises(points[i].real(), points[i].imag(), rounded<T>(mpc_realref(exact)),
                    rounded<T>(mpc_imagref(exact))))
        continue;
      const double error = std::max(error_of(seen[i].real(), mpc_realref(exact)),
                                    error_of(seen[i].imag(), mpc_imagref(exact)));
      if (!(error <= bound) && shown++ < 5)
        ADD_FAILURE() << name << std::hexfloat << points[i] << " is " << seen[i] << ", off by "
                      << std::defaultfloat << error << " ULP";
    }
    mpc_clear(argument);
    mpc_clear(exact);
  }

  static constexpr double bound = 4.5;
};
KCC_FOR_EVERY_DEVICE(ComplexAccuracy);

/// The products in the imaginary part of z / z are equal, so their difference must be zero.
TEST_P(ComplexAccuracy, QuotientOfEqualNumbers) {
  const auto check_quotients = [&]<class T>(const auto &kernel, T) {
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal;
    std::vector<std::complex<T>> pairs(4000);
    for (std::size_t i = 0; i != pairs.size(); i += 2)
      pairs[i] = pairs[i + 1] = {static_cast<T>(normal(random)), static_cast<T>(normal(random))};
    kcc::Stream stream(device_);
    kcc::Buffer<std::complex<T>> in(device_, pairs), out(device_, 2 * pairs.size());
    stream.launch(kernel, kcc::cover(pairs.size() / 2, 128), out, in);
    const std::vector<std::complex<T>> seen = out.to_host(stream);
    for (std::size_t i = 0; i != pairs.size() / 2 && !HasFailure(); ++i) {
      const std::complex<T> quotient = seen[4 * i + 1];
      EXPECT_EQ(quotient.imag(), T(0)) << pairs[2 * i];
      EXPECT_NEAR(quotient.real(), T(1), 2 * std::numeric_limits<T>::epsilon()) << pairs[2 * i];
    }
  };
  check_quotients(math_kernels::complex_binary_f32, 0.0f);
  check_quotients(math_kernels::complex_binary_f64, 0.0);
}

#define TEST_OF(Name)                                                                                        \
  TEST_P(ComplexAccuracy, Name) {                                                                            \
    check<float>(#Name, math_kernels::complex_##Name##_f32, mpc_##Name);                                     \
    check<double>(#Name, math_kernels::complex_##Name##_f64, mpc_##Name);                                    \
  }
TEST_OF(acos)
TEST_OF(acosh)
TEST_OF(asin)
TEST_OF(asinh)
TEST_OF(atan)
TEST_OF(atanh)
TEST_OF(cos)
TEST_OF(cosh)
TEST_OF(exp)
TEST_OF(log)
TEST_OF(sin)
TEST_OF(sinh)
TEST_OF(sqrt)
TEST_OF(tan)
TEST_OF(tanh)

} // namespace
