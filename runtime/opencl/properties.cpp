#include "properties.h"

#include "../core/hardware_names.h"
#include "../core/limit_attributes.h"
#include "opencl_device.h"

namespace kcc::opencl {

std::optional<int> OpenclProperties::attribute(DeviceAttribute which, core::Operation) {
  switch (which) {
  case DeviceAttribute::multiprocessor_count:
    return static_cast<int>(device_.facts().compute_units);
  case DeviceAttribute::can_map_host_memory:
  case DeviceAttribute::managed_memory:
    return device_.facts().has_fine_grain() ? 1 : 0;
  case DeviceAttribute::stream_priorities_supported:
    return device_.facts().has_priorities() ? 1 : 0;
  case DeviceAttribute::unified_addressing:
  case DeviceAttribute::cooperative_launch:
  case DeviceAttribute::cluster_launch:
  case DeviceAttribute::pageable_memory_access:
    return 0;
  default:
    return core::limit_attribute(device_.info().limits, which);
  }
}

std::string OpenclProperties::uuid(core::Operation operation) {
  const auto bytes = device_.facts().uuid();
  if (!bytes)
    detail::fail(ErrorCategory::not_supported, operation.text(), "its driver does not tell");
  return core::uuid_text(*bytes);
}

std::string OpenclProperties::pci_address(core::Operation operation) {
  const auto place = device_.facts().place();
  if (!place)
    detail::fail(ErrorCategory::not_supported, operation.text(),
                 "it is not on a PCI bus, or its driver does not say where");
  return core::pci_address_text(place->domain, place->bus, place->device, place->function);
}

DeviceMemoryInfo OpenclProperties::memory(core::Operation) {
  return {.free = device_.info().total_memory, .total = device_.info().total_memory};
}

StreamPriorities OpenclProperties::stream_priorities(core::Operation) {
  return device_.facts().has_priorities() ? StreamPriorities{.least = 1, .greatest = -1} : StreamPriorities{};
}

void OpenclProperties::set_stack_bytes(std::size_t, core::Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "OpenCL has no setting for it");
}

std::size_t OpenclProperties::stack_bytes(core::Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "OpenCL does not say");
}

} // namespace kcc::opencl
