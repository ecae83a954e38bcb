// Operations with directed rounding: bit for bit the results of the host's processor in that rounding mode.
// Compiled with -frounding-math.
#include "devices.h"
#include "kernels/math.h"
#include "math_kernels.h"

#include <kcc/runtime.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace {

using kcc::Buffer;

class Rounding : public kcc::testing::DeviceTest {
protected:
  kcc::Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(Rounding);

/// All triples of special values, then others: of every magnitude, close to each other, and with products
/// that cancel.
template <class T> std::vector<T> threes() {
  using Limits = std::numeric_limits<T>;
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const std::vector<T> special = {0,
                                  T(-0.0),
                                  Limits::denorm_min(),
                                  -Limits::denorm_min(),
                                  Limits::min(),
                                  1,
                                  -1,
                                  1 + Limits::epsilon(),
                                  T(1.5),
                                  3,
                                  -3,
                                  Limits::max(),
                                  -Limits::max(),
                                  Limits::infinity(),
                                  -Limits::infinity(),
                                  Limits::quiet_NaN()};
  std::vector<T> values;
  for (T a : special)
    for (T b : special)
      for (T c : special)
        values.insert(values.end(), {a, b, c});
  std::mt19937_64 random(5);
  auto any = [&] { return std::bit_cast<T>(static_cast<Bits>(random())); };
  std::normal_distribution<T> normal;
  for (int i = 0; i != 20000; ++i) {
    values.insert(values.end(), {any(), any(), any()});
    T a = normal(random), b = normal(random);
    values.insert(values.end(), {a, b, -a * b});
    values.insert(values.end(), {a, b * Limits::min(), std::ldexp(normal(random), i % 300 - 150)});
    values.insert(values.end(), {a, b, std::ldexp(normal(random), i % 500 - 250)});
  }
  return values;
}

template <class T> std::vector<T> expected(const std::vector<T> &x, int direction) {
  std::vector<T> results;
  std::fesetround(direction);
  for (std::size_t i = 0; i != x.size(); i += 3) {
    const volatile T a = x[i], b = x[i + 1], c = x[i + 2], one = 1;
    results.insert(results.end(), {a + b, a - b, a * b, a / b, one / a, std::sqrt(a), std::fma(a, b, c)});
  }
  std::fesetround(FE_TONEAREST);
  return results;
}

#define TEST_OF_ROUNDING(Mode, Direction)                                                                    \
  TEST_P(Rounding, Mode) {                                                                                   \
    auto check = [&]<class T>(const auto &kernel, T) {                                                       \
      const char *const names[] = {"add", "sub", "mul", "div", "rcp", "sqrt", "fma"};                        \
      const std::vector<T> x = threes<T>(), right = expected(x, Direction);                                  \
      Buffer<T> in(device_, x), out(device_, right.size());                                                  \
      stream_.launch(kernel, kcc::cover(x.size() / 3, 128), out, in);                                        \
      const std::vector<T> seen = out.to_host(stream_);                                                      \
      for (std::size_t i = 0, shown = 0; i != seen.size() && shown != 8; ++i) {                              \
        bool same = std::isnan(seen[i])                                                                      \
                        ? std::isnan(right[i])                                                               \
                        : seen[i] == right[i] && std::signbit(seen[i]) == std::signbit(right[i]);            \
        const T *a = &x[i / rounded_results * 3];                                                            \
        if (!same && promises(a[0], a[1], a[2], right[i], seen[i])) {                                        \
          ADD_FAILURE() << std::hexfloat << names[i % rounded_results] << "_" #Mode "(" << a[0] << ", "      \
                        << a[1] << ", " << a[2] << ") is " << seen[i] << " and should be " << right[i];      \
          ++shown;                                                                                           \
        }                                                                                                    \
      }                                                                                                      \
    };                                                                                                       \
    check(math_kernels::rounded_##Mode##_f32, 0.0f);                                                         \
    check(math_kernels::rounded_##Mode##_f64, 0.0);                                                          \
  }
TEST_OF_ROUNDING(rn, FE_TONEAREST)
TEST_OF_ROUNDING(rz, FE_TOWARDZERO)
TEST_OF_ROUNDING(rd, FE_DOWNWARD)
TEST_OF_ROUNDING(ru, FE_UPWARD)

} // namespace
