// Language features in kernels, on every device: each is compared with the same computation on the host.
#include "devices.h"
#include "kernels/language.h"
#include "language_kernels.h"
#include "std_heavy_kernels.h"

#include <kcc/runtime.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <random>
#include <tuple>

namespace {

using kcc::Blocks;
using kcc::Buffer;
using kcc::cover;
using kcc::Dim3;
using kcc::LaunchConfig;
using kcc::Threads;
using language::Operation;

class Language : public kcc::testing::DeviceTest {
protected:
  kcc::Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(Language);

std::vector<int> random_ints(std::size_t count, int below) {
  std::mt19937 engine(1);
  std::uniform_int_distribution<int> distribution(0, below - 1);
  std::vector<int> values(count);
  std::generate(values.begin(), values.end(), [&] { return distribution(engine); });
  return values;
}

TEST_P(Language, PassesParametersOfEveryKind) {
  language::Mixed mixed{'m', -300, {7, 1e100}, {1, 2, 4}, Operation::negate, -(1ll << 40)};
  language::Bits bits;
  bits.number = -1.5f;
  Buffer<double> seen(device_, language::parameter_count);
  Buffer<int> pointer(device_, std::vector{10, 11}), two(device_, std::vector{20, 30});
  stream_.launch(language_kernels::parameters, cover(seen.size(), 32), seen, true, 'x', std::int8_t{-5},
                 std::uint16_t{65000}, -2000000000, std::uint64_t{1} << 50, 0.25f, 0.1, Operation::multiply,
                 mixed, language::Vector{1, 2, 3, 4}, std::array{100, 200, 300}, bits, language::Empty{},
                 pointer, two);
  const std::vector<double> expected = {1,           'x',
                                        -5,          65000,
                                        -2e9,        std::ldexp(1, 50),
                                        0.25,        0.1,
                                        1,           'm' - 300.0,
                                        7 + 1e100,   5,
                                        2,           -std::ldexp(1, 40),
                                        5,           400,
                                        0xbfc00000u, 11,
                                        50,          language::parameter_count};
  EXPECT_EQ(seen.to_host(stream_), expected);
}

TEST_P(Language, GivesEveryThreadItsOwnParameters) {
  Buffer<long> out(device_, 4 * 64);
  const std::tuple<int, long, char> tuple{1, 2, 3};
  const language::Mixed mixed{};
  stream_.launch(language_kernels::counts_in_parameters, {Blocks(4), Threads(64)}, out, tuple, mixed);
  EXPECT_EQ(out.to_host(stream_), std::vector<long>(4 * 64, 3 * 100 + 1));
  EXPECT_EQ(tuple, (std::tuple<int, long, char>{1, 2, 3}));
}

TEST_P(Language, KnowsItsPlaceInTheGrid) {
  const Dim3 grid{3, 4, 2}, block{8, 2, 5};
  std::vector<std::uint32_t> expected;
  for (std::uint32_t z = 0; z < grid.z * block.z; ++z)
    for (std::uint32_t y = 0; y < grid.y * block.y; ++y)
      for (std::uint32_t x = 0; x < grid.x * block.x; ++x)
        expected.push_back(x + 1000 * y + 1000000 * z);
  Buffer<std::uint32_t> seen(device_, expected.size());
  stream_.launch(language_kernels::indices, {Blocks(grid), Threads(block)}, seen);
  EXPECT_EQ(seen.to_host(stream_), expected);
}

TEST_P(Language, CallsVirtualFunctions) {
  KCC_SKIP_WITHOUT_CODE_OF(language_kernels::virtual_calls);
  Buffer<float> areas(device_, 1000);
  stream_.launch(language_kernels::virtual_calls, cover(areas.size(), 128), areas);
  std::vector<float> expected(areas.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    expected[i] = static_cast<float>(i) * (i % 3 == 0 ? static_cast<float>(i) : 2.0f);
  EXPECT_EQ(areas.to_host(stream_), expected);
}

TEST_P(Language, LeavesVirtualFunctionsOfTheHostOut) {
  KCC_SKIP_WITHOUT_CODE_OF(language_kernels::partly_virtual);
  Buffer<int> values(device_, 40);
  stream_.launch(language_kernels::partly_virtual, cover(values.size(), 32), values);
  std::vector<int> expected(values.size());
  for (int i = 0; i < 40; ++i)
    expected[static_cast<std::size_t>(i)] = i + 100 * 2 * i + 10000 * (2 * i + 20);
  EXPECT_EQ(values.to_host(stream_), expected);
}

TEST_P(Language, CallsVirtualFunctionsOfObjectsThatAnotherKernelMade) {
  KCC_SKIP_WITHOUT_CODE_OF(language_kernels::make_objects);
  Buffer<int> values(device_, 2);
  stream_.launch(language_kernels::make_objects, {Blocks(1), Threads(1)});
  stream_.launch(language_kernels::call_objects, {Blocks(1), Threads(1)}, values);
  stream_.launch(language_kernels::destroy_objects, {Blocks(1), Threads(1)});
  EXPECT_EQ(values.to_host(stream_), (std::vector<int>{11 + 2100, 12 + 2200}));
}

TEST_P(Language, Recurses) {
  KCC_SKIP_WITHOUT_CODE_OF(language_kernels::recursion);
  Buffer<std::uint32_t> values(device_, 600);
  stream_.launch(language_kernels::recursion, cover(values.size(), 64), values);
  std::vector<std::uint32_t> expected(values.size());
  for (std::uint32_t i = 0; i < expected.size(); ++i)
    expected[i] = 2 * (i % 6) + 3; // A(2, n)
  EXPECT_EQ(values.to_host(stream_), expected);
}

TEST_P(Language, CallsThroughFunctionPointers) {
  KCC_SKIP_WITHOUT_CODE_OF(language_kernels::function_pointers);
  std::vector<int> expected = random_ints(777, 100);
  Buffer<int> values(device_, expected);
  stream_.launch(language_kernels::function_pointers, cover(values.size(), 64), values);
  for (int &value : expected)
    value = value % 2 == 0 ? value * value : 2 * value;
  EXPECT_EQ(values.to_host(stream_), expected);
}

TEST_P(Language, UsesTheStandardLibrary) {
  std::vector<int> values = random_ints(16 * 500, 100);
  Buffer<int> device_values(device_, values);
  Buffer<float> results(device_, 500);
  stream_.launch(language_kernels::library, cover(results.size(), 64), device_values, results);
  std::vector<float> expected;
  for (std::size_t i = 0; i < 500; ++i) {
    auto begin = values.begin() + static_cast<std::ptrdiff_t>(i * 16), end = begin + 16;
    std::sort(begin, end);
    float result = 0;
    for (auto v = begin; v != end; ++v)
      if (*v % 2 != 0)
        result += static_cast<float>(*v * 3);
    auto found = std::find_if(begin, end, [](int v) { return v > 50; });
    result += static_cast<float>(found == end ? -7 : *found);
    result += begin[1] % 2 == 0 ? static_cast<float>(begin[1]) / 2 : static_cast<float>(begin[0]);
    expected.push_back(result);
  }
  EXPECT_EQ(device_values.to_host(stream_), values);
  EXPECT_EQ(results.to_host(stream_), expected);
}

TEST_P(Language, RunsTheStdHeavyKernel) {
  if (GetParam() == kcc::Backend::vulkan)
    GTEST_SKIP() << "std::sort() calls itself";
  std::vector<int> values = random_ints(16 * 100, 1000);
  Buffer<int> device_values(device_, values);
  Buffer<float> results(device_, 100);
  results.fill_bytes(stream_, std::byte{0});
  stream_.launch(std_heavy_kernels::std_heavy, cover(results.size(), 32), device_values, results, 700);
  std::vector<float> expected;
  for (auto part = values.begin(); part != values.end(); part += 16) {
    std::sort(part, part + 16, std::greater<>());
    float result = 0;
    for (auto value = part; value != part + 16; ++value)
      if (*value % 2 != 0)
        result += static_cast<float>(*value);
    expected.push_back(result + static_cast<float>(part[1] > 700 ? part[1] : part[0]));
  }
  EXPECT_EQ(device_values.to_host(stream_), values);
  EXPECT_EQ(results.to_host(stream_), expected);
}

TEST_P(Language, SumsInSharedMemory) {
  std::vector<std::uint32_t> values(100003);
  std::iota(values.begin(), values.end(), 17u);
  for (std::uint32_t threads : {32u, 64u, 256u}) {
    Buffer<std::uint32_t> device_values(device_, values);
    const LaunchConfig config = cover(values.size(), threads);
    Buffer<std::uint32_t> sums(device_, config.grid.x);
    stream_.launch(language_kernels::block_sums, config, sums, device_values);
    const std::vector<std::uint32_t> parts = sums.to_host(stream_);
    EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), 0u),
              std::accumulate(values.begin(), values.end(), 0u));
    EXPECT_EQ(parts[0], threads * 17 + threads * (threads - 1) / 2);
  }
}

TEST_P(Language, RefusesBlocksBeyondTheLaunchBounds) {
  Buffer<std::uint32_t> values(device_, 512), sums(device_, 1);
  EXPECT_THROW(stream_.launch(language_kernels::block_sums, cover(512, 512), sums, values), kcc::Error);
}

TEST_P(Language, ExchangesThroughStaticAndDynamicSharedMemory) {
  std::vector<int> expected(64 * 50);
  std::iota(expected.begin(), expected.end(), 0);
  Buffer<int> values(device_, expected);
  stream_.launch(language_kernels::reverse, {Blocks(50), Threads(64), 64 * sizeof(int)}, values);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const int thread = static_cast<int>(i % 64), mirrored = 63 - thread;
    expected[i] = static_cast<int>(i) - thread + mirrored + mirrored * 1000 + 64 * 1000000;
  }
  EXPECT_EQ(values.to_host(stream_), expected);
}

TEST_P(Language, CountsThreadsThatLeftAsArrived) {
  Buffer<int> values(device_, 64 * 20);
  values.fill_bytes(stream_, std::byte{0});
  KCC_SKIP_WITHOUT_PARTIAL_BARRIERS(
      stream_.launch(language_kernels::leaves_early, cover(values.size(), 64), values));
  std::vector<int> expected(values.size());
  for (std::size_t i = 0; i < expected.size(); i += 2)
    expected[i] = 42;
  EXPECT_EQ(values.to_host(stream_), expected);
}

TEST_P(Language, ReadsConstantVariables) {
  Buffer<int> values(device_, 100);
  stream_.launch(language_kernels::constants, cover(values.size(), 32), values);
  const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
  const std::vector<int> result = values.to_host(stream_);
  for (std::size_t i = 0; i < result.size(); ++i)
    EXPECT_EQ(result[i], primes[i % 8]);
}

TEST_P(Language, CountsWithAtomics) {
  Buffer<unsigned> total(device_, std::vector{5u});
  stream_.launch(language_kernels::count, {Blocks(100), Threads(256)}, total);
  EXPECT_EQ(total.to_host(stream_)[0], 5u + 100 * 256);
}

TEST_P(Language, FusesMultiplyAndAdd) {
  KCC_SKIP_WHERE_EMULATED;
  std::mt19937 engine(3);
  std::uniform_real_distribution<float> distribution(-1, 1);
  std::vector<float> a(5000), b(5000), c(5000), expected(5000);
  for (std::vector<float> *values : {&a, &b})
    std::generate(values->begin(), values->end(), [&] { return distribution(engine); });
  for (std::size_t i = 0; i < a.size(); ++i) {
    c[i] = -a[i] * b[i]; // the result is the rounding error of the product
    expected[i] = std::fma(a[i], b[i], c[i]);
  }
  Buffer<float> results(device_, a.size()), da(device_, a), db(device_, b), dc(device_, c);
  stream_.launch(language_kernels::fused, cover(a.size(), 128), results, da, db, dc);
  EXPECT_EQ(results.to_host(stream_), expected);
  stream_.launch(language_kernels::fused_across, cover(a.size(), 128), results, da, db, dc);
  EXPECT_EQ(results.to_host(stream_), expected) << "across statements and calls";
}

TEST_P(Language, LaunchesTemplatesInNamespaces) {
  Buffer<int> ints(device_, std::vector{1, -2, 3});
  Buffer<double> doubles(device_, std::vector{0.5, 1.5});
  stream_.launch(language_kernels::outer::inner::scale<int, 3>, cover(3, 32), ints);
  stream_.launch(language_kernels::outer::inner::scale<double, -2>, cover(2, 32), doubles);
  EXPECT_EQ(ints.to_host(stream_), (std::vector{3, -6, 9}));
  EXPECT_EQ(doubles.to_host(stream_), (std::vector{-1.0, -3.0}));
}

TEST_P(Language, WritesPointersIntoParameters) {
  Buffer<int> value(device_, std::vector{4}), out(device_, std::vector{0, 0});
  stream_.launch(language_kernels::rewritten, {Blocks(1), Threads(1)},
                 language::Ways{{value.data(), value.data()}, 1}, out);
  EXPECT_EQ(out.to_host(stream_), (std::vector{4, 7}));
}

TEST_P(Language, FindsKernelsByEveryName) {
  const kcc::Module module = kcc::Module::load(device_, *language_kernels::fused.image);
  Buffer<int> values(device_, std::vector{4});
  for (auto [name, result] : {std::pair("c_name", 1), std::pair("chosen_name", 2), std::pair("named", 2)}) {
    stream_.launch(module.kernel(name), {Blocks(1), Threads(1)}, values);
    EXPECT_EQ(values.to_host(stream_)[0], result) << name;
  }
  stream_.launch(module.kernel("outer::inner::scale<int, 3>"), {Blocks(1), Threads(1)}, values);
  EXPECT_EQ(values.to_host(stream_)[0], 6);
  EXPECT_THROW(stream_.launch(module.kernel("named"), {Blocks(1), Threads(1)}, values, 1), kcc::Error);
  EXPECT_THROW(stream_.launch(module.kernel("named"), {Blocks(1), Threads(1)}, 2.0), kcc::Error);
}

TEST_P(Language, PassesSignedBytesToFunctions) {
  Buffer<int> in(device_, std::vector{-49, 100});
  Buffer<unsigned> out(device_, 18);
  stream_.launch(language_kernels::signed_bytes, {Blocks(1), Threads(1)}, in, out);
  EXPECT_EQ(out.to_host(stream_),
            (std::vector<unsigned>{0xffcf, 0xffcf, 0xffcf / 7, 0xffcf * 3, 0xffc, 0, 0xffffffcf,
                                   0xffffffff, //
                                   100, 100, 14, 300, 6, 0, 100, 0, 0xffcf, 0xffcf / 7}));
}

TEST_P(Language, RunsLoopsOfEveryStride) {
  std::vector<language::Strided> cases;
  for (std::int64_t first :
       {0ll, 1ll, 5ll, -7ll, 0x7fffff00ll, -0x80000000ll, 0xffffff00ll, 0x7ffffffffffff000ll})
    for (std::int64_t length = -2; length != 24; ++length)
      for (std::int64_t stride : {1, 2, 3, 5, 7, 30})
        cases.push_back({first, first + length, stride});
  for (std::int64_t stride : {0x10000000ll, 0x3fffffffll, 0x40000000ll, 0x55555556ll, 0x60000000ll})
    for (std::int64_t first : {-0x80000000ll, 0ll, 7ll})
      for (std::int64_t bound :
           {0x7fffffff - stride, 0xffffffff - stride, 3 * stride, 3 * stride + 1, 5 * stride})
        cases.push_back({first, bound, stride});
  for (std::int64_t stride : {0x1000000000000000ll, 0x2aaaaaaaaaaaaaabll, 0x3fffffffffffffffll})
    for (std::int64_t first : {-0x7fffffffffffffffll, -0x4000000000000000ll, 0ll, 1ll})
      cases.push_back({first, std::numeric_limits<std::int64_t>::max() - stride, stride});
  std::vector<unsigned> numbers(61);
  std::iota(numbers.begin(), numbers.end(), 17u);
  std::vector<std::uint64_t> expected(5 * cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i)
    language::strided_sums(numbers.data(), cases[i], &expected[5 * i]);
  Buffer<unsigned> table(device_, numbers);
  Buffer<language::Strided> given(device_, cases);
  Buffer<std::uint64_t> sums(device_, expected.size());
  stream_.launch(language_kernels::strided_loops, {Blocks(static_cast<unsigned>(cases.size())), Threads(1)},
                 table, given, sums);
  EXPECT_EQ(sums.to_host(stream_), expected);
}

TEST_P(Language, RunsStridedLoopsThatStore) {
  for (unsigned stride : {1u, 2u, 3u, 7u})
    for (std::size_t count = 0; count != 40; ++count) {
      std::vector<unsigned> numbers(41);
      std::iota(numbers.begin(), numbers.end(), 17u);
      std::vector<unsigned> chain(count, 1), copies(count, 2), apart(count, 3);
      Buffer<unsigned> from(device_, numbers), links(device_, chain), to(device_, copies),
          others(device_, apart);
      stream_.launch(language_kernels::strided_stores, {Blocks(1), Threads(1)}, from, links, to, stride);
      stream_.launch(language_kernels::strided_stores_apart, {Blocks(1), Threads(1)}, from, others, stride);
      for (std::size_t i = 0; i < count; i += stride) {
        if (i + stride < count)
          chain[i + stride] = chain[i] * 3 + numbers[i];
        copies[i] += numbers[i] * numbers[i / 2];
        apart[i] = numbers[i] * 5 + numbers[i / 2];
      }
      EXPECT_EQ(links.to_host(stream_), chain) << count << ", " << stride;
      EXPECT_EQ(to.to_host(stream_), copies) << count << ", " << stride;
      EXPECT_EQ(others.to_host(stream_), apart) << count << ", " << stride;
    }
}

TEST_P(Language, RunsStridedLoopsThatExchangePointers) {
  for (unsigned stride : {1u, 2u, 3u})
    for (unsigned count = 0; count != 30; ++count) {
      unsigned turns[2][8];
      for (unsigned i = 0; i != 8; ++i)
        turns[0][i] = i, turns[1][i] = 2 * i;
      unsigned from = 0;
      for (unsigned i = 0; i < count; i += stride, from = 1 - from)
        turns[1 - from][i % 8] = turns[from][i * 5 % 8] + 3;
      for (unsigned i = 0; i < count; i += stride)
        turns[i % 2][i % 8] += turns[1 - i % 2][i * 3 % 8];
      std::vector<unsigned> expected(turns[0], turns[0] + 8);
      expected.insert(expected.end(), turns[1], turns[1] + 8);
      Buffer<unsigned> seen(device_, 16);
      stream_.launch(language_kernels::strided_exchanges, {}, seen, count, stride);
      EXPECT_EQ(seen.to_host(stream_), expected) << count << ", " << stride;
    }
}

TEST_P(Language, FindsNumbersInVectors) {
  const float numbers[] = {std::bit_cast<float>(0x40001234), std::bit_cast<float>(0x41003f80)};
  Buffer<float> in(device_, std::vector<float>(numbers, numbers + 2)), out(device_, 2);
  stream_.launch(language_kernels::numbers_in_vectors, {}, in, out, 4);
  EXPECT_EQ(out.to_host(stream_), (std::vector<float>{std::bit_cast<float>(0x3f801234) + 1,
                                                      numbers[1] + 2 * numbers[0] + 3 * numbers[1]}));
}

TEST_P(Language, MakesResultsInPlace) {
  KCC_SKIP_WITHOUT_CODE_OF(language_kernels::results_in_place);
  Buffer<float> in(device_, std::vector<float>{2, 3});
  Buffer<int> seen(device_, 4);
  stream_.launch(language_kernels::results_in_place, {}, in, seen);
  EXPECT_EQ(seen.to_host(stream_), (std::vector<int>{1, 1, 1, 7 + 7 * 6}));
}

// A trap destroys a CUDA context, so this runs in a separate process.
TEST_P(Language, TurnsTheLibrarysErrorsIntoErrors) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto run = [&] {
    kcc::Stream stream(device_);
    Buffer<int> values(device_, std::vector{1});
    stream.launch(language_kernels::wrong_alternative, {Blocks(1), Threads(1)}, values);
    if (values.to_host(stream)[0] != 1)
      std::exit(2);
    Buffer<int> others(device_, std::vector{0});
    try {
      stream.launch(language_kernels::wrong_alternative, {Blocks(1), Threads(1)}, others);
      stream.synchronize();
    } catch (const kcc::Error &error) {
      std::exit(std::strstr(error.what(), "wrong_alternative") ? 0 : 3);
    }
    std::exit(4);
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(0), "");
}

} // namespace
