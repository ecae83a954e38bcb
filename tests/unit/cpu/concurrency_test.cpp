#include "launch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <exception>
#include <thread>
#include <vector>

using namespace kcc::cpu;
using namespace kcc::cpu::test;

namespace {

/// Writes through shared memory and a barrier, so that mixed-up blocks of different grids would show.
void scale(const void *const *arguments) {
  const auto factor = argument<std::uint32_t>(arguments, 0);
  auto *out = argument<std::uint32_t *>(arguments, 1);
  auto *shared = reinterpret_cast<std::uint32_t *>(kcc_cpu_thread->shared_memory);
  const std::size_t i = thread_in_block(), n = block_threads();
  shared[i] = static_cast<std::uint32_t>(thread_in_grid()) * factor;
  kcc_cpu_sync_threads();
  out[block_in_grid() * n + (n - 1 - i)] = shared[n - 1 - i];
}

void trap_in_last_block(const void *const *) {
  if (thread_in_grid() + 1 == block_threads() * kcc_cpu_thread->grid_dim[0])
    kcc_cpu_trap();
}

TEST(Concurrency, SeveralThreadsRunGridsAtOnce) {
  ThreadCountScope count(4);
  std::vector<std::thread> callers;
  std::atomic<int> failures{0};
  for (std::uint32_t caller = 1; caller <= 4; ++caller)
    callers.emplace_back([&failures, caller] {
      for (int repeat = 0; repeat < 25; ++repeat) {
        const std::uint32_t block = 16 * caller, blocks = 20;
        std::vector<std::uint32_t> out(block * blocks);
        if (launch(scale, {{blocks}, {block}, true, block * 4}, caller, out.data()))
          ++failures;
        for (std::uint32_t i = 0; i < out.size(); ++i)
          failures += out[i] != i * caller;
        if (!launch(trap_in_last_block, {{50}, {4}}))
          ++failures; // another grid's success must not hide this one's fault
      }
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(failures, 0);
}

/// Each launch has 1024 fibers: more stacks than there are mappings for guards.
TEST(Concurrency, SixtyThreadsRunLargeBlocksAtOnce) {
  ThreadCountScope count(2);
  std::vector<std::thread> callers;
  std::atomic<int> failures{0};
  for (std::uint32_t caller = 1; caller <= 60; ++caller)
    callers.emplace_back([&failures, caller] {
      try {
        std::vector<std::uint32_t> out(1024 * 3);
        failures += launch(scale, {{3}, {1024}, true, 1024 * 4}, caller, out.data()).has_value();
        for (std::uint32_t i = 0; i < out.size(); ++i)
          failures += out[i] != i * caller;
      } catch (const std::exception &) {
        ++failures;
      }
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(failures, 0);
}

void launch_inner(const void *const *arguments) {
  auto *sums = argument<std::uint32_t *>(arguments, 0);
  const bool inner_traps = argument<bool>(arguments, 1);
  const std::size_t before = thread_in_grid();
  std::uint32_t out[4 * 8] = {};
  if (inner_traps) {
    if (!launch(trap_in_last_block, {{3}, {2}}))
      return;
  }
  launch(scale, {{4}, {8}, true, 8 * 4}, std::uint32_t{2}, &out[0]);
  kcc_cpu_sync_threads();
  for (std::uint32_t value : out)
    sums[before] += value;
  if (thread_in_grid() != before)
    sums[before] = 0;
}

TEST(Concurrency, AKernelMayRunAGrid) {
  ThreadCountScope count(3);
  for (bool inner_traps : {false, true}) {
    std::vector<std::uint32_t> sums(12 * 5);
    EXPECT_FALSE(launch(launch_inner, {{12}, {5}, true}, sums.data(), inner_traps));
    EXPECT_EQ(sums, std::vector<std::uint32_t>(sums.size(), 2 * 32 * 31 / 2));
  }
}

void count_run(const void *const *arguments) {
  ++*argument<std::atomic<int> *>(arguments, 0);
}

TEST(Concurrency, ManySmallGridsComeAndGo) {
  ThreadCountScope count(3);
  std::atomic<int> runs{0};
  for (int i = 0; i < 2000; ++i)
    launch(count_run, {{3}, {2}}, &runs);
  EXPECT_EQ(runs, 2000 * 6);
}

} // namespace
