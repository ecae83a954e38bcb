// Waiting for a stream or an event without a thread that waits: `co_await stream.done()`.
#ifndef KCC_RUNTIME_DONE_H
#define KCC_RUNTIME_DONE_H

#include <kcc/runtime/error.h>

#include <functional>
#include <memory>

namespace kcc {

class Event;
class Stream;

namespace core {
class Completion;
}

/// Decides on which thread a wait goes on: it is called on a thread of kcc's with a function, and has it
/// called once on a thread of its choice, for example by an event loop: `[&](auto f) { asio::post(loop, f);
/// }`. A function that it throws away is never called.
using Executor = std::function<void(std::function<void()>)>;

/// What a coroutine awaits: `co_await stream.done()`, `co_await event.done()`. It stands for the work given
/// to the stream before co_await, or before the event's marker; work given later is not waited for.
///
/// While the coroutine is suspended, no thread waits for it. Then it resumes on the thread that its executor
/// chose; without one, on one thread that all waits of the process share, so what it does there until the
/// next co_await delays other waits. It may use devices there. If the work is done already, the coroutine is
/// not suspended. The stream may be used or destroyed meanwhile.
///
/// co_await throws what Stream::synchronize() would: Error if a kernel failed, and the exceptions of
/// functions given to run_on_host(). A failure may be found some milliseconds late. Destroying the suspended
/// coroutine cancels the wait, not the work; do that on the thread on which it would resume, because it may
/// be about to. The executor is not called any more then: a call on another thread is waited for, so hold no
/// lock that it takes. A coroutine that is suspended when the process exits is not resumed.
class [[nodiscard]] Done {
public:
  Done(Done &&) = delete;
  ~Done();

  bool await_ready();
  /// Not a std::coroutine_handle, so that this header needs no compiler with coroutines.
  template <class Handle> bool await_suspend(Handle coroutine) {
    return suspend([](void *address) { Handle::from_address(address).resume(); }, coroutine.address());
  }
  void await_resume();

private:
  friend class Event;
  friend class Stream;
  Done(Stream *stream, const Event *event, Executor executor);
  bool suspend(void (*resume)(void *address), void *address);

  Stream *stream_;
  const Event *event_;
  Executor executor_;
  std::shared_ptr<core::Completion> completion_; ///< from suspend() on
};

} // namespace kcc

#endif
