// The ranges of host threads while some Profile is being made.
#ifndef KCC_RUNTIME_CORE_RANGE_LOG_H
#define KCC_RUNTIME_CORE_RANGE_LOG_H

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <vector>

namespace kcc::core {

/// A named part of a thread's time.
struct HostSlice {
  std::string name;
  int thread; ///< as the system numbers it
  std::chrono::steady_clock::time_point begin, end;
};

/// One for all Profiles of the process. Any thread may use it.
class RangeLog {
public:
  using Clock = std::chrono::steady_clock;

  bool is_active() const noexcept { return users_.load(std::memory_order_relaxed) != 0; }
  void add(std::string name, Clock::time_point begin, Clock::time_point end);

  void start();
  /// The slices that ended since then.
  std::vector<HostSlice> stop(Clock::time_point since);

private:
  std::atomic<int> users_ = 0;
  std::mutex mutex_;
  std::vector<HostSlice> slices_;
};

RangeLog &range_log();

} // namespace kcc::core

#endif
