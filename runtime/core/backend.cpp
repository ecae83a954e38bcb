#include "backend.h"

#include "../cpu/cpu_backend.h"
#include "../cuda/cuda_backend.h"

#include <array>

namespace kcc::core {

std::span<const BackendEntry> backends() {
  static const std::array<BackendEntry, 2> entries{cuda::backend_entry(), cpu::backend_entry()};
  return entries;
}

} // namespace kcc::core
