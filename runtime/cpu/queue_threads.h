// The process's threads that run the queues of streams.
#ifndef KCC_RUNTIME_CPU_QUEUE_THREADS_H
#define KCC_RUNTIME_CPU_QUEUE_THREADS_H

#include "../core/per_process.h"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

namespace kcc::cpu {

class Queue;

/// As many threads as queues were ever ready at the same time: kernels of different streams may wait for each
/// other's writes, so each needs a thread of its own. They are created on demand and joined when the process
/// exits, after the work that was given to them is done. All functions may be called from any thread.
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
  bool wait_for_queue(std::unique_lock<std::mutex> &lock);
  bool wake_one();

  std::mutex mutex_; ///< guards everything below, and Queue::is_listed_
  std::condition_variable ready_or_exiting_;
  std::deque<std::shared_ptr<Queue>> ready_;
  std::deque<std::thread> threads_;
  std::size_t idle_ = 0;      ///< threads that wait, including:
  std::size_t lingering_ = 0; ///< those that look for queues from time to time
  bool exiting_ = false;
};

inline QueueThreads &queue_threads() {
  return core::PerProcess<QueueThreads>::get();
}

} // namespace kcc::cpu

#endif
