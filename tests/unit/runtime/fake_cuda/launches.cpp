// Launches and occupancy.
#include "objects.h"

#include <algorithm>

using namespace fake_cuda;

namespace {

/// Common to all kinds of launches; called under the lock.
Result launch(FunctionRef function, fake_cuda::Launch launch, void **arguments) {
  if (!is_default(launch.stream) &&
      static_cast<StreamRef>(launch.stream)->device != current_contexts().back()->device)
    return invalid_handle;
  const unsigned blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
  const auto &gpu = gpus[static_cast<std::size_t>(current_contexts().back()->device)];
  if (launch.cooperative && blocks > static_cast<unsigned>(state().resident_blocks * gpu.multiprocessors))
    return error_cooperative_launch_too_large;
  if (state().quiet)
    return success;
  launch.entry = function->entry;
  const auto &bytes = state().parameter_bytes[function->entry];
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto *argument = static_cast<const std::byte *>(arguments[i]);
    launch.arguments.emplace_back(argument, argument + bytes[i]);
  }
  state().launches.push_back(std::move(launch));
  return success;
}

} // namespace

extern "C" {

Result cuLaunchKernel(FunctionRef function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                      unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared, StreamRef stream,
                      void **arguments, void **) {
  KCC_FAKE_WITH_CONTEXT("cuLaunchKernel");
  return launch(
      function,
      {{}, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, stream, false, {1, 1, 1}, {}},
      arguments);
}
Result cuLaunchCooperativeKernel(FunctionRef function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                 unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                                 StreamRef stream, void **arguments) {
  KCC_FAKE_WITH_CONTEXT("cuLaunchCooperativeKernel");
  return launch(
      function,
      {{}, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, stream, true, {1, 1, 1}, {}},
      arguments);
}
Result cuLaunchKernelEx(const LaunchDescription *description, FunctionRef function, void **arguments,
                        void **) {
  KCC_FAKE_WITH_CONTEXT("cuLaunchKernelEx");
  const LaunchDescription &d = *description;
  fake_cuda::Launch described{{},
                              {d.grid_x, d.grid_y, d.grid_z},
                              {d.block_x, d.block_y, d.block_z},
                              d.shared_bytes,
                              d.stream,
                              false,
                              {1, 1, 1},
                              {}};
  for (unsigned i = 0; i < d.attribute_count; ++i) {
    const LaunchAttribute &attribute = d.attributes[i];
    if (attribute.kind == launch_cooperative)
      described.cooperative = attribute.value.cooperative != 0;
    else if (attribute.kind == launch_cluster_dimension)
      described.cluster = {attribute.value.cluster.x, attribute.value.cluster.y, attribute.value.cluster.z};
    else
      described.attributes[attribute.kind] = attribute.value.priority; // all others are numbers
  }
  return launch(function, std::move(described), arguments);
}
Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *count, FunctionRef, int threads, std::size_t shared) {
  KCC_FAKE_WITH_CONTEXT("cuOccupancyMaxActiveBlocksPerMultiprocessor");
  *count = state().resident_blocks;
  if (state().resident_threads != 0)
    *count = state().resident_threads / threads;
  if (state().resident_shared_bytes != 0 && shared != 0)
    *count = std::min(*count, static_cast<int>(state().resident_shared_bytes / shared));
  return success;
}
Result cuOccupancyAvailableDynamicSMemPerBlock(std::size_t *bytes, FunctionRef, int blocks, int threads) {
  KCC_FAKE_WITH_CONTEXT("cuOccupancyAvailableDynamicSMemPerBlock");
  if (blocks * threads > 2048)
    return error_invalid_value;
  *bytes = state().available_shared_bytes / static_cast<unsigned>(blocks);
  return success;
}
Result cuOccupancyMaxActiveClusters(int *count, FunctionRef, const LaunchDescription *) {
  KCC_FAKE_WITH_CONTEXT("cuOccupancyMaxActiveClusters");
  *count = state().resident_clusters;
  return success;
}

} // extern "C"
