// --use_fast_math, --ftz, --prec-div, --prec-sqrt, --fmad and --math, and the attributes of the same names.
// On GPUs, results are within the bounds of PTX's instructions, as docs/math.md says; the CPU device computes
// accurately with each but --fmad.
#include "devices.h"

#include "float_modes_fast.h"
#include "float_modes_kernels.h"
#include "float_modes_reproducible.h"
#include "float_modes_separate.h"

#include "kernels/float_modes.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace {

using float_modes::Operands;
using float_modes::Results;
namespace kernels = float_modes_kernels::float_modes;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float least = 0x1p-149f, subnormal = 0x1.234p-130f;

/// All numbers as integers, all NaN as one, and perhaps all subnormal floats and zeros as one.
std::vector<std::uint64_t> bits(const Results &r, bool with_subnormals) {
  std::vector<std::uint64_t> all;
  for (float x : {r.quotient, r.root,   r.sum,      r.product,     r.fused,   r.sin,       r.cos,  r.tan,
                  r.exp,      r.exp2,   r.log,      r.log2,        r.log10,   r.rsqrt,     r.tanh, r.pow,
                  r.cbrt,     r.sum_up, r.sum_down, r.quotient_up, r.root_up, r.fused_down})
    all.push_back(std::isnan(x) ? 1
                  : !with_subnormals && std::fabs(x) < std::numeric_limits<float>::min()
                      ? 0
                      : std::bit_cast<std::uint32_t>(x));
  for (double x : {r.quotient64, r.fused64})
    all.push_back(std::isnan(x) ? 1 : std::bit_cast<std::uint64_t>(x));
  return all;
}

std::vector<Operands> samples() {
  std::mt19937 random(8);
  std::vector<Operands> all;
  auto number = [&](int exponents) {
    const float fraction = 1 + static_cast<float>(random() & 0x7fffff) * 0x1p-23f;
    const int exponent = static_cast<int>(random() % static_cast<unsigned>(2 * exponents + 1)) - exponents;
    return std::ldexp(random() % 2 ? fraction : -fraction, exponent);
  };
  for (int i = 0; i < 4000; ++i)
    all.push_back({number(3), number(3), number(3)});
  for (int i = 0; i < 4000; ++i)
    all.push_back({number(120), number(120), number(120)});
  return all;
}

class FloatModes : public kcc::testing::DeviceTest {
protected:
  template <class Kernel> std::vector<Results> run(const Kernel &kernel, const std::vector<Operands> &in) {
    kcc::Stream stream(device_);
    kcc::Buffer<Operands> input(device_, in);
    kcc::Buffer<Results> output(device_, in.size());
    stream.launch(kernel, kcc::cover(in.size(), 128), input, output);
    return output.to_host(stream);
  }
  template <class Kernel> Results run(const Kernel &kernel, float x, float y = 1, float z = 0) {
    return run(kernel, std::vector<Operands>{{x, y, z}}).front();
  }
  /// Expects that the error of one result, in units of the last place, is at most \p bound for all samples
  /// that \p fits accepts.
  template <class Kernel>
  void expect_error(const Kernel &kernel, float Results::*result,
                    const std::function<double(const Operands &)> &exact,
                    const std::function<bool(const Operands &)> &fits, double bound) {
    const std::vector<Operands> in = samples();
    const std::vector<Results> out = run(kernel, in);
    double largest = 0;
    int count = 0;
    for (std::size_t i = 0; i < in.size(); ++i) {
      const double value = exact(in[i]);
      // Results near the ends of the range are another matter.
      if (!fits(in[i]) || !(std::fabs(value) > 0x1p-120 && std::fabs(value) < 0x1p120))
        continue;
      ++count;
      const double unit = std::ldexp(1.0, std::ilogb(value) - 23);
      largest = std::max(largest, std::fabs(out[i].*result - value) / unit);
    }
    EXPECT_GT(count, 500);
    EXPECT_LE(largest, bound);
  }
  /// Expects equal bits of all results that the device promises.
  void expect_equal(const std::vector<Results> &a, const std::vector<Results> &b) {
    ASSERT_EQ(a.size(), b.size());
    int different = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      different += bits(a[i], promises(least)) != bits(b[i], promises(least));
    EXPECT_EQ(different, 0);
  }
  bool is_gpu() const { return device_.backend() == kcc::Backend::cuda; }
};
KCC_FOR_EVERY_DEVICE(FloatModes);

bool is_any(const Operands &) {
  return true;
}

TEST_P(FloatModes, AttributesAreTheOptions) {
  if (GetParam() == kcc::Backend::vulkan)
    GTEST_SKIP() << "--use_fast_math changes nothing in Vulkan code";
  const std::vector<Operands> in = samples();
  namespace fast = float_modes_fast::float_modes;
  namespace same = float_modes_reproducible::float_modes;
  namespace separate = float_modes_separate::float_modes;
  const std::vector<Results> plain = run(kernels::plain, in), all_fast = run(kernels::fast, in);
  expect_equal(all_fast, run(fast::plain, in));
  expect_equal(run(kernels::reproducible, in), run(same::plain, in));
  expect_equal(run(kernels::separate, in), run(separate::plain, in));
  // An attribute beats the option.
  expect_equal(plain, run(fast::accurate, in));
  expect_equal(plain, run(separate::accurate, in));
  expect_equal(all_fast, run(same::fast, in));
  expect_equal(all_fast, run(separate::fast, in));
  expect_equal(run(kernels::reproducible, in), run(fast::reproducible, in));
}

TEST_P(FloatModes, TheCpuDeviceIsAccurate) {
  if (is_gpu())
    GTEST_SKIP() << "about the CPU device";
  const std::vector<Operands> in = samples();
  const std::vector<Results> plain = run(kernels::plain, in);
  expect_equal(plain, run(kernels::fast, in));
  expect_equal(plain, run(kernels::fast_but_subnormal, in));
  expect_equal(plain, run(kernels::flushing, in));
  expect_equal(plain, run(kernels::less_division, in));
  expect_equal(plain, run(kernels::less_roots, in));
  expect_equal(plain, run(kernels::reproducible, in));
}

TEST_P(FloatModes, ReproducibleIsTheSameEverywhere) {
  const std::vector<Operands> in = samples();
  const std::vector<Results> here = run(kernels::reproducible, in), separate = run(kernels::separate, in);
  const kcc::Device device = std::exchange(device_, kcc::Device::cpu());
  const std::vector<Results> reproducible = run(kernels::reproducible, in),
                             on_cpu = run(kernels::separate, in);
  device_ = device;
  expect_equal(here, reproducible);
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (promises(on_cpu[i].product, on_cpu[i].fused))
      EXPECT_EQ(std::bit_cast<std::uint32_t>(separate[i].fused),
                std::bit_cast<std::uint32_t>(on_cpu[i].fused));
    EXPECT_EQ(std::bit_cast<std::uint64_t>(separate[i].fused64),
              std::bit_cast<std::uint64_t>(on_cpu[i].fused64));
  }
}

TEST_P(FloatModes, Fusing) {
  const std::vector<Operands> in = samples();
  const std::vector<Results> fused = run(kernels::plain, in), separate = run(kernels::separate, in);
  int different = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const auto &[x, y, z] = in[i];
    const float product = x * y;
    if (promises(std::fma(x, y, z)))
      EXPECT_EQ(fused[i].fused, std::fma(x, y, z));
    if (promises(product, product + z))
      EXPECT_EQ(separate[i].fused, product + z);
    different += fused[i].fused != separate[i].fused;
  }
  EXPECT_GT(different, 100);
}

TEST_P(FloatModes, Division) {
  auto quotient = [](const Operands &o) { return static_cast<double>(o.x) / o.y; };
  auto moderate = [](const Operands &o) { return std::fabs(o.y) < 0x1p126f; };
  expect_error(kernels::plain, &Results::quotient, quotient, is_any, 0.5);
  expect_error(kernels::less_roots, &Results::quotient, quotient, is_any, 0.5);
  expect_error(kernels::flushing, &Results::quotient, quotient, is_any, 0.5);
  expect_error(kernels::less_division, &Results::quotient, quotient, is_any, 2.5);
  expect_error(kernels::fast, &Results::quotient, quotient, moderate, 2.5);
  // Only the last places differ, and only of float.
  const std::vector<Operands> in = samples();
  const std::vector<Results> plain = run(kernels::plain, in), less = run(kernels::less_division, in);
  for (std::size_t i = 0; i < in.size(); ++i) {
    EXPECT_EQ(plain[i].quotient64, less[i].quotient64);
    if (in[i].x > 0)
      EXPECT_EQ(plain[i].root, less[i].root);
    EXPECT_EQ(plain[i].fused, less[i].fused);
  }
  for (const auto &kernel : {&kernels::plain, &kernels::less_division, &kernels::fast}) {
    EXPECT_EQ(run(*kernel, 1, 0).quotient, infinity);
    EXPECT_EQ(run(*kernel, -1, 0).quotient, -infinity);
    EXPECT_EQ(run(*kernel, 1, infinity).quotient, 0);
    EXPECT_TRUE(std::isnan(run(*kernel, 0, 0).quotient));
    EXPECT_TRUE(std::isnan(run(*kernel, nan, 2).quotient));
    EXPECT_EQ(run(*kernel, infinity, 2).quotient, infinity);
  }
  EXPECT_EQ(run(kernels::less_division, 0x1p127f, 0x1p127f).quotient, 1);
  if (is_gpu()) {
    EXPECT_EQ(run(kernels::fast, 0x1p127f, 0x1.8p127f).quotient, 0);
    EXPECT_TRUE(std::isnan(run(kernels::fast, infinity, 0x1.8p127f).quotient));
  }
}

TEST_P(FloatModes, Roots) {
  auto root = [](const Operands &o) { return std::sqrt(static_cast<double>(o.x)); };
  auto positive = [](const Operands &o) { return o.x > 0; };
  expect_error(kernels::plain, &Results::root, root, positive, 0.5);
  expect_error(kernels::less_division, &Results::root, root, positive, 0.5);
  expect_error(kernels::less_roots, &Results::root, root, positive, 2);
  expect_error(kernels::fast, &Results::root, root, positive, 2);
  for (const auto &kernel : {&kernels::plain, &kernels::less_roots, &kernels::fast}) {
    EXPECT_EQ(run(*kernel, infinity).root, infinity);
    EXPECT_TRUE(std::isnan(run(*kernel, -1).root));
    EXPECT_EQ(std::bit_cast<std::uint32_t>(run(*kernel, -0.0f).root), 0x80000000u);
  }
}

TEST_P(FloatModes, Subnormals) {
  if (!promises(least))
    GTEST_SKIP() << "the device may take subnormal numbers for zeros";
  for (const auto &kernel : {&kernels::plain, &kernels::less_division, &kernels::fast_but_subnormal,
                             &kernels::separate, &kernels::reproducible}) {
    EXPECT_EQ(run(*kernel, least, least).sum, 2 * least);
    EXPECT_EQ(run(*kernel, subnormal, 2).product, 2 * subnormal);
    EXPECT_EQ(run(*kernel, 0x1p-126f, 0.5f).product, 0x1p-127f);
    EXPECT_EQ(run(*kernel, 0x1p-80f, 0x1p-60f, 0x1p-140f).fused, 2 * 0x1p-140f);
    EXPECT_EQ(run(*kernel, -130).exp2, 0x1p-130f);
    EXPECT_EQ(run(*kernel, subnormal, least).sum_up, subnormal + least);
    EXPECT_EQ(run(*kernel, subnormal).ceiling, 1);
    EXPECT_EQ(run(*kernel, -subnormal).floor, -1);
  }
  // As arguments and as results, with the sign.
  for (const auto &kernel : {&kernels::flushing, &kernels::fast}) {
    const float zero = is_gpu() ? 0 : 1;
    EXPECT_EQ(run(*kernel, least, least).sum, zero * 2 * least);
    EXPECT_EQ(run(*kernel, subnormal, 2).product, zero * 2 * subnormal);
    EXPECT_EQ(run(*kernel, subnormal, 0x1p60f).product, zero * subnormal * 0x1p60f);
    EXPECT_EQ(run(*kernel, -0x1p-126f, 0.5f).product, zero * -0x1p-127f);
    EXPECT_EQ(std::signbit(run(*kernel, -0x1p-126f, 0.5f).product), true);
    EXPECT_EQ(run(*kernel, 0x1p-80f, 0x1p-60f, 0x1p-140f).fused, zero * 2 * 0x1p-140f);
    EXPECT_EQ(run(*kernel, -130).exp2, zero * 0x1p-130f);
    EXPECT_EQ(run(*kernel, subnormal).root, is_gpu() ? 0 : std::sqrt(subnormal));
    EXPECT_EQ(run(*kernel, subnormal).log2, is_gpu() ? -infinity : std::log2(subnormal));
    EXPECT_EQ(run(*kernel, 1, subnormal).quotient, is_gpu() ? infinity : 1 / subnormal);
    // With a direction of rounding, too.
    EXPECT_EQ(run(*kernel, subnormal, least).sum_up, zero * (subnormal + least));
    EXPECT_EQ(run(*kernel, subnormal, least).sum_down, zero * (subnormal + least));
    EXPECT_EQ(run(*kernel, subnormal).root_up == 0, is_gpu());
    EXPECT_EQ(run(*kernel, subnormal).quotient_up, zero * subnormal);
    EXPECT_EQ(run(*kernel, 0x1p-80f, 0x1p-60f, 0x1p-140f).fused_down, zero * 2 * 0x1p-140f);
    EXPECT_EQ(run(*kernel, subnormal).ceiling, zero);
    EXPECT_EQ(run(*kernel, -subnormal).floor, -zero);
    // Also when it becomes a double, which has no subnormal numbers of its own size.
    EXPECT_EQ(run(*kernel, subnormal, 2).quotient64, zero * static_cast<double>(subnormal) / 2);
  }
}

TEST_P(FloatModes, Functions) {
  struct Row {
    float Results::*result;
    double (*exact)(double);
    double from, to;           ///< of the argument
    double absolute, relative; ///< the error is within the sum of the two
  };
  // The errors of the instructions (PTX ISA), and of what kcc::fast makes of them (include/kcc/math/fast.h).
  static const Row rows[] = {
      {&Results::sin, std::sin, -6.28, 6.28, 0x1p-20, 0},
      {&Results::cos, std::cos, -6.28, 6.28, 0x1p-20, 0},
      {&Results::tan, std::tan, -1.2, 1.2, 0x1p-18, 0x1p-18},
      {&Results::exp, std::exp, -80, 80, 0, 0x1p-22 + 80 * 0x1p-23},
      {&Results::exp2, std::exp2, -120, 120, 0, 0x1.8p-22},
      {&Results::log, std::log, 0x1p-120, 0x1p120, 0x1p-22, 0x1.8p-22},
      {&Results::log2, std::log2, 0x1p-120, 0x1p120, 0x1p-22, 0x1.8p-22},
      {&Results::log10, std::log10, 0x1p-120, 0x1p120, 0x1p-22, 0x1.8p-22},
      {&Results::rsqrt, [](double x) { return 1 / std::sqrt(x); }, 0x1p-120, 0x1p120, 0, 0x1.8p-22},
      {&Results::tanh, std::tanh, -20, 20, 0, 0x1p-10},
      {&Results::cbrt, std::cbrt, -0x1p120, 0x1p120, 0, 0x1.4p-23},
  };
  const std::vector<Operands> in = samples();
  for (const auto &kernel :
       {&kernels::plain, &kernels::fast, &kernels::fast_but_subnormal, &kernels::reproducible}) {
    const bool is_fast = kernel == &kernels::fast || kernel == &kernels::fast_but_subnormal;
    const std::vector<Results> out = run(*kernel, in);
    for (const Row &row : rows) {
      double worst = 0;
      int count = 0;
      for (std::size_t i = 0; i < in.size(); ++i) {
        if (!(in[i].x >= row.from && in[i].x <= row.to))
          continue;
        ++count;
        const double exact = row.exact(in[i].x);
        // Without fast math, CUDA's bounds of at most 4 units of the last place.
        const double bound = is_fast ? row.absolute + row.relative * std::fabs(exact)
                                     : 4 * std::fabs(exact) * 0x1p-23 + 0x1p-149;
        worst = std::max(worst, std::fabs(out[i].*row.result - exact) / bound);
      }
      EXPECT_GT(count, 500);
      EXPECT_LE(worst, 1) << "row " << &row - rows << (is_fast ? " fast" : "");
    }
  }
}

TEST_P(FloatModes, SpecialValuesOfFastFunctions) {
  auto of = [&](float x, float y = 1) { return run(kernels::fast, x, y); };
  for (float Results::*result : {&Results::sin, &Results::cos, &Results::tan, &Results::exp, &Results::log,
                                 &Results::rsqrt, &Results::tanh, &Results::pow})
    EXPECT_TRUE(std::isnan(of(nan).*result));
  for (float Results::*result : {&Results::sin, &Results::cos, &Results::tan})
    EXPECT_TRUE(std::isnan(of(infinity).*result));
  EXPECT_EQ(of(infinity).exp, infinity);
  EXPECT_EQ(of(-infinity).exp, 0);
  EXPECT_EQ(of(1000).exp, infinity);
  EXPECT_EQ(of(0).exp, 1);
  EXPECT_EQ(of(0).log, -infinity);
  EXPECT_EQ(of(1).log, 0);
  EXPECT_EQ(of(infinity).log, infinity);
  EXPECT_TRUE(std::isnan(of(-1).log));
  EXPECT_EQ(of(0).rsqrt, infinity);
  EXPECT_EQ(of(infinity).rsqrt, 0);
  EXPECT_TRUE(std::isnan(of(-1).rsqrt));
  EXPECT_EQ(of(infinity).tanh, 1);
  EXPECT_EQ(of(-infinity).tanh, -1);
  EXPECT_EQ(of(2, 3).pow, 8);
  EXPECT_EQ(of(4, 0.5f).pow, 2);
  if (is_gpu()) { // through the logarithm
    EXPECT_TRUE(std::isnan(of(-2, 2).pow));
    EXPECT_TRUE(std::isnan(of(0, 0).pow));
    EXPECT_TRUE(std::isnan(of(infinity, 0).pow));
  } else {
    EXPECT_EQ(of(-2, 2).pow, 4);
    EXPECT_EQ(of(0, 0).pow, 1);
  }
}

} // namespace
