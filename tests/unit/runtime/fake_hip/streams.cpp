// Streams and events.
#include "objects.h"

using namespace fake_hip;

extern "C" {

Result hipStreamCreateWithPriority(StreamRef *stream, unsigned flags, int priority) {
  KCC_FAKE_ON_DEVICE("hipStreamCreateWithPriority");
  if (priority < -1 || priority > 1 || flags > stream_non_blocking)
    return returned(error_invalid_value);
  *stream = new StreamObject{current(), {}};
  state().streams.insert(*stream);
  state().streams_made.push_back({flags, priority});
  return success;
}
Result hipStreamDestroy(StreamRef stream) {
  KCC_FAKE("hipStreamDestroy");
  (void)finish(*stream);
  state().streams.erase(stream);
  delete stream;
  return success;
}
Result hipStreamSynchronize(StreamRef stream) {
  KCC_FAKE_ON_DEVICE("hipStreamSynchronize");
  return returned(finish(stream_of(stream)));
}
Result hipStreamQuery(StreamRef stream) {
  KCC_FAKE_ON_DEVICE("hipStreamQuery");
  return returned(stream_of(stream).work.empty() ? success : error_not_ready);
}
Result hipStreamWaitEvent(StreamRef stream, EventRef event, unsigned) {
  KCC_FAKE_ON_DEVICE("hipStreamWaitEvent");
  return returned(give(stream, {{}, event->recorded, {}}));
}
Result hipLaunchHostFunc(StreamRef stream, HostFunction function, void *data) {
  KCC_FAKE_ON_DEVICE("hipLaunchHostFunc");
  return returned(give(stream, {[=] {
                                  function(data);
                                  return 0;
                                },
                                {},
                                {}}));
}
Result hipEventCreateWithFlags(EventRef *event, unsigned flags) {
  KCC_FAKE_ON_DEVICE("hipEventCreateWithFlags");
  *event = new EventObject{nullptr, flags};
  state().events.insert(*event);
  state().events_made.push_back({flags, 0});
  return success;
}
Result hipEventDestroy(EventRef event) {
  KCC_FAKE("hipEventDestroy");
  state().events.erase(event);
  delete event;
  return success;
}
Result hipEventRecord(EventRef event, StreamRef stream) {
  KCC_FAKE_ON_DEVICE("hipEventRecord");
  event->recorded = std::make_shared<Recorded>(Recorded{&stream_of(stream)});
  return returned(give(stream, {{}, {}, event->recorded}));
}
Result hipEventQuery(EventRef event) {
  KCC_FAKE_ON_DEVICE("hipEventQuery");
  return returned(!event->recorded || event->recorded->done ? success : error_not_ready);
}
Result hipEventSynchronize(EventRef event) {
  KCC_FAKE_ON_DEVICE("hipEventSynchronize");
  return returned(event->recorded ? finish(*event->recorded->stream) : success);
}
Result hipEventElapsedTime(float *milliseconds, EventRef from, EventRef to) {
  KCC_FAKE_ON_DEVICE("hipEventElapsedTime");
  if (!from->recorded || !to->recorded || ((from->flags | to->flags) & event_disable_timing) != 0)
    return returned(invalid_handle);
  *milliseconds = 1.5f;
  return success;
}

} // extern "C"
