#include "completions.h"

#include "per_process.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <pthread.h>

namespace kcc::core {

/// The waits of the process, and the thread that goes on with them. All functions may be called from any
/// thread.
class Completions {
public:
  /// Remembers it; watch() lets the thread go on with it. Returns false if there is no thread.
  bool add(const std::shared_ptr<Completion> &completion);
  void watch(Completion &completion);
  /// Nothing is destroyed any more when the process exits.
  void destroy(std::shared_ptr<const void> owner);
  /// Returns false if it was not there any more.
  bool remove(const Completion &completion) noexcept;

  /// What a stream calls on the host. It must not use the driver, and may come late: `number` may stand for a
  /// wait that was cancelled.
  static void signal(void *number) noexcept;

  /// For the end of the process.
  void stop();

private:
  using Clock = std::chrono::steady_clock;

  bool start();
  void serve();
  std::vector<std::shared_ptr<Completion>> candidates(bool all) const;

  std::mutex mutex_; ///< guards everything below; never held while the driver or the program is called
  std::condition_variable changed_;
  std::map<std::uint64_t, std::shared_ptr<Completion>> waiting_;
  std::thread thread_;
  std::vector<std::shared_ptr<const void>> to_destroy_;
  bool has_signals_ = false; ///< since the thread last looked
  bool exiting_ = false;
  std::vector<BackendDevice *> known_; ///< of the thread: devices that it has asked before
};

namespace {

/// How long a failure may stay unnoticed.
constexpr auto interval = std::chrono::milliseconds(5);

std::atomic<std::uint64_t> last_number = 0;

} // namespace

/// Makes sure that there is a thread. Called with the lock.
bool Completions::start() {
  if (exiting_)
    return false;
  if (!thread_.joinable()) {
    try {
      thread_ = std::thread(&Completions::serve, this);
    } catch (const std::system_error &) { // no more threads
      return false;
    }
    pthread_setname_np(thread_.native_handle(), "kcc-waits");
  }
  return true;
}

bool Completions::add(const std::shared_ptr<Completion> &completion) {
  const std::lock_guard lock(mutex_);
  if (!start())
    return false;
  waiting_.emplace(completion->number_, completion);
  return true;
}

void Completions::watch(Completion &completion) {
  const std::lock_guard lock(mutex_);
  completion.is_watched_ = true;
  has_signals_ = has_signals_ || completion.is_signalled_;
  changed_.notify_one();
}

void Completions::destroy(std::shared_ptr<const void> owner) {
  const std::lock_guard lock(mutex_);
  to_destroy_.push_back(std::move(owner));
  if (start())
    changed_.notify_one();
}

bool Completions::remove(const Completion &completion) noexcept {
  std::shared_ptr<Completion> last; // destroyed without the lock
  const std::lock_guard lock(mutex_);
  const auto found = waiting_.find(completion.number_);
  if (found == waiting_.end())
    return false;
  last = std::move(found->second);
  waiting_.erase(found);
  return true;
}

void Completions::signal(void *number) noexcept {
  Completions *const completions = PerProcess<Completions>::existing();
  if (!completions)
    return;
  const std::lock_guard lock(completions->mutex_);
  const auto found = completions->waiting_.find(reinterpret_cast<std::uintptr_t>(number));
  if (found == completions->waiting_.end())
    return;
  Completion &completion = *found->second;
  completion.is_signalled_ = true;
  if (!completion.is_watched_)
    return;
  completions->has_signals_ = true;
  completions->changed_.notify_one();
}

/// The waits that may be over: those whose streams have called, or all.
std::vector<std::shared_ptr<Completion>> Completions::candidates(bool all) const {
  std::vector<std::shared_ptr<Completion>> found;
  for (const auto &[number, completion] : waiting_)
    if (completion->is_watched_ && (all || completion->is_signalled_))
      found.push_back(completion);
  return found;
}

void Completions::serve() {
  auto next_look = Clock::now() + interval;
  std::unique_lock lock(mutex_);
  const auto has_news = [&] { return has_signals_ || exiting_ || !to_destroy_.empty(); };
  while (!exiting_) {
    if (!waiting_.empty())
      changed_.wait_until(lock, next_look, has_news);
    else
      changed_.wait(lock, [&] { return !waiting_.empty() || has_news(); });
    const bool looks_at_all = Clock::now() >= next_look;
    if (looks_at_all)
      next_look = Clock::now() + interval;
    has_signals_ = false;
    auto found = candidates(looks_at_all);
    auto unused = std::exchange(to_destroy_, {});
    lock.unlock();
    unused.clear();
    for (auto &candidate : found) {
      const std::shared_ptr<Completion> completion = std::move(candidate);
      if (completion->is_over(known_) && remove(*completion))
        completion->go_on();
    }
    lock.lock();
  }
}

void Completions::stop() {
  {
    const std::lock_guard lock(mutex_);
    exiting_ = true;
    changed_.notify_one();
  }
  if (thread_.get_id() == std::this_thread::get_id()) // what was resumed has called exit()
    thread_.detach();
  else if (thread_.joinable())
    thread_.join();
}

Completion::Completion(BackendDevice &device, std::shared_ptr<StreamHandle> stream,
                       std::shared_ptr<HostCalls> calls, std::string description, Executor executor)
    : device_(device), stream_(std::move(stream)), calls_(std::move(calls)),
      description_(std::move(description)), executor_(std::move(executor)), number_(++last_number) {
  const auto operation = [&] { return description_; };
  marker_ = device_.create_event({.timing = false}, operation);
  try {
    device_.record_event(marker_, stream_.get(), operation);
  } catch (...) {
    free_marker();
    throw;
  }
}

Completion::~Completion() {
  free_marker();
}

void Completion::free_marker() noexcept {
  if (EventHandle *const marker = std::exchange(marker_, nullptr))
    device_.destroy_event(marker);
}

bool Completion::start(Continuation continuation) {
  continuation_ = std::move(continuation);
  const std::shared_ptr<Completion> self = shared_from_this(); // it may be over before this function is
  Completions &completions = PerProcess<Completions>::get();
  if (!completions.add(self)) {
    wait();
    return false;
  }
  try {
    device_.signal_host(stream_.get(), &Completions::signal, reinterpret_cast<void *>(number_),
                        [&] { return description_; });
  } catch (...) {
    completions.remove(*this);
    throw;
  }
  completions.watch(*this);
  return true;
}

void Completion::wait() noexcept {
  try {
    device_.synchronize_event(marker_, [&] { return description_; });
  } catch (...) {
    failure_ = std::current_exception();
  }
}

bool Completion::is_over(std::vector<BackendDevice *> &known) {
  const auto operation = [&] { return description_; };
  try {
    if (std::ranges::find(known, &device_) == known.end()) {
      device_.begin_asking(operation);
      known.push_back(&device_);
    }
    EventEnd end = device_.event_end(marker_, false, operation);
    if (end.is_over && !end.failure) // the program will be told
      end = device_.event_end(marker_, true, operation);
    work_failure_ = std::move(end.failure);
    return end.is_over;
  } catch (...) {
    failure_ = std::current_exception();
    return true;
  }
}

/// Called once, and never at the same time as is_over().
void Completion::go_on() {
  free_marker(); // a continuation may count on it that nothing of the wait is left
  stream_.reset();
  const auto resume = [self = shared_from_this()] {
    if (!self->is_resumed_.exchange(true))
      std::exchange(self->continuation_, nullptr)(*self);
  };
  if (!executor_)
    return resume();
  going_on_.store(std::this_thread::get_id());
  {
    const std::lock_guard lock(executing_);
    if (is_resumed_) // cancelled
      return;
    try {
      return executor_(resume);
    } catch (...) { // from the executor
      failure_ = std::current_exception();
    }
  }
  resume();
}

void Completion::cancel() noexcept {
  if (is_resumed_.exchange(true))
    return;
  PerProcess<Completions>::get().remove(*this);
  // What the executor uses may be gone when this function returns, unless the executor itself has called it.
  if (going_on_.load() != std::this_thread::get_id())
    const std::lock_guard executor_has_returned(executing_);
}

void Completion::finish() {
  if (work_failure_) { // reported only now: whoever cancels a wait leaves the failure to others
    device_.claim(work_failure_);
    failure_ = std::make_exception_ptr(*std::exchange(work_failure_, nullptr));
  }
  if (!failure_) {
    deliver_messages(device_, Delivery::no_wait);
    if (calls_)
      calls_->throw_first(false); // the stream may have got more work since
    return;
  }
  deliver_quietly(device_, Delivery::no_wait);
  try {
    // Taken out, so that the last to have the exception is whoever catches it, on any thread.
    std::rethrow_exception(std::exchange(failure_, nullptr));
  } catch (const Error &error) {
    if (calls_ && error.category() == ErrorCategory::kernel_failed)
      calls_->forget();
    throw;
  }
}

void destroy_elsewhere(std::shared_ptr<const void> owner) noexcept {
  try {
    PerProcess<Completions>::get().destroy(std::move(owner));
  } catch (const std::bad_alloc &) { // then it is destroyed here
  }
}

} // namespace kcc::core
