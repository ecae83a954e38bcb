// The process's threads that run the queues of streams.
#ifndef KCC_RUNTIME_CPU_QUEUE_THREADS_H
#define KCC_RUNTIME_CPU_QUEUE_THREADS_H

#include "../core/per_process.h"
#include "engine/faults.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

namespace kcc::cpu {

class Queue;

/// About as many threads as there were ever queues ready at the same time: kernels of different streams may
/// wait for each other's writes, so each needs a thread of its own. They are created on demand and joined
/// when the process exits, after the work that was given to them is done. All functions may be called from
/// any thread.
class QueueThreads {
public:
  /// When a thread should look at a queue.
  enum class Start {
    soon, ///< within a tenth of a millisecond: the caller will probably wait at once, and do the work itself
    now
  };
  /// Lets a thread call queue->serve(). Returns false if there is none and none can be had: at exit, or
  /// because the system has no more.
  bool submit(std::shared_ptr<Queue> queue, Start start);
  /// For the end of the process: joins the threads.
  void stop();

private:
  void serve();
  void watch(std::unique_lock<std::mutex> &lock);
  bool wait_for_queue(std::unique_lock<std::mutex> &lock, bool has_run);
  bool wake_one();

  std::mutex mutex_; ///< guards everything below but urgent_, and Queue::is_listed_
  std::condition_variable ready_or_exiting_;
  std::deque<std::shared_ptr<Queue>> ready_;
  std::deque<std::thread> threads_;
  std::size_t idle_ = 0;      ///< threads that wait, including:
  std::size_t watching_ = 0;  ///< those that see at once when `urgent_` changes
  std::size_t lingering_ = 0; ///< those that look for queues from time to time: at most one
  bool exiting_ = false;

  std::atomic<std::uint64_t> urgent_ = 0; ///< how often a thread should look at once; read without the lock
};

inline QueueThreads &queue_threads() {
  handle_faults(); // before the threads, so that the handlers outlive them
  return core::PerProcess<QueueThreads>::get();
}

} // namespace kcc::cpu

#endif
