// The threads that call functions of the program for streams of drivers that have no such threads themselves.
#ifndef KCC_RUNTIME_CORE_HOST_THREADS_H
#define KCC_RUNTIME_CORE_HOST_THREADS_H

#include "backend.h"

#include <condition_variable>
#include <functional>
#include <mutex>

namespace kcc::core {

/// What such threads wait for: a function is to be called, or a stream has ended. Never destroyed.
struct HostWork {
  std::mutex *mutex; ///< guards what the threads look at
  std::condition_variable *changed;
};

/// Starts a thread that calls `serve`, which returns soon after host_threads_stop() has become true and
/// `work` was notified. The mutex is locked. When the process exits, the threads are waited for. Throws Error
/// if there are no more threads.
void start_host_thread(HostWork work, std::function<void()> serve, const Operation &operation);

/// Whether the process exits; the mutex is locked.
bool host_threads_stop() noexcept;

} // namespace kcc::core

#endif
