#include "queue.h"

#include "check/device_pages.h"
#include "engine/host_threads.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace kcc::cpu {

namespace {

/// A caller that gives more work waits, as it does when the driver's queue is full: the work of a program
/// that never waits must not fill the memory.
constexpr std::uint64_t most_pending = 4096;

thread_local Queue *current_queue = nullptr;

std::mutex adoption;

/// Locks a mutex that is only held for tens of nanoseconds. std::mutex lets a thread sleep at once, which
/// takes several microseconds, more than a small launch.
std::unique_lock<std::mutex> lock_soon(std::mutex &mutex) {
  constexpr int tries = 100;
  std::unique_lock lock(mutex, std::try_to_lock);
  for (int i = 0; i < tries && !lock.owns_lock(); ++i)
    lock.try_lock();
  if (!lock.owns_lock())
    lock.lock();
  return lock;
}

std::shared_ptr<const Error> error_of_lost_work() {
  return std::make_shared<const Error>(Error::Parts{
      .operation = "using a stream of the CPU device in a child made by fork()",
      .text = "work of the stream was not done yet when the process was forked, and is lost in the child",
      .hint = "Call Stream::synchronize() before fork(), or create the stream in the child",
      .category = ErrorCategory::invalid_state});
}

} // namespace

bool Marker::reached() {
  return reached_.load(std::memory_order_acquire) || is_lost();
}

bool Marker::seen_reached() {
  if (!reached())
    return false;
  if (Queue::current() == nullptr)
    check::host_knows(task_);
  return true;
}

void Marker::wait() {
  if (seen_reached())
    return;
  queue_->wait(number_);
  check::host_knows(task_);
}

/// Whether it was made by the parent of this process, which was forked before the marker was reached: no
/// thread will reach it here. Then it counts as reached, with a failure.
bool Marker::is_lost() {
  if (process_ == &queue_threads())
    return false;
  const std::lock_guard lock(adoption);
  if (!reached_.load(std::memory_order_acquire)) {
    time_ = Clock::now();
    failure_ = error_of_lost_work();
    reached_.store(true, std::memory_order_release);
  }
  return true;
}

void Marker::reach(std::shared_ptr<const Error> failure) {
  time_ = Clock::now();
  failure_ = std::move(failure);
  std::vector<std::shared_ptr<Queue>> parked;
  {
    const std::lock_guard lock(mutex_);
    reached_.store(true, std::memory_order_release);
    parked.swap(parked_);
  }
  for (const std::shared_ptr<Queue> &queue : parked)
    queue->resume();
}

bool Marker::resume_later(const std::shared_ptr<Queue> &queue) {
  const std::lock_guard lock(mutex_);
  if (reached())
    return false;
  parked_.push_back(queue);
  return true;
}

Queue *Queue::current() noexcept {
  return current_queue;
}

/// Makes the queue one of this process, if it was copied from the parent. At that time, other threads may
/// have held its lock and been changing what the lock guards.
void Queue::adopt() {
  QueueThreads &threads = queue_threads();
  if (threads_ == &threads)
    return;
  const std::lock_guard lock(adoption);
  if (threads_ == &threads)
    return;
  std::construct_at(&mutex_);
  std::construct_at(&changed_);
  std::construct_at(&tasks_); // the memory of what it contained is lost
  std::construct_at(&taken_);
  next_ = 0;
  waiting_ = 0;
  awaited_ = nobody_waits;
  is_listed_ = false;
  state_ = State::idle;
  const bool has_lost_work = done_ < last_work_;
  done_ = pushed_;
  if (has_lost_work) {
    loss_ = error_of_lost_work();
    std::construct_at(&failure_, loss_);
    failed_ = true;
  }
  threads_ = &threads;
}

void Queue::push_marker(const std::shared_ptr<Marker> &marker) {
  adopt();
  {
    std::unique_lock lock(mutex_);
    if (state_ == State::idle) { // all work before the marker is done
      const std::shared_ptr<const Error> failure = failure_;
      marker->task_ = order_.last();
      lock.unlock();
      return marker->reach(failure);
    }
  }
  marker->queue_ = shared_from_this();
  push(Task{{}, {}, marker});
}

void Queue::push(Task task) {
  adopt();
  if (current_queue == nullptr)
    note_host_thread();
  std::unique_lock<std::mutex> lock = lock_soon(mutex_);
  if (task.after)
    order_.wait_for(task.after->task());
  task.order = order_.next();
  if (task.marks)
    task.marks->task_ = task.order;
  tasks_.push_back(std::move(task));
  const std::uint64_t number = ++pushed_;
  if (tasks_.back().work && !tasks_.back().is_signal)
    last_work_ = number;
  // Set under the lock, before any thread can reach the marker.
  if (tasks_.back().marks)
    tasks_.back().marks->number_ = number;
  if (state_ == State::idle)
    schedule(lock, QueueThreads::Start::soon);
  else if (state_ == State::scheduled && pushed_ - done_ == 2) // the caller does not wait
    schedule(lock, QueueThreads::Start::now);
  if (number - done_ > most_pending && current_queue == nullptr)
    wait(lock, number - most_pending);
}

std::uint64_t Queue::pushed() {
  adopt();
  const std::lock_guard lock(mutex_);
  return pushed_;
}

bool Queue::is_empty() {
  adopt();
  const std::lock_guard lock(mutex_);
  if (done_ != pushed_)
    return false;
  check::host_knows(order_.last());
  return true;
}

void Queue::fail(std::shared_ptr<const Error> failure) {
  const std::lock_guard lock(mutex_);
  if (failure_)
    return;
  failure_ = std::move(failure);
  failed_.store(true, std::memory_order_release);
}

std::shared_ptr<const Error> Queue::failure() {
  adopt();
  if (!failed_.load(std::memory_order_acquire))
    return nullptr;
  const std::lock_guard lock(mutex_);
  return failure_;
}

void Queue::enter(State state) {
  const auto is_busy = [](State in) { return in == State::scheduled || in == State::running; };
  if (is_busy(state) != is_busy(state_))
    is_busy(state) ? note_busy_queue() : note_idle_queue();
  state_ = state;
}

void Queue::schedule(std::unique_lock<std::mutex> &lock, QueueThreads::Start start) {
  enter(State::scheduled);
  if (waiting_ != 0)
    changed_.notify_all(); // one of them may take it
  lock.unlock();
  const bool has_thread = queue_threads().submit(shared_from_this(), start);
  lock.lock();
  if (!has_thread && state_ == State::scheduled)
    run_tasks(lock, std::numeric_limits<std::uint64_t>::max());
}

void Queue::resume() {
  std::unique_lock lock(mutex_);
  schedule(lock, QueueThreads::Start::now);
}

bool Queue::serve() {
  std::unique_lock<std::mutex> lock = lock_soon(mutex_);
  if (state_ != State::scheduled)
    return false;
  run_tasks(lock, std::numeric_limits<std::uint64_t>::max());
  return true;
}

std::shared_ptr<const Error> Queue::take_loss() {
  adopt();
  const std::lock_guard lock(mutex_);
  return std::exchange(loss_, nullptr);
}

void Queue::wait(std::uint64_t number) {
  adopt();
  std::unique_lock lock(mutex_);
  check::StreamTask last = order_.last();
  last.number -= std::min(pushed_ - number, last.number);
  wait(lock, number);
  check::host_knows(last);
}

void Queue::wait(std::unique_lock<std::mutex> &lock, std::uint64_t number) {
  if (done_ >= number)
    return;
  std::optional<HostWait> waits;
  if (current_queue == nullptr)
    waits.emplace();
  while (done_ < number) {
    if (state_ == State::scheduled) {
      run_tasks(lock, number);
      continue;
    }
    ++waiting_;
    awaited_ = std::min<std::uint64_t>(awaited_, number); // before done_ is read again: see run_tasks()
    if (done_ < number)
      changed_.wait(lock);
    --waiting_;
  }
}

void Queue::run_tasks(std::unique_lock<std::mutex> &lock, std::uint64_t until) {
  enter(State::running);
  while (done_ < until) {
    if (next_ == taken_.size()) {
      taken_.clear();
      next_ = 0;
      taken_.swap(tasks_);
    }
    if (taken_.empty())
      break;
    lock.unlock();
    while (next_ != taken_.size() && done_ < until) {
      if (const std::shared_ptr<Marker> after = taken_[next_].after; after && !after->reached())
        if (park(lock, *after)) // and perhaps running again, on another thread
          return;
      run_task(std::exchange(taken_[next_], {}));
      ++next_;
      // wait() writes awaited_ and then reads done_, here it is the other way round: one of the two sees the
      // other.
      if (++done_ >= awaited_) {
        const std::lock_guard held(mutex_); // a thread may be about to wait
        awaited_ = nobody_waits;            // those who wait for more set it again when they wake
        changed_.notify_all();
      }
    }
    lock = lock_soon(mutex_);
  }
  if (next_ == taken_.size() && tasks_.empty())
    enter(State::idle);
  else
    schedule(lock, QueueThreads::Start::now);
}

/// Returns false, without the lock, if the marker has been reached meanwhile.
bool Queue::park(std::unique_lock<std::mutex> &lock, Marker &marker) {
  lock.lock();
  enter(State::parked);
  lock.unlock();
  const bool is_parked = marker.resume_later(shared_from_this());
  lock.lock();
  if (is_parked)
    return true;
  enter(State::running);
  lock.unlock();
  return false;
}

void Queue::run_task(const Task &task) {
  Queue *const outer = std::exchange(current_queue, this);
  if (task.after && task.takes_failure && task.after->failure())
    fail(task.after->failure());
  if (task.work && !failure()) {
    running_ = task.order;
    try {
      const check::DeviceWork work;
      task.work->run(*this);
    } catch (const Error &error) {
      fail(std::make_shared<const Error>(error));
    }
  }
  if (task.marks)
    task.marks->reach(failure());
  current_queue = outer;
}

} // namespace kcc::cpu
