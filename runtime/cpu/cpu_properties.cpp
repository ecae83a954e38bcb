#include "cpu_properties.h"

#include "../core/limit_attributes.h"
#include "engine/settings.h"

#include <fstream>
#include <stdexcept>
#include <string>

namespace kcc::cpu {

std::optional<int> CpuProperties::attribute(DeviceAttribute which, Operation) {
  const DeviceLimits &limits = info_.limits;
  if (const std::optional<int> limit = core::limit_attribute(limits, which))
    return limit;
  switch (which) {
  case DeviceAttribute::multiprocessor_count:
    return static_cast<int>(limits.multiprocessors);
  case DeviceAttribute::integrated:
  case DeviceAttribute::can_map_host_memory:
  case DeviceAttribute::unified_addressing:
  case DeviceAttribute::concurrent_kernels:
  case DeviceAttribute::pageable_memory_access:
  case DeviceAttribute::pageable_memory_access_uses_host_page_tables:
  case DeviceAttribute::host_native_atomic_supported:
  case DeviceAttribute::cooperative_launch:
  case DeviceAttribute::unified_function_pointers:
    return 1;
  case DeviceAttribute::cluster_launch:
    return limits.max_cluster_blocks > 1;
  case DeviceAttribute::kernel_exec_timeout:
  case DeviceAttribute::compute_mode: // CU_COMPUTEMODE_DEFAULT
  case DeviceAttribute::tcc_driver:
  case DeviceAttribute::stream_priorities_supported:
  case DeviceAttribute::multi_gpu_board:
    return 0;
  default:
    return std::nullopt;
  }
}

std::string CpuProperties::uuid(Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "it has none",
               "Compare kcc::Device objects, or ask for the UUID only if backend() is kcc::Backend::cuda");
}

std::string CpuProperties::pci_address(Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "it is not on a PCI bus",
               "Ask for the address only if backend() is kcc::Backend::cuda");
}

DeviceMemoryInfo CpuProperties::memory(Operation operation) {
  std::ifstream in("/proc/meminfo");
  for (std::string name; in >> name;) {
    std::size_t kibibytes = 0;
    if (name == "MemAvailable:" && in >> kibibytes)
      return {kibibytes * 1024, info_.total_memory};
    std::getline(in, name);
  }
  detail::fail(ErrorCategory::system, operation.text(), "/proc/meminfo has no line MemAvailable",
               "Mount /proc");
}

void CpuProperties::set_stack_bytes(std::size_t bytes, Operation operation) {
  try {
    set_fiber_stack_bytes(bytes);
  } catch (const std::invalid_argument &error) {
    detail::fail(operation.text(), error.what(),
                 "Take from " + std::to_string(min_fiber_stack_bytes) + " to " +
                     std::to_string(max_fiber_stack_bytes));
  }
}

std::size_t CpuProperties::stack_bytes(Operation operation) {
  try {
    return fiber_stack_bytes();
  } catch (const std::invalid_argument &error) {
    detail::fail(operation.text(), error.what(), "Correct the environment variable KCC_CPU_STACK_BYTES");
  }
}

} // namespace kcc::cpu
