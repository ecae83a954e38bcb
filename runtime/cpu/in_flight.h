// The work that the process's threads currently do on the CPU device.
#ifndef KCC_RUNTIME_CPU_IN_FLIGHT_H
#define KCC_RUNTIME_CPU_IN_FLIGHT_H

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace kcc::cpu {

/// A launch or a copy is done when the call returns, but meanwhile another thread may want to wait for it:
/// Device::synchronize(), Buffer::to_host() and freeing a buffer do. All functions may be called from any
/// thread.
class InFlight {
public:
  /// Represents one piece of work during its lifetime.
  class Scope {
  public:
    explicit Scope(InFlight &all) : all_(all), number_(all.begin()) {}
    ~Scope() { all_.end(number_); }
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    InFlight &all_;
    const std::uint64_t number_;
  };

  /// Returns when all work that was in flight at the time of the call has ended. Does not wait for later
  /// work, or a busy device would block the caller for ever, nor for work of the calling thread, which is
  /// further up its own stack.
  void wait() {
    std::unique_lock lock(mutex_);
    const std::uint64_t last = next_;
    ended_.wait(lock, [&] { return !any_of_others_before(last); });
  }

private:
  struct Work {
    std::uint64_t number;
    std::thread::id thread;
  };

  std::uint64_t begin() {
    const std::lock_guard lock(mutex_);
    work_.push_back({next_, std::this_thread::get_id()});
    return next_++;
  }

  void end(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    std::erase_if(work_, [&](const Work &work) { return work.number == number; });
    ended_.notify_all();
  }

  bool any_of_others_before(std::uint64_t number) const {
    for (const Work &work : work_)
      if (work.number < number && work.thread != std::this_thread::get_id())
        return true;
    return false;
  }

  std::mutex mutex_;
  std::condition_variable ended_;
  std::vector<Work> work_; ///< at most as many as the process has threads
  std::uint64_t next_ = 0;
};

} // namespace kcc::cpu

#endif
