// Warp operations, and the errors for lanes that misuse them.
#include "launch.h"

#include <gmock/gmock.h>

#include <ostream>
#include <vector>

using namespace kcc::cpu;
using namespace kcc::cpu::test;
using testing::StrEq;

namespace {

std::uint32_t lane() {
  return kcc_cpu_thread->thread_rank % 32;
}

/// The mistakes that the lanes make.
enum Mistake { different_operations, different_masks, not_in_its_mask, one_never_comes, barrier_in_a_branch };

void make_mistake(const void *const *arguments) {
  const auto mistake = argument<Mistake>(arguments, 0);
  switch (mistake) {
  case different_operations:
    if (lane() < 3)
      kcc_cpu_warp_ballot(0xff, 1);
    else if (lane() < 8)
      kcc_cpu_warp_shuffle_xor(0xff, 1, 1, 31);
    return;
  case different_masks:
    if (lane() < 8)
      kcc_cpu_warp_any(lane() < 5 ? 0xff : 0xfe, 1);
    return;
  case not_in_its_mask:
    kcc_cpu_sync_warp(0x0000fffe);
    return;
  case one_never_comes:
    if (lane() == 5)
      kcc_cpu_sync_threads();
    else if (lane() < 8)
      kcc_cpu_warp_reduce_add(1, 0xff);
    return;
  case barrier_in_a_branch:
    if (lane() >= 30)
      kcc_cpu_sync_threads();
    else
      kcc_cpu_warp_all(0xffffffff, 1);
    return;
  }
}

struct Row {
  Mistake mistake;
  const char *message;
};

/// For the test names.
void PrintTo(const Row &row, std::ostream *out) {
  *out << "mistake " << static_cast<int>(row.mistake);
}

class WarpMistake : public testing::TestWithParam<Row> {};

TEST_P(WarpMistake, IsAFaultThatSaysWhichLanesDoNotMeet) {
  const auto fault = launch(make_mistake, {{1}, {4, 9}, true}, GetParam().mistake);
  ASSERT_TRUE(fault);
  EXPECT_THAT(fault->message, StrEq(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    All, WarpMistake,
    testing::Values(
        Row{different_operations,
            "kcc::warp::shuffle_xor with mask 0x000000ff waits for thread (0, 0, 0), which "
            "waits at kcc::warp::ballot with mask 0x000000ff for this one"},
        Row{different_masks, "kcc::warp::any with mask 0x000000fe waits for thread (1, 0, 0), which waits at "
                             "kcc::warp::any with mask 0x000000ff for this one"},
        Row{not_in_its_mask,
            "kcc::sync_warp with mask 0x0000fffe is called by lane 0, which is not in the mask"},
        Row{one_never_comes,
            "deadlock: threads (0, 0, 0), (1, 0, 0), (2, 0, 0) and 4 more wait at kcc::warp::reduce with "
            "mask "
            "0x000000ff for thread (1, 1, 0); thread (1, 1, 0) waits at sync_threads() for threads "
            "(0, 0, 0), (1, 0, 0), (2, 0, 0) and 4 more"},
        Row{barrier_in_a_branch,
            "deadlock: threads (0, 0, 0), (1, 0, 0), (2, 0, 0) and 27 more wait at kcc::warp::all with mask "
            "0xffffffff for threads (2, 7, 0) and (3, 7, 0); threads (2, 7, 0) and (3, 7, 0) wait at "
            "sync_threads() for threads (0, 0, 0), (1, 0, 0), (2, 0, 0) and 27 more"}));

/// Lanes return one after another while the rest continues with a mask that contains them all.
void leave_and_count(const void *const *arguments) {
  auto *ballots = argument<std::uint32_t *>(arguments, 0);
  for (std::uint32_t round = 0; round <= lane(); ++round)
    ballots[thread_in_block()] = kcc_cpu_warp_ballot(0xffffffff, 1);
}

TEST(Warp, LanesThatHaveExitedAreNotWaitedFor) {
  std::vector<std::uint32_t> ballots(40);
  EXPECT_FALSE(launch(leave_and_count, {{1}, {40}, true}, ballots.data()));
  for (std::uint32_t i = 0; i < 40; ++i)
    EXPECT_EQ(ballots[i], i < 32 ? 0xffffffffu << i : 0xffu << (i - 32) & 0xff) << i;
}

/// The lanes of one call continue in order.
void append_lane(const void *const *arguments) {
  auto &order = *argument<std::vector<std::uint32_t> *>(arguments, 0);
  for (int round = 0; round < 3; ++round) {
    kcc_cpu_sync_warp(0xffffffff);
    order.push_back(lane());
  }
}

TEST(Warp, LanesGoOnInTheirOrder) {
  std::vector<std::uint32_t> order;
  EXPECT_FALSE(launch(append_lane, {{1}, {32}, true}, &order));
  ASSERT_EQ(order.size(), 96u);
  for (std::uint32_t i = 0; i < order.size(); ++i)
    EXPECT_EQ(order[i], i % 32);
}

TEST(WarpDeathTest, OperationsMustBeAnnounced) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto vote = [](const void *const *) { kcc_cpu_warp_any(1, 1); };
  EXPECT_DEATH(launch(vote, {{1}, {1}, false}),
               "manifest says \"uses_barrier\": false called kcc::warp::any");
  EXPECT_DEATH(kcc_cpu_sync_warp(1), "outside of a grid");
}

} // namespace
