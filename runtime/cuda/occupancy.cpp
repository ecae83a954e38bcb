#include "occupancy.h"

#include "../core/dimensions.h"
#include "current.h"
#include "handles.h"

#include <algorithm>

namespace kcc::cuda {

KernelAttributes CudaKernels::attributes(core::FunctionHandle *handle, core::Operation operation) {
  const Current current(device_, operation);
  const auto ask = [&](FunctionAttribute attribute) {
    int value = 0;
    device_.call(operation, device_.api().func_get_attribute, &value, attribute, data(handle).function);
    return value;
  };
  KernelAttributes attributes;
  attributes.registers_per_thread = static_cast<std::uint32_t>(ask(function_registers));
  attributes.local_bytes_per_thread = static_cast<std::size_t>(ask(function_local_bytes));
  attributes.constant_bytes = static_cast<std::size_t>(ask(function_constant_bytes));
  attributes.ptx_version = ask(function_ptx_version);
  attributes.binary_version = ask(function_binary_version);
  return attributes;
}

std::uint32_t CudaKernels::resident_blocks(const core::Launch &launch, core::Operation operation) {
  const Current current(device_, operation);
  device_.grant(launch, operation); // the driver's answer depends on what the function may use
  int count = 0;
  device_.call(operation, device_.api().occupancy_max_active_blocks, &count, data(launch.function).function,
               static_cast<int>(core::small_volume(launch.config->block)),
               launch.config->dynamic_shared_bytes);
  return static_cast<std::uint32_t>(count);
}

std::uint32_t CudaKernels::active_clusters(const core::Launch &launch, core::Operation operation) {
  const Current current(device_, operation);
  device_.grant(launch, operation);
  return device_.active_clusters(launch, operation);
}

std::size_t CudaKernels::available_dynamic_shared_bytes(core::FunctionHandle *handle, std::uint32_t blocks,
                                                        std::uint32_t threads, std::size_t most,
                                                        core::Operation operation) {
  const Current current(device_, operation);
  std::size_t bytes = 0;
  const Result result = device_.api().occupancy_available_dynamic_shared(
      &bytes, data(handle).function, static_cast<int>(blocks), static_cast<int>(threads));
  if (result == error_invalid_value) // so many blocks do not fit without shared memory either
    return 0;
  if (result != success)
    throw device_.failed(result, device_.api().occupancy_available_dynamic_shared.name, operation);
  return std::min(bytes, most);
}

} // namespace kcc::cuda
