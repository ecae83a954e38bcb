// A stream: a command queue that runs its work in order.
#ifndef KCC_RUNTIME_OPENCL_STREAM_H
#define KCC_RUNTIME_OPENCL_STREAM_H

#include "context.h"
#include "parameter_blocks.h"

#include <kcc/abi/spirv_notes.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace kcc::opencl {

/// All functions may be called from any thread.
class OpenclStream : public std::enable_shared_from_this<OpenclStream> {
public:
  using Point = Event; ///< the end of some work

  OpenclStream(Context &, int priority, const core::Operation &);
  /// All its work is done.
  ~OpenclStream();
  OpenclStream(const OpenclStream &) = delete;
  OpenclStream &operator=(const OpenclStream &) = delete;

  /// Calls `command(queue, &event)`, which enqueues a command by the OpenCL function `call`, and starts it.
  /// `needed` lives until it is done. Returns the command's event.
  template <class F>
  Event enqueue(const char *call, F &&command, const core::Operation &operation,
                std::shared_ptr<const void> needed = nullptr) {
    make_room();
    return enqueue_without_waiting(call, std::forward<F>(command), operation, std::move(needed));
  }
  /// The same for callers with locks, which must not wait and have called make_room() before.
  template <class F>
  Event enqueue_without_waiting(const char *call, F &&command, const core::Operation &operation,
                                std::shared_ptr<const void> needed = nullptr) {
    const std::lock_guard lock(mutex_);
    return enqueue_locked(call, std::forward<F>(command), operation, std::move(needed));
  }
  /// Waits if there is too much unfinished work. Lets go of what finished work needed, which may lock the
  /// device's allocations.
  void make_room() noexcept;
  /// Memory for the parameters of a launch, which is free when nobody has `owner` any more.
  struct Parameters {
    std::byte *host = nullptr;   ///< where to write them
    std::byte *device = nullptr; ///< where kernels find them; if it is elsewhere, they have to be copied
    std::shared_ptr<const void> owner;
  };
  Parameters take_parameters(std::size_t bytes, const core::Operation &);

  /// Lets later work wait for an event of the same device.
  void wait_for(const Event &, const core::Operation &);
  /// Lets later work wait until a thread of the stream has called the function. It is not called if a kernel
  /// of the stream has failed.
  void call_host(void (*function)(void *) noexcept, void *data, const core::Operation &);

  /// The end of all work so far.
  Event last();
  /// Whether the event's work is done. Throws Error if it failed.
  bool is_reached(const Event &, const core::Operation &) const;
  void wait(const Event &, const core::Operation &) const;
  /// For what must not be left running when an Error is thrown.
  void wait_quietly() noexcept;

  /// No more work is coming.
  void close() noexcept;
  bool is_closed() noexcept;
  /// Whether the work is done, or has failed. Lets go of what it needed.
  bool has_finished() noexcept;

  /// Where its kernels note failures (abi::SpirvStatus), and whether one has since the last call.
  void *status() const noexcept { return status_; }
  bool take_failure(const core::Operation &);
  /// Why a function was not called on the host, if not because a kernel failed; null: none since the last
  /// call.
  std::shared_ptr<const Error> take_host_failure() noexcept;

  Context &context() const noexcept { return context_; }

private:
  /// A function that a thread of the stream calls.
  struct HostCall {
    Event before; ///< the work that comes first
    void (*function)(void *) noexcept;
    void *data;
    Event done; ///< what later work waits for
  };

  template <class F>
  Event enqueue_locked(const char *call, F &&command, const core::Operation &operation,
                       std::shared_ptr<const void> needed) {
    EventRef event = nullptr;
    check(command(queue_, &event), call, operation);
    last_ = Event(context_.api, event);
    if (needed)
      needed_.emplace_back(last_, std::move(needed));
    context_.call(operation, context_.api.flush, queue_); // other queues wait for it, and is_reached() looks
    return last_;
  }
  void release_needed() noexcept;
  bool has_ended(const Event &) const noexcept;
  void call_host_functions(); ///< in the stream's thread

  Context &context_;
  QueueRef queue_ = nullptr;
  void *status_ = nullptr; ///< an abi::SpirvStatus

  std::mutex mutex_; ///< guards what follows
  Event last_;
  std::deque<std::pair<Event, std::shared_ptr<const void>>> needed_;
  std::size_t enqueued_count_ = 0;
  Event awaited_next_; ///< of earlier work, which make_room() waits for next
  std::shared_ptr<const ParameterBlock> parameters_;
  std::size_t parameters_used_ = 0; ///< bytes

  // Guarded by Context::host_mutex:
  std::deque<HostCall> host_calls_;
  std::shared_ptr<const Error> host_failure_;
  bool has_thread_ = false;
  bool is_closed_ = false;
};

} // namespace kcc::opencl

#endif
