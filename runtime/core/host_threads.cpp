#include "host_threads.h"

#include "per_process.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace kcc::core {

namespace {

std::atomic<bool> is_stopping = false;

class HostThreads {
public:
  void start(HostWork work, std::function<void()> serve) {
    const std::lock_guard lock(mutex_);
    if (std::ranges::none_of(works_, [&](HostWork one) { return one.changed == work.changed; }))
      works_.push_back(work);
    std::thread([this, serve = std::move(serve)]() mutable {
      serve();
      serve = nullptr; // lets go of the stream
      const std::lock_guard ending(mutex_);
      --running_;
      ended_.notify_all();
    }).detach();
    ++running_;
  }

  /// When the process exits.
  void stop() {
    is_stopping = true;
    std::vector<HostWork> works;
    {
      const std::lock_guard lock(mutex_);
      works = works_;
    }
    for (const HostWork work : works) {
      const std::lock_guard lock(*work.mutex); // a thread that has just looked is waiting by now
      work.changed->notify_all();
    }
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [&] { return running_ == 0; });
  }

private:
  std::mutex mutex_; ///< guards everything below
  std::condition_variable ended_;
  std::vector<HostWork> works_;
  std::size_t running_ = 0;
};

} // namespace

void start_host_thread(HostWork work, std::function<void()> serve, const Operation &operation) {
  try {
    PerProcess<HostThreads>::get().start(work, std::move(serve));
  } catch (const std::system_error &error) {
    detail::fail(ErrorCategory::system, operation.text(),
                 "the system has no thread that could call functions: " + std::string(error.what()));
  }
}

bool host_threads_stop() noexcept {
  return is_stopping;
}

} // namespace kcc::core
