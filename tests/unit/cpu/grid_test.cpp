#include "launch.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace kcc::cpu;
using namespace kcc::cpu::test;
using kcc::Dim3;

namespace {

/// visits[i] is incremented without synchronization: each belongs to one thread of the grid.
void count_visit(const void *const *arguments) {
  ++argument<int *>(arguments, 0)[thread_in_grid()];
}

std::size_t volume(Dim3 d) {
  return std::size_t{d.x} * d.y * d.z;
}

class EveryThreadRunsOnce : public testing::TestWithParam<std::tuple<Dim3, Dim3, bool>> {};

TEST_P(EveryThreadRunsOnce, InGrid) {
  auto [grid, block, uses_barrier] = GetParam();
  ThreadCountScope threads(3);
  std::vector<int> visits(volume(grid) * volume(block));
  EXPECT_FALSE(launch(count_visit, {grid, block, uses_barrier}, visits.data()));
  EXPECT_EQ(visits, std::vector<int>(visits.size(), 1));
}

INSTANTIATE_TEST_SUITE_P(Shapes, EveryThreadRunsOnce,
                         testing::Combine(testing::Values(Dim3{1, 1, 1}, Dim3{1000, 1, 1}, Dim3{17, 19, 1},
                                                          Dim3{1, 1, 7}, Dim3{5, 3, 11}),
                                          testing::Values(Dim3{1, 1, 1}, Dim3{64, 1, 1}, Dim3{7, 5, 1},
                                                          Dim3{3, 4, 5}),
                                          testing::Bool()));

void check_dimensions(const void *const *arguments) {
  const kcc::abi::CpuThread &t = *kcc_cpu_thread;
  const bool right = t.block_dim[0] == 2 && t.block_dim[1] == 3 && t.block_dim[2] == 4 &&
                     t.grid_dim[0] == 5 && t.grid_dim[1] == 6 && t.grid_dim[2] == 7 &&
                     t.static_shared_bytes == 24 && t.dynamic_shared_bytes == 40 &&
                     reinterpret_cast<std::uintptr_t>(t.shared_memory) % 128 == 0 &&
                     t.shared_memory != nullptr;
  argument<bool *>(arguments, 0)[thread_in_grid()] = right;
}

TEST(Grid, ThreadsKnowTheLaunch) {
  for (bool uses_barrier : {false, true}) {
    bool right[24 * 210] = {};
    launch(check_dimensions, {{5, 6, 7}, {2, 3, 4}, uses_barrier, 24, 40}, &right[0]);
    for (bool thread_is_right : right)
      ASSERT_TRUE(thread_is_right);
  }
}

void append_thread(const void *const *arguments) {
  argument<std::vector<std::size_t> *>(arguments, 0)->push_back(thread_in_block());
}

TEST(Grid, ThreadsOfABlockRunXFastest) {
  for (bool uses_barrier : {false, true}) {
    std::vector<std::size_t> order;
    launch(append_thread, {{1}, {3, 4, 5}, uses_barrier}, &order);
    ASSERT_EQ(order.size(), 60u);
    for (std::size_t i = 0; i < order.size(); ++i)
      EXPECT_EQ(order[i], i);
  }
}

void nothing(const void *const *) {}

TEST(Grid, AMillionBlocksOfOneThreadAreQuick) {
  std::vector<int> visits(1'000'000);
  const auto start = std::chrono::steady_clock::now();
  launch(count_visit, {{1'000'000}, {1}}, visits.data());
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(visits, std::vector<int>(visits.size(), 1));
  // This takes tens of milliseconds; the bound allows for sanitizers on a busy machine and still excludes a
  // lock or a wake-up per block.
  EXPECT_LT(std::chrono::duration<double>(took).count(), 3.0);
}

TEST(Grid, RefusesShapesThatNoDeviceRuns) {
  auto message = [](Dim3 grid, Dim3 block) -> std::string {
    try {
      launch(nothing, {grid, block});
    } catch (const std::invalid_argument &error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message({1}, {1025}),
            "a block of (1025, 1, 1) threads cannot run: no dimension may be 0 and their "
            "product at most 1024");
  EXPECT_NE(message({1}, {1u << 31, 1u << 31, 4}), ""); // the product would be 0 in 64 bits
  EXPECT_NE(message({1}, {1, 0, 1}), "");
  EXPECT_NE(message({0}, {1}), "");
  EXPECT_EQ(message({1u << 31, 1u << 31, 2}, {1}),
            "a grid of (2147483648, 2147483648, 2) blocks cannot run: no "
            "dimension may be 0 and their product must be below 2^63");
}

void note_os_thread(const void *const *arguments) {
  auto &[mutex, seen] = *argument<std::pair<std::mutex, std::set<std::thread::id>> *>(arguments, 0);
  {
    std::lock_guard lock(mutex);
    seen.insert(std::this_thread::get_id());
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

TEST(Grid, BlocksRunOnAsManyThreadsAsAsked) {
  std::pair<std::mutex, std::set<std::thread::id>> noted;
  {
    ThreadCountScope threads(1);
    launch(note_os_thread, {{16}, {1}}, &noted);
    EXPECT_EQ(noted.second, std::set{std::this_thread::get_id()});
  }
  noted.second.clear();
  {
    ThreadCountScope threads(4);
    launch(note_os_thread, {{200}, {1}}, &noted);
    EXPECT_EQ(noted.second.size(), 4u);
    EXPECT_TRUE(noted.second.contains(std::this_thread::get_id()));
  }
}

/// Every block writes its number to its own shared memory and must find it there at the end.
void keep_number_in_shared(const void *const *arguments) {
  auto *shared = reinterpret_cast<std::size_t *>(kcc_cpu_thread->shared_memory);
  if (thread_in_block() == 0)
    shared[99] = block_in_grid();
  kcc_cpu_sync_threads();
  if (shared[99] != block_in_grid())
    argument<bool *>(arguments, 0)[thread_in_grid()] = true;
}

TEST(Grid, SharedMemoryBelongsToOneBlock) {
  ThreadCountScope threads(4);
  bool wrong[500 * 4] = {};
  launch(keep_number_in_shared, {{500}, {4}, true, 400, 400}, &wrong[0]);
  for (bool w : wrong)
    ASSERT_FALSE(w);
}

} // namespace
