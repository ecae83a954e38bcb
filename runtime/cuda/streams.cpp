// Streams and events.
#include "current.h"
#include "handles.h"

namespace kcc::cuda {

core::StreamHandle *CudaDevice::create_stream(const StreamOptions &options, Operation operation) {
  const Current current(*this, operation);
  StreamRef stream = nullptr;
  call(operation, api_.stream_create_with_priority, &stream,
       options.synchronizes_with_default_stream ? stream_default : stream_non_blocking, options.priority);
  return reinterpret_cast<StreamHandle *>(stream);
}

void CudaDevice::destroy_stream(StreamHandle *stream) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(*this, operation);
    api_.stream_destroy(raw(stream));
  });
}

void CudaDevice::synchronize_stream(StreamHandle *stream, Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.stream_synchronize, raw(stream));
  report_checks(operation);
}

bool CudaDevice::stream_done(StreamHandle *stream, Operation operation) {
  const Current current(*this, operation);
  const Result result = api_.stream_query(raw(stream));
  if (result != success && result != error_not_ready)
    throw failed(result, api_.stream_query.name, operation);
  return result == success;
}

void *CudaDevice::native_stream(StreamHandle *stream) noexcept {
  return stream;
}

void CudaDevice::call_host(StreamHandle *stream, void (*function)(void *) noexcept, void *data,
                           Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.launch_host_func, raw(stream), static_cast<HostFunction>(function), data);
}

core::EventHandle *CudaDevice::create_event(const EventOptions &options, Operation operation) {
  const Current current(*this, operation);
  EventRef event = nullptr;
  call(operation, api_.event_create, &event,
       (options.timing ? event_default : event_disable_timing) |
           (options.blocking_wait ? event_blocking_sync : event_default));
  return reinterpret_cast<EventHandle *>(event);
}

void CudaDevice::destroy_event(EventHandle *event) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(*this, operation);
    api_.event_destroy(raw(event));
  });
}

void CudaDevice::record_event(EventHandle *event, StreamHandle *stream, Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.event_record, raw(event), raw(stream));
}

void CudaDevice::wait_event(StreamHandle *stream, EventHandle *event, Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.stream_wait_event, raw(stream), raw(event), 0u);
}

void CudaDevice::synchronize_event(EventHandle *event, Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.event_synchronize, raw(event));
  report_checks(operation);
}

bool CudaDevice::event_done(EventHandle *event, Operation operation) {
  const Current current(*this, operation);
  const Result result = api_.event_query(raw(event));
  if (result != success && result != error_not_ready)
    throw failed(result, api_.event_query.name, operation);
  return result == success;
}

void CudaDevice::begin_asking(Operation operation) {
  // In any other mode, a query ends the captures that other libraries (PyTorch) have begun in global mode.
  CaptureMode mode = capture_relaxed;
  call(operation, api_.thread_exchange_stream_capture_mode, &mode);
}

std::chrono::duration<double, std::milli> CudaDevice::elapsed(EventHandle *from, EventHandle *to,
                                                              Operation operation) {
  const Current current(*this, operation);
  float milliseconds = 0;
  call(operation, api_.event_elapsed_time, &milliseconds, raw(from), raw(to));
  return std::chrono::duration<double, std::milli>(milliseconds);
}

} // namespace kcc::cuda
