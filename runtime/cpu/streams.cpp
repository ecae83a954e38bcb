// Streams and events.
#include "../check/settings.h"
#include "../core/host_calls.h"
#include "check/device_pages.h"
#include "check/objects.h"
#include "check/unawaited_copies.h"
#include "cpu_device.h"
#include "handles.h"
#include "queue_threads.h"

#include <utility>

namespace kcc::cpu {

core::StreamHandle *CpuDevice::create_stream(const StreamOptions &, Operation) {
  (void)queue_threads(); // a static Stream is destroyed before the threads are joined
  auto stream = std::make_unique<StreamData>();
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(queues_, [](const std::weak_ptr<Queue> &queue) { return queue.expired(); });
    queues_.push_back(stream->queue);
  }
  return reinterpret_cast<StreamHandle *>(stream.release());
}

void CpuDevice::destroy_stream(StreamHandle *stream) noexcept {
  delete reinterpret_cast<StreamData *>(stream); // the queue lives until its work is done
}

void CpuDevice::synchronize_stream(StreamHandle *stream, Operation operation) {
  if (stream == nullptr)
    return;
  enter(stream, operation);
  queue(stream).wait();
  throw_failure(queue(stream).failure());
}

bool CpuDevice::stream_done(StreamHandle *stream, Operation operation) {
  const bool is_done = queue(stream).is_empty();
  enter(stream, operation);
  return is_done;
}

void CpuDevice::call_host(StreamHandle *stream, void (*function)(void *) noexcept, void *data,
                          Operation operation) {
  enter(stream, operation);
  cpu::data(stream).push(
      work_of("host function", [=, expected = check::expect_host_function()](Queue &queue) {
        check::host_knows(queue.running()); // it may tell other threads
        {
          const check::HostWork work;
          function(data);
        }
        if (kcc::check::are_on()) // it may have written anything
          check::objects().wrote_all();
      }));
}

void CpuDevice::signal_host(StreamHandle *stream, void (*function)(void *) noexcept, void *data,
                            Operation operation) {
  enter(stream, operation);
  queue(stream).push_signal(work_of("signal", [=](Queue &queue) {
    check::host_knows(queue.running());
    const check::HostWork work;
    function(data);
  }));
}

core::EventHandle *CpuDevice::create_event(const EventOptions &, Operation) {
  return reinterpret_cast<EventHandle *>(new EventData);
}

void CpuDevice::destroy_event(EventHandle *event) noexcept {
  delete &data(event);
}

void CpuDevice::record_event(EventHandle *event, StreamHandle *stream, Operation operation) {
  enter(stream, operation);
  (void)mark_event(event, stream);
}

bool CpuDevice::mark_event(EventHandle *event, StreamHandle *stream) {
  EventData::Record record;
  if (data(stream).capture) {
    record.capture = data(stream).capture;
    record.after = data(stream).captured_last;
  } else {
    record.marker = std::make_shared<Marker>();
    queue(stream).push_marker(record.marker);
  }
  const std::lock_guard lock(data(event).mutex);
  data(event).record = std::move(record);
  return true;
}

void CpuDevice::wait_event(StreamHandle *stream, EventHandle *event, Operation operation) {
  enter(stream, operation);
  EventData::Record record = data(event).last();
  if (record.capture) {
    data(stream).capture = record.capture;
    record.capture->join(data(stream), record.after);
  } else if (!data(stream).capture) {
    queue(stream).push_wait(std::move(record.marker));
  } else if (!record.marker->reached()) {
    detail::fail(ErrorCategory::invalid_state, operation.text(),
                 "the stream is being captured, and the event was recorded outside of the capture",
                 "Let the stream wait for the event before the capture, or where the graph is launched");
  }
}

namespace {

/// The marker of an event. There is none in a capture; the core refuses to wait for such an event, but a
/// Profile asks for its own.
std::shared_ptr<Marker> marker_of(core::EventHandle *event, const core::Operation &operation) {
  if (std::shared_ptr<Marker> marker = data(event).last().marker)
    return marker;
  detail::fail(ErrorCategory::invalid_state, operation.text(),
               "the event was recorded while its stream was captured into a graph",
               "Record it again behind the launch of the graph");
}

} // namespace

void CpuDevice::synchronize_event(EventHandle *event, Operation operation) {
  core::refuse_in_host_call(operation);
  const std::shared_ptr<Marker> marker = marker_of(event, operation);
  marker->wait();
  throw_failure(marker->failure());
}

bool CpuDevice::event_done(EventHandle *event, Operation operation) {
  const std::shared_ptr<Marker> marker = marker_of(event, operation);
  if (!marker->seen_reached())
    return false;
  throw_failure(marker->failure());
  return true;
}

core::EventEnd CpuDevice::event_end(EventHandle *event, bool wait, Operation) {
  const std::shared_ptr<Marker> marker = data(event).last().marker;
  if (!marker) // recorded in a capture
    return {true, nullptr};
  if (wait && Queue::current() == nullptr) // a stream's thread would wait for itself
    marker->wait();
  if (!marker->reached())
    return {false, nullptr};
  return {true, marker->failure()};
}

std::chrono::duration<double, std::milli> CpuDevice::elapsed(EventHandle *from, EventHandle *to,
                                                             Operation operation) {
  return marker_of(to, operation)->time() - marker_of(from, operation)->time();
}

} // namespace kcc::cpu
