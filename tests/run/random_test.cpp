// Random numbers in kernels: bit for bit those of the host, for every engine and distribution.
#include "devices.h"
#include "kernels/random.h"
#include "random_kernels.h"

#include <kcc/runtime.h>

#include <gtest/gtest.h>

namespace {

using kcc::Buffer;
using kcc::cover;
using namespace random_numbers;

class Random : public kcc::testing::DeviceTest {
protected:
  kcc::Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(Random);

TEST_P(Random, EnginesGiveTheHostsWords) {
  const std::uint32_t threads = 300;
  Buffer<std::uint64_t> out(device_, AllEngines::size * threads * words_per_engine);
  stream_.launch(random_kernels::words, cover(threads, 64), out, threads);
  const std::vector<std::uint64_t> seen = out.to_host(stream_);
  AllEngines::for_each([&]<class Engine>(Engine *, std::size_t place) {
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
      std::vector<std::uint64_t> expected(words_per_engine);
      draw_words<Engine>(std::span<std::uint64_t, words_per_engine>(expected), thread);
      auto first = seen.begin() + static_cast<std::ptrdiff_t>((place * threads + thread) * words_per_engine);
      EXPECT_EQ(std::vector(first, first + words_per_engine), expected)
          << "engine " << place << " of the list";
    }
  });
}

TEST_P(Random, DistributionsGiveTheHostsNumbers) {
  const std::uint32_t threads = 20000;
  const std::vector<double> weights = {1, 4, 0, 2.5, 0.1, 9};
  std::vector<AliasEntry> table(weights.size());
  ASSERT_TRUE(make_alias_table(weights, table));
  Buffer<AliasEntry> device_table(device_, table);
  Buffer<std::uint64_t> out(device_, SomeEngines::size * threads * distributions);
  stream_.launch(random_kernels::numbers, cover(threads, 64), out, threads, device_table);
  const std::vector<std::uint64_t> seen = out.to_host(stream_);
  SomeEngines::for_each([&]<class Engine>(Engine *, std::size_t place) {
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
      std::vector<std::uint64_t> expected(distributions);
      draw_numbers<Engine>(std::span<std::uint64_t, distributions>(expected), thread, table);
      auto first = seen.begin() + static_cast<std::ptrdiff_t>((place * threads + thread) * distributions);
      ASSERT_EQ(std::vector(first, first + distributions), expected)
          << "thread " << thread << " with engine " << place << " of the list";
    }
  });
}

TEST_P(Random, EnginesTravelBetweenHostAndDevice) {
  std::vector<Xoshiro128PlusPlus> engines(500, Xoshiro128PlusPlus(1));
  for (std::size_t i = 1; i < engines.size(); ++i) {
    engines[i] = engines[i - 1];
    engines[i].jump();
  }
  const Normal<float> distribution(5, 0.5f);
  Buffer<Xoshiro128PlusPlus> device_engines(device_, engines);
  Buffer<float> out(device_, engines.size());
  for (int round = 0; round < 3; ++round) {
    stream_.launch(random_kernels::go_on, cover(out.size(), 64), out, device_engines, distribution);
    std::vector<float> expected;
    for (Xoshiro128PlusPlus &engine : engines)
      expected.push_back(distribution(engine));
    EXPECT_EQ(out.to_host(stream_), expected);
  }
  EXPECT_EQ(device_engines.to_host(stream_), engines);
}

} // namespace
