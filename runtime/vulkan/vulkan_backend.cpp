#include "vulkan_backend.h"

#include "../core/gpu_nodes.h"
#include "vulkan_device.h"

#include <algorithm>
#include <string>
#include <thread>

namespace kcc::vulkan {

namespace {

/// Vulkan does not say. Enough that a grid with a few blocks for each keeps most GPUs busy.
constexpr std::uint32_t assumed_multiprocessors = 32;

core::DeviceInfo describe(const PhysicalDevice &physical, int ordinal) {
  const DeviceFeatures &features = physical.features;
  const Properties &properties = features.properties;
  const Limits &limits = properties.limits;
  const bool is_emulated = properties.device_type == device_type_cpu;
  core::DeviceInfo info{};
  info.backend = Backend::vulkan;
  info.ordinal = ordinal;
  info.name = properties.device_name;
  const std::string version = std::to_string(version_major(properties.api_version)) + "." +
                              std::to_string(version_minor(properties.api_version));
  info.arch = "vulkan" + version;
  info.driver = "Vulkan " + version + "." + std::to_string(version_patch(properties.api_version));
  if (features.properties_12.driver_name[0] != '\0')
    info.driver += std::string(" (") + features.properties_12.driver_name + " " +
                   features.properties_12.driver_info + ")";
  if (!is_emulated)
    info.vendor = properties.vendor_id;
  info.label = "Vulkan device " + std::to_string(ordinal) + " (" + info.name + ")";
  info.limits.max_threads_per_block = limits.max_compute_work_group_invocations;
  info.limits.max_block = {limits.max_compute_work_group_size[0], limits.max_compute_work_group_size[1],
                           limits.max_compute_work_group_size[2]};
  info.limits.max_grid = {limits.max_compute_work_group_count[0], limits.max_compute_work_group_count[1],
                          limits.max_compute_work_group_count[2]};
  info.limits.max_shared_bytes_per_block = limits.max_compute_shared_memory_size;
  info.limits.warp_size = features.has_warps() ? 32 : features.properties_11.subgroup_size;
  info.limits.multiprocessors =
      is_emulated ? std::max(std::thread::hardware_concurrency(), 1u) : assumed_multiprocessors;
  for (std::uint32_t i = 0; i < physical.memory.heap_count; ++i)
    if ((physical.memory.heaps[i].flags & memory_device_local) != 0)
      info.total_memory += physical.memory.heaps[i].bytes;
  constexpr std::uint32_t discrete = 2, integrated = 1; // VkPhysicalDeviceType
  const double kind = properties.device_type == discrete ? 4 : properties.device_type == integrated ? 2 : 1;
  info.rank = is_emulated ? 0 : kind * 1e15 + static_cast<double>(info.total_memory);
  info.reads_host_at_once = true;
  info.keeps_subnormals = features.properties_12.denorm_preserve[1] != 0; // of 32 bits
  return info;
}

core::FoundDevices search() {
  core::FoundDevices found;
  const auto made = make_instance();
  if (const Error *problem = std::get_if<Error>(&made)) {
    found.problem = *problem;
    return found;
  }
  const Instance &instance = *new Instance(std::get<Instance>(made)); // like all devices
  std::vector<PhysicalDeviceRef> devices;
  Result result = incomplete;
  while (result == incomplete) {
    std::uint32_t count = 0;
    result = instance.api.enumerate_physical_devices(instance.instance, &count, nullptr);
    devices.resize(count);
    if (result == success && count != 0)
      result = instance.api.enumerate_physical_devices(instance.instance, &count, devices.data());
    devices.resize(count);
  }
  if (result == success && devices.empty())
    result = error_incompatible_driver;
  if (result != success) {
    found.problem =
        vulkan_error(result, instance.api.enumerate_physical_devices.name, "looking for Vulkan devices");
    return found;
  }
  for (PhysicalDeviceRef device : devices) {
    auto physical = std::make_unique<const PhysicalDevice>(instance, device);
    core::DeviceInfo info = describe(*physical, static_cast<int>(found.slots.size()));
    if (const std::string problem = physical->problem(); !problem.empty()) {
      found.slots.push_back({nullptr, Error({.operation = "asking for " + info.label,
                                             .code = 0,
                                             .code_name = {},
                                             .text = problem,
                                             .log = {},
                                             .hint = "Install a newer driver for it, if there is one",
                                             .category = ErrorCategory::no_device})});
      continue;
    }
    found.slots.push_back({new VulkanDevice(std::move(physical), std::move(info)), {}});
  }
  return found;
}

core::FoundDevices find() {
  // Never destroyed, for static objects' destructors.
  static const core::FoundDevices &found = *new core::FoundDevices(search());
  return found;
}

/// Without what the processor imitates, and without the GPUs that are devices of other backends.
core::FoundDevices find_unasked(const core::Vendors &served) {
  if (!core::may_have_gpus(served))
    return {};
  core::FoundDevices found = find();
  found.problem.reset(); // such as that there is no Vulkan: it is no loss for whoever does not ask for it
  std::erase_if(found.slots, [&](const core::DeviceSlot &slot) {
    if (!slot.device)
      return false;
    const Properties &properties = static_cast<VulkanDevice *>(slot.device)->physical().features.properties;
    return properties.device_type == device_type_cpu || served.contains(properties.vendor_id);
  });
  return found;
}

} // namespace

core::BackendEntry backend_entry() {
  return {.backend = Backend::vulkan,
          .name = "vulkan",
          .find = find,
          .find_unasked = find_unasked,
          .adopt = nullptr,
          .hint = "See `vulkaninfo --summary`, and VK_DRIVER_FILES or VK_ICD_FILENAMES if it is set"};
}

} // namespace kcc::vulkan
