// Events.
#include "../core/process_end.h"
#include "vulkan_device.h"

#include <utility>

namespace kcc::vulkan {

void VulkanDevice::record_event(EventHandle *event, StreamHandle *handle, Operation operation) {
  const auto stream = stream_of(handle, operation);
  std::shared_ptr<const Timestamp> time;
  if (event_data(event).has_timing && physical_->timestamp_bits != 0) {
    Context &gpu = context(operation);
    time = gpu.timestamps.take(operation);
    stream->enqueue(
        [&](CommandBufferRef commands) {
          gpu.api.cmd_reset_query_pool(commands, time->pool, time->index, 1);
          gpu.api.cmd_write_timestamp(commands, pipeline_stage_bottom, time->pool, time->index);
        },
        {time}, operation);
  }
  Point point = stream->last();
  point.time = std::move(time);
  set_record(event, {stream, std::move(point)});
}

std::chrono::duration<double, std::milli> VulkanDevice::elapsed(EventHandle *from, EventHandle *to,
                                                                Operation operation) {
  core::refuse_at_process_end(operation);
  const Record begin = event_data(from).last(), end = event_data(to).last();
  if (!begin.point.time || !end.point.time)
    detail::fail(ErrorCategory::not_supported, operation.text(), "the device's queues have no clock");
  for (const Record &record : {begin, end})
    record.stream->wait(record.point, operation);
  const Timestamps &clock = context(operation).timestamps;
  const std::uint64_t ticks =
      clock.read(*end.point.time, operation) - clock.read(*begin.point.time, operation);
  const double nanoseconds = static_cast<double>(static_cast<std::int64_t>(ticks)) *
                             static_cast<double>(physical_->features.properties.limits.timestamp_period);
  return std::chrono::duration<double, std::milli>(nanoseconds / 1e6);
}

} // namespace kcc::vulkan
