#include "engine/sanitizers.h"
#include "launch.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <system_error>
#include <vector>

using namespace kcc::cpu;
using namespace kcc::cpu::test;

namespace {

/// sums[block] = sum of the block's values, as a tree in shared memory, for any block size.
void reduce(const void *const *arguments) {
  const auto *values = argument<const std::uint64_t *>(arguments, 0);
  auto *sums = argument<std::uint64_t *>(arguments, 1);
  auto *shared = reinterpret_cast<std::uint64_t *>(kcc_cpu_thread->shared_memory);
  const std::size_t i = thread_in_block();
  shared[i] = values[thread_in_grid()];
  kcc_cpu_sync_threads();
  for (std::size_t active = block_threads(); active > 1;) {
    const std::size_t half = (active + 1) / 2;
    if (i + half < active)
      shared[i] += shared[i + half];
    kcc_cpu_sync_threads();
    active = half;
  }
  if (i == 0)
    sums[block_in_grid()] = shared[0];
}

class ReductionThroughBarriers : public testing::TestWithParam<std::uint32_t> {};

TEST_P(ReductionThroughBarriers, SumsEveryBlock) {
  ThreadCountScope threads(2);
  const std::uint32_t block = GetParam(), blocks = 13;
  std::vector<std::uint64_t> values(std::size_t{block} * blocks), sums(blocks), expected(blocks);
  std::iota(values.begin(), values.end(), 1);
  for (std::size_t i = 0; i < values.size(); ++i)
    expected[i / block] += values[i];
  EXPECT_FALSE(launch(reduce, {{blocks}, {block}, true, 0, block * 8}, values.data(), sums.data()));
  EXPECT_EQ(sums, expected);
}

INSTANTIATE_TEST_SUITE_P(BlockSizes, ReductionThroughBarriers, testing::Values(1, 31, 32, 33, 256, 1024));

/// Threads with an odd number, and the first, return before the barrier; after it, the others count how many
/// had arrived.
void leave_early(const void *const *arguments) {
  auto *counts = argument<int *>(arguments, 0);
  auto *arrived = reinterpret_cast<int *>(kcc_cpu_thread->shared_memory);
  const std::size_t i = thread_in_block();
  if (i == 1)
    *arrived = 0;
  if (i == 0 || i % 2 == 1)
    return;
  ++*arrived;
  kcc_cpu_sync_threads();
  counts[i] = *arrived;
}

TEST(Barrier, ExitedThreadsCountAsArrived) {
  std::vector<int> counts(64);
  EXPECT_FALSE(launch(leave_early, {{1}, {64}, true, 4}, counts.data()));
  for (std::size_t i = 0; i < counts.size(); ++i)
    EXPECT_EQ(counts[i], i != 0 && i % 2 == 0 ? 31 : 0) << i;
}

/// Thread i waits i times and returns; `log` records which thread passed which barrier when.
void leave_one_by_one(const void *const *arguments) {
  auto &log = *argument<std::vector<std::pair<std::size_t, std::size_t>> *>(arguments, 0);
  for (std::size_t round = 0; round < thread_in_block(); ++round) {
    kcc_cpu_sync_threads();
    log.emplace_back(round, thread_in_block());
  }
}

TEST(Barrier, ThreadsMayLeaveInEveryRound) {
  std::vector<std::pair<std::size_t, std::size_t>> log, expected;
  EXPECT_FALSE(launch(leave_one_by_one, {{1}, {40}, true}, &log));
  for (std::size_t round = 0; round < 40; ++round)
    for (std::size_t thread = round + 1; thread < 40; ++thread)
      expected.emplace_back(round, thread);
  EXPECT_EQ(log, expected);
}

/// In each round every thread adds its left neighbour's value: any thread let through too early gives a wrong
/// result.
void rotate(const void *const *arguments) {
  const auto rounds = argument<int>(arguments, 0);
  auto *out = argument<std::uint32_t *>(arguments, 1);
  auto *shared = reinterpret_cast<std::uint32_t *>(kcc_cpu_thread->shared_memory);
  const std::size_t i = thread_in_block(), n = block_threads();
  shared[i] = static_cast<std::uint32_t>(i);
  kcc_cpu_sync_threads();
  for (int round = 0; round < rounds; ++round) {
    const std::uint32_t left = shared[(i + n - 1) % n];
    kcc_cpu_sync_threads();
    shared[i] = left;
    kcc_cpu_sync_threads();
  }
  out[thread_in_grid()] = shared[i];
}

TEST(Barrier, HoldsInALoopOfAThousandRounds) {
  ThreadCountScope threads(2);
  constexpr std::uint32_t n = 48, blocks = 6;
  std::vector<std::uint32_t> out(n * blocks);
  EXPECT_FALSE(launch(rotate, {{blocks}, {8, 3, 2}, true, n * 4}, 1000, out.data()));
  for (std::uint32_t i = 0; i < out.size(); ++i)
    EXPECT_EQ(out[i], (i % n + n - 1000 % n) % n);
}

/// After a barrier, the index must be the thread's own again.
void check_position(const void *const *arguments) {
  const std::size_t before = thread_in_grid();
  kcc_cpu_sync_threads();
  argument<std::uint8_t *>(arguments, 0)[before] = thread_in_grid() == before;
}

TEST(Barrier, ThreadsKeepTheirPosition) {
  std::vector<std::uint8_t> kept(6 * 60);
  launch(check_position, {{3, 2, 1}, {3, 4, 5}, true}, kept.data());
  EXPECT_EQ(kept, std::vector<std::uint8_t>(kept.size(), 1));
}

/// Uses `depth` frames of about 256 bytes, with a barrier at the bottom.
[[gnu::noinline]] std::uint32_t descend(std::uint32_t depth) {
  volatile std::uint32_t frame[56];
  frame[depth % 56] = depth;
  if (depth == 0) {
    kcc_cpu_sync_threads();
    return 0;
  }
  return descend(depth - 1) + (frame[depth % 56] == depth);
}

void descend_deep(const void *const *arguments) {
  argument<std::uint32_t *>(arguments, 0)[thread_in_grid()] = descend(argument<std::uint32_t>(arguments, 1));
}

TEST(Barrier, ThreadsMayUseTheirStack) {
  std::vector<std::uint32_t> depths(2 * 256);
  launch(descend_deep, {{2}, {256}, true}, depths.data(), std::uint32_t{150});
  EXPECT_EQ(depths, std::vector<std::uint32_t>(depths.size(), 150));
}

TEST(Barrier, StackSizeFollowsTheSetting) {
  StackBytesScope stacks(std::size_t{4} << 20);
  std::vector<std::uint32_t> depths(33);
  launch(descend_deep, {{1}, {33}, true}, depths.data(), std::uint32_t{6000}); // 1.5 MB and more
  EXPECT_EQ(depths, std::vector<std::uint32_t>(depths.size(), 6000));
}

TEST(Barrier, WithoutMemoryForTheStacksNothingRuns) {
  if (sanitizers::are_there())
    GTEST_SKIP() << "the sanitizers reserve more address space than this test's limit";
  ThreadCountScope threads(3);
  std::vector<std::uint8_t> kept(50 * 32);
  {
    StackBytesScope stacks(std::size_t{1} << 30);
    AddressSpaceLimit limit(std::size_t{24} << 30);
    EXPECT_THROW(launch(check_position, {{50}, {32}, true}, kept.data()), std::system_error);
    EXPECT_EQ(kept, std::vector<std::uint8_t>(kept.size(), 0));
  }
  EXPECT_FALSE(launch(check_position, {{50}, {32}, true}, kept.data()));
  EXPECT_EQ(kept, std::vector<std::uint8_t>(kept.size(), 1));
}

TEST(BarrierDeathTest, BarrierMustBeAnnounced) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto wait = [](const void *const *) { kcc_cpu_sync_threads(); };
  EXPECT_DEATH(launch(wait, {{1}, {2}, false}), "manifest says \"uses_barrier\": false called sync_threads");
  EXPECT_DEATH(kcc_cpu_sync_threads(), "outside of a grid");
}

} // namespace
