#include "launch.h"

#include <gtest/gtest.h>

#include <atomic>

using namespace kcc::cpu;
using namespace kcc::cpu::test;
using kcc::Dim3;

namespace {

bool is_at(Dim3 block, Dim3 thread) {
  const kcc::abi::CpuThread &t = *kcc_cpu_thread;
  return Dim3{t.block_idx[0], t.block_idx[1], t.block_idx[2]} == block &&
         Dim3{t.thread_idx[0], t.thread_idx[1], t.thread_idx[2]} == thread;
}

/// Traps some frames down, so that there are frames to leave.
[[gnu::noinline]] int trap_below(int depth) {
  volatile int frame[8] = {depth};
  if (frame[0] > 0)
    return trap_below(depth - 1) + frame[0];
  if (frame[0] == 0)
    kcc_cpu_trap();
  return 0;
}

struct TrapAt {
  Dim3 block, thread;
  int barriers_before;
};

/// Every thread passes three barriers if it gets there; the chosen one traps after some of them.
void trap_somewhere(const void *const *arguments) {
  const auto at = argument<TrapAt>(arguments, 0);
  const bool with_barriers = argument<bool>(arguments, 1);
  for (int passed = 0; passed < 4; ++passed) {
    if (passed == at.barriers_before && is_at(at.block, at.thread))
      trap_below(5);
    if (with_barriers)
      kcc_cpu_sync_threads();
  }
}

void add_up_values(const void *const *arguments) {
  auto &sum = *argument<std::atomic<std::size_t> *>(arguments, 0);
  if (argument<bool>(arguments, 1))
    kcc_cpu_sync_threads();
  sum += thread_in_grid();
}

class Trap : public testing::TestWithParam<bool> {};

TEST_P(Trap, ReportsTheThreadAndLeavesTheEngineUsable) {
  const bool uses_barrier = GetParam();
  ThreadCountScope threads(3);
  for (std::uint32_t i = 0; i < 100; ++i) {
    const TrapAt at{{i % 4, i % 3, i % 2}, {i % 8, i % 5, i % 2}, static_cast<int>(i % 4)};
    const auto fault = launch(trap_somewhere, {{4, 3, 2}, {8, 5, 2}, uses_barrier}, at, uses_barrier);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->block_idx, at.block);
    EXPECT_EQ(fault->thread_idx, at.thread);

    std::atomic<std::size_t> sum{0};
    ASSERT_FALSE(launch(add_up_values, {{10}, {80}, uses_barrier}, &sum, uses_barrier));
    EXPECT_EQ(sum, 800u * 799 / 2);
  }
}

void count_then_trap(const void *const *arguments) {
  if (thread_in_block() == 0)
    ++*argument<std::atomic<int> *>(arguments, 0);
  kcc_cpu_trap();
}

TEST_P(Trap, NoFurtherBlockIsStarted) {
  ThreadCountScope threads(3);
  std::atomic<int> blocks{0};
  EXPECT_TRUE(launch(count_then_trap, {{1'000'000}, {4}, GetParam()}, &blocks));
  EXPECT_LE(blocks, 3); // each OS thread stops after its first
}

TEST_P(Trap, EveryThreadMayTrap) {
  ThreadCountScope threads(1);
  std::atomic<int> blocks{0};
  const auto fault = launch(count_then_trap, {{5}, {64}, GetParam()}, &blocks);
  EXPECT_EQ(fault, (Fault{{0, 0, 0}, {0, 0, 0}}));
  EXPECT_EQ(blocks, 1);
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutFibers, Trap, testing::Bool(),
                         [](const auto &info) { return info.param ? "Fibers" : "Loop"; });

TEST(TrapDeathTest, OutsideOfAGridEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(kcc_cpu_trap(), "a trap was called outside of a grid");
}

} // namespace
