// Where the core tells a Profile of work on a device. Costs one load if there is no Profile.
#ifndef KCC_RUNTIME_CORE_PROFILING_H
#define KCC_RUNTIME_CORE_PROFILING_H

#include <kcc/runtime/profile.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>

namespace kcc::core {

class Profiler;
struct StreamHandle;

/// A device's Profiler, if a Profile of it is being made. Any thread may use it.
class ProfilerSlot {
public:
  bool is_active() const noexcept { return is_active_.load(std::memory_order_relaxed); }
  /// Null if there is none any more.
  std::shared_ptr<Profiler> get();
  /// Returns false if there is one already.
  bool set(std::shared_ptr<Profiler> profiler);
  void clear();

private:
  std::atomic<bool> is_active_ = false;
  std::mutex mutex_;
  std::shared_ptr<Profiler> profiler_;
};

/// A piece of work that is put into a stream.
struct Work {
  Profile::Kind kind;
  std::string_view name; ///< of a kernel
  std::size_t bytes = 0; ///< copied or filled
};

/// Calls `enqueue`, which puts the work into the stream, between the records of two events.
void profile_work(ProfilerSlot &slot, StreamHandle *stream, const Work &work,
                  const std::function<void()> &enqueue);

/// The same if a Profile is being made; else only calls `enqueue`.
template <class F> void profiled(ProfilerSlot &slot, StreamHandle *stream, const Work &work, F &&enqueue) {
  if (slot.is_active()) [[unlikely]]
    profile_work(slot, stream, work, enqueue);
  else
    enqueue();
}

} // namespace kcc::core

#endif
