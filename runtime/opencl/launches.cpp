// Launches.
#include "handles.h"
#include "opencl_device.h"

#include <kcc/abi/opencl_code.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace kcc::opencl {

namespace {

/// Tells the driver which memory the kernel may reach: all there is. The function is locked.
void tell_memory(FunctionData &function, const Allocations::Held &memory, const core::Operation &operation) {
  const Context &gpu = function.module.context;
  if (gpu.facts.reaches_everything() || function.known_memory == memory.version())
    return;
  const std::vector<void *> addresses = memory.addresses();
  gpu.call(operation, gpu.api.set_execution_info, function.kernel, Uint{kernel_svm_pointers},
           addresses.size() * sizeof(void *), addresses.data());
  function.known_memory = memory.version();
}

/// The parameters of a launch: either pushed, or in memory.
struct PassedParameters {
  std::array<std::uint64_t, abi::spirv_pushed_count> pushed{};
  OpenclStream::Parameters memory;
};

PassedParameters pass_parameters(OpenclStream &stream, const FunctionData &function,
                                 const core::Launch &launch, const core::Operation &operation) {
  PassedParameters passed;
  const std::size_t bytes = launch.parameter_bytes();
  if (bytes == 0)
    return passed;
  if (function.has_pushed_parameters) {
    if (bytes > sizeof passed.pushed)
      detail::fail(ErrorCategory::invalid_code, operation.text(),
                   "the kernel's parameters are too long to be passed with the launch",
                   "Compile the kernels again: manifest and code come from different versions");
    launch.copy_parameters(reinterpret_cast<std::byte *>(passed.pushed.data()));
    return passed;
  }
  passed.memory = stream.take_parameters(bytes, operation);
  launch.copy_parameters(passed.memory.host);
  if (passed.memory.host != passed.memory.device) {
    const auto &enqueue_copy = stream.context().api.enqueue_copy;
    stream.enqueue(
        enqueue_copy.name,
        [&](QueueRef queue, EventRef *event) {
          return enqueue_copy(queue, 0, passed.memory.device, passed.memory.host, bytes, 0, nullptr, event);
        },
        operation, passed.memory.owner);
  }
  return passed;
}

/// Sets the arguments of abi::OpenclArgument. The function is locked.
void set_arguments(FunctionData &function, const PassedParameters &passed, const core::Launch &launch,
                   const void *status, const core::Operation &operation) {
  const Context &gpu = function.module.context;
  const auto set = [&](Uint index, std::size_t bytes, const void *value) {
    gpu.call(operation, gpu.api.set_argument, function.kernel, index, bytes, value);
  };
  const auto set_address = [&](Uint index, const void *address) {
    const std::uint64_t word = reinterpret_cast<std::uintptr_t>(address);
    set(index, sizeof word, &word);
  };
  const std::size_t dynamic_bytes = launch.config->dynamic_shared_bytes;
  const auto dynamic_word = static_cast<std::uint32_t>(dynamic_bytes);
  constexpr std::size_t alignment = 16;
  const std::size_t shared_bytes =
      (launch.static_shared_bytes + dynamic_bytes + alignment - 1) / alignment * alignment;
  set_address(abi::opencl_parameters, passed.memory.device);
  set_address(abi::opencl_variables, function.module.variables);
  set_address(abi::opencl_status, status);
  set(abi::opencl_dynamic_shared_bytes, sizeof dynamic_word, &dynamic_word);
  set(abi::opencl_shared, std::max(shared_bytes, std::size_t{1}), nullptr);
  if (function.has_pushed_parameters)
    for (Uint i = 0; i < passed.pushed.size(); ++i)
      set(abi::opencl_pushed + i, sizeof passed.pushed[i], &passed.pushed[i]);
}

} // namespace

void OpenclDevice::launch(StreamHandle *handle, const core::Launch &launch, Operation operation) {
  const auto stream = stream_of(handle, operation);
  Context &gpu = stream->context();
  const LaunchConfig &config = *launch.config;
  if (config.cooperative)
    core::fail_too_many_cooperative_blocks(operation.text(), config, 0);
  FunctionData &function = data(launch.function);
  const PassedParameters passed = pass_parameters(*stream, function, launch, operation);

  stream->make_room();
  const std::lock_guard lock(function.mutex);
  set_arguments(function, passed, launch, stream->status(), operation);
  const std::array<std::size_t, 3> block{config.block.x, config.block.y, config.block.z};
  const std::array<std::size_t, 3> threads{config.grid.x * block[0], config.grid.y * block[1],
                                           config.grid.z * block[2]};
  const Allocations::Held held(gpu.allocations);
  tell_memory(function, held, operation);
  stream->enqueue_without_waiting(
      gpu.api.enqueue_kernel.name,
      [&](QueueRef queue, EventRef *event) {
        return gpu.api.enqueue_kernel(queue, function.kernel, 3, nullptr, threads.data(), block.data(), 0,
                                      nullptr, event);
      },
      operation, passed.memory.owner);
}

} // namespace kcc::opencl
