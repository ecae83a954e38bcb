// What launches ask for besides their shape, and what can be asked about clusters.
#include "expect_error.h"
#include "on_both_backends.h"

#include "cuda/driver_api.h"

#include <kcc/runtime.h>

#include <map>

namespace {

using kcc::Blocks;
using kcc::LaunchAttributes;
using kcc::LaunchConfig;
using kcc::Stream;
using kcc::Threads;
namespace driver = kcc::cuda;

LaunchConfig with(const LaunchAttributes &attributes, Blocks cluster = {}) {
  return {.grid = Blocks(32), .block = Threads(64), .cluster = cluster, .attributes = attributes};
}

class Attributes : public OnBothBackends {
protected:
  Stream stream_{device_};
};

TEST_P(Attributes, AreWishes) {
  stream_.launch(test_image::nothing, with({.priority = 0}));
  stream_.launch(test_image::nothing, with({.programmatic_dependent_launch = true}));
  stream_.launch(test_image::nothing, with({.shared_memory_carveout = 50}));
  stream_.synchronize();
}

TEST_P(Attributes, AreChecked) {
  const auto launch = [&](const LaunchAttributes &attributes) {
    stream_.launch(test_image::nothing, with(attributes));
  };
  EXPECT_ERROR(launch({.priority = 99}), "launching kernel `test_image::nothing`",
               "the priority 99 is not one of the device's");
  EXPECT_ERROR(launch({.priority = -99}), "Device::stream_priorities");
  EXPECT_ERROR(launch({.shared_memory_carveout = 101}), "shared_memory_carveout is 101", "0 to 100");
  EXPECT_ERROR(launch({.shared_memory_carveout = -1}), "shared_memory_carveout is -1");
}

TEST_P(Attributes, PermitLargeClusters) {
  EXPECT_EQ(device_.limits().max_non_portable_cluster_blocks, 16u);
  EXPECT_ERROR(stream_.launch(test_image::nothing, with({}, Blocks(16))), "limit of 8 blocks",
               "LaunchAttributes::non_portable_cluster");
  stream_.launch(test_image::nothing, with({.non_portable_cluster = true}, Blocks(16)));
  EXPECT_ERROR(stream_.launch(test_image::nothing, with({.non_portable_cluster = true}, Blocks(32))),
               "limit of 16 blocks");
  stream_.synchronize();
}

TEST_P(Attributes, OfClustersThatRunAtTheSameTime) {
  EXPECT_GT(kcc::max_active_clusters(device_, test_image::nothing, with({}, Blocks(4))), 0u);
  EXPECT_GT(kcc::max_active_clusters(device_, test_image::nothing, with({})), 0u);
  EXPECT_ERROR(kcc::max_active_clusters(device_, test_image::nothing, with({}, Blocks(9))),
               "limit of 8 blocks");
}

TEST_P(Attributes, OfSharedMemoryBesideOtherBlocks) {
  EXPECT_GT(kcc::available_dynamic_shared_bytes(device_, test_image::nothing, 1, Threads(64)), 0u);
  EXPECT_EQ(kcc::available_dynamic_shared_bytes(device_, test_image::nothing, 1000, Threads(64)), 0u);
  EXPECT_ERROR(kcc::available_dynamic_shared_bytes(device_, test_image::nothing, 0, Threads(64)), "0 blocks");
  EXPECT_ERROR(kcc::available_dynamic_shared_bytes(device_, test_image::nothing, 1, Threads(2000)), "2000");
}

KCC_ON_BOTH_BACKENDS(Attributes);

class AttributesOnFakeGpu : public CudaBackend {
protected:
  /// The attributes that the driver gets with a launch.
  std::map<unsigned, int> passed(const LaunchConfig &config, const kcc::Device &device) {
    Stream stream(device);
    stream.launch(test_image::nothing, config);
    return fake_.launches.back().attributes;
  }
  std::map<unsigned, int> passed(const LaunchConfig &config) { return passed(config, gpu_); }
};

TEST_F(AttributesOnFakeGpu, ArePassedToTheDriver) {
  using Expected = std::map<unsigned, int>;
  EXPECT_EQ(passed(with({})), Expected());
  EXPECT_EQ(fake_.count("cuLaunchKernelEx"), 0);
  EXPECT_EQ(passed(with({.priority = 0})), (Expected{{driver::launch_priority, 0}}));
  EXPECT_EQ(passed(with({.programmatic_dependent_launch = true})),
            (Expected{{driver::launch_programmatic_serialization, 1}}));
  const LaunchAttributes scheduling{.cluster_scheduling = kcc::ClusterScheduling::spread};
  EXPECT_EQ(passed(with(scheduling, Blocks(2))), (Expected{{driver::launch_cluster_scheduling, 1}}));
  EXPECT_EQ(passed(with(scheduling)), Expected()); // there are no clusters
  EXPECT_EQ(passed(with({.cluster_scheduling = kcc::ClusterScheduling::load_balancing}, Blocks(2))),
            (Expected{{driver::launch_cluster_scheduling, 2}}));
  LaunchConfig all = with({.priority = 0, .programmatic_dependent_launch = true});
  all.cooperative = true;
  EXPECT_EQ(passed(all).size(), 2u);
  EXPECT_TRUE(fake_.launches.back().cooperative);
}

TEST_F(AttributesOnFakeGpu, LeaveOutWhatOldGpusLack) {
  EXPECT_TRUE(passed(with({.programmatic_dependent_launch = true}), kcc::Device::cuda(0)).empty());
}

TEST_F(AttributesOnFakeGpu, AskForLargeClustersOnce) {
  Stream stream(gpu_);
  const kcc::Module module = kcc::Module::load(gpu_, test_image::image);
  const auto kernel = module.kernel("test_image::nothing");
  fake_.calls.clear();
  for (int i = 0; i < 3; ++i)
    stream.launch(kernel, with({.non_portable_cluster = true}, Blocks(16)));
  EXPECT_EQ(fake_.count("cuFuncSetAttribute"), 1);
  EXPECT_EQ(fake_.large_clusters.size(), 1u);
}

TEST_F(AttributesOnFakeGpu, SayWhyAClusterDoesNotFit) {
  Stream stream(gpu_);
  fake_.next_result["cuLaunchKernelEx"] = driver::error_invalid_cluster_size;
  EXPECT_ERROR(stream.launch(test_image::nothing, with({.non_portable_cluster = true}, Blocks(16))),
               "a cluster of 16 such blocks, each with 64 threads and 0 bytes of shared memory, fits nowhere",
               "kcc::max_active_clusters");
}

TEST_F(AttributesOnFakeGpu, SayWhenTheGpuHasNoCooperativeLaunches) {
  Stream stream(gpu_);
  LaunchConfig config = with({});
  config.cooperative = true;
  fake_.cooperative = false;
  fake_.next_result["cuLaunchCooperativeKernel"] = driver::error_not_supported;
  EXPECT_ERROR(stream.launch(test_image::nothing, config), "does not support cooperative launches");
}

TEST_F(AttributesOnFakeGpu, TellWhatTheDriverTells) {
  fake_.resident_clusters = 7;
  EXPECT_EQ(kcc::max_active_clusters(gpu_, test_image::nothing, with({}, Blocks(4))), 7u);
  EXPECT_EQ(kcc::max_active_clusters(gpu_, test_image::nothing, with({})), 4u * 132);
  EXPECT_EQ(kcc::available_dynamic_shared_bytes(gpu_, test_image::nothing, 2, Threads(64)), 25000u);
}

TEST(AttributesOnCpu, CountOneBlockOnAProcessor) {
  const kcc::Device cpu = kcc::Device::cpu();
  EXPECT_EQ(kcc::available_dynamic_shared_bytes(cpu, test_image::nothing, 1, Threads(64)),
            kcc::kernel_attributes(cpu, test_image::nothing).max_dynamic_shared_bytes);
  EXPECT_EQ(kcc::available_dynamic_shared_bytes(cpu, test_image::nothing, 2, Threads(64)), 0u);
  EXPECT_EQ(kcc::max_active_clusters(cpu, test_image::nothing, with({}, Blocks(4))),
            Stream(cpu).max_cooperative_blocks(test_image::nothing, with({}, Blocks(4))) / 4);
}

} // namespace
