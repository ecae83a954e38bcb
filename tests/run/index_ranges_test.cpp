// Threads that leave out what their index does not qualify for, and loops with a stride, at limits where
// numbers wrap. The CPU device runs threads of a row without a test where it knows beforehand how the test
// ends, and runs an iteration of a strided loop in all threads of a block before the next.
#include "devices.h"
#include "index_ranges_kernels.h"
#include "kernels/index_ranges.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

namespace {

using index_ranges::Limits;
using Values = std::vector<std::uint32_t>;

class IndexRanges : public kcc::testing::DeviceTest {
protected:
  kcc::Stream stream_{device_};
};

constexpr std::uint64_t most32 = 0xffffffff, most64 = ~std::uint64_t{0};
constexpr std::uint64_t numbers[] = {
    0,           1,      8,           17,     64,          0x7ffffffa, 0x80000000,
    most32 - 12, most32, most32 + 20, 0xfff8, most64 - 30, most64,     most64 / 2 + 5};
constexpr kcc::Dim3 blocks[] = {{8, 1, 1}, {13, 1, 1}, {64, 1, 1}, {19, 3, 1}, {2, 9, 1}};
constexpr std::uint32_t grid = 2;

template <class Of> Values for_all_threads(const kcc::Dim3 &block, const Of &of) {
  Values values;
  for (std::uint32_t b = 0; b < grid; ++b)
    for (std::uint32_t y = 0; y < block.y; ++y)
      for (std::uint32_t x = 0; x < block.x; ++x)
        values.push_back(of(b, x));
  return values;
}

template <unsigned Condition> void test_condition(const kcc::Device &device, kcc::Stream &stream) {
  using namespace index_ranges;
  for (const kcc::Dim3 &block : blocks)
    for (const std::uint64_t a : numbers)
      for (const std::uint64_t b : numbers) {
        const Limits l{a, b};
        const auto is = [&]<unsigned Which>(std::uint32_t in, std::uint32_t x) {
          return holds<Which>(in * block.x + x, x, l);
        };
        const std::uint32_t threads = block.x * block.y;
        const Values zeros(grid * threads);
        std::uint32_t rank = 0;
        Values expected = for_all_threads(block, [&](std::uint32_t in, std::uint32_t x) {
          const std::uint32_t mark = 3 * rank++ + 1;
          return is.template operator()<Condition>(in, x) ? mark : 0;
        });
        kcc::Buffer<std::uint32_t> marks(device, zeros);
        const kcc::LaunchConfig config{kcc::Blocks(grid), kcc::Threads(block)};
        stream.launch(index_ranges_kernels::mark<Condition>, config, marks, l);
        ASSERT_EQ(marks.to_host(stream), expected)
            << "condition " << Condition << ", a = " << a << ", b = " << b << ", blocks of " << block.x;

        const Values shared = for_all_threads(block, [&](std::uint32_t in, std::uint32_t x) {
          return is.template operator()<Condition>(in, x) ? 2u : 3u;
        });
        rank = 0;
        expected = for_all_threads(block, [&](std::uint32_t in, std::uint32_t x) -> std::uint32_t {
          const std::uint32_t t = rank++ % threads;
          const std::uint32_t other = t ^ (t > 0 ? 1 : 0);
          const std::uint32_t sum = other < threads ? shared[in * threads + other] : 0;
          if (!is.template operator()<Condition>(in, x))
            return sum + 100;
          return is.template operator()<(Condition + 1) % condition_count>(in, x) ? sum + 10 : 0;
        });
        if (threads % 2 == 1) // the last thread would read what nobody wrote
          continue;
        kcc::Buffer<std::uint32_t> often(device, zeros);
        stream.launch(index_ranges_kernels::mark_often<Condition>, config, often, l);
        ASSERT_EQ(often.to_host(stream), expected)
            << "condition " << Condition << ", a = " << a << ", b = " << b << ", blocks of " << block.x;
      }
}

TEST_P(IndexRanges, ConditionsHoldForTheSameThreads) {
  [&]<unsigned... K>(std::integer_sequence<unsigned, K...>) {
    (test_condition<K>(device_, stream_), ...);
  }(std::make_integer_sequence<unsigned, index_ranges::condition_count>());
}

template <class Index> void test_stride(const kcc::Device &device, kcc::Stream &stream) {
  using namespace index_ranges;
  for (const kcc::Dim3 &block : blocks)
    for (const std::uint64_t end : numbers)
      for (const std::uint64_t begin : {std::uint64_t{0}, std::uint64_t{3}, most32 - 40, most64 - 40})
        for (const std::uint64_t step : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{128},
                                         std::uint64_t{0x12345678}, most32 - 3, most64 / 5}) {
          const std::uint32_t threads = grid * block.x * block.y;
          Values seen(threads * most);
          std::uint32_t rank = 0;
          const Values sums = for_all_threads(block, [&](std::uint32_t in, std::uint32_t x) {
            std::uint32_t *const own = &seen[rank++ * most];
            return add_up<Index>(static_cast<Index>(begin) + static_cast<Index>(in * block.x + x),
                                 static_cast<Index>(end), static_cast<Index>(step),
                                 [&](std::uint32_t k, std::uint32_t i) { own[k] = i; });
          });
          kcc::Buffer<std::uint32_t> sums_there(device, Values(threads)),
              seen_there(device, Values(seen.size()));
          stream.launch(index_ranges_kernels::stride<Index>, {kcc::Blocks(grid), kcc::Threads(block)},
                        sums_there, seen_there, static_cast<Index>(begin), static_cast<Index>(end),
                        static_cast<Index>(step));
          ASSERT_EQ(sums_there.to_host(stream), sums)
              << "from " << begin << " to " << end << " by " << step << ", blocks of " << block.x;
          ASSERT_EQ(seen_there.to_host(stream), seen)
              << "from " << begin << " to " << end << " by " << step << ", blocks of " << block.x;
        }
}

TEST_P(IndexRanges, StridedLoopsMayWrap) {
  test_stride<std::uint32_t>(device_, stream_);
  test_stride<std::uint64_t>(device_, stream_);
}

template <class Index, class End = Index>
void test_fill(const kcc::Device &device, kcc::Stream &stream, Index begin) {
  using Common = std::common_type_t<Index, End>;
  for (const kcc::Dim3 &block : blocks)
    for (const std::uint32_t count : {0u, 1u, 7u, 64u, 127u, 128u, 1000u}) {
      if (block.y != 1)
        continue;
      const End end = static_cast<End>(begin) + static_cast<End>(count);
      const auto step = static_cast<Index>(grid * block.x);
      Values expected(count, 9);
      for (Index first = begin; first != begin + step; ++first)
        for (Index i = first; static_cast<Common>(i) < static_cast<Common>(end); i += step)
          expected[static_cast<std::uint32_t>(i - begin)] += static_cast<std::uint32_t>(i) ^ 5;
      kcc::Buffer<std::uint32_t> values(device, Values(std::max(count, 1u), 9));
      stream.launch(index_ranges_kernels::fill<Index, End>, {kcc::Blocks(grid), kcc::Threads(block)}, values,
                    begin, end, step);
      Values filled = values.to_host(stream);
      filled.resize(count);
      ASSERT_EQ(filled, expected) << count << " from " << begin << ", blocks of " << block.x;
    }
}

TEST_P(IndexRanges, StridedLoopsFillArrays) {
  test_fill<std::uint32_t>(device_, stream_, 0);
  test_fill<std::uint32_t>(device_, stream_, 0xfffff000);
  test_fill<std::int32_t>(device_, stream_, -500);
  test_fill<std::uint64_t>(device_, stream_, most64 - 5000);
  test_fill<std::uint64_t>(device_, stream_, most32 - 500);
  test_fill<std::uint32_t, std::uint64_t>(device_, stream_, 0);
  test_fill<std::uint32_t, std::uint64_t>(device_, stream_, 0xfffff000);
  test_fill<std::uint32_t, std::int64_t>(device_, stream_, 0x7ffffe00);
  test_fill<std::int32_t, std::int64_t>(device_, stream_, -500);
  test_fill<std::int32_t, std::uint64_t>(device_, stream_, 0);
  test_fill<std::int32_t, std::uint64_t>(device_, stream_, -500);
}

/// Calls `test(blocks, threads, count)` for launches of many sizes.
template <class Test> void for_strided_grids(const Test &test) {
  for (const std::uint32_t threads : {1u, 5u, 8u, 16u, 32u, 48u, 100u, 256u})
    for (const std::uint32_t blocks : {1u, 2u, 5u, 40u, 300u})
      for (const std::uint32_t count : {0u, 1u, 15u, 16u, 1000u, 10000u})
        test(blocks, threads, count);
}

Values recurred(std::uint32_t count, std::uint32_t step, std::uint32_t rows) {
  Values values(std::max(count * rows, 1u), 5);
  for (std::uint32_t row = 0; row < rows; ++row)
    for (std::uint32_t i = 0; i < count; ++i)
      values[row * count + i] = (i >= step ? values[row * count + i - step] * 3 : 0) + i;
  return values;
}

template <class Index> void test_recur(const kcc::Device &device, kcc::Stream &stream) {
  for_strided_grids([&](std::uint32_t blocks, std::uint32_t threads, std::uint32_t count) {
    for (const std::uint32_t rows : {1u, 2u}) { // of blocks, and of threads
      const Values expected = recurred(count, blocks * threads, rows * rows);
      kcc::Buffer<std::uint32_t> values(device, Values(expected.size(), 5));
      stream.launch(index_ranges_kernels::recur<Index>,
                    {kcc::Blocks(blocks, rows), kcc::Threads(threads, rows)}, values,
                    static_cast<Index>(count));
      ASSERT_EQ(values.to_host(stream), expected)
          << typeid(Index).name() << ": " << count << " elements, " << blocks << " blocks of " << threads
          << ", " << rows << " rows";
    }
  });
}

template <class Index> void test_recur_in_size(const kcc::Device &device, kcc::Stream &stream) {
  for_strided_grids([&](std::uint32_t blocks, std::uint32_t threads, std::uint32_t count) {
    if (count == 0)
      return;
    kcc::Buffer<std::uint32_t> values(device, Values(count, 5));
    stream.launch(index_ranges_kernels::recur_in_size<Index>, {kcc::Blocks(blocks), kcc::Threads(threads)},
                  values);
    ASSERT_EQ(values.to_host(stream), recurred(count, blocks * threads, 1))
        << typeid(Index).name() << ": " << count << " elements, " << blocks << " blocks of " << threads;
  });
}

TEST_P(IndexRanges, StridedLoopsKeepAThreadsOrder) {
  test_recur<std::uint32_t>(device_, stream_);
  test_recur<std::int32_t>(device_, stream_);
  test_recur<std::uint64_t>(device_, stream_);
  test_recur<std::int64_t>(device_, stream_);
  test_recur_in_size<std::uint32_t>(device_, stream_);
  test_recur_in_size<std::int32_t>(device_, stream_);
}

Values mixed_numbers(std::uint32_t count) {
  Values values(count);
  for (std::uint32_t i = 0; i < count; ++i)
    values[i] = i * 2654435761u;
  return values;
}

/// Each thread's result, after it has met the other threads of its block.
Values met(const Values &own, std::uint32_t threads, bool leave) {
  Values results(own.size(), 3);
  for (std::uint32_t x = 0; x < own.size(); ++x) {
    const std::uint32_t t = x % threads, other = t ^ 1;
    const bool is_there = other < threads && !(leave && other % 5 == 4);
    if (!leave || t % 5 != 4)
      results[x] = own[x] * 31 + (is_there ? own[x - t + other] : 0);
  }
  return results;
}

template <unsigned Form, class Index>
void test_combine(const kcc::Device &device, kcc::Stream &stream, std::uint32_t begin, std::uint32_t count,
                  std::uint32_t factor = 1) {
  const Values values = mixed_numbers(std::max(count, 1u));
  const auto first = static_cast<Index>(begin), end = static_cast<Index>(begin + count);
  const kcc::Buffer<std::uint32_t> there(device, values);
  for (const std::uint32_t threads : {1u, 7u, 8u, 31u, 32u, 48u, 100u, 256u})
    for (const std::uint32_t blocks : {1u, 3u})
      for (const bool leave : {false, true}) {
        const Index step = static_cast<Index>(blocks * threads) * static_cast<Index>(factor);
        Values own(std::size_t{blocks} * threads);
        for (std::uint32_t x = 0; x < own.size(); ++x)
          own[x] = index_ranges::combine<Form, Index>(
              first + static_cast<Index>(x), end, step, x % threads, [&](Index i) {
                const auto at = static_cast<std::uint32_t>(i - first);
                return at < values.size() ? values[at] : static_cast<std::uint32_t>(i) * 7;
              });
        kcc::Buffer<std::uint32_t> results(device, Values(own.size(), 3));
        stream.launch(index_ranges_kernels::combine_and_meet<Form, Index>,
                      {kcc::Blocks(blocks), kcc::Threads(threads)}, results, there, first, end,
                      static_cast<Index>(factor), leave);
        ASSERT_EQ(results.to_host(stream), met(own, threads, leave))
            << "form " << Form << ", " << typeid(Index).name() << ": " << count << " from " << begin << ", "
            << blocks << " blocks of " << threads << (leave ? ", some leave" : "");
      }
}

TEST_P(IndexRanges, StridedLoopsEndBeforeABarrier) {
  for (const std::uint32_t count : {0u, 1u, 40u, 1000u}) {
    [&]<unsigned... Form>(std::integer_sequence<unsigned, Form...>) {
      (test_combine<Form, std::uint32_t>(device_, stream_, 0, count), ...);
    }(std::make_integer_sequence<unsigned, index_ranges::form_count>());
    test_combine<0, std::uint64_t>(device_, stream_, most32 - 20, count);
    test_combine<1, std::int32_t>(device_, stream_, static_cast<std::uint32_t>(-500), count);
    test_combine<2, std::int64_t>(device_, stream_, 5, count);
  }
  // Indices that fall below the end again after their thread has left the loop.
  for (const std::uint32_t factor : {0xffffffffu, 0xfffffffeu}) {
    test_combine<0, std::uint32_t>(device_, stream_, 200, 100, factor);
    test_combine<1, std::uint32_t>(device_, stream_, 200, 100, factor);
    test_combine<3, std::uint32_t>(device_, stream_, 200, 100, factor);
  }
}

/// Replaces each value by the sum of its warp's.
void add_warps(Values &values) {
  for (auto first = values.begin(); first != values.end(); first += 32)
    std::fill_n(first, 32, std::accumulate(first, first + 32, std::uint32_t{0}));
}

template <unsigned Form>
void test_combine_in_warps(const kcc::Device &device, kcc::Stream &stream, std::uint32_t blocks,
                           std::uint32_t threads, const Values &values, std::uint32_t count) {
  Values expected(std::size_t{blocks} * threads);
  for (std::uint32_t x = 0; x < expected.size(); ++x)
    expected[x] = index_ranges::combine<Form, std::uint32_t>(
        x, count, blocks * threads, x % threads,
        [&](std::uint32_t i) { return i < values.size() ? values[i] : i * 7; });
  add_warps(expected);
  const kcc::Buffer<std::uint32_t> there(device, values);
  kcc::Buffer<std::uint32_t> results(device, expected.size());
  stream.launch(index_ranges_kernels::combine_in_warps<Form>, {kcc::Blocks(blocks), kcc::Threads(threads)},
                results, there, count);
  ASSERT_EQ(results.to_host(stream), expected)
      << "form " << Form << ": " << count << " elements, " << blocks << " blocks of " << threads;
}

TEST_P(IndexRanges, StridedLoopsEndBeforeAShuffle) {
  for (const std::uint32_t threads : {32u, 96u, 256u})
    for (const std::uint32_t blocks : {1u, 3u, 40u})
      for (const std::uint32_t count : {0u, 1u, 77u, 1000u, 30'000u}) {
        const Values values = mixed_numbers(std::max(count, 1u));
        [&]<unsigned... Form>(std::integer_sequence<unsigned, Form...>) {
          (test_combine_in_warps<Form>(device_, stream_, blocks, threads, values, count), ...);
        }(std::make_integer_sequence<unsigned, index_ranges::form_count>());
      }
}

TEST_P(IndexRanges, StridedLoopsOfSomeThreadsEndBeforeAShuffle) {
  for (const std::uint32_t threads : {32u, 96u, 256u})
    for (const std::uint32_t count : {1u, 77u, 30'000u}) {
      constexpr std::uint32_t blocks = 3;
      const Values values = mixed_numbers(count);
      Values expected(std::size_t{blocks} * threads, 1);
      for (std::uint32_t i = 0; i < count; ++i)
        if (const std::size_t x = i % expected.size(); x % threads % 3 != 0)
          expected[x] = expected[x] * 31 + values[i];
      add_warps(expected);
      const kcc::Buffer<std::uint32_t> there(device_, values);
      kcc::Buffer<std::uint32_t> results(device_, expected.size());
      stream_.launch(index_ranges_kernels::add_tiles_in_warps, {kcc::Blocks(blocks), kcc::Threads(threads)},
                     results, there);
      ASSERT_EQ(results.to_host(stream_), expected) << count << " elements, blocks of " << threads;
    }
}

TEST_P(IndexRanges, StridedLoopsOfWholeBlocksEndBeforeABarrier) {
  for_strided_grids([&](std::uint32_t blocks, std::uint32_t threads, std::uint32_t count) {
    const Values values = mixed_numbers(count);
    Values own(std::size_t{blocks} * threads, 1);
    for (std::uint32_t i = 0; i < count; ++i)
      own[i % own.size()] = own[i % own.size()] * 31 + values[i];
    const kcc::Buffer<std::uint32_t> there(device_, values);
    kcc::Buffer<std::uint32_t> results(device_, own.size());
    stream_.launch(index_ranges_kernels::add_tiles_and_meet, {kcc::Blocks(blocks), kcc::Threads(threads)},
                   results, there);
    ASSERT_EQ(results.to_host(stream_), met(own, threads, false))
        << count << " elements, " << blocks << " blocks of " << threads;
  });
}

/// Large enough that the CPU device divides the elements among its threads, where it may.
constexpr std::uint32_t large = (1 << 20) + 7;

/// Launches a kernel on `values` a few times, in several grids, and expects what `then` makes of them for so
/// many threads.
template <class Launch, class Then>
void test_large(const kcc::Device &device, const Values &values, const Launch &launch, const Then &then) {
  for (const auto [blocks, threads] : {std::pair(1u, 16u), {1u, 256u}, {4u, 256u}, {300u, 48u}}) {
    Values expected = values;
    kcc::Buffer<std::uint32_t> there(device, values);
    for (int times = 0; times < 3; ++times) {
      then(expected, blocks * threads);
      launch(there, kcc::LaunchConfig{kcc::Blocks(blocks), kcc::Threads(threads)});
    }
    ASSERT_EQ(there.to_host(), expected) << blocks << " blocks of " << threads;
  }
}

TEST_P(IndexRanges, StridedLoopsKnowTheirThreads) {
  const Values values(large, 7);
  test_large(
      device_, values,
      [&](auto &there, const auto &config) {
        stream_.launch(index_ranges_kernels::write_owners, config, there);
      },
      [&](Values &expected, std::uint32_t threads) {
        for (std::uint32_t i = 0; i < large; ++i)
          expected[i] = i % threads;
      });
  test_large(
      device_, values,
      [&](auto &there, const auto &config) {
        stream_.launch(index_ranges_kernels::write_some, config, there, 20u);
      },
      [&](Values &expected, std::uint32_t threads) {
        for (std::uint32_t i = 0; i < large; ++i)
          if (i % threads < 20)
            expected[i] = i;
      });
}

TEST_P(IndexRanges, WhatHoldsBehindAConditionIsNotTakenForGrantedBeforeIt) {
  for (const std::uint32_t threads : {16u, 32u, 48u, 256u}) {
    Values expected(100);
    for (std::uint32_t x = 5; x < threads; ++x)
      for (std::uint32_t i = x - 5; i < 85; i += threads)
        expected[i] += 1;
    kcc::Buffer<std::uint32_t> values(device_, Values(100));
    stream_.launch(index_ranges_kernels::begin_below, {kcc::Blocks(1), kcc::Threads(threads)}, values, 170u);
    ASSERT_EQ(values.to_host(stream_), expected) << threads;
  }
  for (const std::uint32_t blocks : {1u, 3u})
    for (const std::uint32_t threads : {16u, 32u, 256u}) {
      Values expected(1000);
      for (std::uint32_t x = 5; x < blocks * threads; ++x)
        for (std::uint32_t i = x - 5; i < expected.size(); i += blocks * threads)
          expected[i] += (x - 5) % 16 + 1;
      kcc::Buffer<std::uint32_t> values(device_, Values(expected.size()));
      stream_.launch(index_ranges_kernels::begin_below_in_grid, {kcc::Blocks(blocks), kcc::Threads(threads)},
                     values);
      ASSERT_EQ(values.to_host(stream_), expected) << blocks << " blocks of " << threads;
    }

  Values inside(64 * 16), indices;
  for (std::uint32_t y = 0; y < 8; ++y)
    for (std::uint32_t x = 0; x < 32; ++x) {
      indices.push_back(x - 5);
      if (x >= 5 && y >= 2 && (x - 5) * 2 < 40)
        inside[(y - 2) * 64 + x - 5] = 1;
    }
  kcc::Buffer<std::uint32_t> marks(device_, Values(inside.size())), of_all(device_, indices.size());
  stream_.launch(index_ranges_kernels::mark_inside, {kcc::Blocks(1), kcc::Threads(32, 8)}, marks, of_all,
                 std::uint64_t{40}, 10u);
  EXPECT_EQ(marks.to_host(stream_), inside);
  EXPECT_EQ(of_all.to_host(stream_), indices);

  Values triples(100);
  for (std::uint32_t x = 0; x < 27; ++x)
    triples[x * 3 + 2] = x * 3 + 2;
  kcc::Buffer<std::uint32_t> at(device_, Values(triples.size()));
  kcc::Buffer<std::uint16_t> short_indices(device_, 32);
  stream_.launch(index_ranges_kernels::mark_triples, {kcc::Blocks(1), kcc::Threads(32)}, at, short_indices);
  EXPECT_EQ(at.to_host(stream_), triples);

  std::vector<std::uint64_t> bits(32);
  for (std::uint32_t x = 13; x < bits.size(); ++x)
    bits[x] = 0xffffff80u | (140 - x);
  kcc::Buffer<std::uint64_t> joined(device_, std::vector<std::uint64_t>(bits.size()));
  stream_.launch(index_ranges_kernels::join_bits, {kcc::Blocks(1), kcc::Threads(32)}, joined, 0xffffffffu);
  EXPECT_EQ(joined.to_host(stream_), bits);
}

TEST_P(IndexRanges, StridedLoopsStoreBeforeTheirTest) {
  constexpr std::uint32_t count = 5000;
  for (const std::uint32_t blocks : {1u, 3u})
    for (const std::uint32_t threads : {16u, 64u}) {
      Values expected = mixed_numbers(count + blocks * threads);
      kcc::Buffer<std::uint32_t> values(device_, expected);
      for (std::uint32_t i = 0; i < expected.size(); ++i) {
        for (std::uint32_t k = 1; k < 12; ++k)
          expected[i] = (expected[i] ^ expected[i] >> 7) * (2 * k + 1);
        if (i < count)
          expected[i] += i;
      }
      stream_.launch(index_ranges_kernels::store_before_test, {kcc::Blocks(blocks), kcc::Threads(threads)},
                     values, count);
      ASSERT_EQ(values.to_host(stream_), expected) << blocks << " blocks of " << threads;
    }
}

TEST_P(IndexRanges, StridedLoopsMayNeverBegin) {
  kcc::Buffer<std::uint32_t> values(device_, Values(3000, 1));
  stream_.launch(index_ranges_kernels::never_begin, {kcc::Blocks(4), kcc::Threads(64)}, values, 0u, 0u);
  EXPECT_EQ(values.to_host(stream_), Values(3000, 1));
}

TEST_P(IndexRanges, StridedLoopsMayDependOnTheLaunch) {
  KCC_SKIP_WITHOUT_CODE_OF(index_ranges_kernels::count_clusters);
  kcc::Buffer<std::uint32_t> values(device_, Values(2 * large));
  for (int times = 0; times < 3; ++times)
    stream_.launch(index_ranges_kernels::count_clusters, {kcc::Blocks(4), kcc::Threads(64)}, values);
  Values expected(2 * large);
  std::fill_n(expected.begin(), large, 3);
  EXPECT_EQ(values.to_host(stream_), expected);
}

TEST_P(IndexRanges, StridedLoopsMayOverlap) {
  // How many times the number of threads the values are behind the sums.
  for (const std::int64_t behind : {-2, -1, 0, 1, 3}) {
    constexpr std::uint32_t room = 3 * 300 * 256;
    const auto starts = [&](std::uint32_t threads) {
      const std::int64_t distance = behind * std::int64_t{threads};
      return std::pair(static_cast<std::size_t>(std::max<std::int64_t>(-distance, 0)),
                       static_cast<std::size_t>(std::max<std::int64_t>(distance, 0)));
    };
    test_large(
        device_, mixed_numbers(large + room),
        [&](auto &there, const kcc::LaunchConfig &config) {
          const auto [sums, values] = starts(config.grid.x * config.block.x);
          stream_.launch(index_ranges_kernels::add_to, config, there.span().subspan(sums, large),
                         std::span<const std::uint32_t>(there.span().subspan(values, large)));
        },
        [&](Values &expected, std::uint32_t threads) {
          const auto [sums, values] = starts(threads);
          for (std::uint32_t i = 0; i < large; ++i)
            expected[sums + i] = expected[sums + i] * 5 + expected[values + i];
        });
  }
}

TEST_P(IndexRanges, StridedLoopsMayChangeWhatTheyReadNext) {
  constexpr std::uint32_t count = 1 << 20, threads = 1024; // a thread's elements are in all groups
  Values values(count, 1), others(count);
  kcc::Buffer<std::uint32_t> values_there(device_, values), others_there(device_, others);
  for (int times = 0; times < 3; ++times) {
    stream_.launch(index_ranges_kernels::change_next_group, {kcc::Blocks(threads / 256), kcc::Threads(256)},
                   values_there, others_there);
    for (std::uint32_t i = 1024; i < count; ++i)
      if ((i & 1024) == 0)
        values[i + 1024] = values[i] * 3 + i + 1024;
      else
        others[i] = values[i];
    ASSERT_EQ(values_there.to_host(stream_), values);
    ASSERT_EQ(others_there.to_host(stream_), others);
  }
}

TEST_P(IndexRanges, StridedLoopsReadNeighbours) {
  const Values values = mixed_numbers(2 * large + 2);
  test_large(
      device_, values,
      [&](auto &there, const auto &config) {
        stream_.launch(index_ranges_kernels::subtract_next, config, there.span().first(large),
                       std::span<const std::uint32_t>(there.span().subspan(large, large + 1)));
      },
      [&](Values &expected, std::uint32_t) {
        for (std::uint32_t i = 0; i < large; ++i)
          expected[i] = expected[large + i + 1] - expected[large + i];
      });
  test_large(
      device_, values,
      [&](auto &there, const auto &config) {
        stream_.launch(index_ranges_kernels::add_seconds, config, there);
      },
      [&](Values &expected, std::uint32_t) {
        for (std::uint32_t i = 0; i <= large; ++i)
          expected[2 * i] += expected[2 * i + 1];
      });
}

TEST_P(IndexRanges, ThreadsMayWaitInAStridedLoopForLowerOnes) {
  if (GetParam() == kcc::Backend::vulkan)
    GTEST_SKIP() << "threads of a warp wait for each other, which Vulkan does not promise to end";
  kcc::Buffer<std::uint32_t> values(device_, Values(1000));
  stream_.launch(index_ranges_kernels::chain, {kcc::Blocks(1), kcc::Threads(128)}, values);
  Values expected(1000);
  for (std::uint32_t i = 0; i < 1000; ++i)
    expected[i] = i + 1;
  EXPECT_EQ(values.to_host(stream_), expected);
}

TEST_P(IndexRanges, AtomicOperationsInAStridedLoopKeepAThreadsOrder) {
  constexpr std::uint32_t count = 3000, threads = 2 * 128;
  kcc::Buffer<std::uint32_t> taken(device_, Values(count)), next(device_, Values(1));
  stream_.launch(index_ranges_kernels::take_numbers, {kcc::Blocks(2), kcc::Threads(128)}, taken, next);
  Values values = taken.to_host(stream_);
  for (std::uint32_t i = threads; i < count; ++i)
    ASSERT_LT(values[i - threads], values[i]);
  std::ranges::sort(values);
  for (std::uint32_t i = 0; i < count; ++i)
    ASSERT_EQ(values[i], i);
}

TEST_P(IndexRanges, VolatileAccessesInAStridedLoopAreAllDone) {
  kcc::Buffer<std::uint32_t> values(device_, Values(64));
  stream_.launch(index_ranges_kernels::count_volatile, {kcc::Blocks(1), kcc::Threads(64)}, values, 10u);
  EXPECT_EQ(values.to_host(stream_), Values(64, 10));
}

KCC_FOR_EVERY_DEVICE(IndexRanges);

} // namespace
