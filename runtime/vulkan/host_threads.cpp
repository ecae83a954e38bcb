#include "host_threads.h"

#include "../core/per_process.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace kcc::vulkan {

namespace {

std::atomic<bool> is_stopping = false;

class HostThreads {
public:
  void start(Context &context, std::function<void()> serve) {
    const std::lock_guard lock(mutex_);
    if (std::ranges::find(contexts_, &context) == contexts_.end())
      contexts_.push_back(&context);
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
    std::vector<Context *> contexts;
    {
      const std::lock_guard lock(mutex_);
      contexts = contexts_;
    }
    for (Context *const context : contexts) {
      const std::lock_guard lock(context->scheduling); // a thread that has just looked is waiting by now
      context->host_work.notify_all();
    }
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [&] { return running_ == 0; });
  }

private:
  std::mutex mutex_; ///< guards everything below
  std::condition_variable ended_;
  std::vector<Context *> contexts_;
  std::size_t running_ = 0;
};

} // namespace

void start_host_thread(Context &context, std::function<void()> serve, const core::Operation &operation) {
  try {
    core::PerProcess<HostThreads>::get().start(context, std::move(serve));
  } catch (const std::system_error &error) {
    detail::fail(ErrorCategory::system, operation.text(),
                 "the system has no thread that could call functions: " + std::string(error.what()));
  }
}

bool host_threads_stop() noexcept {
  return is_stopping;
}

} // namespace kcc::vulkan
