// Streams and events.
#include "../core/host_calls.h"
#include "../core/process_end.h"
#include "handles.h"
#include "vulkan_device.h"

#include <algorithm>
#include <utility>

namespace kcc::vulkan {

std::shared_ptr<VulkanStream> VulkanDevice::stream_of(StreamHandle *handle, const Operation &operation) {
  core::refuse_in_host_call(operation);
  core::refuse_at_process_end(operation);
  if (handle)
    return data(handle).stream;
  (void)context(operation);
  return default_stream_;
}

core::StreamHandle *VulkanDevice::create_stream(const StreamOptions &, Operation operation) {
  forget_finished();
  auto stream =
      std::make_unique<StreamData>(StreamData{std::make_shared<VulkanStream>(context(operation), operation)});
  const std::lock_guard lock(mutex_);
  streams_.push_back(stream->stream);
  return reinterpret_cast<StreamHandle *>(stream.release());
}

void VulkanDevice::destroy_stream(StreamHandle *handle) noexcept {
  data(handle).stream->close(); // it lives until its work is done
  delete &data(handle);
  forget_finished();
}

void VulkanDevice::synchronize_stream(StreamHandle *handle, Operation operation) {
  const auto stream = stream_of(handle, operation);
  stream->wait(stream->last().value, operation);
  (void)stream->has_finished(); // gives back memory
  throw_failure(*stream, operation);
}

bool VulkanDevice::stream_done(StreamHandle *handle, Operation operation) {
  const auto stream = stream_of(handle, operation);
  if (!stream->is_reached(stream->last().value, operation))
    return false;
  throw_failure(*stream, operation);
  return true;
}

void VulkanDevice::call_host(StreamHandle *handle, void (*function)(void *) noexcept, void *argument,
                             Operation operation) {
  stream_of(handle, operation)->call_host(function, argument, operation);
}

core::EventHandle *VulkanDevice::create_event(const EventOptions &options, Operation) {
  return reinterpret_cast<EventHandle *>(new EventData(options.timing));
}

void VulkanDevice::destroy_event(EventHandle *event) noexcept {
  delete &data(event);
}

void VulkanDevice::record_event(EventHandle *event, StreamHandle *handle, Operation operation) {
  const auto stream = stream_of(handle, operation);
  EventData::Record record;
  if (data(event).has_timing && physical_->timestamp_bits != 0) {
    Context &gpu = context(operation);
    record.time = gpu.timestamps.take(operation);
    stream->enqueue(
        [&](CommandBufferRef commands) {
          gpu.api.cmd_reset_query_pool(commands, record.time->pool, record.time->index, 1);
          gpu.api.cmd_write_timestamp(commands, pipeline_stage_bottom, record.time->pool, record.time->index);
        },
        {record.time}, operation);
  }
  record.point = stream->last();
  const std::lock_guard lock(data(event).mutex);
  data(event).record = std::move(record);
}

void VulkanDevice::wait_event(StreamHandle *handle, EventHandle *event, Operation operation) {
  const auto stream = stream_of(handle, operation);
  const EventData::Record record = data(event).last();
  if (!record.point.stream)
    return;
  if (&record.point.stream->context() == &stream->context())
    return stream->wait_for(record.point, operation);
  // Devices have no semaphores in common.
  record.point.stream->wait(record.point.value, operation);
}

void VulkanDevice::synchronize_event(EventHandle *event, Operation operation) {
  core::refuse_in_host_call(operation);
  core::refuse_at_process_end(operation);
  const EventData::Record record = data(event).last();
  if (!record.point.stream)
    return;
  record.point.stream->wait(record.point.value, operation);
  throw_failure(*record.point.stream, operation);
}

bool VulkanDevice::event_done(EventHandle *event, Operation operation) {
  core::refuse_at_process_end(operation);
  const EventData::Record record = data(event).last();
  if (!record.point.stream)
    return true;
  if (!record.point.stream->is_reached(record.point.value, operation))
    return false;
  throw_failure(*record.point.stream, operation);
  return true;
}

core::EventEnd VulkanDevice::event_end(EventHandle *event, bool wait, Operation operation) {
  const EventData::Record record = data(event).last();
  VulkanStream *const stream = record.point.stream.get();
  if (!stream)
    return {true, nullptr};
  try {
    core::refuse_at_process_end(operation);
    if (wait)
      stream->wait(record.point.value, operation);
    else if (!stream->is_reached(record.point.value, operation))
      return {false, nullptr};
  } catch (const Error &error) { // then nothing runs any more
    return {true, std::make_shared<const Error>(error)};
  }
  note_failure(*stream, operation);
  return {true, failures_.oldest_of(stream)};
}

std::chrono::duration<double, std::milli> VulkanDevice::elapsed(EventHandle *from, EventHandle *to,
                                                                Operation operation) {
  core::refuse_at_process_end(operation);
  const EventData::Record begin = data(from).last(), end = data(to).last();
  if (!begin.time || !end.time)
    detail::fail(ErrorCategory::not_supported, operation.text(), "the device's queues have no clock");
  for (const EventData::Record &record : {begin, end})
    record.point.stream->wait(record.point.value, operation);
  const Timestamps &clock = context(operation).timestamps;
  const std::uint64_t ticks = clock.read(*end.time, operation) - clock.read(*begin.time, operation);
  const double nanoseconds = static_cast<double>(static_cast<std::int64_t>(ticks)) *
                             static_cast<double>(physical_->features.properties.limits.timestamp_period);
  return std::chrono::duration<double, std::milli>(nanoseconds / 1e6);
}

} // namespace kcc::vulkan
