#include "queue_threads.h"

#include "engine/host_threads.h"
#include "queue.h"

#include <chrono>
#include <string>
#include <system_error>
#include <utility>

#include <pthread.h>

namespace kcc::cpu {

namespace {

thread_local bool is_queue_thread = false;

} // namespace

bool QueueThreads::submit(std::shared_ptr<Queue> queue, Start start) {
  const std::lock_guard lock(mutex_);
  if (exiting_ && !is_queue_thread) // a thread of the pool will look again before it ends
    return false;
  if (!queue->is_listed_) {
    queue->is_listed_ = true;
    ready_.push_back(queue);
  }
  if (start == Start::soon && watching_ + lingering_ >= ready_.size())
    return true;
  if (wake_one())
    return true;
  std::erase(ready_, queue);
  queue->is_listed_ = false;
  return false;
}

/// Makes sure that there is a thread for each queue of the list.
bool QueueThreads::wake_one() {
  if (idle_ >= ready_.size() || exiting_) {
    urgent_.fetch_add(1, std::memory_order_relaxed);
    if (watching_ == 0)
      ready_or_exiting_.notify_one();
    return true;
  }
  try {
    threads_.emplace_back(&QueueThreads::serve, this);
  } catch (const std::system_error &) { // no more threads
    return false;
  }
  pthread_setname_np(threads_.back().native_handle(),
                     ("kcc-stream-" + std::to_string(threads_.size() - 1)).c_str());
  return true;
}

/// Waits for queues whose work should begin now for as long as it takes to wake a thread a few times. The
/// next launch of a loop is seen in a fraction of a microsecond.
void QueueThreads::watch(std::unique_lock<std::mutex> &lock) {
  constexpr auto limit = std::chrono::microseconds(20);
  const std::uint64_t before = urgent_.load(std::memory_order_relaxed);
  ++watching_;
  lock.unlock();
  const auto end = std::chrono::steady_clock::now() + limit;
  while (urgent_.load(std::memory_order_relaxed) == before && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
  lock.lock();
  --watching_;
}

/// Returns false at exit. Waking a thread costs its waker several microseconds, a multiple of what a small
/// launch does. So one thread first looks by itself, but not for long: each look takes more than ten
/// microseconds of a processor that may have a grid to run.
bool QueueThreads::wait_for_queue(std::unique_lock<std::mutex> &lock, bool has_run) {
  constexpr auto interval = std::chrono::microseconds(50);
  constexpr int times = 4;
  const auto is_over = [&] { return !ready_.empty() || exiting_; };
  ++idle_;
  if (has_run && !is_over())
    watch(lock);
  if (lingering_ == 0) {
    ++lingering_;
    for (int i = 0; i < times && !is_over(); ++i)
      ready_or_exiting_.wait_for(lock, interval);
    --lingering_;
  }
  ready_or_exiting_.wait(lock, is_over);
  --idle_;
  return !ready_.empty();
}

void QueueThreads::serve() {
  is_queue_thread = true;
  const DeviceThread counts;
  std::unique_lock lock(mutex_);
  bool has_run = false;
  while (wait_for_queue(lock, has_run)) {
    std::shared_ptr<Queue> queue = std::move(ready_.front());
    ready_.pop_front();
    queue->is_listed_ = false;
    if (!ready_.empty())
      wake_one();
    lock.unlock();
    has_run = queue->serve();
    queue.reset();
    lock.lock();
  }
}

void QueueThreads::stop() {
  const HostWait waits;
  {
    const std::lock_guard lock(mutex_);
    exiting_ = true;
    ready_or_exiting_.notify_all();
  }
  for (std::thread &thread : threads_)
    if (thread.get_id() == std::this_thread::get_id()) // a host callback has called exit()
      thread.detach();
    else
      thread.join();
}

} // namespace kcc::cpu
