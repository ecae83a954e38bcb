#include "launch_limits.h"

#include "device_properties.h"
#include "dimensions.h"

#include <optional>
#include <string>

namespace kcc::core {

namespace {

void check_cluster(const DeviceInfo &device, const LoadedKernel &kernel, const LaunchConfig &config) {
  const std::uint32_t portable = device.limits.max_cluster_blocks;
  const std::uint32_t possible = device.limits.max_non_portable_cluster_blocks;
  const std::uint32_t most = config.attributes.non_portable_cluster ? possible : portable;
  const Dim3 &cluster = config.cluster, &grid = config.grid;
  const auto refuse = [&](const std::string &text, std::string hint,
                          ErrorCategory category = ErrorCategory::invalid_argument) {
    detail::fail(category, "launching " + kernel.label() + " on " + device.label, text, std::move(hint));
  };
  if (is_empty(cluster))
    refuse("the cluster " + text(cluster) + " has no blocks",
           "Give each dimension of the cluster at least 1");
  if (most == 1)
    refuse("the cluster " + text(cluster) + " has several blocks, and " + device.arch + " has no clusters",
           "Clusters need sm_90 or newer: leave LaunchConfig::cluster out on this device",
           ErrorCategory::not_supported);
  if (volume(cluster) > most)
    refuse(
        "the cluster " + text(cluster) + " is over the device's limit of " + std::to_string(most) + " blocks",
        volume(cluster) <= possible
            ? "Take smaller clusters and more of them, or set LaunchAttributes::non_portable_cluster, with "
              "which GPUs of this architecture may have " +
                  std::to_string(possible)
            : "Take smaller clusters and more of them");
  if (grid.x % cluster.x != 0 || grid.y % cluster.y != 0 || grid.z % cluster.z != 0)
    refuse("the grid " + text(grid) + " is not a multiple of the cluster " + text(cluster),
           "Round the grid up to whole clusters, and let the kernel check its indices");
}

void check_attributes(BackendDevice &device, const LoadedKernel &kernel, const LaunchAttributes &attributes) {
  const auto operation = [&] { return "launching " + kernel.label() + " on " + device.info().label; };
  if (const std::optional<int> carveout = attributes.shared_memory_carveout;
      carveout && (*carveout < 0 || *carveout > 100))
    detail::fail(operation(), "LaunchAttributes::shared_memory_carveout is " + std::to_string(*carveout),
                 "It is a percentage: 0 to 100");
  if (!attributes.priority)
    return;
  const StreamPriorities range = device.properties().stream_priorities(operation);
  if (*attributes.priority < range.greatest || *attributes.priority > range.least)
    detail::fail(operation(),
                 "the priority " + std::to_string(*attributes.priority) + " is not one of the device's, " +
                     std::to_string(range.greatest) + " to " + std::to_string(range.least),
                 "Lower numbers run first: see Device::stream_priorities");
}

} // namespace

void check_launch(BackendDevice &backend_device, const LoadedKernel &kernel, const LaunchConfig &config) {
  const DeviceInfo &device = backend_device.info();
  const DeviceLimits &limits = device.limits;
  const auto refuse = [&](const std::string &text, std::string hint) {
    detail::fail("launching " + kernel.label() + " on " + device.label, text, std::move(hint));
  };
  const Dim3 &block = config.block, &grid = config.grid;
  const std::uint64_t threads = volume(block);
  if (is_empty(block))
    refuse("the block " + text(block) + " has no threads", "Give each dimension of the block at least 1");
  if (block.x > limits.max_block.x || block.y > limits.max_block.y || block.z > limits.max_block.z)
    refuse("the block " + text(block) + " is over the device's limit " + text(limits.max_block),
           "Take a smaller block and more blocks");
  if (threads > limits.max_threads_per_block)
    refuse("a block of " + std::to_string(threads) + " threads is over the device's limit of " +
               std::to_string(limits.max_threads_per_block),
           "Take a smaller block and more blocks");
  if (kernel.max_threads != 0 && threads > kernel.max_threads)
    refuse("a block of " + std::to_string(threads) + " threads is over the kernel's limit of " +
               std::to_string(kernel.max_threads),
           kernel.max_threads == kernel.info.max_threads
               ? "The limit is the kernel's [[kcc::launch_bounds]]: raise it or take a smaller block"
               : "The kernel's registers allow no more: take a smaller block, or give the kernel "
                 "[[kcc::launch_bounds]] of the size you need");
  if (grid.x > limits.max_grid.x || grid.y > limits.max_grid.y || grid.z > limits.max_grid.z)
    refuse("the grid " + text(grid) + " is over the device's limit " + text(limits.max_grid),
           "Use x for the longest dimension, or let each thread do several elements");
  // The comparisons cannot overflow, whatever was requested.
  if (kernel.static_shared_bytes > limits.max_shared_bytes_per_block ||
      config.dynamic_shared_bytes > limits.max_shared_bytes_per_block - kernel.static_shared_bytes)
    refuse("a block needs " + std::to_string(config.dynamic_shared_bytes) + " bytes of dynamic and " +
               std::to_string(kernel.static_shared_bytes) +
               " bytes of static shared memory, the device has " +
               std::to_string(limits.max_shared_bytes_per_block),
           "Process smaller tiles");
  if (config.cluster != Dim3{})
    check_cluster(device, kernel, config);
  if (config.attributes != LaunchAttributes())
    check_attributes(backend_device, kernel, config.attributes);
  if (kernel.info.uses_grid_sync && !config.cooperative)
    refuse("the kernel calls kcc::sync_grid(), and in an ordinary launch blocks would wait for others that "
           "cannot start before they end",
           "Set LaunchConfig::cooperative, with a grid of at most Stream::max_cooperative_blocks() blocks");
}

} // namespace kcc::core
