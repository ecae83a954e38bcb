// A grid whose blocks may wait for each other gets more OS threads, and one whose blocks just take long does
// not.
#include "engine/progress_guard.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

using namespace kcc::cpu;

namespace {

using Progress = ProgressGuard::Progress;

TEST(ProgressGuard, AddsThreadsWhereBlocksPoll) {
  std::atomic<int> added = 0;
  {
    const ProgressGuard guard([&] { ++added; }, [] { return Progress{0, 9, 1000}; }, [] { return true; });
    while (added == 0)
      std::this_thread::yield();
  }
  EXPECT_GT(added, 0);
}

TEST(ProgressGuard, AddsNoMoreThreadsThanBlocksAreLeft) {
  std::atomic<std::uint64_t> added = 0;
  {
    const ProgressGuard guard([&] { ++added; }, [&] { return Progress{0, 3 - added, 1 + added}; },
                              [] { return true; });
    while (added < 3)
      std::this_thread::yield();
  }
  EXPECT_EQ(added, 3);
}

TEST(ProgressGuard, AddsNoneWhereBlocksTakeLong) {
  std::atomic<int> added = 0, asked = 0;
  {
    const ProgressGuard guard([&] { ++added; }, [] { return Progress{0, 9, 1000}; },
                              [&] { return ++asked, false; });
    while (asked < 40) // twice as often as the first thread takes
      std::this_thread::yield();
  }
  EXPECT_EQ(added, 0);
}

TEST(ProgressGuard, AddsNoMoreBeforeThoseAddedAreReady) {
  std::atomic<int> added = 0, asked = 0;
  {
    const auto progress = [&] { return ++asked, Progress{0, 9, 1}; };
    const ProgressGuard guard([&] { ++added; }, progress, [] { return true; });
    while (asked < 60)
      std::this_thread::yield();
  }
  EXPECT_EQ(added, 1);
}

} // namespace
