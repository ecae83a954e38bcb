#include "occupancy.h"

#include "../core/dimensions.h"
#include "current.h"
#include "handles.h"

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
  device_.grant_shared_memory(launch, operation); // the driver's answer depends on what the function may use
  int count = 0;
  device_.call(operation, device_.api().occupancy_max_active_blocks, &count, data(launch.function).function,
               static_cast<int>(core::small_volume(launch.config->block)),
               launch.config->dynamic_shared_bytes);
  return static_cast<std::uint32_t>(count);
}

} // namespace kcc::cuda
