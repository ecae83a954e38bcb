// Blocks that run at the same time: cooperative grids and clusters.
#include "engine/sanitizers.h"
#include "launch.h"

#include <gmock/gmock.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

using namespace kcc::cpu;
using namespace kcc::cpu::test;

namespace {

using testing::HasSubstr;

template <class... Arguments>
std::optional<Fault> launch_together(Kernel kernel, kcc::Dim3 grid, kcc::Dim3 block, kcc::Dim3 cluster,
                                     bool cooperative, const Arguments &...arguments) {
  const void *const pointers[] = {&arguments..., nullptr};
  return run_grid({.run_thread = kernel,
                   .arguments = pointers,
                   .grid = grid,
                   .block = block,
                   .static_shared_bytes = 64,
                   .uses_barrier = true,
                   .cooperative = cooperative,
                   .cluster = cluster});
}

/// Every thread reads its right neighbour's value across the whole grid, `rounds` times.
void rotate_grid(const void *const *arguments) {
  const auto rounds = argument<int>(arguments, 0);
  auto *values = argument<std::uint32_t *>(arguments, 1);
  const std::size_t threads = block_threads() * kcc_cpu_thread->grid_dim[0] * kcc_cpu_thread->grid_dim[1] *
                              kcc_cpu_thread->grid_dim[2];
  const std::size_t i = thread_in_grid();
  for (int round = 0; round < rounds; ++round) {
    const std::uint32_t next = values[(i + 1) % threads];
    kcc_cpu_sync_grid();
    values[i] = next;
    kcc_cpu_sync_grid();
  }
}

TEST(Together, GridsMeetOnAnyNumberOfOsThreads) {
  for (const unsigned os_threads : {1u, 2u, 3u, 8u}) {
    ThreadCountScope scope(os_threads);
    for (const kcc::Dim3 grid : {kcc::Dim3{1}, kcc::Dim3{2}, kcc::Dim3{3, 2, 4}, kcc::Dim3{100}})
      for (const kcc::Dim3 block : {kcc::Dim3{1}, kcc::Dim3{3, 2, 2}}) {
        const std::size_t threads = std::size_t{grid.x} * grid.y * grid.z * block.x * block.y * block.z;
        std::vector<std::uint32_t> values(threads);
        for (std::size_t i = 0; i < threads; ++i)
          values[i] = static_cast<std::uint32_t>(i);
        EXPECT_FALSE(launch_together(rotate_grid, grid, block, {}, true, 25, values.data()));
        for (std::size_t i = 0; i < threads; ++i)
          ASSERT_EQ(values[i], (i + 25) % threads) << os_threads << " OS threads, " << threads << " threads";
      }
  }
}

TEST(Together, SeveralGridsAtOnce) {
  std::vector<std::thread> hosts;
  std::atomic<int> wrong = 0;
  for (int host = 0; host < 4; ++host)
    hosts.emplace_back([&] {
      for (int repetition = 0; repetition < 20; ++repetition) {
        std::vector<std::uint32_t> values(40);
        for (std::uint32_t i = 0; i < 40; ++i)
          values[i] = i;
        wrong += launch_together(rotate_grid, {10}, {4}, {}, true, 7, values.data()).has_value();
        for (std::uint32_t i = 0; i < 40; ++i)
          wrong += values[i] != (i + 7) % 40;
      }
    });
  for (std::thread &host : hosts)
    host.join();
  EXPECT_EQ(wrong, 0);
}

/// Blocks of a cluster increment counters in each other's shared memory; ranks are x fastest.
void count_in_cluster(const void *const *arguments) {
  auto *results = argument<std::uint32_t *>(arguments, 0);
  const auto size = argument<std::uint32_t>(arguments, 1);
  auto *mine = reinterpret_cast<std::uint32_t *>(kcc_cpu_thread->shared_memory);
  if (thread_in_block() == 0)
    *mine = 0;
  kcc_cpu_sync_cluster();
  for (std::uint32_t rank = 0; rank < size; ++rank) {
    if (thread_in_block() == 0)
      ++*static_cast<std::uint32_t *>(kcc_cpu_cluster_shared(mine, rank));
    kcc_cpu_sync_cluster();
  }
  if (thread_in_block() == 0)
    results[block_in_grid()] = *mine;
}

TEST(Together, ClustersShareMemory) {
  for (const unsigned os_threads : {1u, 3u}) {
    ThreadCountScope scope(os_threads);
    for (const kcc::Dim3 cluster : {kcc::Dim3{2}, kcc::Dim3{2, 2, 2}, kcc::Dim3{1, 3}})
      for (const bool cooperative : {false, true}) {
        const std::uint32_t size = cluster.x * cluster.y * cluster.z;
        std::vector<std::uint32_t> results(8 * 6 * 4);
        EXPECT_FALSE(
            launch_together(count_in_cluster, {8, 6, 4}, {2}, cluster, cooperative, results.data(), size));
        EXPECT_EQ(results, std::vector<std::uint32_t>(results.size(), size));
      }
  }
}

TEST(Together, ARankThatIsNotThereIsAFault) {
  const auto fault = launch_together(
      [](const void *const *) {
        kcc_cpu_sync_cluster();
        kcc_cpu_cluster_shared(kcc_cpu_thread->shared_memory, 2);
      },
      {4}, {2}, {2}, false);
  ASSERT_TRUE(fault);
  EXPECT_THAT(fault->message, HasSubstr("no block 2 in a cluster of 2"));
}

void some_blocks_stay_away(const void *const *) {
  if (block_in_grid() % 2 == 1)
    kcc_cpu_sync_grid();
}

TEST(Together, BlocksThatWaitInVainAreAFault) {
  for (const unsigned os_threads : {1u, 2u, 5u}) {
    ThreadCountScope scope(os_threads);
    for (int repetition = 0; repetition < 20; ++repetition) {
      const auto fault = launch_together(some_blocks_stay_away, {9}, {3}, {}, true);
      ASSERT_TRUE(fault);
      EXPECT_EQ(fault->block_idx.x % 2, 1u);
      EXPECT_THAT(fault->message,
                  HasSubstr("threads (0, 0, 0), (1, 0, 0) and (2, 0, 0) wait at sync_grid() (4 of 9 "
                            "blocks are there; (0, 0, 0), (2, 0, 0), (4, 0, 0) and 2 more are missing)"));
    }
    std::vector<std::uint32_t> values(20);
    EXPECT_FALSE(launch_together(rotate_grid, {10}, {2}, {}, true, 3, values.data())); // still usable
  }
}

void some_threads_stay_away(const void *const *) {
  if (thread_in_block() != 1)
    kcc_cpu_sync_grid();
}

TEST(Together, AThreadThatStaysAwayIsAFault) {
  const auto fault = launch_together(some_threads_stay_away, {4}, {3}, {}, true);
  ASSERT_TRUE(fault);
  EXPECT_THAT(fault->message, HasSubstr("wait at sync_grid() of 3 threads"));
}

void one_cluster_block_stays_away(const void *const *) {
  if (block_in_grid() != 5)
    kcc_cpu_sync_cluster();
}

TEST(Together, AClusterThatWaitsInVainIsAFault) {
  const auto fault = launch_together(one_cluster_block_stays_away, {8}, {2}, {2}, false);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->block_idx.x, 4u);
  EXPECT_THAT(fault->message, HasSubstr("sync_cluster() (1 of 2 blocks is there; (5, 0, 0) is missing)"));
}

void one_thread_traps(const void *const *) {
  kcc_cpu_sync_grid();
  if (thread_in_grid() == 13)
    kcc_cpu_trap();
  kcc_cpu_sync_grid();
}

TEST(Together, ATrapEndsTheGrid) {
  for (const unsigned os_threads : {1u, 4u}) {
    ThreadCountScope scope(os_threads);
    const auto fault = launch_together(one_thread_traps, {10}, {4}, {}, true);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->block_idx, (kcc::Dim3{3, 0, 0}));
    EXPECT_EQ(fault->thread_idx, (kcc::Dim3{1, 0, 0}));
    EXPECT_EQ(fault->message, "");
  }
}

/// The last block ends what the others poll for.
void poll_for_the_last(const void *const *arguments) {
  auto &flag = *argument<std::atomic<int> *>(arguments, 0);
  if (block_in_grid() + 1 == kcc_cpu_thread->grid_dim[0])
    flag = 1;
  while (flag == 0)
    kcc_cpu_yield(0);
}

TEST(Together, BlocksMayPollForOthers) {
  for (const unsigned os_threads : {1u, 3u}) {
    ThreadCountScope scope(os_threads);
    std::atomic<int> flag = 0;
    EXPECT_FALSE(launch_together(poll_for_the_last, {50}, {2}, {}, true, &flag));
  }
}

TEST(Together, WithoutMemoryForAllStacksTheGridFails) {
  if (sanitizers::are_there())
    GTEST_SKIP() << "the sanitizers reserve more address space than this test's limit";
  ThreadCountScope threads(3);
  std::vector<std::uint32_t> values(200);
  {
    StackBytesScope stacks(std::size_t{1} << 30);
    AddressSpaceLimit limit(std::size_t{24} << 30);
    EXPECT_THROW(launch_together(rotate_grid, {50}, {4}, {}, true, 1, values.data()), std::system_error);
  }
  EXPECT_FALSE(launch_together(rotate_grid, {50}, {4}, {}, true, 1, values.data()));
}

TEST(Together, AGridHasALimitedNumberOfThreads) {
  EXPECT_EQ(max_cooperative_threads(), &__tsan_create_fiber != nullptr ? 4096u : 12288u);
  std::vector<std::uint32_t> values(max_cooperative_threads());
  EXPECT_FALSE(
      launch_together(rotate_grid, {max_cooperative_threads() / 1024}, {1024}, {}, true, 1, values.data()));
}

TEST(Together, RefusesWhatCannotRun) {
  std::vector<std::uint32_t> values(1);
  EXPECT_THROW(launch_together(rotate_grid, {13}, {1024}, {}, true, 1, values.data()), std::invalid_argument);
  EXPECT_THROW(launch_together(rotate_grid, {4}, {1}, {3}, true, 1, values.data()), std::invalid_argument);
  EXPECT_THROW(launch_together(rotate_grid, {32}, {1}, {32}, true, 1, values.data()), std::invalid_argument);
  EXPECT_THROW(launch_together(rotate_grid, {16}, {1}, {0}, true, 1, values.data()), std::invalid_argument);
}

} // namespace
