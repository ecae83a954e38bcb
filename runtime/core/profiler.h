// What a Profile has measured.
#ifndef KCC_RUNTIME_CORE_PROFILER_H
#define KCC_RUNTIME_CORE_PROFILER_H

#include "backend.h"
#include "profiling.h"
#include "range_log.h"

#include <chrono>
#include <deque>
#include <set>
#include <string>
#include <vector>

namespace kcc::core {

/// Takes times by events, whose results it fetches when there are many, or at the end. All functions may be
/// called from any thread.
class Profiler {
public:
  /// A measured piece of work; times count from the start of the Profile.
  struct Sample {
    Profile::Kind kind;
    const std::string *name; ///< never null; empty for copies and fills
    std::size_t bytes;
    StreamHandle *stream;
    Profile::Time begin, duration;
  };

  /// Waits for an event once, to relate the device's clock to the host's.
  explicit Profiler(BackendDevice &device);
  ~Profiler();
  Profiler(const Profiler &) = delete;
  Profiler &operator=(const Profiler &) = delete;

  /// Calls `enqueue`, and propagates what it throws.
  void measure(StreamHandle *stream, const Work &work, const std::function<void()> &enqueue);

  /// Waits for the work that was measured; later work is not. Throws Error in a function on the host that a
  /// stream of the CPU device calls.
  void finish();

  // After finish(), and constant from then on:
  const std::vector<Sample> &samples() const noexcept { return samples_; }
  const std::vector<HostSlice> &ranges() const noexcept { return ranges_; }
  std::uint64_t unmeasured() const noexcept { return unmeasured_; }
  std::chrono::steady_clock::time_point start() const noexcept { return start_; }

private:
  struct Pending {
    Sample sample;
    EventHandle *begin, *end;
  };
  EventHandle *take_event();
  void give_back(EventHandle *event) noexcept;
  const std::string *interned(std::string_view name);
  void measure_by_host(const Work &work, const std::function<void()> &enqueue);
  void fetch(const Pending &pending);
  void fetch_finished();

  BackendDevice &device_;
  EventHandle *start_event_;
  std::chrono::steady_clock::time_point start_;
  std::mutex mutex_;                         ///< guards everything below
  std::set<std::string, std::less<>> names_; // addresses are stable
  std::vector<EventHandle *> free_events_;
  std::deque<Pending> pending_; ///< in the order in which they were enqueued
  std::vector<Sample> samples_;
  std::vector<HostSlice> ranges_;
  std::uint64_t unmeasured_ = 0;
  bool has_stopped_ = false; ///< nothing more is added to what is above
  bool has_finished_ = false;
};

} // namespace kcc::core

#endif
