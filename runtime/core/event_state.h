// The state of an Event.
#ifndef KCC_RUNTIME_CORE_EVENT_STATE_H
#define KCC_RUNTIME_CORE_EVENT_STATE_H

#include "backend.h"

#include <atomic>

namespace kcc::core {

/// A backend's event. Recorded by one thread at a time; any thread may wait for it or query it.
class EventState {
public:
  EventState(BackendDevice &device, Operation operation)
      : device_(device), handle_(device.create_event(operation)) {}
  ~EventState() { device_.destroy_event(handle_); }
  EventState(const EventState &) = delete;
  EventState &operator=(const EventState &) = delete;

  EventHandle *handle() const noexcept { return handle_; }
  bool recorded() const noexcept { return recorded_.load(std::memory_order_acquire); }
  void record(StreamHandle *stream, Operation operation) {
    device_.record_event(handle_, stream, operation);
    recorded_.store(true, std::memory_order_release);
  }

private:
  BackendDevice &device_;
  EventHandle *handle_;
  std::atomic<bool> recorded_ = false;
};

} // namespace kcc::core

#endif
