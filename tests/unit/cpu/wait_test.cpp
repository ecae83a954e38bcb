// Waiting for arbitrary conditions, and deadlocks.
#include "engine/block.h"
#include "launch.h"

#include <gmock/gmock.h>

#include <atomic>
#include <vector>

using namespace kcc::cpu;
using namespace kcc::cpu::test;
using testing::HasSubstr;

namespace {

BlockRunner &block() {
  return BlockRunner::current("a test");
}

struct Turn {
  const std::size_t *current;
  std::size_t mine;
};
constexpr WaitKind turn_wait = {
    .ready =
        [](const void *state) {
          const auto &turn = *static_cast<const Turn *>(state);
          return *turn.current == turn.mine;
        },
    .name = [](const void *) -> std::string { return "its turn"; },
    .misses = [](const void *state,
                 std::uint32_t rank) { return rank == *static_cast<const Turn *>(state)->current; }};

/// Threads run one by one from last to first, which the order of rounds does not do by itself.
void go_backwards(const void *const *arguments) {
  auto &order = *argument<std::vector<std::size_t> *>(arguments, 0);
  auto &current = *argument<std::size_t *>(arguments, 1);
  const Turn turn{&current, thread_in_block()};
  block().wait_until(turn_wait, &turn);
  order.push_back(thread_in_block());
  --current;
}

TEST(Wait, EndsWhenTheConditionHolds) {
  std::vector<std::size_t> order, expected;
  std::size_t current = 49;
  EXPECT_FALSE(launch(go_backwards, {{1}, {50}, true}, &order, &current));
  for (std::size_t i = 50; i-- > 0;)
    expected.push_back(i);
  EXPECT_EQ(order, expected);
}

TEST(Wait, InVainIsAFaultThatSaysWhoWaitsForWhom) {
  std::vector<std::size_t> order;
  std::size_t current = 7;
  const auto fault = launch(go_backwards, {{1}, {3, 2}, true}, &order, &current);
  ASSERT_TRUE(fault);
  EXPECT_THAT(
      fault->message,
      testing::StrEq("deadlock: threads (0, 0, 0), (1, 0, 0), (2, 0, 0) and 3 more wait at its turn"));
  current = 5;
  EXPECT_FALSE(launch(go_backwards, {{1}, {3, 2}, true}, &order, &current));
}

TEST(Wait, OfAThreadAloneInVainIsAFault) {
  std::vector<std::size_t> order;
  std::size_t current = 1;
  const auto fault = launch(go_backwards, {{1}, {1}, true}, &order, &current);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->message, "deadlock: thread (0, 0, 0) waits at its turn");
}

/// The first warp waits at one barrier, the others at another, and the last thread has returned.
void part_at_barriers(const void *const *arguments) {
  auto &other = *argument<Barrier *>(arguments, 0);
  const std::size_t i = thread_in_block();
  if (i + 1 == block_threads())
    return;
  if (i < 2)
    block().wait_at(other);
  else
    block().wait_at_block_barrier();
}

TEST(Wait, AtDifferentBarriersIsAFault) {
  Barrier other{"a barrier", 3};
  const auto fault = launch(part_at_barriers, {{1}, {5}, true}, &other);
  ASSERT_TRUE(fault);
  EXPECT_EQ(
      fault->message,
      "deadlock: threads (0, 0, 0) and (1, 0, 0) wait at a barrier of 3 threads for threads (2, 0, 0) and "
      "(3, 0, 0); threads (2, 0, 0) and (3, 0, 0) wait at sync_threads() for threads (0, 0, 0) and "
      "(1, 0, 0)");
  EXPECT_THAT(fault->hint, HasSubstr("Let every thread that is waited for arrive"));
}

/// The halves of a block use separate barriers for different numbers of rounds; then all threads meet.
void meet_in_halves(const void *const *arguments) {
  auto *barriers = argument<Barrier *>(arguments, 0);
  auto *sums = argument<std::size_t *>(arguments, 1);
  auto *log = argument<std::size_t *>(arguments, 2);
  const std::size_t i = thread_in_block(), half = i % 2;
  for (std::size_t round = 0; round < 10 + 5 * half; ++round) {
    ++sums[half];
    block().wait_at(barriers[half]);
    log[i] += sums[half] == (round + 1) * block_threads() / 2;
    block().wait_at(barriers[half]);
  }
  block().wait_at_block_barrier();
  log[i] += sums[0] + sums[1] == 25 * block_threads() / 2 ? 100 : 0;
}

TEST(Wait, BarriersOfSubsetsStandBesideTheBlocks) {
  Barrier barriers[] = {{"even", 30}, {"odd", 30}};
  std::size_t sums[2] = {};
  std::vector<std::size_t> log(60), expected;
  EXPECT_FALSE(launch(meet_in_halves, {{1}, {60}, true}, &barriers[0], &sums[0], log.data()));
  for (std::size_t i = 0; i < log.size(); ++i)
    expected.push_back(i % 2 == 0 ? 110 : 115);
  EXPECT_EQ(log, expected);
}

/// The first thread polls what the last one writes.
void poll(const void *const *arguments) {
  auto &flag = *argument<int *>(arguments, 0);
  if (thread_in_block() + 1 == block_threads())
    flag = 1;
  while (flag == 0)
    kcc_cpu_yield(0);
  ++argument<int *>(arguments, 1)[thread_in_block()];
}

TEST(Wait, PollingLetsTheOthersRun) {
  int flag = 0;
  std::vector<int> passed(33);
  EXPECT_FALSE(launch(poll, {{1}, {33}, true}, &flag, passed.data()));
  EXPECT_EQ(passed, std::vector<int>(33, 1));
}

constexpr WaitKind outside_wait = {
    .ready = [](const void *state) { return static_cast<const std::atomic<int> *>(state)->load() != 0; },
    .name = [](const void *) -> std::string { return "another block"; },
    .from_outside = true};

/// Block 0 waits for block 1; or polls; or traps while the other waits.
void wait_for_the_other_block(const void *const *arguments) {
  auto &flag = *argument<std::atomic<int> *>(arguments, 0);
  const int how = argument<int>(arguments, 1);
  auto &waiting = *argument<std::atomic<int> *>(arguments, 2);
  if (block_in_grid() == 1) {
    while (waiting.load() == 0)
      kcc_cpu_yield(0);
    if (how >= 2)
      block().fail([&] { return kcc::cpu::Complaint{"the second block gave up", "Try again"}; });
    flag = 1;
    return;
  }
  waiting = 1;
  if (how % 2 == 0)
    block().wait_until(outside_wait, &flag);
  else
    while (flag.load() == 0)
      kcc_cpu_yield(0);
}

TEST(Wait, ForAnotherBlock) {
  ThreadCountScope threads(2);
  for (std::uint32_t size : {1u, 32u})
    for (int how = 0; how < 4; ++how) {
      std::atomic<int> flag{0}, waiting{0};
      const auto fault = launch(wait_for_the_other_block, {{2}, {size}, true}, &flag, how, &waiting);
      ASSERT_EQ(fault.has_value(), how >= 2) << size << ' ' << how;
      if (fault) {
        EXPECT_EQ(fault->message, "the second block gave up");
        EXPECT_EQ(fault->hint, "Try again");
        EXPECT_EQ(fault->block_idx, (kcc::Dim3{1, 0, 0}));
      }
    }
}

} // namespace
