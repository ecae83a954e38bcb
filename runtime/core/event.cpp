#include <kcc/runtime/event.h>

#include "event_state.h"

namespace kcc {

Event::Event(const Device &device, const EventOptions &options)
    : device_(device), state_(std::make_unique<core::EventState>(device.backend_device(), options, [&] {
        return "creating an event on " + core::label(device);
      })) {}
Event::Event(const Device &device, std::unique_ptr<core::EventState> state) noexcept
    : device_(device), state_(std::move(state)) {}
Event::Event(Event &&) noexcept = default;
Event &Event::operator=(Event &&) noexcept = default;
Event::~Event() = default;

void Event::synchronize() const {
  core::BackendDevice &device = device_.backend_device();
  state_->refuse_capture([&] { return "waiting for an event on " + device.info().label; });
  if (state_->recorded())
    core::wait_and_deliver(device, [&] {
      device.synchronize_event(state_->handle(),
                               [&] { return "waiting for an event on " + device.info().label; });
    });
}

bool Event::is_done() const {
  core::BackendDevice &device = device_.backend_device();
  state_->refuse_capture([&] { return "asking for an event on " + device.info().label; });
  return !state_->recorded() ||
         device.event_done(state_->handle(), [&] { return "asking for an event on " + device.info().label; });
}

std::chrono::duration<double, std::milli> Event::elapsed(const Event &from, const Event &to) {
  core::BackendDevice &device = from.device_.backend_device();
  const auto operation = [&] { return "taking the time between two events on " + device.info().label; };
  if (!from.state_->recorded() || !to.state_->recorded())
    detail::fail(ErrorCategory::invalid_state, operation(),
                 std::string("the ") + (from.state_->recorded() ? "second" : "first") +
                     " event was never recorded",
                 "Call Stream::record(event) before and after the work");
  if (!from.state_->has_timing() || !to.state_->has_timing())
    detail::fail(ErrorCategory::invalid_state, operation(),
                 std::string("the ") + (from.state_->has_timing() ? "second" : "first") +
                     " event was made without timing",
                 "Leave EventOptions::timing as it is, or record a kcc::Event beside an IpcEvent");
  if (!(from.device_ == to.device_))
    detail::fail(operation(), "the second event is of " + core::label(to.device_),
                 "Record both events in streams of one device");
  from.synchronize();
  to.synchronize();
  return device.elapsed(from.state_->handle(), to.state_->handle(), operation);
}

} // namespace kcc
