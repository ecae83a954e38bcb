#include "properties.h"

#include "vulkan_device.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>

namespace kcc::vulkan {

std::optional<int> VulkanProperties::attribute(DeviceAttribute which, core::Operation) {
  const DeviceLimits &limits = device_.info().limits;
  const auto number = [](std::size_t value) {
    return static_cast<int>(std::min<std::size_t>(value, std::numeric_limits<int>::max()));
  };
  switch (which) {
  case DeviceAttribute::max_threads_per_block:
    return number(limits.max_threads_per_block);
  case DeviceAttribute::max_block_dim_x:
    return number(limits.max_block.x);
  case DeviceAttribute::max_block_dim_y:
    return number(limits.max_block.y);
  case DeviceAttribute::max_block_dim_z:
    return number(limits.max_block.z);
  case DeviceAttribute::max_grid_dim_x:
    return number(limits.max_grid.x);
  case DeviceAttribute::max_grid_dim_y:
    return number(limits.max_grid.y);
  case DeviceAttribute::max_grid_dim_z:
    return number(limits.max_grid.z);
  case DeviceAttribute::max_shared_memory_per_block:
  case DeviceAttribute::max_shared_memory_per_block_optin:
    return number(limits.max_shared_bytes_per_block);
  case DeviceAttribute::warp_size:
    return number(limits.warp_size);
  case DeviceAttribute::can_map_host_memory:
    return 1;
  case DeviceAttribute::unified_addressing:
  case DeviceAttribute::cooperative_launch:
  case DeviceAttribute::cluster_launch:
  case DeviceAttribute::pageable_memory_access:
  case DeviceAttribute::stream_priorities_supported:
    return 0;
  default:
    return std::nullopt;
  }
}

std::string VulkanProperties::uuid(core::Operation) {
  const auto &bytes = device_.physical().features.properties_11.device_uuid;
  std::string text = "GPU-";
  for (std::size_t i = 0; i < std::size(bytes); ++i) {
    std::array<char, 3> digits{};
    std::snprintf(digits.data(), digits.size(), "%02x", bytes[i]);
    text += digits.data();
    if (i == 3 || i == 5 || i == 7 || i == 9)
      text += '-';
  }
  return text;
}

std::string VulkanProperties::pci_address(core::Operation operation) {
  const PhysicalDevice &physical = device_.physical();
  if (!physical.features.has_extension("VK_EXT_pci_bus_info"))
    detail::fail(ErrorCategory::not_supported, operation.text(),
                 "it is not on a PCI bus, or its driver does not say where");
  PciBusInfo place;
  Properties2 properties{.next = &place};
  physical.instance.api.get_properties_2(physical.device, &properties);
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%04x:%02x:%02x.%x", place.domain, place.bus, place.device,
                place.function);
  return text.data();
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
