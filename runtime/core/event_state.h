// The state of an Event.
#ifndef KCC_RUNTIME_CORE_EVENT_STATE_H
#define KCC_RUNTIME_CORE_EVENT_STATE_H

#include "backend.h"
#include "graph_state.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

namespace kcc::core {

/// A backend's event. Recorded by one thread at a time; any thread may wait for it or query it.
class EventState {
public:
  EventState(BackendDevice &device, const EventOptions &options, Operation operation)
      : device_(device), handle_(device.create_event(options, operation)), has_timing_(options.timing) {}
  /// An event of other code, which is not destroyed. Whether it has timing only the driver knows.
  EventState(BackendDevice &device, EventHandle *adopted) noexcept
      : device_(device), handle_(adopted), is_adopted_(true), recorded_(true) {}
  /// An event of several processes, which any of them may have recorded.
  struct OfProcesses {};
  EventState(BackendDevice &device, EventHandle *handle, OfProcesses) noexcept
      : device_(device), handle_(handle), has_timing_(false), recorded_(true) {}
  ~EventState() {
    if (!is_adopted_)
      device_.destroy_event(handle_);
  }
  EventState(const EventState &) = delete;
  EventState &operator=(const EventState &) = delete;

  EventHandle *handle() const noexcept { return handle_; }
  bool recorded() const noexcept { return recorded_.load(std::memory_order_acquire); }
  bool has_timing() const noexcept { return has_timing_; }
  /// To be called when other code gets the event: it may record it, so from then on the device is asked.
  void share() noexcept { recorded_.store(true, std::memory_order_release); }
  /// `capture` is the one that the stream takes part in, or null.
  void record(StreamHandle *stream, std::shared_ptr<Capture> capture, Operation operation) {
    device_.record_event(handle_, stream, operation);
    {
      const std::lock_guard lock(mutex_);
      capture_ = std::move(capture);
    }
    recorded_.store(true, std::memory_order_release);
  }

  /// The capture in which it was last recorded; null if it was outside of one.
  std::shared_ptr<Capture> capture() const {
    const std::lock_guard lock(mutex_);
    return capture_;
  }
  /// Throws Error if it was last recorded in a capture: it is part of a graph then, which may run many times.
  void refuse_capture(const Operation &operation) const {
    if (capture())
      detail::fail(ErrorCategory::invalid_state, operation.text(),
                   "the event was recorded while its stream was captured into a graph",
                   "Record it again behind the launch of the graph");
  }

private:
  BackendDevice &device_;
  EventHandle *handle_;
  bool is_adopted_ = false;
  bool has_timing_ = true;
  std::atomic<bool> recorded_ = false;
  mutable std::mutex mutex_; ///< guards the next
  std::shared_ptr<Capture> capture_;
};

} // namespace kcc::core

#endif
