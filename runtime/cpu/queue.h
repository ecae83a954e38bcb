// The work given to one stream of the CPU device.
#ifndef KCC_RUNTIME_CPU_QUEUE_H
#define KCC_RUNTIME_CPU_QUEUE_H

#include "check/stream_order.h"
#include "queue_threads.h"

#include <kcc/runtime/error.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace kcc::cpu {

class Queue;

/// One piece of work: a launch, a copy, a fill. A graph runs it many times, but one run at a time.
class Work {
public:
  virtual ~Work() = default;
  /// Does it. Reports failures by Queue::fail; Error may be thrown instead.
  virtual void run(Queue &) = 0;
  /// The kind of work, for pictures of graphs: "kernel".
  virtual const char *name() const noexcept = 0;
};

/// Work that calls `f(Queue &)`, which may be called several times.
template <class F> std::shared_ptr<Work> work_of(const char *name, F f) {
  struct Calls final : Work {
    Calls(const char *name, F f) : called(name), f(std::move(f)) {}
    void run(Queue &queue) override { f(queue); }
    const char *name() const noexcept override { return called; }
    const char *called;
    F f;
  };
  return std::make_shared<Calls>(name, std::move(f));
}

/// A place in a queue that others wait for: what an event marks. Once reached, it stays reached.
class Marker {
public:
  using Clock = std::chrono::steady_clock;

  bool reached();
  /// Whether it is reached, for the host: if so, whatever the host does from now on counts as coming after
  /// it, for the check of races.
  bool seen_reached();
  // Of a marker that has been reached:
  Clock::time_point time() const noexcept { return time_; }
  /// Why work before it was not done; null if it was.
  const std::shared_ptr<const Error> &failure() const noexcept { return failure_; }

  /// Waits until it is reached; does the work itself if no other thread is doing it.
  void wait();

  /// The last task before it.
  const check::StreamTask &task() const noexcept { return task_; }

private:
  friend class Queue;
  bool is_lost();
  void reach(std::shared_ptr<const Error> failure);
  /// Resumes the queue when the marker is reached. Returns false if it has been.
  bool resume_later(const std::shared_ptr<Queue> &queue);

  QueueThreads *const process_ = &queue_threads(); ///< of the process that made it
  std::shared_ptr<Queue> queue_;                   ///< in which it is
  std::uint64_t number_ = 0;                       ///< of its task there
  check::StreamTask task_{};
  std::atomic<bool> reached_ = false;
  Clock::time_point time_{};
  std::shared_ptr<const Error> failure_;
  std::mutex mutex_; ///< guards what is below
  std::vector<std::shared_ptr<Queue>> parked_;
};

/// Runs its tasks one after another, in order, on a thread of QueueThreads or on that of a caller who waits:
/// a waiting caller who finds that no thread has begun does the work itself, which saves two switches of
/// threads. A queue that waits for a marker of another queue holds no thread meanwhile.
///
/// After a failure the remaining tasks are skipped, like those behind a marker that was reached after a
/// failure, because they would read what was not computed. All functions may be called from any thread.
///
/// A child made by fork() has its parent's queues without the threads that run them. There, queues that were
/// empty are as good as new, and the others have failed.
class Queue : public std::enable_shared_from_this<Queue> {
public:
  /// Does not wait, unless thousands of tasks are pending.
  void push(std::shared_ptr<Work> work) { push(Task{std::move(work), {}, {}}); }
  void push_wait(std::shared_ptr<Marker> marker) { push(Task{{}, std::move(marker), {}}); }
  /// The same where only the order matters and no data is passed on: the queue does not fail if work before
  /// the marker has.
  void push_turn(std::shared_ptr<Marker> marker) {
    push(Task{.work = {}, .after = std::move(marker), .marks = {}, .takes_failure = false});
  }
  void push_marker(const std::shared_ptr<Marker> &marker);
  /// For work that only wakes a thread of this process: it is no loss in a child made by fork().
  void push_signal(std::shared_ptr<Work> work) {
    push(Task{.work = std::move(work), .after = {}, .marks = {}, .is_signal = true});
  }

  /// The number of tasks pushed so far, for wait().
  std::uint64_t pushed();
  /// Waits until the first `number` tasks have been run or skipped.
  void wait(std::uint64_t number);
  void wait() { wait(pushed()); }
  bool is_empty();

  /// Keeps the first failure.
  void fail(std::shared_ptr<const Error> failure);
  std::shared_ptr<const Error> failure();
  /// The failure of work that was lost by fork(), once, for those who wait for all queues; null if it has
  /// been reported.
  std::shared_ptr<const Error> take_loss();

  /// For QueueThreads: runs tasks until none is left or one has to wait for another queue. Returns false if a
  /// waiting thread does it already.
  bool serve();

  /// The queue whose task the calling thread is running; null if none.
  static Queue *current() noexcept;
  /// The task that it is running.
  const check::StreamTask &running() const noexcept { return running_; }

private:
  friend class Marker;
  friend class QueueThreads;

  struct Task {
    std::shared_ptr<Work> work;
    std::shared_ptr<Marker> after; ///< runs when this is reached
    std::shared_ptr<Marker> marks;
    bool takes_failure = true; ///< of `after`
    bool is_signal = false;
    check::StreamTask order{};
  };
  enum class State {
    idle,
    scheduled, ///< given to QueueThreads, and not taken yet
    running,
    parked ///< waits for a marker
  };

  void adopt();
  void push(Task task);
  void wait(std::unique_lock<std::mutex> &lock, std::uint64_t number);
  void run_tasks(std::unique_lock<std::mutex> &lock, std::uint64_t until);
  bool park(std::unique_lock<std::mutex> &lock, Marker &marker);
  void run_task(const Task &task);
  void resume();
  void schedule(std::unique_lock<std::mutex> &lock, QueueThreads::Start start);
  void enter(State state);

  std::mutex mutex_; ///< guards what follows
  std::condition_variable changed_;
  State state_ = State::idle;
  std::vector<Task> tasks_;
  std::uint64_t pushed_ = 0;
  std::uint64_t last_work_ = 0; ///< the number of the last task with work that is no signal
  std::shared_ptr<const Error> failure_;
  check::StreamOrder order_;

  // The thread that runs the queue needs no lock for each task.
  check::StreamTask running_{};
  std::vector<Task> taken_;             ///< out of tasks_, by that thread
  std::size_t next_ = 0;                ///< the first of them that has not been run
  std::atomic<std::uint64_t> done_ = 0; ///< tasks
  std::atomic<unsigned> waiting_ = 0;   ///< threads
  static constexpr std::uint64_t nobody_waits = ~0ull;
  std::atomic<std::uint64_t> awaited_ =
      nobody_waits;                  ///< the least number of tasks that one of them waits for
  std::atomic<bool> failed_ = false; ///< failure_ is set

  bool is_listed_ = false; ///< by QueueThreads, which guards it

  std::atomic<QueueThreads *> threads_ = &queue_threads(); ///< of the process that the queue belongs to
  std::shared_ptr<const Error> loss_;                      ///< not taken yet
};

} // namespace kcc::cpu

#endif
