// Calls functions of the program when a stream has come to a point, without a thread for each wait.
#ifndef KCC_RUNTIME_CORE_COMPLETIONS_H
#define KCC_RUNTIME_CORE_COMPLETIONS_H

#include "backend.h"
#include "host_calls.h"

#include <kcc/runtime/done.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace kcc::core {

/// One wait for the work that a stream has been given when this is made. It lives until the wait is over and
/// nobody has it any more.
///
/// The stream calls a function on the host, which wakes the one thread that goes on with all waits
/// (Completions in the .cpp). A stream calls nothing after a failure, so this thread also looks from time to
/// time itself.
class Completion : public std::enable_shared_from_this<Completion> {
public:
  /// What goes on after the wait; must call finish().
  using Continuation = std::function<void(Completion &)>;

  /// \p calls are the functions that the stream calls on the host; null: none. \p description is the
  /// operation in errors. Throws Error if the stream refuses.
  Completion(BackendDevice &device, std::shared_ptr<StreamHandle> stream, std::shared_ptr<HostCalls> calls,
             std::string description, Executor executor);
  ~Completion();
  Completion(const Completion &) = delete;
  Completion &operator=(const Completion &) = delete;

  /// Calls `continuation` once when the wait is over, perhaps before start() returns. If there is no thread
  /// for that, because the process exits, waits instead and returns false; the continuation is then not
  /// called. Throws Error if the stream refuses; the continuation is then not called either.
  [[nodiscard]] bool start(Continuation continuation);

  /// The continuation will not be called, unless it has been, nor will the executor: if another thread is in
  /// a call of it, waits for the return.
  void cancel() noexcept;

  /// Throws the failure of the work, and exceptions of the stream's functions on the host.
  void finish();

private:
  friend class Completions;
  bool is_over(std::vector<BackendDevice *> &known);
  void go_on();
  void wait() noexcept;
  void free_marker() noexcept;

  BackendDevice &device_;
  std::shared_ptr<StreamHandle> stream_;
  std::shared_ptr<HostCalls> calls_;
  std::string description_;
  Executor executor_;
  Continuation continuation_;
  EventHandle *marker_ = nullptr; ///< behind the work
  std::uint64_t number_;      ///< what the stream's call is given: it may come after the end of this object
  bool is_watched_ = false;   ///< guarded by Completions
  bool is_signalled_ = false; ///< likewise: the stream has called
  std::shared_ptr<const Error> work_failure_; ///< of the work before the marker
  std::exception_ptr failure_;                ///< what finish() throws otherwise
  std::atomic<bool> is_resumed_ = false;      ///< or will never be
  std::mutex executing_;                      ///< held while the executor is called
  std::atomic<std::thread::id> going_on_{};   ///< the thread that calls it
};

/// Destroys it on the thread that goes on with waits. What a function owns that a stream has called, such as
/// a buffer, may have to wait for the device, which a thread of the stream must not.
void destroy_elsewhere(std::shared_ptr<const void> owner) noexcept;

} // namespace kcc::core

#endif
