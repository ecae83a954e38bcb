// Launches, and how many blocks fit on the device.
#include "../core/dimensions.h"
#include "current.h"
#include "handles.h"

#include <array>

namespace kcc::cuda {

namespace {

/// A kernel may use this much shared memory without opt-in (CUDA Programming Guide, "Compute Capabilities").
constexpr std::size_t shared_bytes_without_asking = 48 * 1024;

} // namespace

void CudaDevice::grant_shared_memory(const core::Launch &launch, const Operation &operation) {
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
}

namespace {

/// A launch with attributes for which cuLaunchKernel has no parameters.
struct DescribedLaunch {
  DescribedLaunch(const LaunchConfig &config, StreamRef stream) {
    if (config.cooperative) {
      LaunchAttribute &attribute = attributes[description.attribute_count++];
      attribute.kind = launch_cooperative;
      attribute.value.cooperative = 1;
    }
    if (config.cluster != Dim3{}) {
      LaunchAttribute &attribute = attributes[description.attribute_count++];
      attribute.kind = launch_cluster_dimension;
      attribute.value.cluster = {config.cluster.x, config.cluster.y, config.cluster.z};
    }
    description.grid_x = config.grid.x;
    description.grid_y = config.grid.y;
    description.grid_z = config.grid.z;
    description.block_x = config.block.x;
    description.block_y = config.block.y;
    description.block_z = config.block.z;
    description.shared_bytes = static_cast<unsigned>(config.dynamic_shared_bytes);
    description.stream = stream;
    description.attributes = attributes.data();
  }
  DescribedLaunch(const DescribedLaunch &) = delete;
  DescribedLaunch &operator=(const DescribedLaunch &) = delete;

  std::array<LaunchAttribute, 2> attributes{};
  LaunchDescription description{};
};

} // namespace

void CudaDevice::launch(StreamHandle *stream, const core::Launch &launch, Operation operation) {
  const Current current(*this, operation);
  grant_shared_memory(launch, operation);
  FunctionRef function = data(launch.function).function;
  const LaunchConfig &config = *launch.config;
  const auto shared_bytes = static_cast<unsigned>(config.dynamic_shared_bytes);
  void **const arguments = const_cast<void **>(launch.arguments);
  const bool has_clusters = config.cluster != Dim3{};
  if (!config.cooperative && !has_clusters) {
    call(operation, api_.launch_kernel, function, config.grid.x, config.grid.y, config.grid.z, config.block.x,
         config.block.y, config.block.z, shared_bytes, raw(stream), arguments, static_cast<void **>(nullptr));
    return;
  }
  // Uses the older call if possible, because not every driver has the other one.
  Result result;
  const char *name;
  if (has_clusters) {
    const DescribedLaunch described(config, raw(stream));
    name = api_.launch_kernel_ex.name;
    result = api_.launch_kernel_ex(&described.description, function, arguments, nullptr);
  } else {
    name = api_.launch_cooperative_kernel.name;
    result =
        api_.launch_cooperative_kernel(function, config.grid.x, config.grid.y, config.grid.z, config.block.x,
                                       config.block.y, config.block.z, shared_bytes, raw(stream), arguments);
  }
  if (result == error_cooperative_launch_too_large) {
    const std::uint32_t most = max_cooperative_blocks(launch, operation);
    core::fail_too_many_cooperative_blocks(operation.text(), config, most);
  }
  if (result != success)
    throw failed(result, name, operation);
}

std::uint32_t CudaDevice::max_cooperative_blocks(const core::Launch &launch, Operation operation) {
  const Current current(*this, operation);
  int has_cooperative_launches = 0;
  call(operation, api_.device_get_attribute, &has_cooperative_launches, DeviceAttribute::cooperative_launch,
       number_);
  if (has_cooperative_launches == 0)
    return 0;
  grant_shared_memory(launch, operation); // the driver's answer depends on what the function may use
  FunctionRef function = data(launch.function).function;
  const LaunchConfig &config = *launch.config;
  int count = 0;
  if (config.cluster != Dim3{}) {
    const DescribedLaunch described(config, nullptr);
    call(operation, api_.occupancy_max_active_clusters, &count, function, &described.description);
    return static_cast<std::uint32_t>(count) * core::small_volume(config.cluster);
  }
  call(operation, api_.occupancy_max_active_blocks, &count, function,
       static_cast<int>(core::small_volume(config.block)), config.dynamic_shared_bytes);
  return static_cast<std::uint32_t>(count) * info().limits.multiprocessors;
}

} // namespace kcc::cuda
