#include "occupancy.h"

#include "../core/dimensions.h"
#include "current.h"

namespace kcc::hip {

KernelAttributes HipKernels::attributes(core::FunctionHandle *handle, core::Operation operation) {
  const Current current(device_, operation);
  const auto ask = [&](FunctionAttribute attribute) {
    int value = 0;
    device_.call(operation, device_.api().func_get_attribute, &value, attribute, raw(handle));
    return value;
  };
  KernelAttributes attributes;
  attributes.registers_per_thread = static_cast<std::uint32_t>(ask(function_registers));
  attributes.local_bytes_per_thread = static_cast<std::size_t>(ask(function_local_bytes));
  attributes.constant_bytes = static_cast<std::size_t>(ask(function_constant_bytes));
  return attributes;
}

std::uint32_t HipKernels::resident_blocks(core::FunctionHandle *handle, std::uint32_t threads,
                                          std::size_t shared_bytes, const core::Operation &operation) {
  int count = 0;
  device_.call(operation, device_.api().occupancy_max_active_blocks, &count, raw(handle),
               static_cast<int>(threads), shared_bytes);
  return static_cast<std::uint32_t>(count);
}

std::uint32_t HipKernels::resident_blocks(const core::Launch &launch, core::Operation operation) {
  const Current current(device_, operation);
  return resident_blocks(launch.function, core::small_volume(launch.config->block),
                         launch.config->dynamic_shared_bytes, operation);
}

/// A cluster is one block.
std::uint32_t HipKernels::active_clusters(const core::Launch &launch, core::Operation operation) {
  return resident_blocks(launch, operation) * device_.info().limits.multiprocessors;
}

/// By bisection: HIP only tells how many blocks run with so much memory.
std::size_t HipKernels::available_dynamic_shared_bytes(core::FunctionHandle *handle, std::uint32_t blocks,
                                                       std::uint32_t threads, std::size_t most,
                                                       core::Operation operation) {
  const Current current(device_, operation);
  std::size_t fits = 0, too_many = most + 1;
  while (too_many - fits > 1) {
    const std::size_t middle = fits + (too_many - fits) / 2;
    (resident_blocks(handle, threads, middle, operation) >= blocks ? fits : too_many) = middle;
  }
  return fits;
}

} // namespace kcc::hip
