// Streams and events.
#include "objects.h"

using namespace fake_cuda;

extern "C" {

Result cuStreamCreateWithPriority(StreamRef *stream, unsigned flags, int priority) {
  KCC_FAKE_WITH_CONTEXT("cuStreamCreateWithPriority");
  *stream = new StreamObject{current_contexts().back()->device, current_contexts().back(), flags, priority};
  state().streams.insert(*stream);
  return success;
}
Result cuStreamGetCtx(StreamRef stream, Context *context) {
  KCC_FAKE_WITH_CONTEXT("cuStreamGetCtx");
  *context = is_default(stream) ? current_contexts().back() : stream->context;
  return success;
}
Result cuStreamGetPriority(StreamRef stream, int *priority) {
  KCC_FAKE_WITH_CONTEXT("cuStreamGetPriority");
  *priority = is_default(stream) ? 0 : stream->priority;
  return success;
}
Result cuStreamGetFlags(StreamRef stream, unsigned *flags) {
  KCC_FAKE_WITH_CONTEXT("cuStreamGetFlags");
  *flags = is_default(stream) ? stream_default : stream->flags;
  return success;
}
Result cuStreamDestroy_v2(StreamRef stream) {
  KCC_FAKE_WITH_CONTEXT("cuStreamDestroy");
  state().copy_late();
  state().streams.erase(stream);
  delete stream;
  return success;
}
Result cuStreamSynchronize(StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuStreamSynchronize");
  state().copy_late();
  return success;
}
Result cuStreamQuery(StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuStreamQuery");
  return state().late.empty() ? success : error_not_ready;
}
Result cuStreamWaitEvent(StreamRef, EventRef, unsigned) {
  KCC_FAKE_WITH_CONTEXT("cuStreamWaitEvent");
  return success;
}
Result cuThreadExchangeStreamCaptureMode(CaptureMode *) {
  KCC_FAKE("cuThreadExchangeStreamCaptureMode");
  return success;
}
Result cuLaunchHostFunc(StreamRef, HostFunction function, void *data) {
  KCC_FAKE_WITH_CONTEXT("cuLaunchHostFunc");
  const auto call = [=] {
    std::vector<Context> none; // the driver's thread has no context
    none.swap(current_contexts());
    function(data);
    none.swap(current_contexts());
  };
  if (state().late_copies)
    state().late.emplace_back(call);
  else
    call();
  return success;
}
Result cuEventCreate(EventRef *event, unsigned flags) {
  KCC_FAKE_WITH_CONTEXT("cuEventCreate");
  state().event_flags = flags;
  *event = new EventObject{false, flags};
  state().events.insert(*event);
  return success;
}
Result cuEventDestroy_v2(EventRef event) {
  KCC_FAKE_WITH_CONTEXT("cuEventDestroy");
  state().events.erase(event);
  delete event;
  return success;
}
Result cuEventRecord(EventRef event, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuEventRecord");
  event->recorded = true;
  return success;
}
Result cuEventQuery(EventRef) {
  KCC_FAKE_WITH_CONTEXT("cuEventQuery");
  return state().late.empty() ? success : error_not_ready;
}
Result cuEventSynchronize(EventRef) {
  KCC_FAKE_WITH_CONTEXT("cuEventSynchronize");
  state().copy_late();
  return success;
}
Result cuEventElapsedTime(float *milliseconds, EventRef from, EventRef to) {
  KCC_FAKE_WITH_CONTEXT("cuEventElapsedTime");
  if (!from->recorded || !to->recorded)
    return invalid_handle;
  *milliseconds = 1.5f;
  return success;
}

} // extern "C"
