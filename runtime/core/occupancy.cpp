#include <kcc/runtime/occupancy.h>

#include "dimensions.h"
#include "kernel_backend.h"
#include "launch_limits.h"
#include "loaded_module.h"

#include <algorithm>
#include <string>

namespace kcc {

namespace {

std::string asking_about(const core::LoadedKernel &kernel) {
  return "asking about " + kernel.label() + " on " + kernel.module->device().info().label;
}

core::KernelBackend &kernels_of(const core::LoadedKernel &kernel) {
  if (core::KernelBackend *const backend = kernel.module->device().kernels())
    return *backend;
  detail::fail(ErrorCategory::not_supported, asking_about(kernel), "the device cannot tell", "");
}

std::uint32_t max_threads(const core::LoadedKernel &kernel) {
  const std::uint32_t most = kernel.module->device().info().limits.max_threads_per_block;
  return kernel.max_threads == 0 ? most : std::min(kernel.max_threads, most);
}

std::size_t max_dynamic_shared_bytes(const core::LoadedKernel &kernel) {
  const std::size_t most = kernel.module->device().info().limits.max_shared_bytes_per_block;
  return most - std::min<std::size_t>(most, kernel.static_shared_bytes);
}

core::Launch without_arguments(const core::LoadedKernel &kernel, const LaunchConfig &config) {
  return {kernel.function.handle,
          &config,
          nullptr,
          kernel.places,
          kernel.reaches_any_memory,
          kernel.static_shared_bytes,
          kernel.info.uses_barrier};
}

std::uint32_t ask_for_resident_blocks(const core::LoadedKernel &kernel, const LaunchConfig &config) {
  return kernels_of(kernel).resident_blocks(without_arguments(kernel, config),
                                            [&] { return asking_about(kernel); });
}

} // namespace

core::LoadedKernel &detail::KernelAccess::find(const Device &device, const abi::Image &image,
                                               const char *entry, const ParameterTypes &types) {
  return core::typed_kernel(device.backend_device(), image, entry, types);
}

core::LoadedKernel &detail::KernelAccess::check(const Device &device, core::LoadedKernel &kernel) {
  if (&kernel.module->device() != &device.backend_device())
    fail("asking about " + kernel.label() + " on " + core::label(device),
         "the module is loaded on " + kernel.module->device().info().label, "Load it on this device as well");
  return kernel;
}

KernelAttributes detail::kernel_attributes(const Device &, core::LoadedKernel &kernel) {
  KernelAttributes attributes =
      kernels_of(kernel).attributes(kernel.function.handle, [&] { return asking_about(kernel); });
  attributes.max_threads_per_block = max_threads(kernel);
  attributes.static_shared_bytes = kernel.static_shared_bytes;
  attributes.max_dynamic_shared_bytes = max_dynamic_shared_bytes(kernel);
  return attributes;
}

std::uint32_t detail::resident_blocks(const Device &device, core::LoadedKernel &kernel, LaunchConfig config) {
  config.grid = config.cluster;
  config.cooperative = config.cooperative || kernel.info.uses_grid_sync;
  core::check_launch(device.backend_device(), kernel, config);
  return ask_for_resident_blocks(kernel, config);
}

std::uint32_t detail::max_active_clusters(const Device &device, core::LoadedKernel &kernel,
                                          LaunchConfig config) {
  config.grid = config.cluster;
  config.cooperative = config.cooperative || kernel.info.uses_grid_sync;
  core::check_launch(device.backend_device(), kernel, config);
  return kernels_of(kernel).active_clusters(without_arguments(kernel, config),
                                            [&] { return asking_about(kernel); });
}

std::size_t detail::available_dynamic_shared_bytes(const Device &device, core::LoadedKernel &kernel,
                                                   std::uint32_t blocks, const Threads &block) {
  if (blocks == 0)
    fail(asking_about(kernel), "there are to be 0 blocks on a multiprocessor", "Ask for at least one");
  core::check_launch(device.backend_device(), kernel,
                     {.block = block, .cooperative = kernel.info.uses_grid_sync});
  return kernels_of(kernel).available_dynamic_shared_bytes(
      kernel.function.handle, blocks, core::small_volume(block), max_dynamic_shared_bytes(kernel),
      [&] { return asking_about(kernel); });
}

LaunchConfig detail::suggest_launch(const Device &device, core::LoadedKernel &kernel,
                                    std::uint32_t max_threads_per_block,
                                    const std::function<std::size_t(std::uint32_t)> &dynamic_shared_bytes) {
  const DeviceLimits &limits = device.backend_device().info().limits;
  const std::uint32_t most = std::min(max_threads(kernel), max_threads_per_block);
  const std::uint32_t warp = limits.warp_size;
  const std::size_t most_shared = max_dynamic_shared_bytes(kernel);
  LaunchConfig best{Blocks(0)};
  std::uint64_t best_threads = 0;
  // From the largest block down, so that the largest of equally good ones is found. A block that is no
  // multiple of the warp is only tried if there is no other.
  for (std::uint32_t threads = most < warp ? most : most / warp * warp; threads != 0;
       threads -= std::min(threads, warp)) {
    LaunchConfig config{{}, Threads(threads), dynamic_shared_bytes(threads)};
    if (config.dynamic_shared_bytes > most_shared)
      continue;
    const std::uint32_t resident = ask_for_resident_blocks(kernel, config);
    if (std::uint64_t{resident} * threads <= best_threads)
      continue;
    best_threads = std::uint64_t{resident} * threads;
    config.grid = Blocks(resident * limits.multiprocessors);
    best = config;
  }
  if (best_threads == 0)
    fail(asking_about(kernel),
         "no block of 1 to " + std::to_string(most) + " threads fits on a multiprocessor with " +
             std::to_string(most_shared) + " bytes of dynamic shared memory",
         "Use less shared memory in each block");
  return best;
}

} // namespace kcc
