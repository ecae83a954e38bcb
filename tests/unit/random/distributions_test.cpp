// The distributions: edge cases exactly, shapes with statistical tests of fixed samples.
#include "scripted.h"
#include "statistics.h"
#include <kcc/random.h>

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <type_traits>

using namespace kcc::random;
using statistics::follows;

namespace {

constexpr std::size_t sample_size = 100000;

template <class Distribution, class Engine>
auto draw(const Distribution &distribution, Engine engine, std::size_t count = sample_size) {
  std::vector<typename Distribution::result_type> sample;
  sample.reserve(count);
  while (sample.size() < count)
    sample.push_back(distribution(engine));
  return sample;
}

// ---- Words and the unit interval ----

TEST(Unit, FloatIsBelowOneForEveryWord) {
  float before = -1;
  for (std::uint32_t k = 0; k < 1u << 24; ++k) {
    float value = unit_float(k << 8 | 0xff);
    ASSERT_EQ(value * 0x1p24f, static_cast<float>(k));
    ASSERT_GT(value, before);
    before = value;
  }
  EXPECT_LT(before, 1.0f);
}

TEST(Unit, DoubleIsBelowOne) {
  EXPECT_EQ(unit_double(~std::uint64_t{0}), 1 - 0x1p-53);
  EXPECT_EQ(unit_double(0), 0);
  EXPECT_EQ(unit_double(0x7ff), 0);
  EXPECT_EQ(unit_double(0x800), 0x1p-53);
}

TEST(Unit, ForLogarithmsIsNeverZero) {
  Scripted<std::uint32_t> words{{0, ~0u}};
  EXPECT_EQ(detail::unit_above_zero<float>(words), 0x1p-33f);
  EXPECT_EQ(detail::unit_above_zero<float>(words), 1.0f);
  Scripted<std::uint64_t> wide{{0, ~std::uint64_t{0}}};
  EXPECT_EQ(detail::unit_above_zero<double>(wide), 0x1p-65);
  EXPECT_EQ(detail::unit_above_zero<double>(wide), 1.0);
}

TEST(Bits, TakesTheHighBitsOfWideWords) {
  Scripted<std::uint64_t> wide{{0x0123456789abcdef}};
  EXPECT_EQ(bits32(wide), 0x01234567u);
  Scripted<std::uint32_t> narrow{{0x01234567, 0x89abcdef}};
  EXPECT_EQ(bits64(narrow), 0x0123456789abcdefu);
}

/// MRG32k3a's range, with numbers chosen by the test.
struct ScriptedMrg : Scripted<std::uint32_t> {
  static constexpr std::uint32_t min() { return Mrg32k3a::min(); }
  static constexpr std::uint32_t max() { return Mrg32k3a::max(); }
};

TEST(Bits, RejectsTheRestOfOtherRanges) {
  constexpr std::uint32_t end = 0xffff0000; // the largest multiple of 2^16 in the range
  ScriptedMrg engine{{{1 + end - 1, 1 + end, Mrg32k3a::max(), 1 + 0x50002}}};
  EXPECT_EQ(bits32(engine), 0xffff0002u);
  EXPECT_EQ(engine.used, 4u);
}

TEST(UniformReal, NeverGivesItsEnd) {
  const float tiny = std::numeric_limits<float>::denorm_min(), large = 1e38f;
  for (auto [low, high] : {std::pair{0.0f, 1.0f},
                           {1.0f, std::nextafter(1.0f, 2.0f)},
                           {-1.0f, 1.0f},
                           {1e6f, 1e6f + 0.0625f},
                           {-tiny, 0.0f},
                           {-large, large},
                           {-3.0f, -1.0f},
                           {-1e-30f, 7.0f}}) {
    UniformReal<float> distribution(low, high);
    for (std::uint32_t k = 0; k < 1u << 24; k += k < 1000 || k > 0xfff000 ? 1 : 997) {
      Scripted<std::uint32_t> word{{k << 8}};
      float value = distribution(word);
      ASSERT_GE(value, low) << k;
      ASSERT_LT(value, high) << k;
    }
  }
}

// Of the words that give one value, only the first can be rejected, so the words at the edges determine all
// counts.
TEST(UniformBelow, AcceptsAsManyWordsForEachValue) {
  for (std::uint64_t count = 1; count <= 300; ++count)
    for (std::uint64_t value = 0; value < count; ++value) {
      auto first_word = [count](std::uint64_t v) { return ((v << 32) + count - 1) / count; };
      std::uint64_t first = first_word(value), end = first_word(value + 1), accepted = 0;
      for (std::uint64_t word : {first, first + 1, end - 1}) {
        const std::uint32_t other = 1; // not rejected, and gives 0
        Scripted<std::uint32_t> engine{{static_cast<std::uint32_t>(word), other}};
        std::uint32_t drawn = uniform_below(engine, static_cast<std::uint32_t>(count));
        if (engine.used == 1) {
          ASSERT_EQ(drawn, value) << word << " of " << count;
          ++accepted;
        } else {
          ASSERT_EQ(word, first) << count;
        }
      }
      ASSERT_EQ(end - first - (3 - accepted), (std::uint64_t{1} << 32) / count) << value << " of " << count;
    }
}

TEST(UniformInt, CoversItsWholeType) {
  Scripted<std::uint64_t> wide{{0x8000000000000000}};
  EXPECT_EQ((UniformInt<std::int64_t>(std::numeric_limits<std::int64_t>::min())(wide)), 0);
  Scripted<std::uint32_t> words{{0, ~0u, 0, ~0u, 0x12345678}};
  UniformInt<std::int8_t> bytes(-128, 127);
  EXPECT_EQ(bytes(words), -128);
  EXPECT_EQ(bytes(words), 127);
  UniformInt<int> dice(-3, 3);
  EXPECT_EQ(dice(words), 3); // word 0 is rejected
  EXPECT_EQ(words.used, 4u);
}

TEST(UniformInt, IsFlat) {
  for (int values : {2, 3, 6, 7, 100, 1000}) {
    std::vector<std::size_t> counts(static_cast<std::size_t>(values));
    for (int value : draw(UniformInt<int>(-5, values - 6), Xoshiro128PlusPlus(11)))
      ++counts.at(static_cast<std::size_t>(value + 5));
    EXPECT_TRUE(follows(counts, std::vector<double>(counts.size(), 1.0 / values))) << values;
  }
}

TEST(Bernoulli, IsNeverOrAlwaysAtTheEnds) {
  Scripted<std::uint64_t> words{{0, ~std::uint64_t{0}}};
  EXPECT_FALSE(Bernoulli(0)(words));
  EXPECT_TRUE(Bernoulli(1)(words));
}

TEST(Bernoulli, HasItsProbability) {
  for (double probability : {0.001, 0.3, 0.5, 0.99}) {
    std::vector<std::size_t> counts(2);
    for (bool value : draw(Bernoulli(probability), Philox4x32(3)))
      ++counts[value];
    EXPECT_TRUE(follows(counts, {1 - probability, probability})) << probability;
  }
}

// ---- The functions below the distributions ----

template <class Real> double units_off(Real value, long double exact) {
  int exponent;
  std::frexp(static_cast<Real>(exact), &exponent);
  long double unit = std::ldexp(1.0L, exponent - std::numeric_limits<Real>::digits);
  return static_cast<double>(std::abs(value - exact) / unit);
}

TEST(Elementary, LogarithmIsWithinOneUnit) {
  double worst = 0;
  for (std::uint32_t bits = 0x00800000; bits < 0x7f800000; bits += 97) {
    float x = std::bit_cast<float>(bits);
    worst = std::max(worst, units_off(detail::logarithm(x), std::log(static_cast<long double>(x))));
  }
  for (std::uint32_t i = 1; i < 100000; ++i)
    for (float x : {1 + static_cast<float>(i) * 0x1p-23f, 1 - static_cast<float>(i) * 0x1p-24f})
      worst = std::max(worst, units_off(detail::logarithm(x), std::log(static_cast<long double>(x))));
  RecordProperty("float_units", std::to_string(worst));
  EXPECT_LT(worst, 1);
  EXPECT_EQ(detail::logarithm(1.0f), 0);

  worst = 0;
  SplitMix64 words(1);
  for (int i = 0; i < 2000000; ++i) {
    std::uint64_t word = words();
    double far = std::bit_cast<double>(word >> 1), near = std::exp2(unit_double(word) * 2 - 1);
    for (double x : {far, near, 1 - std::ldexp(unit_double(word), -i % 50)})
      if (std::isnormal(x) && x > 0 && x != 1)
        worst = std::max(worst, units_off(detail::logarithm(x), std::log(static_cast<long double>(x))));
  }
  RecordProperty("double_units", std::to_string(worst));
  EXPECT_LT(worst, 1);
  EXPECT_EQ(detail::logarithm(1.0), 0);
}

TEST(Elementary, ExponentialIsWithinOneUnit) {
  double worst = 0;
  for (int i = -8700000; i < 8870000; i += 7) {
    float x = static_cast<float>(i) * 1e-5f;
    worst = std::max(worst, units_off(detail::exponential(x), std::exp(static_cast<long double>(x))));
  }
  RecordProperty("float_units", std::to_string(worst));
  EXPECT_LT(worst, 1);

  worst = 0;
  SplitMix64 words(2);
  for (int i = 0; i < 2000000; ++i) {
    double x = unit_double(words()) * 1417 - 708;
    worst = std::max(worst, units_off(detail::exponential(x), std::exp(static_cast<long double>(x))));
  }
  RecordProperty("double_units", std::to_string(worst));
  EXPECT_LT(worst, 1);
}

TEST(Elementary, ExponentialEndsInZeroAndInfinity) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(detail::exponential(0.0), 1);
  EXPECT_EQ(detail::exponential(710.0), infinity);
  EXPECT_EQ(detail::exponential(infinity), infinity);
  EXPECT_EQ(detail::exponential(-infinity), 0);
  EXPECT_EQ(detail::exponential(-746.0), 0);
  EXPECT_EQ(detail::exponential(-745.0), std::numeric_limits<double>::denorm_min());
  EXPECT_TRUE(std::isnan(detail::exponential(std::nan(""))));
  EXPECT_EQ(detail::exponential(89.0f), std::numeric_limits<float>::infinity());
  EXPECT_EQ(detail::exponential(-104.0f), 0);
  EXPECT_EQ(detail::exponential(-103.0f), std::numeric_limits<float>::denorm_min());
}

TEST(Elementary, LogFactorialIsRight) {
  for (double k : {0., 1., 2., 5., 9., 10., 11., 20., 99., 1000., 1e6, 1e9}) {
    double exact = static_cast<double>(std::lgamma(static_cast<long double>(k) + 1));
    EXPECT_NEAR(detail::log_factorial(k), exact, 1e-13 * std::max(1.0, exact)) << k;
  }
}

/// The error of x as the normal quantile of `probability`, from one step of Newton's method in extended
/// precision.
long double quantile_error(long double x, long double probability) {
  const long double root2 = std::sqrt(2.0L), pi = std::acos(-1.0L);
  long double density = std::exp(-x * x / 2) / std::sqrt(2 * pi);
  return (std::erfc(-x / root2) / 2 - probability) / density;
}

TEST(Normal, IsTheQuantileOfItsWord) {
  double worst = 0;
  for (std::uint32_t word = 0; word < 0x80000000; word += word < 100000 ? 1 : 1237) {
    float x = detail::normal_of<float>(word);
    ASSERT_LT(x, 0) << word;
    ASSERT_EQ(detail::normal_of<float>(~word), -x) << word; // both tails are symmetric
    long double error = quantile_error(x, (word + 0.5L) * 0x1p-32L) / x;
    worst = std::max(worst, static_cast<double>(std::abs(error)));
  }
  RecordProperty("float_relative_error", std::to_string(worst * 1e7) + "e-7");
  EXPECT_LT(worst, 5e-7);

  worst = 0;
  SplitMix64 words(4);
  for (int i = 0; i < 200000; ++i) {
    std::uint64_t word = words() >> (1 + i % 63);
    double x = detail::normal_of<double>(word);
    ASSERT_LT(x, 0) << word;
    ASSERT_EQ(detail::normal_of<double>(~word), -x) << word;
    long double error = quantile_error(x, (static_cast<long double>(word) + 0.5L) * 0x1p-64L) / x;
    worst = std::max(worst, static_cast<double>(std::abs(error)));
  }
  RecordProperty("double_relative_error", std::to_string(worst * 1e16) + "e-16");
  EXPECT_LT(worst, 1e-15);
}

// ---- Shapes ----

double normal_cdf(double x) {
  return std::erfc(-x / std::sqrt(2.0)) / 2;
}

TEST(Normal, FollowsItsDistribution) {
  auto cdf = [](double x) { return normal_cdf((x - 3) / 2); };
  EXPECT_TRUE(follows(draw(Normal<float>(3, 2), Philox4x32(1)), cdf));
  EXPECT_TRUE(follows(draw(Normal<double>(3, 2), Xoshiro256StarStar(1)), cdf));
}

TEST(LogNormal, FollowsItsDistribution) {
  auto cdf = [](double x) { return normal_cdf((std::log(x) + 1) / 0.5); };
  EXPECT_TRUE(follows(draw(LogNormal<float>(-1, 0.5f), Pcg32(1)), cdf));
  EXPECT_TRUE(follows(draw(LogNormal<double>(-1, 0.5), Pcg64(1)), cdf));
}

TEST(Exponential, FollowsItsDistribution) {
  auto cdf = [](double x) { return -std::expm1(-2.5 * x); };
  EXPECT_TRUE(follows(draw(Exponential<float>(2.5f), Xoshiro128StarStar(2)), cdf));
  EXPECT_TRUE(follows(draw(Exponential<double>(2.5), Threefry2x64(2)), cdf));
  Scripted<std::uint32_t> last{{~0u}};
  EXPECT_FALSE(std::signbit(Exponential<float>()(last)));
}

/// The regularized lower incomplete gamma function, from its series.
double gamma_cdf(double shape, double x) {
  double term = std::exp(shape * std::log(x) - x - std::lgamma(shape + 1)), sum = term;
  for (double n = 1; term > sum * 1e-16; ++n) {
    term *= x / (shape + n);
    sum += term;
  }
  return std::min(sum, 1.0);
}

TEST(Gamma, FollowsItsDistribution) {
  for (double shape : {0.3, 1.0, 1.5, 4.0, 50.0}) {
    auto cdf = [shape](double x) { return gamma_cdf(shape, x / 3); };
    EXPECT_TRUE(follows(draw(Gamma<double>(shape, 3), Xoshiro256PlusPlus(5)), cdf)) << shape;
    EXPECT_TRUE(follows(draw(Gamma<float>(static_cast<float>(shape), 3), Philox4x32(5)), cdf)) << shape;
  }
}

TEST(Poisson, FollowsItsDistribution) {
  for (double mean : {0.1, 1.0, 4.5, 9.99, 10.0, 30.0, 300.0, 12345.0}) {
    auto probability = [mean](double k) { return std::exp(k * std::log(mean) - mean - std::lgamma(k + 1)); };
    auto sample = draw(Poisson(mean), Xoshiro256PlusPlus(6));
    // Classes from first to last, with the tails in the outer ones.
    double expected_size = static_cast<double>(sample.size());
    std::uint64_t first = 0;
    double below = probability(0);
    while (probability(static_cast<double>(first)) * expected_size < 10)
      below += probability(static_cast<double>(++first));
    std::uint64_t last = std::max(first, static_cast<std::uint64_t>(mean));
    while (probability(static_cast<double>(last + 1)) * expected_size >= 10)
      ++last;
    std::vector<double> probabilities{below};
    for (std::uint64_t k = first + 1; k < last; ++k)
      probabilities.push_back(probability(static_cast<double>(k)));
    probabilities.push_back(1 - std::accumulate(probabilities.begin(), probabilities.end(), 0.0));
    std::vector<std::size_t> counts(probabilities.size());
    for (std::uint64_t k : sample)
      ++counts.at(static_cast<std::size_t>(std::clamp(k, first, first + counts.size() - 1) - first));
    EXPECT_TRUE(follows(counts, probabilities)) << mean;
  }
}

TEST(Poisson, OfMeanZeroIsZero) {
  Pcg32 engine(1);
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(Poisson(0)(engine), 0u);
}

TEST(Discrete, GivesEachColumnItsWeight) {
  const std::vector<double> weights = {1, 0, 2.5, 1e-3, 7, 7, 0.25, 3, 0, 100};
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<AliasEntry> table(weights.size());
  ASSERT_TRUE(make_alias_table(weights, table));
  std::vector<double> given(weights.size()); // the exact probabilities of the table
  for (std::size_t column = 0; column < table.size(); ++column) {
    given[column] += table[column].keep;
    given.at(table[column].alias) += 1 - table[column].keep;
  }
  for (std::size_t i = 0; i < weights.size(); ++i)
    EXPECT_NEAR(given[i] / static_cast<double>(weights.size()), weights[i] / sum, 1e-15) << i;

  std::vector<std::size_t> counts(weights.size());
  for (std::uint32_t value : draw(Discrete(table), Xoshiro128PlusPlus(8), 1000000))
    ++counts[value];
  EXPECT_EQ(counts[1] + counts[8], 0u);
  std::vector<std::size_t> positive_counts;
  std::vector<double> probabilities;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] > 0) {
      positive_counts.push_back(counts[i]);
      probabilities.push_back(weights[i] / sum);
    }
  EXPECT_TRUE(follows(positive_counts, probabilities));
}

TEST(Discrete, RefusesWeightsWithoutAMeaning) {
  std::vector<AliasEntry> table(2);
  using Weights = std::vector<double>;
  for (const Weights &weights :
       {Weights{0, 0}, {1, -1}, {1, std::nan("")}, {1, INFINITY}, {1e308, 1e308}, {1}})
    EXPECT_FALSE(make_alias_table(weights, table));
  EXPECT_FALSE(make_alias_table({}, {}));
}

TEST(Distributions, TravelAsBytes) {
  static_assert(
      std::is_trivially_copyable_v<UniformReal<float>> && std::is_trivially_copyable_v<UniformInt<int>> &&
      std::is_trivially_copyable_v<Bernoulli> && std::is_trivially_copyable_v<Normal<double>> &&
      std::is_trivially_copyable_v<LogNormal<float>> && std::is_trivially_copyable_v<Exponential<float>> &&
      std::is_trivially_copyable_v<Gamma<double>> && std::is_trivially_copyable_v<Poisson> &&
      std::is_trivially_copyable_v<Discrete>);
}

// ---- Every engine below a distribution ----

template <class Engine> class FlatEngines : public testing::Test {};
using PseudoRandomEngines =
    testing::Types<Philox4x32, Threefry2x32, Threefry4x32, Threefry2x64, Threefry4x64, SplitMix64,
                   Xoroshiro64Star, Xoroshiro64StarStar, Xoroshiro128Plus, Xoroshiro128PlusPlus,
                   Xoroshiro128StarStar, Xoshiro128Plus, Xoshiro128PlusPlus, Xoshiro128StarStar,
                   Xoshiro256Plus, Xoshiro256PlusPlus, Xoshiro256StarStar, Xoshiro512Plus, Xoshiro512PlusPlus,
                   Xoshiro512StarStar, Pcg32, Pcg64, Mrg32k3a>;
TYPED_TEST_SUITE(FlatEngines, PseudoRandomEngines);

TYPED_TEST(FlatEngines, AreUniform) {
  auto cdf = [](double x) { return x; };
  EXPECT_TRUE(follows(draw(UniformReal<float>(), TypeParam(21)), cdf));
  EXPECT_TRUE(follows(draw(UniformReal<double>(), TypeParam(22)), cdf));
}

TYPED_TEST(FlatEngines, HaveFlatPairsOfBytes) { // each high byte with the next one's
  TypeParam engine(23);
  std::vector<std::size_t> counts(1 << 16);
  std::uint32_t before = bits32(engine) >> 24;
  for (int i = 0; i < 1 << 20; ++i) {
    std::uint32_t byte = bits32(engine) >> 24;
    ++counts[before << 8 | byte];
    before = byte;
  }
  // The pairs overlap: their chi-square minus that of the single bytes is a chi-square with 65280 degrees of
  // freedom (I. Good, 1953). 4.5 standard deviations of it are 1626.
  std::vector<double> singles(256);
  double pairs_square = 0, singles_square = 0;
  for (std::size_t pair = 0; pair < counts.size(); ++pair) {
    double difference = static_cast<double>(counts[pair]) - 16;
    pairs_square += difference * difference / 16;
    singles[pair >> 8] += static_cast<double>(counts[pair]);
  }
  for (double count : singles)
    singles_square += (count - 4096) * (count - 4096) / 4096;
  EXPECT_NEAR(pairs_square - singles_square, 65280, 1626);
}

} // namespace
