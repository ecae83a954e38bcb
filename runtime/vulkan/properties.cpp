#include "properties.h"

#include "../core/hardware_names.h"
#include "../core/limit_attributes.h"
#include "vulkan_device.h"

#include <algorithm>

namespace kcc::vulkan {

std::optional<int> VulkanProperties::attribute(DeviceAttribute which, core::Operation) {
  switch (which) {
  case DeviceAttribute::can_map_host_memory:
    return 1;
  case DeviceAttribute::unified_addressing:
  case DeviceAttribute::cooperative_launch:
  case DeviceAttribute::cluster_launch:
  case DeviceAttribute::pageable_memory_access:
  case DeviceAttribute::stream_priorities_supported:
    return 0;
  default:
    return core::limit_attribute(device_.info().limits, which);
  }
}

std::string VulkanProperties::uuid(core::Operation) {
  return core::uuid_text(device_.physical().features.properties_11.device_uuid);
}

std::string VulkanProperties::pci_address(core::Operation operation) {
  const PhysicalDevice &physical = device_.physical();
  if (!physical.features.has_extension("VK_EXT_pci_bus_info"))
    detail::fail(ErrorCategory::not_supported, operation.text(),
                 "it is not on a PCI bus, or its driver does not say where");
  PciBusInfo place;
  Properties2 properties{.next = &place};
  physical.instance.api.get_properties_2(physical.device, &properties);
  return core::pci_address_text(place.domain, place.bus, place.device, place.function);
}

DeviceMemoryInfo VulkanProperties::memory(core::Operation) {
  const PhysicalDevice &physical = device_.physical();
  const bool has_budget = physical.features.has_extension("VK_EXT_memory_budget");
  MemoryBudget budget{};
  MemoryProperties2 memory{.next = has_budget ? &budget : nullptr};
  physical.instance.api.get_memory_properties_2(physical.device, &memory);
  DeviceMemoryInfo info;
  for (std::uint32_t i = 0; i < memory.properties.heap_count; ++i) {
    const MemoryHeap &heap = memory.properties.heaps[i];
    if ((heap.flags & memory_device_local) == 0)
      continue;
    info.total += heap.bytes;
    info.free += has_budget ? budget.budget[i] - std::min(budget.budget[i], budget.usage[i]) : heap.bytes;
  }
  return info;
}

void VulkanProperties::set_stack_bytes(std::size_t, core::Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "Vulkan has no setting for it");
}

std::size_t VulkanProperties::stack_bytes(core::Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "Vulkan does not say");
}

} // namespace kcc::vulkan
