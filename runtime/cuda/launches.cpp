// Launches, and how many blocks fit on the device.
#include "../core/dimensions.h"
#include "current.h"
#include "handles.h"

#include <array>
#include <string>

namespace kcc::cuda {

namespace {

/// A kernel may use this much shared memory without opt-in (CUDA Programming Guide, "Compute Capabilities").
constexpr std::size_t shared_bytes_without_asking = 48 * 1024;

} // namespace

void CudaDevice::grant(const core::Launch &launch, const Operation &operation) {
  FunctionData &function = data(launch.function);
  const std::size_t dynamic = launch.config->dynamic_shared_bytes;
  if (dynamic + launch.static_shared_bytes > shared_bytes_without_asking &&
      dynamic > function.dynamic_shared_bytes) {
    // It is only ever raised: another thread may be about to launch with a size that was granted to it.
    const std::lock_guard lock(function.granting);
    if (dynamic > function.dynamic_shared_bytes) {
      call(operation, api_.func_set_attribute, function.function, function_max_dynamic_shared_bytes,
           static_cast<int>(dynamic));
      function.dynamic_shared_bytes = dynamic;
    }
  }
  if (launch.config->attributes.non_portable_cluster && info().limits.max_cluster_blocks > 1 &&
      !function.has_large_clusters) {
    call(operation, api_.func_set_attribute, function.function, function_non_portable_cluster_allowed, 1);
    function.has_large_clusters = true;
  }
}

namespace {

ClusterSchedulingPolicy policy_of(ClusterScheduling scheduling) {
  switch (scheduling) {
  case ClusterScheduling::automatic:
    return cluster_scheduling_default;
  case ClusterScheduling::spread:
    return cluster_scheduling_spread;
  case ClusterScheduling::load_balancing:
    return cluster_scheduling_load_balancing;
  }
  return cluster_scheduling_default;
}

/// A launch with attributes for which cuLaunchKernel has no parameters.
class DescribedLaunch {
public:
  DescribedLaunch(const LaunchConfig &config, StreamRef stream, bool has_dependent_launch) {
    const LaunchAttributes &wishes = config.attributes;
    if (config.cooperative)
      add(launch_cooperative).cooperative = 1;
    if (config.cluster != Dim3{})
      add(launch_cluster_dimension).cluster = {config.cluster.x, config.cluster.y, config.cluster.z};
    if (wishes.cluster_scheduling != ClusterScheduling::automatic && config.cluster != Dim3{})
      add(launch_cluster_scheduling).cluster_scheduling = policy_of(wishes.cluster_scheduling);
    if (wishes.programmatic_dependent_launch && has_dependent_launch)
      add(launch_programmatic_serialization).programmatic_serialization = 1;
    if (wishes.priority)
      add(launch_priority).priority = *wishes.priority;
    if (wishes.shared_memory_carveout)
      add(launch_shared_memory_carveout).shared_memory_carveout =
          static_cast<unsigned>(*wishes.shared_memory_carveout);
    description.grid_x = config.grid.x;
    description.grid_y = config.grid.y;
    description.grid_z = config.grid.z;
    description.block_x = config.block.x;
    description.block_y = config.block.y;
    description.block_z = config.block.z;
    description.shared_bytes = static_cast<unsigned>(config.dynamic_shared_bytes);
    description.stream = stream;
    description.attributes = attributes_.data();
  }
  DescribedLaunch(const DescribedLaunch &) = delete;
  DescribedLaunch &operator=(const DescribedLaunch &) = delete;

  LaunchDescription description{};

private:
  decltype(LaunchAttribute::value) &add(LaunchAttributeKind kind) {
    LaunchAttribute &attribute = attributes_[description.attribute_count++];
    attribute.kind = kind;
    return attribute.value;
  }

  std::array<LaunchAttribute, 6> attributes_{};
};

[[noreturn]] void fail_old_driver(const core::Operation &operation, const char *wish, const char *driver) {
  detail::fail(ErrorCategory::not_supported, operation.text(), std::string("the driver has no ") + wish,
               std::string("Install a driver for CUDA ") + driver + " or newer");
}

} // namespace

/// By cuLaunchKernelEx, which not every driver has.
void CudaDevice::launch_described(StreamRef stream, const core::Launch &launch, const Operation &operation) {
  const LaunchConfig &config = *launch.config;
  if (!api_.launch_kernel_ex.function)
    fail_old_driver(operation, "launches with attributes", "11.8");
  if (config.attributes.shared_memory_carveout && driver_.version < 12050)
    fail_old_driver(operation, "launches with LaunchAttributes::shared_memory_carveout", "12.5");
  const DescribedLaunch described(config, stream, capability_ >= 90);
  const Result result = api_.launch_kernel_ex(&described.description, data(launch.function).function,
                                              const_cast<void **>(launch.arguments), nullptr);
  if (result == success)
    return;
  if (config.cooperative && result == error_cooperative_launch_too_large)
    core::fail_too_many_cooperative_blocks(operation.text(), config,
                                           max_cooperative_blocks(launch, operation));
  if (result == error_invalid_cluster_size)
    detail::fail(operation.text(),
                 "a cluster of " + std::to_string(core::volume(config.cluster)) + " such blocks, each with " +
                     std::to_string(core::volume(config.block)) + " threads and " +
                     std::to_string(config.dynamic_shared_bytes + launch.static_shared_bytes) +
                     " bytes of shared memory, fits nowhere on this GPU",
                 "Take smaller clusters or less shared memory: see kcc::max_active_clusters");
  throw failed(result, api_.launch_kernel_ex.name, operation);
}

void CudaDevice::launch(StreamHandle *stream, const core::Launch &launch, Operation operation) {
  const Current current(*this, operation);
  checks_.prepare(operation);
  grant(launch, operation);
  FunctionRef function = data(launch.function).function;
  const LaunchConfig &config = *launch.config;
  const auto shared_bytes = static_cast<unsigned>(config.dynamic_shared_bytes);
  void **const arguments = const_cast<void **>(launch.arguments);
  if (config.cluster != Dim3{} || config.attributes != LaunchAttributes())
    return launch_described(raw(stream), launch, operation);
  if (!config.cooperative)
    return call(operation, api_.launch_kernel, function, config.grid.x, config.grid.y, config.grid.z,
                config.block.x, config.block.y, config.block.z, shared_bytes, raw(stream), arguments,
                static_cast<void **>(nullptr));
  const Result result =
      api_.launch_cooperative_kernel(function, config.grid.x, config.grid.y, config.grid.z, config.block.x,
                                     config.block.y, config.block.z, shared_bytes, raw(stream), arguments);
  if (result == error_cooperative_launch_too_large || result == error_not_supported) {
    const std::uint32_t most = max_cooperative_blocks(launch, operation);
    if (most == 0 || result != error_not_supported)
      core::fail_too_many_cooperative_blocks(operation.text(), config, most);
  }
  if (result != success)
    throw failed(result, api_.launch_cooperative_kernel.name, operation);
}

std::uint32_t CudaDevice::active_clusters(const core::Launch &launch, const Operation &operation) {
  FunctionRef function = data(launch.function).function;
  const LaunchConfig &config = *launch.config;
  int count = 0;
  if (config.cluster != Dim3{}) {
    LaunchConfig shape = config;
    shape.attributes = {};
    const DescribedLaunch described(shape, nullptr, false);
    call(operation, api_.occupancy_max_active_clusters, &count, function, &described.description);
    return static_cast<std::uint32_t>(count);
  }
  call(operation, api_.occupancy_max_active_blocks, &count, function,
       static_cast<int>(core::small_volume(config.block)), config.dynamic_shared_bytes);
  return static_cast<std::uint32_t>(count) * info().limits.multiprocessors;
}

std::uint32_t CudaDevice::max_cooperative_blocks(const core::Launch &launch, Operation operation) {
  const Current current(*this, operation);
  int has_cooperative_launches = 0;
  call(operation, api_.device_get_attribute, &has_cooperative_launches, DeviceAttribute::cooperative_launch,
       number_);
  if (has_cooperative_launches == 0)
    return 0;
  grant(launch, operation); // the driver's answer depends on what the function may use
  return active_clusters(launch, operation) * core::small_volume(launch.config->cluster);
}

} // namespace kcc::cuda
