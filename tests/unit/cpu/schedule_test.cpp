// Orders and choices for debugging. The environment variables are tested in separate processes, see
// CMakeLists.txt.
#include "engine/schedule.h"

#include "engine/block.h"
#include "engine/kernel_name.h"
#include "launch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace kcc::cpu;
using namespace kcc::cpu::test;
using kcc::Dim3;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

const Order reverse{Order::Kind::reverse};
Order shuffle(std::uint64_t seed) {
  return {Order::Kind::shuffle, seed};
}

class ScheduleScope {
public:
  explicit ScheduleScope(ScheduleSettings settings) : settings_(std::move(settings)) {
    set_schedule(&settings_);
  }
  ~ScheduleScope() { set_schedule(nullptr); }

private:
  const ScheduleSettings settings_;
};

std::vector<std::uint64_t> numbers(const Order &order, std::uint64_t count) {
  const Permutation permutation(order, count, 0);
  std::vector<std::uint64_t> all(count);
  for (std::uint64_t i = 0; i < count; ++i)
    all[i] = permutation(i);
  return all;
}

TEST(Permutation, HasEveryNumberOnce) {
  for (const std::uint64_t count : {1, 2, 3, 4, 5, 31, 32, 33, 1000})
    for (const Order &order : {Order{}, reverse, shuffle(0), shuffle(1), shuffle(~std::uint64_t{0})}) {
      std::vector<std::uint64_t> expected(count), all = numbers(order, count);
      std::iota(expected.begin(), expected.end(), 0u);
      std::ranges::sort(all);
      EXPECT_EQ(all, expected);
    }
}

TEST(Permutation, DependsOnTheSeedAlone) {
  EXPECT_EQ(numbers(shuffle(7), 100), numbers(shuffle(7), 100));
  EXPECT_NE(numbers(shuffle(7), 100), numbers(shuffle(8), 100));
  EXPECT_THAT(numbers(reverse, 3), ElementsAre(2, 1, 0));
}

TEST(Permutation, TakesTheLargestGrid) {
  const std::uint64_t count = std::numeric_limits<std::int64_t>::max();
  const Permutation permutation(shuffle(1), count, 0);
  for (const std::uint64_t i : {std::uint64_t{0}, count / 2, count - 1})
    EXPECT_LT(permutation(i), count);
}

TEST(ScheduleSettings, AreParsed) {
  EXPECT_EQ(parse_order("X", "forward").kind, Order::Kind::forward);
  EXPECT_EQ(parse_order("X", "reverse").kind, Order::Kind::reverse);
  EXPECT_EQ(parse_order("X", "shuffle:18446744073709551615").seed, ~std::uint64_t{0});

  const ThreadChoice ranks = parse_thread_choice("X", "3,17");
  EXPECT_EQ(ranks.block.rank, 3u);
  EXPECT_EQ(ranks.thread.rank, 17u);
  const ThreadChoice named = parse_thread_choice("X", "image::scale:(1, 2), 5");
  EXPECT_EQ(named.kernel, "image::scale");
  EXPECT_EQ(named.block.rank_in({4, 4, 1}), 9u);
  EXPECT_EQ(named.block.rank_in({4, 2, 1}), std::nullopt);
  EXPECT_EQ(named.thread.rank_in({6, 1, 1}), 5u);
  EXPECT_EQ(named.thread.rank_in({5, 1, 1}), std::nullopt);
  EXPECT_EQ(parse_thread_choice("X", "(0,0,2),(1,1,1)").thread.rank_in({2, 2, 2}), 7u);
}

TEST(ScheduleSettings, RefuseOtherTexts) {
  for (const char *text : {"", "Reverse", "shuffle", "shuffle:", "shuffle:-1", "shuffle:1 ", "shuffle:0x1"})
    EXPECT_THROW(parse_order("X", text), std::invalid_argument) << text;
  for (const char *text : {"", "3", "3,", ",3", "3,4,5", "a,b", "(1,2),(3", "(1,2,3,4),5",
                           "(),"
                           "1",
                           "0,1024", "0,(0,1024)", "scale", "scale:", "-1,0", "0;0"})
    EXPECT_THROW(parse_thread_choice("X", text), std::invalid_argument) << text;
  try {
    parse_thread_choice("KCC_CPU_STOP", "7");
    FAIL();
  } catch (const std::invalid_argument &error) {
    EXPECT_THAT(error.what(),
                HasSubstr("KCC_CPU_STOP is '7'; it must be BLOCK,THREAD or KERNEL:BLOCK,THREAD"));
  }
}

TEST(KernelName, LeavesOutTypesAndArguments) {
  EXPECT_EQ(kernel_name("_Z9tile_sumsPKfPf"), "tile_sums");
  EXPECT_EQ(kernel_name("_ZN5image5scaleIfEEvPT_"), "image::scale");
  EXPECT_EQ(kernel_name("_ZN12_GLOBAL__N_14fillEPi"), "(anonymous namespace)::fill");
  EXPECT_EQ(kernel_name("plain"), "plain");
  EXPECT_TRUE(is_named("image::scale", "scale"));
  EXPECT_TRUE(is_named("image::scale", "image::scale"));
  EXPECT_FALSE(is_named("image::rescale", "scale"));
  EXPECT_FALSE(is_named("scale", "image::scale"));
}

/// Which threads ran, in order, each time they ran.
using Visits = std::vector<std::size_t>;

void note_visit(const void *const *arguments) {
  argument<Visits *>(arguments, 0)->push_back(thread_in_grid());
}

void note_visits_around_barrier(const void *const *arguments) {
  note_visit(arguments);
  kcc_cpu_sync_threads();
  note_visit(arguments);
}

void note_visits_around_cluster_barrier(const void *const *arguments) {
  note_visit(arguments);
  kcc_cpu_sync_cluster();
  note_visit(arguments);
}

void note_visits_around_grid_barrier(const void *const *arguments) {
  note_visit(arguments);
  kcc_cpu_sync_grid();
  note_visit(arguments);
}

/// Runs the grid on one OS thread.
Visits visits(Kernel kernel, GridLaunch launch) {
  const ThreadCountScope one(1);
  Visits all;
  Visits *const pointer = &all;
  const void *const arguments[] = {&pointer};
  launch.run_thread = kernel;
  launch.arguments = arguments;
  EXPECT_FALSE(run_grid(launch));
  return all;
}

/// Each block but the first polls for the one before it.
void pass_on(const void *const *arguments) {
  auto *const turns = argument<std::atomic<int> *>(arguments, 0);
  const std::size_t block = block_in_grid();
  while (block != 0 && turns[block - 1].load(std::memory_order_acquire) == 0) {
  }
  turns[block].store(1, std::memory_order_release);
}

ScheduleSettings only(const char *text) {
  return {.order = {}, .only = parse_thread_choice("X", text), .stop = {}};
}

TEST(Order, OfBlocksAndThreads) {
  const ScheduleScope scope({.order = reverse, .only = {}, .stop = {}});
  EXPECT_THAT(visits(note_visit, {.grid = {2, 1, 1}, .block = {3, 1, 1}}), ElementsAre(5, 4, 3, 2, 1, 0));
  EXPECT_THAT(
      visits(note_visits_around_barrier, {.grid = {2, 1, 1}, .block = {2, 1, 1}, .uses_barrier = true}),
      ElementsAre(3, 2, 3, 2, 1, 0, 1, 0));
}

TEST(Order, KeepsThatOfWarps) {
  const ScheduleScope scope({.order = reverse, .only = {}, .stop = {}});
  for (const bool uses_barrier : {false, true}) {
    const Visits all =
        visits(note_visit, {.grid = {1, 1, 1}, .block = {40, 1, 1}, .uses_barrier = uses_barrier});
    EXPECT_EQ(all[0], 31u);
    EXPECT_EQ(all[31], 0u);
    EXPECT_EQ(all[32], 39u);
    EXPECT_EQ(all[39], 32u);
  }
}

TEST(Order, OfClustersAndCooperativeGrids) {
  const ScheduleScope scope({.order = reverse, .only = {}, .stop = {}});
  EXPECT_THAT(visits(note_visits_around_cluster_barrier,
                     {.grid = {4, 1, 1}, .block = {1, 1, 1}, .uses_barrier = true, .cluster = {2, 1, 1}}),
              ElementsAre(3, 2, 2, 3, 1, 0, 0, 1)); // the last to arrive need not wait
  EXPECT_THAT(visits(note_visits_around_grid_barrier,
                     {.grid = {2, 1, 1}, .block = {2, 1, 1}, .uses_barrier = true, .cooperative = true}),
              testing::UnorderedElementsAre(0, 0, 1, 1, 2, 2, 3, 3));
}

TEST(Order, ShuffledIsTheSameEachTime) {
  const GridLaunch launch{.grid = {7, 3, 1}, .block = {5, 2, 1}};
  Visits first, all(7 * 3 * 5 * 2);
  {
    const ScheduleScope scope({.order = shuffle(1), .only = {}, .stop = {}});
    first = visits(note_visit, launch);
    EXPECT_EQ(visits(note_visit, launch), first);
  }
  {
    const ScheduleScope scope({.order = shuffle(2), .only = {}, .stop = {}});
    EXPECT_NE(visits(note_visit, launch), first);
  }
  std::iota(all.begin(), all.end(), 0u);
  EXPECT_NE(first, all);
  std::ranges::sort(first);
  EXPECT_EQ(first, all);
}

/// The first two threads wait at one barrier, the others at another.
void part_at_barriers(const void *const *arguments) {
  BlockRunner &block = BlockRunner::current("a test");
  if (thread_in_block() < 2)
    block.wait_at(*argument<Barrier *>(arguments, 0));
  else
    block.wait_at_block_barrier();
}

TEST(Order, ChangesNothingAboutWhoWaitsForWhom) {
  for (const Order order : {reverse, shuffle(1)}) {
    const ScheduleScope scope({.order = order, .only = {}, .stop = {}});
    Barrier other{"a barrier", 3};
    const auto fault = launch(part_at_barriers, {{1}, {4}, true}, &other);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->message,
              "deadlock: threads (0, 0, 0) and (1, 0, 0) wait at a barrier of 3 threads for threads "
              "(2, 0, 0) and (3, 0, 0); threads (2, 0, 0) and (3, 0, 0) wait at sync_threads() for threads "
              "(0, 0, 0) and (1, 0, 0)");
  }
}

TEST(Order, LetsBlocksPollForEarlierOnes) {
  const ThreadCountScope one(1);
  const ScheduleScope scope({.order = reverse, .only = {}, .stop = {}});
  for (const bool uses_barrier : {false, true}) {
    std::vector<std::atomic<int>> turns(20);
    EXPECT_FALSE(launch(pass_on, {{20, 1, 1}, {1, 1, 1}, uses_barrier}, turns.data()));
    EXPECT_EQ(turns.back(), 1);
  }
}

TEST(ChosenThread, RunsAlone) {
  const ScheduleScope scope(only("1,2"));
  testing::internal::CaptureStderr();
  EXPECT_THAT(visits(note_visit, {.grid = {2, 1, 1}, .block = {3, 1, 1}, .entry = "_Z4notePi"}),
              ElementsAre(5));
  EXPECT_EQ(
      testing::internal::GetCapturedStderr(),
      "kcc: CPU device: KCC_CPU_THREAD=1,2: of the kernel `note` only thread of rank 2 in block of rank 1 "
      "runs. The results of the others are missing\n");
}

TEST(ChosenThread, BringsThoseItWaitsFor) {
  const ScheduleScope scope(only("3,1"));
  testing::internal::CaptureStderr();
  EXPECT_THAT(
      visits(note_visits_around_barrier, {.grid = {4, 1, 1}, .block = {2, 1, 1}, .uses_barrier = true}),
      ElementsAre(6, 7, 6, 7));
  EXPECT_THAT(visits(note_visits_around_cluster_barrier,
                     {.grid = {6, 1, 1}, .block = {2, 1, 1}, .uses_barrier = true, .cluster = {2, 1, 1}}),
              testing::UnorderedElementsAre(4, 4, 5, 5, 6, 6, 7, 7));
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, HasSubstr("only block of rank 3, whose threads wait for each other, runs. "));
  EXPECT_THAT(said,
              HasSubstr("only the cluster of block of rank 3, whose blocks wait for each other, runs. "));
}

TEST(ChosenThread, LeavesOtherGridsWhole) {
  const ScheduleScope scope(only("scale:1,0"));
  testing::internal::CaptureStderr();
  for (const GridLaunch &launch :
       {GridLaunch{.grid = {2, 1, 1}, .block = {1, 1, 1}, .entry = "_Z4notePi"},  // another kernel
        GridLaunch{.grid = {1, 1, 1}, .block = {2, 1, 1}, .entry = "_Z5scalePi"}, // no such block
        GridLaunch{.grid = {2, 1, 1}, .block = {1, 1, 1}}})                       // unknown
    EXPECT_THAT(visits(note_visit, launch), ElementsAre(0, 1));
  EXPECT_THAT(
      visits(note_visits_around_grid_barrier, {.grid = {2, 1, 1},
                                               .block = {1, 1, 1},
                                               .uses_barrier = true,
                                               .cooperative = true,
                                               .entry = "_Z5scalePi"}), // its blocks wait for each other
      testing::UnorderedElementsAre(0, 0, 1, 1));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(StoppedThread, ChangesNothing) {
  const ScheduleScope scope({.order = {}, .only = {}, .stop = parse_thread_choice("X", "1,1")});
  for (const bool uses_barrier : {false, true})
    EXPECT_THAT(visits(note_visit, {.grid = {2, 1, 1}, .block = {2, 1, 1}, .uses_barrier = uses_barrier}),
                ElementsAre(0, 1, 2, 3));
}

} // namespace
