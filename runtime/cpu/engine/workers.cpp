// Not oneTBB: Debian ships it as a shared library only, and a program with the runtime linked in must be able
// to be a single file. Grids need little of a pool: this file decides which threads help, grid.cpp which
// thread runs which block.
#include "workers.h"

#include "host_threads.h"

#include "../../core/per_process.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <pthread.h>

namespace kcc::cpu {
namespace {

/// A call of run_on_workers, on its caller's stack.
struct Job {
  const std::function<void()> &work;
  unsigned helpers; ///< workers 0 … helpers-1 may join
  unsigned active = 0;
  std::condition_variable all_returned;
};

class Workers {
public:
  void run(Job &job);
  /// For the end of the process: joins the threads.
  void stop();

private:
  struct Worker {
    std::thread thread;
    std::condition_variable wake;
    bool idle = false;
  };

  void add_workers(unsigned wanted);
  void serve(unsigned index);
  Job *find_job(unsigned index) const;
  void withdraw(Job &job) { std::erase(open_jobs_, &job); }

  std::mutex mutex_; ///< guards everything below
  std::deque<Worker> workers_;
  std::vector<Job *> open_jobs_; ///< in order of arrival
  bool exiting_ = false;
};

void Workers::run(Job &job) {
  {
    std::lock_guard lock(mutex_);
    add_workers(job.helpers);
    open_jobs_.push_back(&job);
    for (std::size_t i = 0; i < std::min<std::size_t>(job.helpers, workers_.size()); ++i)
      if (workers_[i].idle)
        workers_[i].wake.notify_one();
  }
  job.work();
  std::unique_lock lock(mutex_);
  withdraw(job);
  job.all_returned.wait(lock, [&] { return job.active == 0; });
}

void Workers::add_workers(unsigned wanted) {
  while (!exiting_ && workers_.size() < wanted) {
    const auto index = static_cast<unsigned>(workers_.size());
    Worker &worker = workers_.emplace_back();
    try {
      worker.thread = std::thread(&Workers::serve, this, index);
    } catch (const std::system_error &) { // no more threads to be had
      workers_.pop_back();
      return;
    }
    pthread_setname_np(worker.thread.native_handle(), ("kcc-cpu-" + std::to_string(index)).c_str());
  }
}

void Workers::serve(unsigned index) {
  const DeviceThread counts;
  std::unique_lock lock(mutex_);
  Worker &self = workers_[index]; // a deque never moves its elements
  while (!exiting_) {
    Job *job = find_job(index);
    if (job == nullptr) {
      self.idle = true;
      self.wake.wait(lock);
      self.idle = false;
      continue;
    }
    ++job->active;
    lock.unlock();
    job->work();
    lock.lock();
    withdraw(*job);
    // Under the lock, because the job is destroyed as soon as its caller gets the lock.
    if (--job->active == 0)
      job->all_returned.notify_one();
  }
}

/// The job with the fewest helpers, so that concurrent grids share the workers.
Job *Workers::find_job(unsigned index) const {
  Job *best = nullptr;
  for (Job *job : open_jobs_)
    if (index < job->helpers && (best == nullptr || job->active < best->active))
      best = job;
  return best;
}

void Workers::stop() {
  {
    std::lock_guard lock(mutex_);
    exiting_ = true;
    for (Worker &worker : workers_)
      worker.wake.notify_one();
  }
  for (Worker &worker : workers_)
    worker.thread.join();
}

} // namespace

void run_on_workers(unsigned helpers, const std::function<void()> &work) {
  if (helpers == 0)
    return work();
  Job job{work, helpers, 0, {}};
  core::PerProcess<Workers>::get().run(job);
}

} // namespace kcc::cpu
