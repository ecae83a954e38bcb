// Streams and events.
#include "../core/host_calls.h"
#include "../core/process_end.h"
#include "handles.h"
#include "opencl_device.h"

#include <utility>

namespace kcc::opencl {

std::shared_ptr<OpenclStream> OpenclDevice::stream_of(StreamHandle *handle, const Operation &operation) {
  core::refuse_in_host_call(operation);
  core::refuse_at_process_end(operation);
  if (handle)
    return data(handle).stream;
  (void)context(operation);
  return default_stream_;
}

core::StreamHandle *OpenclDevice::create_stream(const StreamOptions &options, Operation operation) {
  forget_finished();
  auto stream = std::make_unique<StreamData>(
      StreamData{std::make_shared<OpenclStream>(context(operation), options.priority, operation)});
  const std::lock_guard lock(mutex_);
  streams_.push_back(stream->stream);
  return reinterpret_cast<StreamHandle *>(stream.release());
}

void OpenclDevice::destroy_stream(StreamHandle *handle) noexcept {
  data(handle).stream->close(); // it lives until its work is done
  delete &data(handle);
  forget_finished();
}

void OpenclDevice::synchronize_stream(StreamHandle *handle, Operation operation) {
  const auto stream = stream_of(handle, operation);
  stream->wait(stream->last(), operation);
  (void)stream->has_finished(); // gives back memory
  throw_failure(*stream, operation);
}

bool OpenclDevice::stream_done(StreamHandle *handle, Operation operation) {
  const auto stream = stream_of(handle, operation);
  if (!stream->is_reached(stream->last(), operation))
    return false;
  throw_failure(*stream, operation);
  return true;
}

void OpenclDevice::call_host(StreamHandle *handle, void (*function)(void *) noexcept, void *argument,
                             Operation operation) {
  stream_of(handle, operation)->call_host(function, argument, operation);
}

core::EventHandle *OpenclDevice::create_event(const EventOptions &options, Operation) {
  return reinterpret_cast<EventHandle *>(new EventData(options.timing));
}

void OpenclDevice::destroy_event(EventHandle *event) noexcept {
  delete &data(event);
}

void OpenclDevice::record_event(EventHandle *event, StreamHandle *handle, Operation operation) {
  const auto stream = stream_of(handle, operation);
  EventData::Record record{stream, {}};
  const auto &enqueue_marker = stream->context().api.enqueue_marker;
  record.event =
      data(event).has_timing
          ? stream->enqueue(
                enqueue_marker.name,
                [&](QueueRef queue, EventRef *made) { return enqueue_marker(queue, 0, nullptr, made); },
                operation)
          : stream->last();
  const std::lock_guard lock(data(event).mutex);
  data(event).record = std::move(record);
}

void OpenclDevice::wait_event(StreamHandle *handle, EventHandle *event, Operation operation) {
  const auto stream = stream_of(handle, operation);
  const EventData::Record record = data(event).last();
  if (!record.stream || record.stream == stream)
    return;
  if (&record.stream->context() == &stream->context())
    return stream->wait_for(record.event, operation);
  // Devices have no events in common.
  record.stream->wait(record.event, operation);
}

void OpenclDevice::synchronize_event(EventHandle *event, Operation operation) {
  core::refuse_in_host_call(operation);
  core::refuse_at_process_end(operation);
  const EventData::Record record = data(event).last();
  if (!record.stream)
    return;
  record.stream->wait(record.event, operation);
  throw_failure(*record.stream, operation);
}

bool OpenclDevice::event_done(EventHandle *event, Operation operation) {
  core::refuse_at_process_end(operation);
  const EventData::Record record = data(event).last();
  if (!record.stream)
    return true;
  if (!record.stream->is_reached(record.event, operation))
    return false;
  throw_failure(*record.stream, operation);
  return true;
}

core::EventEnd OpenclDevice::event_end(EventHandle *event, bool wait, Operation operation) {
  const EventData::Record record = data(event).last();
  OpenclStream *const stream = record.stream.get();
  if (!stream)
    return {true, nullptr};
  try {
    core::refuse_at_process_end(operation);
    if (wait)
      stream->wait(record.event, operation);
    else if (!stream->is_reached(record.event, operation))
      return {false, nullptr};
    note_failure(*stream, operation);
  } catch (const Error &error) { // then nothing runs any more
    return {true, std::make_shared<const Error>(error)};
  }
  return {true, failures_.oldest_of(stream)};
}

std::chrono::duration<double, std::milli> OpenclDevice::elapsed(EventHandle *from, EventHandle *to,
                                                                Operation operation) {
  core::refuse_at_process_end(operation);
  const auto end_of = [&](const EventData::Record &record) {
    record.stream->wait(record.event, operation);
    const Context &context = record.stream->context();
    std::uint64_t nanoseconds = 0;
    context.call(operation, context.api.get_profiling_info, record.event.get(), Uint{profiling_end},
                 sizeof nanoseconds, &nanoseconds, nullptr);
    return nanoseconds;
  };
  const std::uint64_t begin = end_of(data(from).last()), end = end_of(data(to).last());
  return std::chrono::duration<double, std::milli>(
      static_cast<double>(static_cast<std::int64_t>(end - begin)) / 1e6);
}

} // namespace kcc::opencl
