#include "backend.h"

#include "../cpu/cpu_backend.h"
#include "../cuda/cuda_backend.h"

#include <array>

namespace kcc::core {

std::span<const BackendEntry> backends() {
  static const std::array<BackendEntry, 2> entries{cuda::backend_entry(), cpu::backend_entry()};
  return entries;
}

const void *this_copy() noexcept {
  static const char copy = 0; // the library's symbols are hidden, so nothing of another copy takes its place
  return &copy;
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
