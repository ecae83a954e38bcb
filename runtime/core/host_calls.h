// Functions of the program that a stream calls on the host.
#ifndef KCC_RUNTIME_CORE_HOST_CALLS_H
#define KCC_RUNTIME_CORE_HOST_CALLS_H

#include "backend.h"

#include <atomic>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace kcc::core {

/// The first exception of the functions that a graph has called on the host, until a stream reports it.
class GraphExceptions {
public:
  void add(std::exception_ptr exception) {
    const std::lock_guard lock(mutex_);
    if (!first_)
      first_ = std::move(exception);
  }
  std::exception_ptr take_first() {
    const std::lock_guard lock(mutex_);
    return std::exchange(first_, nullptr);
  }

private:
  std::mutex mutex_;
  std::exception_ptr first_;
};

/// The calls given to one stream, from then until a thread has waited for them. The stream's thread adds
/// them; other threads may have waited for the stream (Completion) and take exceptions at the same time.
class HostCalls {
public:
  HostCalls() = default;
  /// What has not been called yet still is.
  ~HostCalls() { give_up(calls_.size()); }
  HostCalls(const HostCalls &) = delete;
  HostCalls &operator=(const HostCalls &) = delete;

  void add(BackendDevice &device, StreamHandle *stream, std::function<void()> function, Operation);
  /// Functions of a graph that the stream launches.
  void add(const std::shared_ptr<GraphExceptions> &exceptions);

  /// Throws what the first function threw that has not been reported yet. \p is_over: all calls have been
  /// made.
  void throw_first(bool is_over);
  /// To be called when the device refuses to call the rest.
  void forget() noexcept;

private:
  struct Call {
    std::function<void()> function;
    std::exception_ptr exception; ///< read after `finished`
    enum class State { pending, finished, unowned };
    std::atomic<State> state = State::pending;

    explicit Call(std::function<void()> f) : function(std::move(f)) {}
    static void run(void *call) noexcept;
  };

  void remove_finished();
  void give_up(std::size_t count) noexcept;

  std::mutex mutex_;                                        ///< guards what follows
  std::deque<std::unique_ptr<Call>> calls_;                 ///< in stream order
  std::exception_ptr thrown_;                               ///< the first that has not been reported
  std::vector<std::shared_ptr<GraphExceptions>> of_graphs_; ///< that may call functions yet, or have
};

/// During its lifetime, the calling thread is in a function that a stream calls.
class InHostCall {
public:
  InHostCall() noexcept;
  ~InHostCall();
  InHostCall(const InHostCall &) = delete;
  InHostCall &operator=(const InHostCall &) = delete;
};

/// Throws Error if the calling thread is in a function that a stream calls: such a function must not use
/// devices, on CUDA because the driver forbids it, on the CPU device because it may wait for itself.
void refuse_in_host_call(const Operation &operation);

} // namespace kcc::core

#endif
