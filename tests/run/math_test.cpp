// Math functions in kernels: within their error bounds of the host's `long double` functions, with the right
// special values, and with --math=reproducible bit for bit the same on every device.
#include "devices.h"
#include "kernels/math.h"
#ifdef KCC_TEST_REPRODUCIBLE
#include "math_reproducible_kernels.h"
#else
#include "math_kernels.h"
#endif

#include <kcc/runtime.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <sstream>
#include <string_view>

namespace {

using kcc::Buffer;
using kcc::cover;

template <class T> std::vector<T> special_values() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> positive = {0,
                             Limits::denorm_min(),
                             Limits::min(),
                             T(1e-10),
                             std::nextafter(T(0.5), T(0)),
                             T(0.5),
                             std::nextafter(T(1), T(0)),
                             1,
                             std::nextafter(T(1), T(2)),
                             T(1.5),
                             2,
                             T(2.5),
                             3,
                             T(1e10),
                             T(1e10) + T(0.5),
                             Limits::max() / 2,
                             Limits::max(),
                             Limits::infinity(),
                             Limits::quiet_NaN()};
  std::vector<T> values = positive;
  for (T x : positive)
    values.push_back(-x);
  return values;
}

/// Special values, values of every magnitude, and values between \p least and \p greatest.
template <class T> std::vector<T> arguments(double least, double greatest, unsigned seed) {
  std::vector<T> values = special_values<T>();
  std::mt19937_64 random(seed);
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  for (int i = 0; i != 4000; ++i)
    values.push_back(std::bit_cast<T>(static_cast<Bits>(random())));
  std::uniform_real_distribution<double> within(least, greatest);
  for (int i = 0; i != 6000; ++i)
    values.push_back(static_cast<T>(within(random)));
  return values;
}

template <class T> bool same(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}
template <class T> bool same(std::complex<T> a, std::complex<T> b) {
  return same(a.real(), b.real()) && same(a.imag(), b.imag());
}

/// The distance of \p seen from \p exact in units of the last place of type T; infinite if only one of them
/// is NaN, or if they are infinities of different sign.
template <class T> long double ulps(T seen, long double exact) {
  using Limits = std::numeric_limits<T>;
  if (std::isnan(exact) || std::isnan(seen))
    return std::isnan(exact) && std::isnan(seen) ? 0 : Limits::infinity();
  T rounded = static_cast<T>(exact);
  if (std::isinf(rounded) || std::isinf(seen)) {
    if (rounded == seen)
      return 0;
    // The largest number if the exact value is slightly larger, or infinity if it is slightly smaller.
    long double edge = std::ldexp(1.0L, Limits::max_exponent);
    long double end = std::isinf(seen) ? edge : std::abs(static_cast<long double>(seen));
    return std::signbit(seen) == std::signbit(rounded) && std::isfinite(exact)
               ? std::abs(std::abs(exact) - end) / std::ldexp(edge, -Limits::digits)
               : Limits::infinity();
  }
  int exponent = exact == 0 ? Limits::min_exponent : std::ilogb(exact) + 1;
  exponent = std::max(exponent, Limits::min_exponent);
  return std::abs(static_cast<long double>(seen) - exact) / std::ldexp(1.0L, exponent - Limits::digits);
}

class Math : public kcc::testing::DeviceTest {
protected:
  /// The results of \p kernel for \p inputs, \p each of them per element of the first; with
  /// --math=reproducible a GPU's must equal the CPU device's.
  template <class R, class Kernel, class... T>
  std::vector<R> results(const Kernel &kernel, std::size_t count, const std::vector<T> &...inputs) {
    std::vector<R> seen = on(device_, R(), kernel, count, inputs...);
#ifdef KCC_TEST_REPRODUCIBLE
    if (GetParam() == kcc::Backend::cuda) {
      std::vector<R> cpu = on(kcc::Device::cpu(), R(), kernel, count, inputs...);
      for (std::size_t i = 0, shown = 0; i != count && shown != 5; ++i)
        if (!same(seen[i], cpu[i])) {
          ADD_FAILURE() << "result " << i << " is " << seen[i] << " on the GPU and " << cpu[i]
                        << " on the CPU device";
          ++shown;
        }
    }
#endif
    return seen;
  }

  template <class R, class Kernel, class... T>
  static std::vector<R> on(const kcc::Device &device, R, const Kernel &kernel, std::size_t count,
                           const std::vector<T> &...inputs) {
    kcc::Stream stream(device);
    Buffer<R> out(device, count);
    return [&](const auto &...buffers) {
      stream.launch(kernel, cover(count, 128), out, buffers...);
      return out.to_host(stream);
    }(Buffer<T>(device, inputs)...);
  }
};
KCC_FOR_EVERY_DEVICE(Math);

/// Checks \p seen against \p exact; zeros must have the right sign if the bound is 0.
template <class T>
void expect_close(T seen, long double exact, double bound, const std::string &call, int &shown) {
  long double error = ulps(seen, exact);
  bool right = error <= (bound == 0 ? 0.5L : bound) &&
               (std::isnan(seen) || seen != 0 || exact != 0 || std::signbit(seen) == std::signbit(exact));
  if (!right && shown++ < 5)
    ADD_FAILURE() << call << " is " << seen << ", which is " << error << " ULP from " << exact;
}

template <class T> std::string call_text(const char *name, T x) {
  return (std::ostringstream() << name << "(" << std::hexfloat << x << ")").str();
}
template <class T> std::string call_text(const char *name, T x, T y) {
  return (std::ostringstream() << name << "(" << std::hexfloat << x << ", " << y << ")").str();
}

#define TEST_OF_ONE(Name, Ulps32, Ulps64, Least, Greatest)                                                   \
  TEST_P(Math, Name) {                                                                                       \
    auto check = [&]<class T>(const auto &kernel, T, double bound) {                                         \
      const std::vector<T> x = arguments<T>(Least, Greatest, 1);                                             \
      const std::vector<T> seen = results<T>(kernel, x.size(), x);                                           \
      int shown = 0;                                                                                         \
      for (std::size_t i = 0; i != x.size(); ++i) {                                                          \
        const long double exact = std::Name(static_cast<long double>(x[i]));                                 \
        if (promises(x[i], static_cast<T>(exact)))                                                           \
          expect_close(seen[i], exact, bound, call_text(#Name, x[i]), shown);                                \
      }                                                                                                      \
    };                                                                                                       \
    check(math_kernels::Name##_f32, 0.0f, Ulps32);                                                           \
    check(math_kernels::Name##_f64, 0.0, Ulps64);                                                            \
  }
MATH_OF_ONE(TEST_OF_ONE)

TEST_P(Math, lgamma) {
  auto check = [&]<class T>(const auto &kernel, T) {
    const std::vector<T> x = arguments<T>(-20, 50, 1);
    const std::vector<T> seen = results<T>(kernel, x.size(), x);
    int shown = 0;
    for (std::size_t i = 0; i != x.size(); ++i) {
      // Near its zeros only the absolute error is small.
      const long double exact = std::lgamma(static_cast<long double>(x[i]));
      if (!promises(x[i], static_cast<T>(exact)))
        continue;
      const long double error = std::abs(exact) < 1 && std::isfinite(seen[i])
                                    ? std::abs(seen[i] - exact) / std::numeric_limits<T>::epsilon()
                                    : ulps(seen[i], exact);
      if (!(error <= 8) && shown++ < 5)
        ADD_FAILURE() << call_text("lgamma", x[i]) << " is " << seen[i] << " and should be " << exact;
    }
  };
  check(math_kernels::lgamma_f32, 0.0f);
  check(math_kernels::lgamma_f64, 0.0);
}

/// All pairs of special values, then others.
template <class T> std::pair<std::vector<T>, std::vector<T>> pairs(double least, double greatest) {
  std::pair<std::vector<T>, std::vector<T>> both = {arguments<T>(least, greatest, 1),
                                                    arguments<T>(least, greatest, 2)};
  for (T x : special_values<T>())
    for (T y : special_values<T>()) {
      both.first.push_back(x);
      both.second.push_back(y);
    }
  return both;
}

#define TEST_OF_TWO(Name, Reference, Ulps32, Ulps64, Least, Greatest)                                        \
  TEST_P(Math, Name) {                                                                                       \
    auto check = [&]<class T>(const auto &kernel, T, double bound) {                                         \
      const auto [x, y] = pairs<T>(Least, Greatest);                                                         \
      const std::vector<T> seen = results<T>(kernel, x.size(), x, y);                                        \
      int shown = 0;                                                                                         \
      for (std::size_t i = 0; i != x.size(); ++i) {                                                          \
        const long double exact = Reference(static_cast<long double>(x[i]), static_cast<long double>(y[i])); \
        if (promises(x[i], y[i], static_cast<T>(exact)))                                                     \
          expect_close(seen[i], exact, bound, call_text(#Name, x[i], y[i]), shown);                          \
      }                                                                                                      \
    };                                                                                                       \
    check(math_kernels::Name##_f32, 0.0f, Ulps32);                                                           \
    check(math_kernels::Name##_f64, 0.0, Ulps64);                                                            \
  }
// Of two zeros, +0 counts as the larger one (IEEE 754-2019, maximumNumber), which C leaves open.
long double fmax_of_zeros(long double x, long double y) {
  return x == 0 && y == 0 ? std::copysign(0.0L, std::signbit(x) && std::signbit(y) ? -1.0L : 1.0L)
                          : std::fmax(x, y);
}
long double fmin_of_zeros(long double x, long double y) {
  return x == 0 && y == 0 ? std::copysign(0.0L, std::signbit(x) || std::signbit(y) ? -1.0L : 1.0L)
                          : std::fmin(x, y);
}

MATH_OF_TWO(TEST_OF_TWO)

TEST_P(Math, nextafter) {
  auto check = [&]<class T>(const auto &kernel, T) {
    const auto [x, y] = pairs<T>(-9, 9);
    const std::vector<T> seen = results<T>(kernel, x.size(), x, y);
    int shown = 0;
    for (std::size_t i = 0; i != x.size(); ++i)
      if (const T exact = std::nextafter(x[i], y[i]); promises(x[i], y[i], exact))
        expect_close(seen[i], exact, 0, call_text("nextafter", x[i], y[i]), shown);
  };
  check(math_kernels::nextafter_f32, 0.0f);
  check(math_kernels::nextafter_f64, 0.0);
}

/// Half of the divisor is no float; or it is subnormal, and the dividend is half of it.
TEST_P(Math, RemaindersByTheSmallestNormalNumbers) {
  const float u = std::numeric_limits<float>::denorm_min();
  if (!promises(u))
    GTEST_SKIP() << "the device may take subnormal numbers for zeros";
  const std::vector<float> x = {12582913 * u, 12582912 * u, 12582914 * u,
                                8388608 * u,  4194304 * u,  2547045 * u},
                           y = {8388609 * u,  8388609 * u, 8388609 * u,
                                16777214 * u, 8388608 * u, 5094090 * u};
  const std::vector<float> seen = results<float>(math_kernels::remainder_f32, x.size(), x, y);
  for (std::size_t i = 0; i != x.size(); ++i)
    EXPECT_EQ(seen[i], std::remainder(x[i], y[i])) << call_text("remainder", x[i], y[i]);
}

template <class T> std::vector<double> expected_mixed(T x, T y) {
  int exponent, quotient;
  T whole, part, fraction = std::frexp(x, &exponent), rest = std::remquo(x, y, &quotient);
  part = std::modf(x, &whole);
  bool fits = std::abs(x) < T(2000000000);
  return {fraction,
          x == 0 || !std::isfinite(x) ? 0.0 : exponent,
          part,
          whole,
          rest,
          std::isfinite(x) && std::isfinite(y) && y != 0 ? quotient & 7 : 0.0,
          std::ldexp(x, 5),
          std::ldexp(x, -1060),
          std::scalbn(x, -30),
          std::scalbln(x, 1000000000000l),
          static_cast<double>(std::ilogb(x)),
          static_cast<double>(fits ? std::lrint(x) : 0),
          static_cast<double>(fits ? std::llrint(x) : 0),
          static_cast<double>(fits ? std::lround(x) : 0),
          static_cast<double>(fits ? std::llround(x) : 0),
          std::fma(x, y, T(1)),
          std::lerp(x, y, T(0.25)),
          std::hypot(x, y, T(2)),
          static_cast<double>(std::fpclassify(x) + 100 * std::isfinite(x) + 200 * std::isnan(x) +
                              400 * std::isinf(x) + 800 * std::isnormal(x) + 1600 * std::signbit(x) +
                              3200 * std::isunordered(x, y) + 6400 * std::islessgreater(x, y) +
                              12800 * std::isless(x, y) + 25600 * std::isgreaterequal(x, y))};
}

TEST_P(Math, FunctionsWithSeveralResults) {
  static const char *const names[mixed_results] = {"frexp",   "frexp's exponent",
                                                   "modf",    "modf's whole",
                                                   "remquo",  "remquo's quotient",
                                                   "ldexp",   "ldexp",
                                                   "scalbn",  "scalbln",
                                                   "ilogb",   "lrint",
                                                   "llrint",  "lround",
                                                   "llround", "fma",
                                                   "lerp",    "hypot",
                                                   "classes"};
  auto check = [&]<class T>(const auto &kernel, T) {
    const std::vector<T> x = arguments<T>(-100, 100, 3);
    const std::vector<double> seen = results<double>(kernel, mixed_results * x.size(), x);
    int shown = 0;
    for (std::size_t i = 0; i != x.size(); ++i) {
      const T y = x[(i + 1) % x.size()];
      const std::vector<double> expected = expected_mixed(x[i], y);
      for (std::size_t k = 0; k != mixed_results; ++k) {
        // libstdc++ computes these from several operations, which kcc may fuse.
        bool composed = names[k] == std::string("lerp") || names[k] == std::string("hypot");
        if (!promises(x[i], y, static_cast<T>(expected[k])))
          continue;
        expect_close(static_cast<T>(seen[mixed_results * i + k]), expected[k], composed ? 4 : 0,
                     call_text(names[k], x[i], y), shown);
      }
    }
  };
  check(math_kernels::mixed_f32, 0.0f);
  check(math_kernels::mixed_f64, 0.0);
}

/// What lround() and lrint() return: the nearest integer that fits, and the smallest one for NaN.
template <class T> long long to_integer(T whole) {
  constexpr T limit = T(0x1p63);
  if (std::isnan(whole) || whole < -limit)
    return std::numeric_limits<long long>::min();
  return whole >= limit ? std::numeric_limits<long long>::max() : static_cast<long long>(whole);
}

TEST_P(Math, RoundingToIntegers) {
  static const char *const names[integer_results] = {"lrint",           "llrint",          "lround",
                                                     "llround",         "(int)floor",      "(int)ceil",
                                                     "(long long)rint", "(unsigned)trunc", "(int)round"};
  auto check = [&]<class T>(const auto &kernel, T) {
    std::vector<T> x = arguments<T>(-100, 100, 5);
    // Halves and their neighbours, up to where numbers have no fraction.
    for (int e = -2; e != std::numeric_limits<T>::digits + 2; ++e)
      for (T sign : {T(-1), T(1)}) {
        const T half = std::ldexp(T(1), e) - T(0.5), limit = std::ldexp(T(1), 31 + e);
        for (T y : {half, half + 1, std::ldexp(T(1), e) + T(0.5), limit})
          x.insert(x.end(),
                   {sign * y, std::nextafter(sign * y, T(0)), std::nextafter(sign * y, sign * 2 * y)});
      }
    const std::vector<long long> seen = results<long long>(kernel, integer_results * x.size(), x);
    int shown = 0;
    for (std::size_t i = 0; i != x.size(); ++i) {
      const T small = std::abs(x[i]) < T(2e9) ? x[i] : T(0);
      const long long right[integer_results] = {
          to_integer(std::rint(x[i])),   to_integer(std::rint(x[i])),
          to_integer(std::round(x[i])),  to_integer(std::round(x[i])),
          to_integer(std::floor(small)), to_integer(std::ceil(small)),
          to_integer(std::rint(small)),  to_integer(std::trunc(std::abs(small))),
          to_integer(std::round(small))};
      for (std::size_t k = 0; promises(x[i]) && k != integer_results; ++k)
        if (seen[integer_results * i + k] != right[k] && shown++ < 5)
          ADD_FAILURE() << call_text(names[k], x[i]) << " is " << seen[integer_results * i + k]
                        << " and should be " << right[k];
    }
  };
  check(math_kernels::integers_f32, 0.0f);
  check(math_kernels::integers_f64, 0.0);
}

TEST_P(Math, ConstantArgumentsGiveWhatVariablesGive) {
  const std::vector<double> seen = [&] {
    kcc::Stream stream(device_);
    Buffer<double> out(device_, 14);
    stream.launch(math_kernels::constant_arguments, cover(1, 1), out, 1.0);
    return out.to_host(stream);
  }();
  for (std::size_t i = 0; i != seen.size(); i += 2)
    EXPECT_EQ(seen[i], seen[i + 1]) << "pair " << i / 2;
  EXPECT_NEAR(seen[0], std::sin(1.0), 1e-15);
  EXPECT_EQ(seen[2], 3.3 * 3.3);
}

TEST_P(Math, NanPayloads) {
  // Vulkan drivers may return any NaN.
  const auto expect = [&](double seen, double payload, const char *text) {
    if (device_.backend() == kcc::Backend::vulkan)
      EXPECT_TRUE(std::isnan(seen)) << text;
    else
      EXPECT_EQ(std::bit_cast<std::uint64_t>(seen), std::bit_cast<std::uint64_t>(payload)) << text;
  };
  for (const char *text : {"", "1234", "0x1f", "017", "none"}) {
    const std::vector<char> characters(text, text + std::strlen(text) + 1);
    const std::vector<double> seen = results<double>(math_kernels::payloads, 2, characters);
    expect(seen[0], std::nan(text), text);
    expect(seen[1], std::nanf(text), text);
  }
}

TEST_P(Math, SpecialFunctionsOfTheStandard) {
  KCC_SKIP_WITHOUT_CODE_OF(math_kernels::special);
  const std::vector<double> x = {0.25, 0.5, 1, 1.75, 2.5, 4, 6, 9};
  const std::vector<double> seen = results<double>(math_kernels::special, special_results * x.size(), x);
  for (std::size_t i = 0; i != x.size(); ++i) {
    const double v = x[i];
    const double expected[special_results] = {std::beta(v, 1.5),
                                              std::legendre(5, v / 10),
                                              std::assoc_legendre(4, 2, v / 10),
                                              std::sph_legendre(4, 2, v),
                                              std::hermite(6, v),
                                              std::laguerre(5, v),
                                              std::assoc_laguerre(4, 2, v),
                                              std::comp_ellint_1(v / 10),
                                              std::comp_ellint_2(v / 10),
                                              std::comp_ellint_3(v / 10, 0.25),
                                              std::ellint_1(v / 10, 0.5),
                                              std::ellint_2(v / 10, 0.5),
                                              std::ellint_3(v / 10, 0.25, 0.5),
                                              std::cyl_bessel_i(1.5, v),
                                              std::cyl_bessel_j(1.5, v),
                                              std::cyl_bessel_k(1.5, v),
                                              std::cyl_neumann(1.5, v),
                                              std::sph_bessel(2, v),
                                              std::sph_neumann(2, v),
                                              std::expint(v),
                                              std::riemann_zeta(v + 1)};
    for (std::size_t k = 0; k != special_results; ++k)
      EXPECT_NEAR(seen[special_results * i + k], expected[k], 1e-12 * std::max(1.0, std::abs(expected[k])))
          << "function " << k << " at " << v;
  }
}

template <class T> std::vector<std::complex<T>> complex_arguments() {
  std::vector<std::complex<T>> values;
  const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  for (T re : {T(0), T(-0.0), T(1), T(-1), T(2.5), inf, -inf, nan})
    for (T im : {T(0), T(-0.0), T(1), T(-1), T(2.5), inf, -inf, nan})
      values.emplace_back(re, im);
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  for (double scale : {1e-3, 0.1, 1.0, 3.0, 10.0})
    for (int i = 0; i != 500; ++i)
      values.emplace_back(static_cast<T>(scale * normal(random)), static_cast<T>(scale * normal(random)));
  return values;
}

/// Finite values: small error relative to the absolute value. Others: as in C's Annex G, which leaves open
/// some signs of zeros, and of infinities next to a NaN.
template <class T>
bool complex_close(std::complex<T> seen, std::complex<long double> exact, std::complex<T> host, double bound,
                   bool zero_signs) {
  if (std::isfinite(host.real()) && std::isfinite(host.imag())) {
    const std::complex<long double> wide(seen.real(), seen.imag());
    return std::abs(wide - exact) <= bound * std::numeric_limits<T>::epsilon() * std::abs(exact) &&
           (!zero_signs || (std::signbit(seen.real()) == std::signbit(host.real()) &&
                            std::signbit(seen.imag()) == std::signbit(host.imag())));
  }
  auto part = [](T a, T b, bool sign) {
    if (std::isnan(a) || std::isnan(b))
      return std::isnan(a) && std::isnan(b);
    return a == b || (!sign && a == -b) ||
           std::abs(a - b) <= 8 * std::numeric_limits<T>::epsilon() * std::abs(b);
  };
  bool sign = !std::isnan(host.real()) && !std::isnan(host.imag());
  return part(seen.real(), host.real(), sign) && part(seen.imag(), host.imag(), sign);
}

#define TEST_OF_COMPLEX(Name)                                                                                \
  TEST_P(Math, complex_##Name) {                                                                             \
    auto check = [&]<class T>(const auto &kernel, T) {                                                       \
      const std::vector<std::complex<T>> x = complex_arguments<T>();                                         \
      const std::vector<std::complex<T>> seen = results<std::complex<T>>(kernel, x.size(), x);               \
      int shown = 0;                                                                                         \
      for (std::size_t i = 0; i != x.size(); ++i) {                                                          \
        const std::complex<long double> exact = std::Name(std::complex<long double>(x[i]));                  \
        const std::complex<T> host = std::Name(x[i]);                                                        \
        if (!complex_close(seen[i], exact, host, 8, true) && shown++ < 8)                                    \
          ADD_FAILURE() << #Name << x[i] << " is " << seen[i] << " and should be " << host;                  \
      }                                                                                                      \
    };                                                                                                       \
    check(math_kernels::complex_##Name##_f32, 0.0f);                                                         \
    check(math_kernels::complex_##Name##_f64, 0.0);                                                          \
  }
MATH_OF_COMPLEX(TEST_OF_COMPLEX)

TEST_P(Math, ComplexOperators) {
  auto check = [&]<class T>(const auto &kernel, T) {
    std::vector<std::complex<T>> x;
    const std::vector<std::complex<T>> values = complex_arguments<T>();
    for (std::size_t i = 0; i != 64; ++i)
      for (std::size_t k = 0; k != 64; ++k) {
        x.push_back(values[i]);
        x.push_back(values[k]);
      }
    x.insert(x.end(), values.begin() + 64, values.end());
    const std::vector<std::complex<T>> seen = results<std::complex<T>>(kernel, 2 * x.size(), x);
    int shown = 0;
    for (std::size_t i = 0; i != x.size() / 2; ++i) {
      const std::complex<T> a = x[2 * i], b = x[2 * i + 1];
      const std::complex<long double> wide_a(a), wide_b(b);
      auto expect = [&](std::size_t k, const char *what, std::complex<long double> exact,
                        std::complex<T> host, double bound) {
        if (!complex_close(seen[4 * i + k], exact, host, bound, false) && shown++ < 8)
          ADD_FAILURE() << a << what << b << " is " << seen[4 * i + k] << " and should be " << host;
      };
      expect(0, " * ", wide_a * wide_b, a * b, 4);
      expect(1, " / ", wide_a / wide_b, a / b, 4);
      if (i >= 64 * 64) // exp(b * log(a)): the error grows with the exponent
        expect(2, " pow ", std::pow(wide_a, wide_b), std::pow(a, b), 200);
      expect(3, " abs, arg ", {std::abs(wide_a), std::arg(wide_b)}, {std::abs(a), std::arg(b)}, 4);
    }
  };
  check(math_kernels::complex_binary_f32, 0.0f);
  check(math_kernels::complex_binary_f64, 0.0);
}

constexpr long double pi = 3.141592653589793238462643383279502884L;

std::vector<float> within(double least, double greatest) {
  std::vector<float> x;
  for (int i = 0; i != 1000; ++i)
    x.push_back(static_cast<float>(least + (greatest - least) * i / 999));
  return x;
}

#define TEST_OF_EXPRESSION(Name, Expression, Least, Greatest, Residual)                                      \
  TEST_P(Math, extra_##Name) {                                                                               \
    auto check = [&]<class T>(const auto &kernel, T) {                                                       \
      if (std::string_view(#Name) == "norm_of_special" && !promises(std::numeric_limits<T>::denorm_min()))   \
        return; /* one of the vectors is of these */                                                         \
      const std::vector<float> points = within(Least, Greatest);                                             \
      const std::vector<T> arguments(points.begin(), points.end());                                          \
      const std::vector<T> seen = results<T>(kernel, arguments.size(), arguments);                           \
      int shown = 0;                                                                                         \
      for (std::size_t i = 0; i != seen.size(); ++i) {                                                       \
        [[maybe_unused]] const long double x = arguments[i], y = seen[i];                                    \
        const long double scale = std::max({1.0L, std::abs(x), std::abs(y)});                                \
        if (!(std::abs(Residual) <= 16 * std::numeric_limits<T>::epsilon() * scale) && shown++ < 5)          \
          ADD_FAILURE() << call_text(#Name, arguments[i]) << " is " << y << ", off by " << (Residual);       \
      }                                                                                                      \
    };                                                                                                       \
    check(math_kernels::extra_##Name##_f32, 0.0f);                                                           \
    check(math_kernels::extra_##Name##_f64, 0.0);                                                            \
  }
#define TEST_OF_EXTRA(Name, Least, Greatest, Residual) TEST_OF_EXPRESSION(Name, , Least, Greatest, Residual)
MATH_EXTRA(TEST_OF_EXTRA)
MATH_EXTRA_OF_MORE(TEST_OF_EXPRESSION)

/// Approximations differ between devices.
#define TEST_OF_FAST(Name, Expression, Least, Greatest, Exact, Allowed)                                      \
  TEST_P(Math, fast_##Name) {                                                                                \
    const std::vector<float> arguments = within(Least, Greatest);                                            \
    const std::vector<float> seen =                                                                          \
        on(device_, 0.0f, math_kernels::fast_##Name, arguments.size(), arguments);                           \
    int shown = 0;                                                                                           \
    for (std::size_t i = 0; i != seen.size(); ++i) {                                                         \
      const long double x = arguments[i], exact = Exact;                                                     \
      if (!(std::abs(seen[i] - exact) <= Allowed * std::max(1.0L, std::abs(exact))) && shown++ < 5)          \
        ADD_FAILURE() << "fast::" << call_text(#Name, arguments[i]) << " is " << seen[i] << " and not "      \
                      << exact;                                                                              \
    }                                                                                                        \
  }
MATH_FAST(TEST_OF_FAST)

} // namespace
