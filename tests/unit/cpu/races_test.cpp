// The graph of who has waited for whom (check/races.h).
#include "check/races.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

namespace {

using namespace kcc::cpu::check;

Cell access(std::uint32_t block, std::uint32_t rank, std::uint32_t clock) {
  Cell cell{};
  cell.clock = clock;
  cell.block = block;
  cell.rank = rank & 1023;
  return cell;
}

/// What a thread of a block does that others can wait for.
SyncNode *release(LaunchRaces &launch, std::uint32_t block, std::uint32_t rank, SyncNode *knows,
                  std::uint32_t base = 0) {
  return launch.make(
      {.clock = launch.advance(), .block = block, .first_rank = rank, .lanes = 1, .base = base},
      std::array{knows});
}

TEST(Races, KeepNoChainOfOneThread) {
  LaunchRaces launch;
  SyncNode *const other = release(launch, 1, 0, nullptr);
  SyncNode *last = release(launch, 0, 0, other);
  for (int i = 0; i < 1'000'000; ++i)
    last = release(launch, 0, 0, last);
  EXPECT_EQ(last->parents[0], other);
  EXPECT_EQ(last->parents[1], nullptr);
  EXPECT_NE(launch.known_clock(last, access(1, 0, 0)), 0);
  EXPECT_NE(launch.known_clock(last, access(0, 0, last->clock - 1)), 0);
  EXPECT_EQ(launch.known_clock(last, access(0, 1, 0)), 0);
}

/// Of a thread that no other one has waited for.
TEST(Races, AreFoundBehindManyMessages) {
  LaunchRaces launch;
  SyncNode *last = nullptr;
  for (std::uint32_t i = 0; i < 140'000; ++i)
    last = release(launch, i % 2, 0, last);
  EXPECT_EQ(launch.known_clock(last, access(2, 0, 0)), 0);
  // The same search again visits nothing.
  for (int i = 0; i < 100'000; ++i)
    EXPECT_EQ(launch.known_clock(last, access(2, 0, 0)), 0);
  // A launch has so much time for long searches, which are short ones then, and taken for a success.
  std::uint32_t rank = 0;
  while (rank < 1000 && launch.known_clock(last, access(2, ++rank, 0)) == 0) {
  }
  EXPECT_GT(rank, 100);
  EXPECT_LT(rank, 1000);
}

/// Threads that release, and get to know what others have released, at random; compared with a clock of each
/// thread for each node.
TEST(Races, OfRandomThreadsAreThoseOfVectorClocks) {
  constexpr std::uint32_t blocks = 3, ranks = 3, threads = blocks * ranks;
  using Clocks = std::array<std::uint32_t, threads>;
  struct Known {
    SyncNode *node = nullptr;
    Clocks clocks{};
    void add(LaunchRaces &launch, const Known &other) {
      node = launch.join(node, other.node);
      for (std::uint32_t i = 0; i < threads; ++i)
        clocks[i] = std::max(clocks[i], other.clocks[i]);
    }
  };
  for (unsigned seed = 0; seed < 1000 && !testing::Test::HasFailure(); ++seed) {
    std::mt19937 random(seed);
    LaunchRaces launch;
    std::array<Known, threads> knows{};
    std::array<Known, 3> variables{};
    std::array<std::uint32_t, blocks> bases{};
    const std::uint32_t range = 1 + seed % threads; // few threads in some
    for (int step = 0; step < 300; ++step) {
      const std::uint32_t thread = random() % range;
      Known &mine = knows[thread], &variable = variables[random() % variables.size()];
      const auto release_now = [&] {
        mine.node = release(launch, thread / ranks, thread % ranks, mine.node, bases[thread / ranks]);
        mine.clocks[thread] = mine.node->clock;
      };
      switch (random() % 6) {
      case 0: // a store
        release_now();
        variable = mine;
        break;
      case 1:
      case 2: // an addition that releases and acquires
        release_now();
        variable.add(launch, mine);
        mine.add(launch, variable);
        break;
      case 3: // one that only releases
        release_now();
        variable.add(launch, mine);
        break;
      case 4:
        mine.add(launch, variable);
        break;
      default: { // a barrier of the lanes of the first block, or of another block
        const std::uint32_t block = thread / ranks, now = launch.advance();
        if (block != 0)
          bases[block] = now;
        Known all;
        std::vector<SyncNode *> nodes;
        for (std::uint32_t i = block * ranks; i < (block + 1) * ranks; ++i) {
          for (std::uint32_t k = 0; k < threads; ++k)
            all.clocks[k] = std::max(all.clocks[k], knows[i].clocks[k]);
          nodes.push_back(knows[i].node);
        }
        all.node = launch.make({.clock = now,
                                .block = block,
                                .first_rank = 0,
                                .lanes = block == 0 ? 7u : 0,
                                .base = bases[block]},
                               nodes);
        for (std::uint32_t i = block * ranks; i < (block + 1) * ranks; ++i)
          all.clocks[i] = now;
        for (std::uint32_t i = block * ranks; i < (block + 1) * ranks; ++i)
          knows[i] = all;
      }
      }
      for (int search = 0; search < 4; ++search) {
        const std::uint32_t other = random() % threads, clock = random() % (launch.clock() + 1);
        if (const Known &now = knows[random() % threads]; now.node) {
          const std::uint32_t known =
              launch.known_clock(now.node, access(other / ranks, other % ranks, clock));
          EXPECT_EQ(known != 0, clock < now.clocks[other]) << "seed " << seed << ", step " << step;
          EXPECT_LE(known, now.clocks[other]);
        }
      }
    }
  }
}

} // namespace
