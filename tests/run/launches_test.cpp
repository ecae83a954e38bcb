// Launches with attributes: dependent launches, large clusters, priorities.
#include "devices.h"
#include "launches_kernels.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace {

using kcc::Blocks;
using kcc::Buffer;
using kcc::LaunchConfig;
using kcc::Stream;
using kcc::Threads;
namespace launches = launches_kernels::launches;

class Launches : public kcc::testing::DeviceTest {
protected:
  /// "sm_90" and newer, and not the CPU device.
  bool begins_early() const { return device_.backend() == kcc::Backend::cuda && has_clusters(); }
  bool has_clusters() const { return device_.limits().max_cluster_blocks > 1; }
  Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(Launches);

TEST_P(Launches, ThatBeginEarlySeeWhatTheOnesBeforeWrote) {
  constexpr std::size_t count = 100'000;
  Buffer<unsigned> values(device_, std::vector<unsigned>(count));
  LaunchConfig config = kcc::cover(count, 256);
  config.attributes.programmatic_dependent_launch = true;
  for (unsigned i = 1; i <= 100; ++i)
    stream_.launch(launches::add, config, values, i);
  EXPECT_EQ(values.to_host(stream_), std::vector<unsigned>(count, 5050));
}

TEST_P(Launches, BeginEarly) {
  KCC_SKIP_WITHOUT_CODE_OF(launches::produce);
  Buffer<unsigned> out(device_, 1), between(device_, std::vector<unsigned>(1)),
      begun(device_, std::vector<unsigned>(1)), seen(device_, 1);
  // The first launch of a kernel loads it, which waits for those before it.
  stream_.launch(launches::consume, {}, out, between, begun);
  fill(stream_, begun, 0u);
  stream_.launch(launches::produce, {}, between, begun, seen);
  stream_.launch(launches::consume, {.attributes = {.programmatic_dependent_launch = true}}, out, between,
                 begun);
  EXPECT_EQ(out.to_host(stream_), std::vector<unsigned>{42});
  EXPECT_EQ(seen.to_host(stream_), std::vector<unsigned>{begins_early()});
}

TEST_P(Launches, WithPrioritiesAndCarveouts) {
  Buffer<unsigned> values(device_, std::vector<unsigned>(1000));
  LaunchConfig config = kcc::cover(1000, 256);
  const kcc::StreamPriorities range = device_.stream_priorities();
  for (int priority = range.greatest; priority <= range.least; ++priority) {
    config.attributes.priority = priority;
    stream_.launch(launches::add, config, values, 1u);
  }
  for (const int carveout : {0, 50, 100}) {
    config.attributes = {.shared_memory_carveout = carveout};
    stream_.launch(launches::add, config, values, 1u);
  }
  const auto expected = static_cast<unsigned>(range.least - range.greatest + 1 + 3);
  EXPECT_EQ(values.to_host(stream_), std::vector<unsigned>(1000, expected));
}

TEST_P(Launches, WithLargeClusters) {
  if (!has_clusters())
    GTEST_SKIP() << "the GPU has no clusters";
  for (const kcc::ClusterScheduling scheduling :
       {kcc::ClusterScheduling::automatic, kcc::ClusterScheduling::spread,
        kcc::ClusterScheduling::load_balancing})
    for (const unsigned size : {2u, 8u, 16u}) {
      Buffer<unsigned> sums(device_, 32);
      const LaunchConfig config{
          .grid = Blocks(32),
          .cluster = Blocks(size),
          .attributes = {.cluster_scheduling = scheduling, .non_portable_cluster = size > 8}};
      EXPECT_GT(kcc::max_active_clusters(device_, launches::clusters, config), 0u);
      stream_.launch(launches::clusters, config, sums);
      EXPECT_EQ(sums.to_host(stream_), std::vector<unsigned>(32, size * (size - 1) / 2)) << size;
    }
}

TEST_P(Launches, AreToldWhatFits) {
  KCC_SKIP_WHERE_VULKAN_REFUSES(kcc::available_dynamic_shared_bytes(device_, launches::add, 1, Threads(256)),
                                "the device cannot tell");
  const std::size_t alone = kcc::available_dynamic_shared_bytes(device_, launches::add, 1, Threads(256));
  const std::size_t with_another =
      kcc::available_dynamic_shared_bytes(device_, launches::add, 2, Threads(256));
  EXPECT_GT(alone, 32u * 1024);
  EXPECT_LE(with_another, alone);
  EXPECT_EQ(kcc::available_dynamic_shared_bytes(device_, launches::add, 100, Threads(1024)), 0u);
  EXPECT_GE(kcc::resident_blocks(device_, launches::add, {{}, Threads(256), alone}), 1u);
}

} // namespace
