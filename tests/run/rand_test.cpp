// kcc::rand: ranges, moments, sequences.
#include "libraries.h"

#include <kcc/rand.h>

#include <algorithm>
#include <gmock/gmock.h>
#include <limits>

namespace kcc::testing {
namespace {

using rand::Algorithm;
using rand::Generator;
using ::testing::HasSubstr;

struct Moments {
  double mean, variance;
};
template <class T> Moments moments(const std::vector<T> &numbers) {
  double sum = 0, squares = 0;
  for (const T number : numbers)
    sum += static_cast<double>(number);
  const double mean = sum / static_cast<double>(numbers.size());
  for (const T number : numbers)
    squares += (static_cast<double>(number) - mean) * (static_cast<double>(number) - mean);
  return {mean, squares / static_cast<double>(numbers.size())};
}

class Rand : public LibraryTest<Library::curand> {
protected:
  static constexpr std::size_t many = 200000;

  /// Within six standard deviations of the estimate of the mean, and 5 % of the variance.
  static void expect_moments(Moments found, double mean, double variance) {
    EXPECT_NEAR(found.mean, mean, 6 * std::sqrt(variance / many));
    EXPECT_NEAR(found.variance, variance, 0.05 * variance);
  }
  template <class T> void check_real() {
    for (const Algorithm algorithm : {Algorithm::philox, Algorithm::mrg32k3a}) {
      Generator generator(device_, 5, algorithm);
      Buffer<T> to(device_, many);
      generator.uniform(stream_, to);
      std::vector<T> numbers = to.to_host(stream_);
      EXPECT_GT(std::ranges::min(numbers), 0);
      EXPECT_LE(std::ranges::max(numbers), 1);
      expect_moments(moments(numbers), 0.5, 1.0 / 12);
      generator.normal(stream_, to, 3, 2);
      expect_moments(moments(to.to_host(stream_)), 3, 4);
      generator.log_normal(stream_, to, T(0.5), T(0.25));
      numbers = to.to_host(stream_);
      EXPECT_GT(std::ranges::min(numbers), 0);
      const double v = 0.25 * 0.25;
      expect_moments(moments(numbers), std::exp(0.5 + v / 2), (std::exp(v) - 1) * std::exp(1 + v));
    }
  }
  /// Fills \p count elements from the first; those around them stay.
  template <class T> void check_part(std::size_t first, std::size_t count) {
    SCOPED_TRACE(::testing::Message() << count << " from " << first);
    constexpr T untouched = std::numeric_limits<T>::max();
    Generator generator(device_, 7);
    Buffer<T> to(device_, std::vector<T>(12, untouched));
    generator.normal(stream_, to.span().subspan(first, count));
    const std::vector<T> numbers = to.to_host(stream_);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      EXPECT_EQ(numbers[i] != untouched, i >= first && i < first + count) << i;
  }
};

TEST_P(Rand, Floats) {
  check_real<float>();
}
TEST_P(Rand, Doubles) {
  check_real<double>();
}

TEST_P(Rand, BitsAreEvenlyDistributed) {
  Generator generator(device_, 1);
  Buffer<std::uint32_t> to(device_, many);
  generator.bits(stream_, to);
  const std::vector<std::uint32_t> words = to.to_host(stream_);
  for (int bit = 0; bit < 32; ++bit) {
    const auto ones =
        std::ranges::count_if(words, [&](std::uint32_t word) { return (word >> bit & 1) != 0; });
    EXPECT_NEAR(static_cast<double>(ones), many / 2.0, 6 * std::sqrt(many) / 2) << bit;
  }
}

TEST_P(Rand, Poisson) {
  Generator generator(device_, 1);
  Buffer<std::uint32_t> to(device_, many);
  for (double mean : {0.5, 4.0, 60.0, 10000.0}) {
    generator.poisson(stream_, to, mean);
    expect_moments(moments(to.to_host(stream_)), mean, mean);
  }
}

TEST_P(Rand, ASeedGivesASequence) {
  const auto numbers = [&](Generator &generator) {
    Buffer<std::uint32_t> to(device_, 1000);
    generator.bits(stream_, to);
    return to.to_host(stream_);
  };
  Generator one(device_, 1), again(device_, 1), two(device_, 2), other(device_, 1, Algorithm::mrg32k3a);
  const std::vector<std::uint32_t> first = numbers(one), second = numbers(one);
  EXPECT_EQ(first, numbers(again));
  EXPECT_NE(first, second);
  EXPECT_NE(first, numbers(two));
  EXPECT_NE(first, numbers(other));
  one.seed(1);
  EXPECT_EQ(first, numbers(one));
}

TEST_P(Rand, AnOffsetLeavesNumbersOut) {
  Buffer<std::uint32_t> all(device_, 1000), rest(device_, 900);
  Generator(device_, 3).bits(stream_, all);
  Generator(device_, 3, Algorithm::philox, 100).bits(stream_, rest);
  const std::vector<std::uint32_t> a = all.to_host(stream_), b = rest.to_host(stream_);
  EXPECT_TRUE(std::equal(b.begin(), b.end(), a.begin() + 100));
}

TEST_P(Rand, OddNumbersAndUnalignedMemory) {
  for (std::size_t first : {0, 1, 2, 3})
    for (std::size_t count : {0, 1, 2, 5, 8}) {
      check_part<float>(first, count);
      check_part<double>(first, count);
    }
}

TEST_P(Rand, RefusesWrongParametersAndDevices) {
  const auto message = [](auto &&work) -> std::string {
    try {
      work();
    } catch (const Error &error) {
      EXPECT_EQ(error.category(), ErrorCategory::invalid_argument);
      return error.what();
    }
    return "nothing was thrown";
  };
  Generator generator(device_);
  Buffer<float> floats(device_, 2);
  Buffer<std::uint32_t> words(device_, 2);
  EXPECT_THAT(message([&] { generator.normal(stream_, floats, 0, -1); }), HasSubstr("deviation -1"));
  EXPECT_THAT(message([&] { generator.normal(stream_, floats, NAN, 1); }),
              HasSubstr("kcc::rand::Generator::normal"));
  EXPECT_THAT(message([&] { generator.poisson(stream_, words, 0); }), HasSubstr("the mean is 0"));
  if (GetParam() == Backend::cuda) {
    Buffer<float> elsewhere(Device::cpu(), 2);
    Stream other(Device::cpu());
    EXPECT_THAT(message([&] { generator.uniform(stream_, elsewhere); }),
                HasSubstr("the memory is on the CPU device"));
    EXPECT_THAT(message([&] { generator.uniform(other, floats); }),
                HasSubstr("the stream is on the CPU device"));
  }
}

KCC_FOR_EVERY_DEVICE(Rand);

} // namespace
} // namespace kcc::testing
