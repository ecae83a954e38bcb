#include "context.h"

#include <kcc/abi/vulkan_code.h>

#include <algorithm>

namespace kcc::vulkan {

namespace {

/// More would only cost memory.
constexpr std::uint32_t most_queues = 8;

} // namespace

PhysicalDevice::PhysicalDevice(const Instance &from, PhysicalDeviceRef listed_device)
    : instance(from), device(listed_device), features(from.api, listed_device) {
  const InstanceApi &api = instance.api;
  MemoryProperties2 properties;
  api.get_memory_properties_2(device, &properties);
  memory = properties.properties;
  const auto families =
      listed<QueueFamilyProperties>([&](std::uint32_t *count, QueueFamilyProperties *items) {
        api.get_queue_families(device, count, items);
      });
  // Queues without graphics run beside what the screen shows.
  for (const bool with_graphics : {false, true})
    for (std::uint32_t i = 0; i < families.size() && queue_count == 0; ++i)
      if ((families[i].flags & queue_compute) != 0 &&
          ((families[i].flags & queue_graphics) != 0) == with_graphics) {
        family = i;
        queue_count = std::min(families[i].count, most_queues);
        timestamp_bits = families[i].timestamp_valid_bits;
      }
}

std::string PhysicalDevice::problem() const {
  if (const std::string missing = features.missing(); !missing.empty())
    return "it lacks what kcc needs: " + missing;
  return queue_count == 0 ? "it has no queue for compute work" : "";
}

static DeviceRef make_device(const PhysicalDevice &physical, const core::Operation &operation) {
  const std::vector<float> priorities(physical.queue_count, 1.0f);
  const DeviceQueueCreateInfo queues{
      .family = physical.family, .count = physical.queue_count, .priorities = priorities.data()};
  const std::vector<const char *> &extensions = physical.features.extensions();
  const DeviceCreateInfo info{.next = physical.features.chain(),
                              .queue_create_info_count = 1,
                              .queue_create_infos = &queues,
                              .extension_count = static_cast<std::uint32_t>(extensions.size()),
                              .extensions = extensions.data()};
  const auto &create = physical.instance.api.create_device;
  DeviceRef device = nullptr;
  check(create(physical.device, &info, nullptr, &device), create.name, operation);
  return device;
}

Context::Context(const PhysicalDevice &from, const core::Operation &operation)
    : physical(from), device(make_device(from, operation)),
      api(device_functions(from.instance, device, operation.text())), allocations(*this), host_blocks(*this),
      status_slots(*this), timestamps(*this), queues_(from.queue_count) {
  for (std::uint32_t i = 0; i < queues_.size(); ++i)
    api.get_device_queue(device, physical.family, i, &queues_[i]);
  const PushConstantRange range{stage_compute, 0, sizeof(abi::VulkanArguments)};
  const PipelineLayoutCreateInfo layout{.push_constant_range_count = 1, .push_constant_ranges = &range};
  const Result result = api.create_pipeline_layout(device, &layout, nullptr, &pipeline_layout);
  if (result == success)
    return;
  api.destroy_device(device, nullptr);
  throw vulkan_error(result, api.create_pipeline_layout.name, operation.text());
}

QueueRef Context::next_queue() {
  const std::lock_guard lock(scheduling);
  return queues_[next_queue_++ % queues_.size()];
}

} // namespace kcc::vulkan
