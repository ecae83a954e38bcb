// Events.
#include "../core/process_end.h"
#include "opencl_device.h"

#include <utility>

namespace kcc::opencl {

void OpenclDevice::record_event(EventHandle *event, StreamHandle *handle, Operation operation) {
  const auto stream = stream_of(handle, operation);
  Record record{stream, {}};
  const auto &enqueue_marker = stream->context().api.enqueue_marker;
  record.point =
      event_data(event).has_timing
          ? stream->enqueue(
                enqueue_marker.name,
                [&](QueueRef queue, EventRef *made) { return enqueue_marker(queue, 0, nullptr, made); },
                operation)
          : stream->last();
  set_record(event, std::move(record));
}

std::chrono::duration<double, std::milli> OpenclDevice::elapsed(EventHandle *from, EventHandle *to,
                                                                Operation operation) {
  core::refuse_at_process_end(operation);
  const auto end_of = [&](const Record &record) {
    record.stream->wait(record.point, operation);
    const Context &context = record.stream->context();
    std::uint64_t nanoseconds = 0;
    context.call(operation, context.api.get_profiling_info, record.point.get(), Uint{profiling_end},
                 sizeof nanoseconds, &nanoseconds, nullptr);
    return nanoseconds;
  };
  const std::uint64_t begin = end_of(event_data(from).last()), end = end_of(event_data(to).last());
  return std::chrono::duration<double, std::milli>(
      static_cast<double>(static_cast<std::int64_t>(end - begin)) / 1e6);
}

} // namespace kcc::opencl
