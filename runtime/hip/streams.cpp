// Streams and events.
#include "current.h"

namespace kcc::hip {

core::StreamHandle *HipDevice::create_stream(const StreamOptions &options, Operation operation) {
  const Current current(*this, operation);
  StreamRef stream = nullptr;
  call(operation, api_.stream_create_with_priority, &stream,
       options.synchronizes_with_default_stream ? stream_default : stream_non_blocking, options.priority);
  return reinterpret_cast<StreamHandle *>(stream);
}

void HipDevice::destroy_stream(StreamHandle *stream) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(*this, operation);
    api_.stream_destroy(raw(stream));
  });
}

void HipDevice::synchronize_stream(StreamHandle *stream, Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.stream_synchronize, raw(stream));
}

bool HipDevice::stream_done(StreamHandle *stream, Operation operation) {
  const Current current(*this, operation);
  return is_done(api_.stream_query(raw(stream)), api_.stream_query.name, operation);
}

void HipDevice::call_host(StreamHandle *stream, void (*function)(void *) noexcept, void *data,
                          Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.launch_host_func, raw(stream), static_cast<HostFunction>(function), data);
}

core::EventHandle *HipDevice::create_event(const EventOptions &options, Operation operation) {
  const Current current(*this, operation);
  EventRef event = nullptr;
  call(operation, api_.event_create_with_flags, &event,
       (options.timing ? event_default : event_disable_timing) |
           (options.blocking_wait ? event_blocking_sync : event_default));
  return reinterpret_cast<EventHandle *>(event);
}

void HipDevice::destroy_event(EventHandle *event) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(*this, operation);
    api_.event_destroy(raw(event));
  });
}

void HipDevice::record_event(EventHandle *event, StreamHandle *stream, Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.event_record, raw(event), raw(stream));
}

void HipDevice::wait_event(StreamHandle *stream, EventHandle *event, Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.stream_wait_event, raw(stream), raw(event), 0u);
}

void HipDevice::synchronize_event(EventHandle *event, Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.event_synchronize, raw(event));
}

bool HipDevice::event_done(EventHandle *event, Operation operation) {
  const Current current(*this, operation);
  return is_done(api_.event_query(raw(event)), api_.event_query.name, operation);
}

std::chrono::duration<double, std::milli> HipDevice::elapsed(EventHandle *from, EventHandle *to,
                                                             Operation operation) {
  const Current current(*this, operation);
  float milliseconds = 0;
  call(operation, api_.event_elapsed_time, &milliseconds, raw(from), raw(to));
  return std::chrono::duration<double, std::milli>(milliseconds);
}

} // namespace kcc::hip
