// A grid whose blocks may wait for each other gets more OS threads, and one whose blocks just take long does
// not.
#include "engine/progress_guard.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

using namespace kcc::cpu;

namespace {

TEST(ProgressGuard, AddsThreadsWhereBlocksPoll) {
  std::atomic<int> added = 0;
  {
    const ProgressGuard guard([&] { ++added; }, [] { return 0; }, [] { return true; });
    while (added == 0)
      std::this_thread::yield();
  }
  EXPECT_GT(added, 0);
}

TEST(ProgressGuard, AddsNoneWhereBlocksTakeLong) {
  std::atomic<int> added = 0, asked = 0;
  {
    const ProgressGuard guard([&] { ++added; }, [] { return 0; }, [&] { return ++asked, false; });
    while (asked < 40) // twice as often as the first thread takes
      std::this_thread::yield();
  }
  EXPECT_EQ(added, 0);
}

} // namespace
