#include "backend.h"

#include "../cpu/cpu_backend.h"
#include "../cuda/cuda_backend.h"
#include "../hip/hip_backend.h"
#include "../opencl/opencl_backend.h"
#include "../vulkan/vulkan_backend.h"

#include <array>
#include <string>

namespace kcc::core {

std::span<const BackendEntry> backends() {
  static const std::array entries{
      cuda::backend_entry(),   hip::backend_entry(), vulkan::backend_entry(),
      opencl::backend_entry(), cpu::backend_entry(),
  };
  return entries;
}

void BackendDevice::wait_quietly() noexcept {
  try {
    synchronize([] { return std::string(); });
  } catch (const Error &) { // then nothing runs any more
  }
}

bool BackendDevice::mark_event(EventHandle *event, StreamHandle *stream) {
  try {
    record_event(event, stream, [] { return std::string(); });
    return true;
  } catch (const Error &) {
    return false;
  }
}

EventEnd BackendDevice::event_end(EventHandle *event, bool wait, Operation operation) {
  try {
    if (!wait)
      return {event_done(event, operation), nullptr};
    synchronize_event(event, operation);
    return {true, nullptr};
  } catch (const Error &error) { // then nothing runs any more
    return {true, std::make_shared<const Error>(error)};
  }
}

void RetiredModules::add(Node &module) noexcept {
  const std::lock_guard lock(mutex_);
  modules_.splice(modules_.end(), module);
}

void RetiredModules::unload(BackendDevice &device) noexcept {
  Node modules;
  {
    const std::lock_guard lock(mutex_);
    modules.swap(modules_);
  }
  for (ModuleHandle *module : modules)
    device.unload(module);
}

} // namespace kcc::core
