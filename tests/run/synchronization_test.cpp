// Barriers of all kinds and asynchronous copies, on every device.
#include "devices.h"
#include "kernels/synchronization.h"
#include KCC_TEST_KERNELS // "synchronization_kernels.h", or one of the same kernels for other GPUs

#include <kcc/runtime.h>

#include <algorithm>
#include <gmock/gmock.h>
#include <numeric>
#include <vector>

namespace {

using namespace synchronization;
using kcc::Blocks;
using kcc::Buffer;
using kcc::LaunchConfig;
using kcc::Threads;
using testing::HasSubstr;

std::vector<std::uint32_t> numbers(std::size_t count) {
  std::vector<std::uint32_t> result(count);
  for (std::size_t i = 0; i < count; ++i)
    result[i] = static_cast<std::uint32_t>(i * 2654435761u >> 8);
  return result;
}

class Synchronization : public kcc::testing::DeviceTest {
protected:
  /// The CPU device's message about a deadlocked kernel. A GPU would hang.
  template <class Launch> std::string deadlock(Launch &&launch) {
    try {
      launch();
      stream_.synchronize();
    } catch (const kcc::Error &error) {
      stream_ = kcc::Stream(device_);
      try {
        device_.synchronize();
      } catch (const kcc::Error &) {
      }
      return error.what();
    }
    return "";
  }

  bool is_cpu() const { return GetParam() == kcc::Backend::cpu; }
  /// Neither is compiled for older GPUs.
  bool has_clusters() const {
    return device_.limits().max_cluster_blocks > 1 && (is_cpu() || KCC_TEST_ARCH >= 90);
  }

  kcc::Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(Synchronization);

TEST_P(Synchronization, CountsAtTheBlockBarrier) {
  Buffer<Votes> one(device_, 1);
  KCC_SKIP_WITHOUT_PARTIAL_BARRIERS(
      stream_.launch(synchronization_kernels::votes, {Blocks(1), Threads(1)}, one, 0u, 1u, 1u));
  for (const kcc::Dim3 block :
       {kcc::Dim3{64}, kcc::Dim3{7, 5, 3}, kcc::Dim3{1}, kcc::Dim3{1024}, kcc::Dim3{33}})
    for (const std::uint32_t threshold : {0u, 1u, 30u, 2000u}) {
      constexpr std::uint32_t blocks = 3, rounds = 5;
      const std::uint32_t threads = block.x * block.y * block.z;
      Buffer<Votes> seen(device_, blocks * threads);
      seen.fill_bytes(stream_, std::byte{0xff});
      stream_.launch(synchronization_kernels::votes, {Blocks(1, blocks), Threads(block)}, seen, threshold,
                     threads, rounds);
      Votes expected{0, 0, 0};
      for (std::uint32_t round = 0; round < rounds; ++round) {
        expected.count += std::min(threads, threshold + round);
        expected.all += threshold + round >= threads;
        expected.any += threshold + round != 0;
      }
      EXPECT_THAT(seen.to_host(stream_), testing::Each(expected)) << threads << " threads, " << threshold;
    }
}

TEST_P(Synchronization, ThreadsThatReturnedDoNotCount) {
  constexpr std::uint32_t threads = 100, leaving = 70;
  Buffer<Votes> seen(device_, std::vector<Votes>(threads, Votes{9, 9, 9}));
  KCC_SKIP_WITHOUT_PARTIAL_BARRIERS(
      stream_.launch(synchronization_kernels::votes, {Blocks(1), Threads(threads)}, seen, 69u, leaving, 2u));
  const auto votes = seen.to_host(stream_);
  for (std::uint32_t i = 0; i < threads; ++i)
    EXPECT_EQ(votes[i], i < leaving ? (Votes{139, 1, 2}) : (Votes{9, 9, 9})) << i;
}

TEST_P(Synchronization, PartsOfWarpsReturnBeforeBarriers) {
  const std::vector<std::uint32_t> in{0x12345, 77, 40, 5};
  Buffer<std::uint32_t> device_in(device_, in), one(device_, 1);
  KCC_SKIP_WITHOUT_PARTIAL_BARRIERS(stream_.launch(synchronization_kernels::early_returns,
                                                   {Blocks(1), Threads(1)}, one, device_in, 0u, 1u));
  for (const std::uint32_t threads : {32u, 48u, 160u, 1024u})
    for (const std::uint32_t leaving :
         {0u, 1u, 0x80000000u, 0xffffu, 0xaaaaaaaau, 0xffbfffffu, 0xffffffffu}) {
      constexpr std::uint32_t rounds = 5;
      Buffer<std::uint32_t> out(device_, threads);
      stream_.launch(synchronization_kernels::early_returns, {Blocks(1), Threads(threads)}, out, device_in,
                     leaving, rounds);
      const std::uint32_t same = in[0], other = in[1] * 3;
      std::vector<std::uint32_t> expected(threads), staying;
      for (std::uint32_t rank = 0; rank < threads; ++rank)
        if ((leaving >> (rank & 31) & 1) != 0)
          expected[rank] = (same & 0xffff) + other * std::min(threads, in[2]);
        else
          staying.push_back(rank);
      auto sum = [&](std::uint32_t value) {
        std::uint32_t result = 0;
        for (const std::uint32_t rank : staying)
          result += value + rank;
        return result;
      };
      for (const std::uint32_t rank : staying)
        expected[rank] = sum(same ^ other);
      for (std::uint32_t round = 0; round < rounds; ++round) {
        std::uint32_t count = 0;
        for (const std::uint32_t rank : staying)
          count += (expected[rank] & 3) != 0;
        const bool any = std::ranges::count(staying, round) != 0;
        for (const std::uint32_t rank : staying)
          expected[rank] = expected[rank] * 5 + count + in[round & 3] + (any ? sum(round * other) : 0);
      }
      for (const std::uint32_t rank : staying)
        expected[rank] += same;
      EXPECT_EQ(out.to_host(stream_), expected) << threads << " threads, " << std::hex << leaving;
    }
}

TEST_P(Synchronization, ProducersAndConsumersMeetAtNamedBarriers) {
  KCC_SKIP_WITHOUT_CODE_OF(synchronization_kernels::producer_consumer);
  for (const std::uint32_t half : {32u, 128u, 512u}) {
    constexpr std::uint32_t rounds = 20;
    const auto input = numbers(half * rounds);
    Buffer<std::uint32_t> device_input(device_, input), output(device_, input.size());
    stream_.launch(synchronization_kernels::producer_consumer, {Blocks(1), Threads(2 * half)}, device_input,
                   output, rounds);
    const auto result = output.to_host(stream_);
    for (std::uint32_t round = 0; round < rounds; ++round)
      for (std::uint32_t i = 0; i < half; ++i)
        ASSERT_EQ(result[round * half + i], input[round * half + half - 1 - i] + round) << half;
  }
}

TEST_P(Synchronization, GroupsOfWarpsMeetAmongThemselves) {
  KCC_SKIP_WITHOUT_CODE_OF(synchronization_kernels::separate_groups);
  constexpr std::uint32_t threads = 512;
  Buffer<std::uint32_t> output(device_, threads);
  stream_.launch(synchronization_kernels::separate_groups, {Blocks(1), Threads(threads)}, output);
  const auto result = output.to_host(stream_);
  for (std::uint32_t i = 0; i < threads; ++i)
    EXPECT_EQ(result[i], i / 64 * 64 + (i % 64 + i / 64 * 3 + 1) % 64);
}

TEST_P(Synchronization, SumsOverTheGrid) {
  KCC_SKIP_WITHOUT_CODE_OF(synchronization_kernels::grid_sum);
  constexpr std::size_t rounds = 12;
  for (const std::size_t count : {1000u, 40000u}) {
    LaunchConfig config{{}, Threads(64)};
    config.cooperative = true;
    const std::uint32_t most = stream_.max_cooperative_blocks(synchronization_kernels::grid_sum, config);
    ASSERT_GE(most, 16u);
    for (const kcc::Dim3 grid : {kcc::Dim3{1}, kcc::Dim3{5, 3}, kcc::Dim3{most}}) {
      if (grid.x == most && count != 1000) // threads without values; the rest is as with fewer blocks
        continue;
      config.grid = Blocks(grid);
      auto values = numbers(count);
      Buffer<std::uint32_t> device_values(device_, values);
      Buffer<std::uint64_t> partial(device_, grid.x * grid.y), sums(device_, rounds);
      stream_.launch(synchronization_kernels::grid_sum, config, device_values, partial, sums);
      std::vector<std::uint64_t> expected;
      for (std::size_t round = 0; round < rounds; ++round) {
        expected.push_back(std::accumulate(values.begin(), values.end(), std::uint64_t{0}));
        for (std::uint32_t &value : values)
          value += static_cast<std::uint32_t>(expected.back() % 1000);
      }
      EXPECT_EQ(sums.to_host(stream_), expected) << grid.x << " blocks";
      EXPECT_EQ(device_values.to_host(stream_), values);
    }
  }
}

TEST_P(Synchronization, CooperativeGridsOfTwoStreamsDoNotMeet) {
  KCC_SKIP_WITHOUT_CODE_OF(synchronization_kernels::grid_sum);
  kcc::Stream other(device_);
  LaunchConfig config{Blocks(8), Threads(64)};
  config.cooperative = true;
  const auto values = numbers(5000);
  std::vector<Buffer<std::uint32_t>> inputs;
  std::vector<Buffer<std::uint64_t>> partial, sums;
  for (int i = 0; i < 20; ++i) {
    inputs.emplace_back(device_, values);
    partial.emplace_back(device_, 8);
    sums.emplace_back(device_, 3);
  }
  for (std::size_t i = 0; i < inputs.size(); ++i)
    (i % 2 == 0 ? stream_ : other)
        .launch(synchronization_kernels::grid_sum, config, inputs[i], partial[i], sums[i]);
  device_.synchronize();
  for (std::size_t i = 1; i < inputs.size(); ++i)
    EXPECT_EQ(sums[i].to_host(), sums[0].to_host());
}

TEST_P(Synchronization, RefusesGridsThatCannotMeet) {
  KCC_SKIP_WITHOUT_CODE_OF(synchronization_kernels::grid_sum);
  Buffer<std::uint32_t> values(device_, 10);
  Buffer<std::uint64_t> partial(device_, 10), sums(device_, 1);
  LaunchConfig config{Blocks(4), Threads(64)};
  try {
    stream_.launch(synchronization_kernels::grid_sum, config, values, partial, sums);
    ADD_FAILURE() << "an ordinary launch of a kernel that calls sync_grid() began";
  } catch (const kcc::Error &error) {
    EXPECT_THAT(error.what(), HasSubstr("kernel `grid_sum`"));
    EXPECT_THAT(error.what(), HasSubstr("calls kcc::sync_grid()"));
    EXPECT_THAT(error.what(), HasSubstr("Set LaunchConfig::cooperative"));
  }
  config.cooperative = true;
  const std::uint32_t most = stream_.max_cooperative_blocks(synchronization_kernels::grid_sum, config);
  config.grid.x = most + 1;
  try {
    stream_.launch(synchronization_kernels::grid_sum, config, values, partial, sums);
    ADD_FAILURE() << "a cooperative launch with too many blocks began";
  } catch (const kcc::Error &error) {
    EXPECT_THAT(error.what(), HasSubstr("only " + std::to_string(most) + " of these " +
                                        std::to_string(most + 1) + " blocks of 64 threads fit"));
  }
  stream_.synchronize(); // neither made the stream unusable
}

TEST_P(Synchronization, ClustersReachEachOthersSharedMemory) {
  if (!has_clusters())
    GTEST_SKIP() << "no clusters here";
  for (const std::uint32_t cluster : {1u, 2u, 4u, 8u})
    for (const bool cooperative : {false, true}) {
      const std::uint32_t blocks = 3 * cluster;
      LaunchConfig config{Blocks(blocks), Threads(64)};
      config.cluster = Blocks(cluster);
      config.cooperative = cooperative;
      Buffer<std::uint32_t> found(device_, blocks * 64);
      stream_.launch(synchronization_kernels::cluster_ring, config, found, cluster);
      EXPECT_THAT(found.to_host(stream_), testing::Each(20u)) << cluster << " blocks, " << cooperative;
    }
}

TEST_P(Synchronization, BlocksKnowTheirPlaceInTheCluster) {
  if (!has_clusters())
    GTEST_SKIP() << "no clusters here";
  for (const kcc::Dim3 extent :
       {kcc::Dim3{2, 2, 2}, kcc::Dim3{1, 3, 1}, kcc::Dim3{1, 1, 4}, kcc::Dim3{1, 1, 1}}) {
    const kcc::Dim3 grid{4, 6, 4};
    LaunchConfig config{Blocks(grid), Threads(1)};
    config.cluster = Blocks(extent);
    Buffer<ClusterPlace> places(device_, grid.x * grid.y * grid.z);
    stream_.launch(synchronization_kernels::cluster_places, config, places);
    const auto result = places.to_host(stream_);
    const std::uint32_t size = extent.x * extent.y * extent.z;
    for (std::uint32_t i = 0; i < result.size(); ++i) {
      const std::uint32_t x = i % grid.x, y = i / grid.x % grid.y, z = i / grid.x / grid.y;
      const std::uint32_t at[] = {x % extent.x, y % extent.y, z % extent.z};
      const std::uint32_t rank = (at[2] * extent.y + at[1]) * extent.x + at[0];
      const ClusterPlace expected{{at[0], at[1], at[2]},
                                  {x / extent.x, y / extent.y, z / extent.z},
                                  {extent.x, extent.y, extent.z},
                                  {grid.x / extent.x, grid.y / extent.y, grid.z / extent.z},
                                  size,
                                  rank,
                                  (rank + 1) % size};
      ASSERT_EQ(result[i], expected) << i << " of clusters of " << size;
    }
  }
}

TEST_P(Synchronization, SumsByBarriersInSharedMemory) {
  KCC_SKIP_WITHOUT_CODE_OF(synchronization_kernels::barrier_tree);
  for (const std::uint32_t threads : {1u, 32u, 100u, 1024u}) {
    constexpr std::uint32_t rounds = 30;
    const auto values = numbers(threads);
    Buffer<std::uint32_t> device_values(device_, values), sums(device_, rounds);
    stream_.launch(synchronization_kernels::barrier_tree, {Blocks(1), Threads(threads)}, device_values, sums,
                   rounds);
    const auto result = sums.to_host(stream_);
    const std::uint32_t sum = std::accumulate(values.begin(), values.end(), 0u);
    for (std::uint32_t round = 0; round < rounds; ++round)
      EXPECT_EQ(result[round], sum + round * threads) << threads << " threads";
  }
}

TEST_P(Synchronization, ThreadsDropOutOfABarrierAndPollIt) {
  KCC_SKIP_WITHOUT_CODE_OF(synchronization_kernels::barrier_warps);
  constexpr std::uint32_t threads = 256, warps = threads / 32;
  Buffer<std::uint32_t> seen(device_, 10 * threads);
  stream_.launch(synchronization_kernels::barrier_warps, {Blocks(1), Threads(threads)}, seen);
  const auto result = seen.to_host(stream_);
  for (std::uint32_t round = 0; round < 10; ++round)
    for (std::uint32_t i = 0; i < threads - 32; ++i)
      ASSERT_EQ(result[round * threads + i], round == 0 ? warps : (warps - 1) * (round + 1)) << round;
}

TEST_P(Synchronization, OneThreadArrivesForSeveral) {
  KCC_SKIP_WITHOUT_CODE_OF(synchronization_kernels::barrier_shares);
  for (const std::uint32_t share : {1u, 2u, 100u}) {
    constexpr std::uint32_t threads = 96;
    Buffer<std::uint32_t> output(device_, 5 * threads);
    stream_.launch(synchronization_kernels::barrier_shares, {Blocks(1), Threads(threads)}, output, share);
    const auto result = output.to_host(stream_);
    for (std::uint32_t i = 0; i < result.size(); ++i)
      ASSERT_EQ(result[i], i / threads * 7 + 1) << share;
  }
}

TEST_P(Synchronization, FencesOrderMessagesBetweenBlocks) {
  constexpr std::uint32_t pairs = 30;
  for (const int scope : {0, 1}) {
    Buffer<std::uint32_t> data(device_, std::vector<std::uint32_t>(pairs)),
        flags(device_, std::vector<std::uint32_t>(pairs)), received(device_, pairs);
    stream_.launch(synchronization_kernels::fenced_messages, {Blocks(2 * pairs), Threads(32)}, data, flags,
                   received, scope);
    std::vector<std::uint32_t> expected(pairs);
    std::iota(expected.begin(), expected.end(), 100u);
    EXPECT_EQ(received.to_host(stream_), expected);
  }
}

TEST_P(Synchronization, FencesOrderMessagesWithinABlock) {
  KCC_SKIP_WHERE_EMULATED;
  Buffer<std::uint32_t> received(device_, 2);
  stream_.launch(synchronization_kernels::fenced_within_a_block, {Blocks(1), Threads(64)}, received);
  EXPECT_EQ(received.to_host(stream_), (std::vector<std::uint32_t>{11, 22}));
}

template <class T> std::vector<T> samples() {
  std::vector<T> result(copied);
  auto *bytes = reinterpret_cast<std::uint8_t *>(result.data());
  for (std::size_t i = 0; i < result.size() * sizeof(T); ++i)
    bytes[i] = static_cast<std::uint8_t>(i * 7 % 61); // no NaN
  return result;
}

template <class T> void check_copies(const kcc::Device &device, kcc::Stream &stream) {
  const auto input = samples<T>();
  auto twice = input;
  twice.insert(twice.end(), input.begin(), input.end());
  Buffer<T> device_input(device, input);
  for (const int way : {0, 1, 2})
    for (const kcc::Dim3 block : {kcc::Dim3{64}, kcc::Dim3{8, 5, 2}}) {
      Buffer<T> output(device, 2 * copied);
      output.fill_bytes(stream, std::byte{0xee});
      stream.launch(synchronization_kernels::copy_through<T>, {Blocks(2), Threads(block)}, device_input,
                    output, way);
      EXPECT_EQ(output.to_host(stream), twice) << sizeof(T) << " bytes, way " << way;
    }
}

TEST_P(Synchronization, CopiesObjectsOfEverySize) {
  check_copies<std::uint8_t>(device_, stream_);
  check_copies<std::uint16_t>(device_, stream_);
  check_copies<float>(device_, stream_);
  check_copies<double>(device_, stream_);
  check_copies<Triple>(device_, stream_);
  check_copies<Rgb>(device_, stream_);
  check_copies<Wide>(device_, stream_);
}

/// Each thread has written what its neighbour copied.
std::vector<std::uint32_t> rotated(const std::vector<std::uint32_t> &input) {
  std::vector<std::uint32_t> result(input.size());
  for (std::size_t i = 0; i < input.size(); ++i)
    result[i] = input[i / tile * tile + (i % tile + 1) % tile];
  return result;
}

template <class K> void check_pipeline(const kcc::Device &device, kcc::Stream &stream, const K &kernel) {
  for (const std::size_t tiles : {1u, 2u, 3u, 20u}) {
    const auto input = numbers(tiles * tile);
    Buffer<std::uint32_t> device_input(device, input), output(device, input.size());
    stream.launch(kernel, {Blocks(1), Threads(tile)}, device_input, output);
    EXPECT_EQ(output.to_host(stream), rotated(input)) << kernel.name << ", " << tiles << " tiles";
  }
}

TEST_P(Synchronization, PipelinesCopyWhileTheyCompute) {
  check_pipeline(device_, stream_, synchronization_kernels::group_pipeline<2>);
  check_pipeline(device_, stream_, synchronization_kernels::group_pipeline<3>);
  check_pipeline(device_, stream_, synchronization_kernels::group_pipeline<4>);
}

TEST_P(Synchronization, PipelinesWaitAtBarriers) {
  const auto &kernel = synchronization_kernels::barrier_pipeline<2, false>;
  KCC_SKIP_WITHOUT_CODE_OF(kernel);
  check_pipeline(device_, stream_, kernel);
  check_pipeline(device_, stream_, synchronization_kernels::barrier_pipeline<4, false>);
  check_pipeline(device_, stream_, synchronization_kernels::barrier_pipeline<2, true>);
  check_pipeline(device_, stream_, synchronization_kernels::barrier_pipeline<3, true>);
}

TEST_P(Synchronization, DeadlocksAreErrorsOnTheCpuDevice) {
  if (!is_cpu())
    GTEST_SKIP() << "a GPU hangs";
  LaunchConfig config{Blocks(5), Threads(2)};
  config.cooperative = true;
  EXPECT_THAT(
      deadlock([&] { stream_.launch(synchronization_kernels::grid_deadlock, config); }),
      testing::AllOf(HasSubstr("block (0, 0, 0), thread (0, 0, 0): deadlock: threads (0, 0, 0) and (1, 0, 0) "
                               "wait at sync_grid() (1 of 5 blocks is there; (1, 0, 0), (2, 0, 0), (3, 0, 0) "
                               "and (4, 0, 0) are missing)"),
                     HasSubstr("every thread of the grid")));
  EXPECT_THAT(
      deadlock([&] { stream_.launch(synchronization_kernels::named_deadlock, {Blocks(1), Threads(64)}); }),
      HasSubstr("wait at named_barrier 3 of 64 threads"));
  EXPECT_THAT(deadlock([&] {
                stream_.launch(synchronization_kernels::barrier_deadlock, {Blocks(1), Threads(64)}, 65u);
              }),
              HasSubstr("wait at kcc::barrier::wait() (1 of 65 have yet to arrive)"));
}

TEST_P(Synchronization, MisuseIsAnErrorOnTheCpuDevice) {
  if (!is_cpu())
    GTEST_SKIP() << "a GPU does what it does";
  const LaunchConfig two_warps{Blocks(1), Threads(64)};
  EXPECT_THAT(
      deadlock([&] { stream_.launch(synchronization_kernels::too_many_arrive, {Blocks(1), Threads(1)}); }),
      HasSubstr("kcc::barrier: 11 arrive where 10 are still expected"));
  EXPECT_THAT(deadlock([&] { stream_.launch(synchronization_kernels::no_such_barrier, two_warps, 0u, 64u); }),
              HasSubstr("there is no number 0. Hint: Use 1 to 15"));
  EXPECT_THAT(
      deadlock([&] { stream_.launch(synchronization_kernels::no_such_barrier, two_warps, 16u, 64u); }),
      HasSubstr("there is no number 16"));
  EXPECT_THAT(deadlock([&] { stream_.launch(synchronization_kernels::no_such_barrier, two_warps, 9u, 63u); }),
              HasSubstr("named_barrier 9 is for 63 threads. Hint: Whole warps arrive"));
  EXPECT_THAT(deadlock([&] { stream_.launch(synchronization_kernels::warps_disagree, two_warps); }),
              HasSubstr("named_barrier 4 is for 64 threads according to those that have arrived, and for 96 "
                        "according to this one"));
  const Buffer<std::uint32_t> input(device_, numbers(16));
  stream_.launch(synchronization_kernels::bulk_copy_from, {}, input, 4u);
  EXPECT_THAT(deadlock([&] { stream_.launch(synchronization_kernels::bulk_copy_from, {}, input, 3u); }),
              HasSubstr("bulk_copy() of 16 bytes, from an address that is 12 over a multiple of 16"));
  EXPECT_THAT(deadlock([&] {
                stream_.launch(synchronization_kernels::barrier_deadlock, {Blocks(1), Threads(64)}, 0u);
              }),
              HasSubstr("kcc::barrier::init(): 0 threads are expected"));
}

} // namespace
