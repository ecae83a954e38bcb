// A command's event, and how long it lives.
#ifndef KCC_RUNTIME_OPENCL_EVENT_H
#define KCC_RUNTIME_OPENCL_EVENT_H

#include "../core/process_end.h"
#include "opencl_api.h"

#include <utility>

namespace kcc::opencl {

/// One of its owners. An empty one stands for what has been done already.
class Event {
public:
  Event() = default;
  /// Takes over the caller's reference; the table lives as long as the process.
  Event(const Api &api, EventRef event) noexcept : api_(&api), event_(event) {}
  Event(const Event &other) noexcept : api_(other.api_), event_(other.event_) {
    if (event_ && !core::process_has_ended())
      api_->retain_event(event_);
  }
  Event(Event &&other) noexcept : api_(other.api_), event_(std::exchange(other.event_, nullptr)) {}
  Event &operator=(Event other) noexcept {
    std::swap(api_, other.api_);
    std::swap(event_, other.event_);
    return *this;
  }
  ~Event() {
    if (event_ && !core::process_has_ended())
      api_->release_event(event_);
  }

  explicit operator bool() const noexcept { return event_ != nullptr; }
  EventRef get() const noexcept { return event_; }

private:
  const Api *api_ = nullptr;
  EventRef event_ = nullptr;
};

} // namespace kcc::opencl

#endif
