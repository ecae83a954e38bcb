// Compares the math library's functions, as computed by kernels, with MPFR: no error may exceed its bound in
// math/functions.def, and with --math=reproducible the bits must be the same on every device.
//
//   kcc_math_accuracy_run_tests [--samples=N] [--table=FILE] [GoogleTest's options]
//
// --samples: number of arguments for each function and type (default 3000). --table: write the results as
// Markdown.
#include "devices.h"
#include "math/functions.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <limits>
#include <map>
#include <sstream>
#include <tuple>

namespace {

using kcc::Backend;
using kcc::Buffer;
using kcc::cover;
using kcc::Stream;
using kcc::testing::Arguments;
using kcc::testing::Deviation;
using kcc::testing::MathFunction;
using kcc::testing::Real;
using kcc::testing::Samples;
using math_floats::Measure;

std::size_t sample_count = 3000;

/// The largest errors of one function and type on one device.
struct Measured {
  Deviation worst = {0, 0};
  double absolute = 0; ///< where the function is measured in that way
  std::size_t samples = 0;
};
/// By function, size of the type, and device.
std::map<std::tuple<std::string_view, std::size_t, Backend>, Measured> measured;

template <typename T> bool same(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

/// The allowed error relative to 1 + |value| where ULP are not meaningful: CUDA documents 2.2e-6 and 5e-12.
template <typename T> constexpr double absolute_bound = sizeof(T) == 4 ? 1.2e-7 : 2.3e-16;

template <typename T> std::string call_text(const MathFunction &function, const Arguments &arguments) {
  std::ostringstream text;
  text << function.name << (sizeof(T) == 4 ? "f(" : "(") << std::hexfloat;
  for (int k = 0; k < function.arguments; ++k)
    text << (k ? ", " : "") << arguments[static_cast<std::size_t>(k)];
  text << ")";
  return text.str();
}

class MathAccuracy : public ::testing::TestWithParam<std::tuple<Backend, std::size_t>> {
protected:
  void SetUp() override {
    if (const std::string why = kcc::testing::why_not_run(backend()); !why.empty())
      GTEST_SKIP() << why;
  }
  static Backend backend() { return std::get<0>(GetParam()); }
  static const MathFunction &function() { return kcc::testing::math_functions()[std::get<1>(GetParam())]; }
  static kcc::Device device() { return kcc::testing::device_of(backend()); }

  template <typename T> static std::vector<T> run(const kcc::Device &on, const Samples<T> &samples) {
    if constexpr (sizeof(T) == 4)
      return function().run_single(on, samples);
    else
      return function().run_twice(on, samples);
  }

  /// Measures, and fails at the worst argument that exceeds the bound.
  template <typename T> void check(kcc::testing::Bounds bounds) {
    const Samples<T> samples =
        kcc::testing::make_samples<T>(function().name, function().arguments, sample_count);
    const std::vector<T> results = run(device(), samples);
    const kcc::testing::Reference reference = kcc::testing::find_reference(function().name);
    ASSERT_NE(reference, nullptr);
    Measured &found = measured[{function().name, sizeof(T), backend()}];
    found.samples = results.size();
    std::size_t too_far = 0;
    std::string worst;
    Real truth;
    for (std::size_t i = 0; i < results.size(); ++i) {
      Arguments arguments;
      for (std::size_t k = 0; k < arguments.size(); ++k)
        arguments[k] = static_cast<double>(samples[k][i]);
      reference(truth, arguments);
      const Deviation deviation = kcc::testing::deviation(results[i], truth);
      const double exact = mpfr_get_d(truth, MPFR_RNDN);
      if (!kcc::testing::promises(device(), samples[0][i], samples[1][i], samples[2][i], samples[3][i],
                                  static_cast<T>(exact)))
        continue;
      bool right;
      if (math_floats::is_absolute(function().measure, static_cast<T>(arguments[0])) &&
          std::isfinite(exact)) {
        const double error = std::fabs(static_cast<double>(results[i]) - exact) / (1 + std::fabs(exact));
        right = error <= absolute_bound<T>;
        found.absolute = std::max(found.absolute, error);
      } else {
        right = deviation.ulps <= static_cast<std::uint64_t>(bounds.ours);
        if (deviation.ulps > found.worst.ulps && !right) {
          std::ostringstream text;
          text.precision(std::numeric_limits<T>::max_digits10);
          text << call_text<T>(function(), arguments) << " is " << results[i] << ", " << deviation.ulps
               << " ULP from " << exact;
          worst = text.str();
        }
        found.worst.ulps = std::max(found.worst.ulps, deviation.ulps);
        found.worst.error = std::max(found.worst.error, deviation.error);
      }
      if (!right && worst.empty())
        worst = call_text<T>(function(), arguments);
      too_far += right ? 0 : 1;
    }
    EXPECT_EQ(too_far, 0u) << "of " << results.size() << " results are more than " << bounds.ours
                           << " ULP off; the worst: " << worst;
#ifdef KCC_TEST_REPRODUCIBLE
    if (backend() == Backend::cuda) {
      const std::vector<T> cpu = run(kcc::Device::cpu(), samples);
      for (std::size_t i = 0, shown = 0; i < results.size() && shown < 5; ++i)
        if (!same(results[i], cpu[i])) {
          Arguments arguments;
          for (std::size_t k = 0; k < arguments.size(); ++k)
            arguments[k] = static_cast<double>(samples[k][i]);
          ADD_FAILURE() << call_text<T>(function(), arguments) << " is " << std::hexfloat << results[i]
                        << " on the GPU and " << cpu[i] << " on the CPU device";
          ++shown;
        }
    }
#endif
  }
};

TEST_P(MathAccuracy, Float) {
  check<float>(function().single);
}
TEST_P(MathAccuracy, Double) {
  check<double>(function().twice);
}

/// The same as kcc_math_exhaustive does for all floats, but for every 99991st, so that it can run on a CPU.
TEST_P(MathAccuracy, FloatAgainstDouble) {
  if (!function().compare_floats)
    return;
  if (!device().keeps_subnormals())
    GTEST_SKIP() << "the device may take subnormal numbers for zeros, which are among them";
  const std::vector<std::uint64_t> worst = function().compare_floats(device(), 77, 99991);
  const auto at = [](std::uint64_t entry) { return std::bit_cast<float>(static_cast<std::uint32_t>(entry)); };
  const auto size = [](std::uint64_t entry) { return static_cast<std::uint32_t>(entry >> 32); };
  EXPECT_LE(size(worst[math_floats::ulps]), static_cast<std::uint32_t>(function().single.ours))
      << "at " << std::hexfloat << at(worst[math_floats::ulps]);
  EXPECT_LE(std::bit_cast<float>(size(worst[math_floats::absolute])),
            static_cast<float>(absolute_bound<float>))
      << "at " << std::hexfloat << at(worst[math_floats::absolute]);
  // The error is at least as large as the distance to the rounded result implies, so a kernel that keeps
  // nothing fails.
  EXPECT_GE(std::bit_cast<float>(size(worst[math_floats::error])) + 0.5f,
            static_cast<float>(size(worst[math_floats::ulps])));
  EXPECT_GT(std::bit_cast<float>(size(worst[math_floats::error])), 0.4f);
}

std::string parameter_name(const ::testing::TestParamInfo<std::tuple<Backend, std::size_t>> &info) {
  const auto [backend, index] = info.param;
  return std::string(kcc::testing::math_functions()[index].name) + "_" + ::testing::PrintToString(backend);
}
INSTANTIATE_TEST_SUITE_P(Functions, MathAccuracy,
                         ::testing::Combine(kcc::testing::devices,
                                            ::testing::Range(std::size_t{0},
                                                             kcc::testing::math_functions().size())),
                         parameter_name);

/// jn and yn, whose errors are absolute.
class BesselOrders : public kcc::testing::DeviceTest {
protected:
  template <typename T, typename Kernel>
  void check(const Kernel &kernel, int (*truth)(mpfr_ptr, long, mpfr_srcptr, mpfr_rnd_t), bool second) {
    using Limits = std::numeric_limits<T>;
    std::vector<T> x = {0,
                        Limits::denorm_min(),
                        Limits::min(),
                        std::sqrt(Limits::min()),
                        T(1e-30),
                        T(1e-12),
                        T(0.01),
                        T(0.5),
                        1,
                        2,
                        T(2.5),
                        T(2.99),
                        T(4.5),
                        T(6.9),
                        T(7.75),
                        8,
                        T(8.05),
                        T(8.2),
                        9,
                        16,
                        20,
                        50,
                        100,
                        127,
                        128,
                        129,
                        200,
                        1000,
                        Limits::infinity(),
                        Limits::quiet_NaN()};
    for (std::size_t i = 0, count = x.size(); i < count; ++i)
      x.push_back(-x[i]);
    for (int order : {-7, -3, -2, -1, 0, 1, 2, 3, 5, 7, 8, 10, 16, 17, 50, 100, 128, 1001}) {
      Stream stream(device_);
      const Buffer<T> arguments(device_, x);
      Buffer<T> out(device_, x.size());
      stream.launch(kernel, cover(x.size(), 64), out, arguments, order);
      const std::vector<T> results = out.to_host(stream);
      for (std::size_t i = 0; i < x.size(); ++i) {
        const Real argument(static_cast<double>(x[i]), 53);
        Real value;
        truth(value, order, argument, MPFR_RNDN);
        const double exact = static_cast<double>(static_cast<T>(mpfr_get_d(value, MPFR_RNDN)));
        const auto seen = static_cast<double>(results[i]);
        if (!promises(x[i], static_cast<T>(exact)))
          continue;
        // y grows without bound towards 0, and its errors with it. j becomes small there; its error is
        // relative.
        const bool relative =
            !second && std::fabs(x[i]) < std::abs(order) && std::fabs(exact) > Limits::min();
        const double bound =
            relative ? 32 * Limits::epsilon() * std::fabs(exact)
                     : (sizeof(T) == 4 ? 2.2e-6 : 5e-12) * (second ? std::max(1.0, std::fabs(exact)) : 1.0);
        const bool right = std::isfinite(exact) && std::isfinite(seen) ? std::fabs(seen - exact) <= bound
                                                                       : same(seen, exact);
        EXPECT_TRUE(right) << "order " << order << " at " << x[i] << " is " << seen << ", exactly " << exact;
        if (!second && seen == 0 && std::isfinite(x[i])) {
          const bool negative = order % 2 != 0 && (order < 0) != std::signbit(x[i]);
          EXPECT_EQ(std::signbit(seen), negative) << "order " << order << " at " << x[i] << " is " << seen;
        }
      }
    }
  }
};
KCC_FOR_EVERY_DEVICE(BesselOrders);

TEST_P(BesselOrders, FirstKind) {
  check<float>(math_accuracy_kernels::jn_f32, mpfr_jn, false);
  check<double>(math_accuracy_kernels::jn_f64, mpfr_jn, false);
}
TEST_P(BesselOrders, SecondKind) {
  check<float>(math_accuracy_kernels::yn_f32, mpfr_yn, true);
  check<double>(math_accuracy_kernels::yn_f64, mpfr_yn, true);
}

using SmallArguments = kcc::testing::DeviceTest;
KCC_FOR_EVERY_DEVICE(SmallArguments);

/// In fractions of an ULP, and GPUs are below 1: a step of Newton's method must not lose its correction by
/// underflow.
TEST_P(SmallArguments, ReciprocalRoot) {
  const auto rsqrt = std::ranges::find(kcc::testing::math_functions(), "rsqrt", &MathFunction::name);
  const kcc::testing::Reference reference = kcc::testing::find_reference("rsqrt");
  Samples<double> samples;
  for (int power = -1060; power < -880; ++power)
    for (int k = 1; k < 40; ++k)
      samples[0].push_back(std::ldexp(1 + k / 40.0, power));
  for (std::vector<double> &array : samples)
    array.resize(samples[0].size());
  const std::vector<double> results = rsqrt->run_twice(device_, samples);
  Real truth;
  for (std::size_t i = 0; i < results.size(); ++i) {
    reference(truth, {samples[0][i]});
    EXPECT_LT(kcc::testing::deviation(results[i], truth).error, 1.1) << std::hexfloat << samples[0][i];
  }
}

/// `| function | float: CUDA's bound, CPU, GPU | double: the same |`
void write_table(std::ostream &out) {
  out << "| function | float: CUDA's bound | CPU | GPU | double: CUDA's bound | CPU | GPU |\n"
         "| --- | --: | --: | --: | --: | --: | --: |\n";
  for (const MathFunction &function : kcc::testing::math_functions()) {
    out << "| `" << function.name << "`";
    for (std::size_t bytes : {sizeof(float), sizeof(double)}) {
      const kcc::testing::Bounds bounds = bytes == 4 ? function.single : function.twice;
      out << " | " << (bounds.cuda < 0 ? std::string("none") : std::to_string(bounds.cuda));
      for (Backend backend : {Backend::cpu, Backend::cuda}) {
        const auto found = measured.find({function.name, bytes, backend});
        if (found == measured.end()) {
          out << " | not run";
          continue;
        }
        char text[32];
        std::snprintf(text, sizeof(text), "%llu (%.2f)",
                      static_cast<unsigned long long>(found->second.worst.ulps), found->second.worst.error);
        out << " | " << text;
      }
    }
    out << " |\n";
  }
}

} // namespace

int main(int count, char **arguments) {
  ::testing::InitGoogleTest(&count, arguments);
  std::string table;
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument.starts_with("--samples=")) {
      sample_count = std::strtoull(arguments[i] + 10, nullptr, 10);
    } else if (argument.starts_with("--table=")) {
      table = argument.substr(8);
    } else {
      std::cerr << "unknown argument " << argument << "; there are --samples=N, --table=FILE\n";
      return 2;
    }
  }
  const int status = RUN_ALL_TESTS();
  if (!table.empty()) {
    std::ofstream out(table);
    write_table(out);
    if (!out.flush()) {
      std::cerr << "cannot write " << table << "\n";
      return 2;
    }
  }
  return status;
}
