// Launches.
#include "handles.h"
#include "opencl_device.h"

#include <kcc/abi/opencl_code.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
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

} // namespace

void OpenclDevice::launch(StreamHandle *handle, const core::Launch &launch, Operation operation) {
  const auto stream = stream_of(handle, operation);
  Context &gpu = stream->context();
  const LaunchConfig &config = *launch.config;
  if (config.cooperative)
    core::fail_too_many_cooperative_blocks(operation.text(), config, 0);
  FunctionData &function = data(launch.function);

  std::array<std::uint64_t, abi::spirv_pushed_count> pushed{};
  OpenclStream::Parameters memory;
  if (!launch.parameters.empty()) {
    const core::ParameterPlace &last = launch.parameters.back();
    const std::size_t bytes = last.offset + last.size;
    auto *to = reinterpret_cast<std::byte *>(pushed.data());
    if (!function.has_pushed_parameters) {
      memory = stream->take_parameters(bytes, operation);
      to = memory.host;
    } else if (bytes > sizeof pushed) {
      detail::fail(ErrorCategory::invalid_code, operation.text(),
                   "the kernel's parameters are too long to be passed with the launch",
                   "Compile the kernels again: manifest and code come from different versions");
    }
    for (std::size_t i = 0; i < launch.parameters.size(); ++i)
      std::memcpy(to + launch.parameters[i].offset, launch.arguments[i], launch.parameters[i].size);
    if (memory.host != memory.device)
      stream->give(
          gpu.api.enqueue_copy.name,
          [&](QueueRef queue, EventRef *event) {
            return gpu.api.enqueue_copy(queue, 0, memory.device, memory.host, bytes, 0, nullptr, event);
          },
          operation, memory.owner);
  }

  stream->make_room();
  const std::lock_guard lock(function.mutex);
  const auto set = [&](Uint index, std::size_t bytes, const void *value) {
    gpu.call(operation, gpu.api.set_argument, function.kernel, index, bytes, value);
  };
  const auto set_address = [&](Uint index, const void *address) {
    const std::uint64_t word = reinterpret_cast<std::uintptr_t>(address);
    set(index, sizeof word, &word);
  };
  const auto dynamic_bytes = static_cast<std::uint32_t>(config.dynamic_shared_bytes);
  constexpr std::size_t alignment = 16;
  const std::size_t shared_bytes =
      (launch.static_shared_bytes + config.dynamic_shared_bytes + alignment - 1) / alignment * alignment;
  set_address(abi::opencl_parameters, memory.device);
  set_address(abi::opencl_variables, function.module.variables);
  set_address(abi::opencl_status, stream->status());
  set(abi::opencl_dynamic_shared_bytes, sizeof dynamic_bytes, &dynamic_bytes);
  set(abi::opencl_shared, std::max(shared_bytes, std::size_t{1}), nullptr);
  if (function.has_pushed_parameters)
    for (Uint i = 0; i < pushed.size(); ++i)
      set(abi::opencl_pushed + i, sizeof pushed[i], &pushed[i]);

  const std::array<std::size_t, 3> block{config.block.x, config.block.y, config.block.z};
  const std::array<std::size_t, 3> threads{config.grid.x * block[0], config.grid.y * block[1],
                                           config.grid.z * block[2]};
  const Allocations::Held held(gpu.allocations);
  tell_memory(function, held, operation);
  stream->give_now(
      gpu.api.enqueue_kernel.name,
      [&](QueueRef queue, EventRef *event) {
        return gpu.api.enqueue_kernel(queue, function.kernel, 3, nullptr, threads.data(), block.data(), 0,
                                      nullptr, event);
      },
      operation, memory.owner);
}

} // namespace kcc::opencl
