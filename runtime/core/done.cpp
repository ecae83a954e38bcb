#include <kcc/runtime/done.h>

#include "completions.h"
#include "event_state.h"
#include "stream_state.h"

#include <utility>

namespace kcc {

Done Stream::done(Executor executor) {
  return {this, nullptr, std::move(executor)};
}

Done Event::done(Executor executor) const {
  return {nullptr, this, std::move(executor)};
}

void Stream::when_done(std::function<void(std::exception_ptr)> function, Executor executor) {
  if (!function) // or the thread that calls it would end the process
    detail::fail("waiting for a stream on " + state_->description(), "the function is empty",
                 "Pass one that can be called");
  const core::Completion::Continuation call = [function = std::move(function)](core::Completion &completion) {
    std::exception_ptr failure;
    try {
      completion.finish();
    } catch (...) {
      failure = std::current_exception();
    }
    function(std::move(failure));
  };
  const std::shared_ptr<core::Completion> completion = state_->completion(std::move(executor));
  if (!completion->start(call))
    call(*completion);
}

Done::Done(Stream *stream, const Event *event, Executor executor)
    : stream_(stream), event_(event), executor_(std::move(executor)) {}

Done::~Done() {
  if (completion_)
    completion_->cancel();
}

bool Done::await_ready() {
  return stream_ ? stream_->is_done() : event_->is_done();
}

bool Done::suspend(void (*resume)(void *address), void *address) {
  if (stream_) {
    completion_ = stream_->state().completion(std::move(executor_));
  } else {
    // The event's stream may have got more work since; this one is done when the event is.
    Stream behind(event_->device());
    behind.wait(*event_);
    completion_ = behind.state().completion(std::move(executor_), "an event");
  }
  // After start(), the coroutine may go on in another thread, and this object be gone.
  const std::shared_ptr<core::Completion> completion = completion_;
  return completion->start([=](core::Completion &) { resume(address); });
}

void Done::await_resume() {
  if (completion_)
    completion_->finish();
}

} // namespace kcc
