#include <kcc/runtime/event.h>

#include "backend.h"

namespace kcc {

void Event::Destroy::operator()(core::EventHandle *handle) const noexcept {
  device->destroy_event(handle);
}

Event::Event(const Device &device)
    : device_(device), handle_(device.backend_device().create_event([&] {
        return "creating an event on " + device.backend_device().info().label;
      }),
                               Destroy{&device.backend_device()}) {}

void Event::synchronize() const {
  core::BackendDevice &device = device_.backend_device();
  if (recorded_)
    core::wait_and_deliver(device, [&] {
      device.synchronize_event(handle_.get(),
                               [&] { return "waiting for an event on " + device.info().label; });
    });
}

bool Event::done() const {
  core::BackendDevice &device = device_.backend_device();
  return !recorded_ ||
         device.event_done(handle_.get(), [&] { return "asking for an event on " + device.info().label; });
}

std::chrono::duration<double, std::milli> Event::elapsed(const Event &from, const Event &to) {
  core::BackendDevice &device = from.device_.backend_device();
  const auto operation = [&] { return "taking the time between two events on " + device.info().label; };
  if (!from.recorded_ || !to.recorded_)
    detail::fail(operation(),
                 std::string("the ") + (from.recorded_ ? "second" : "first") + " event was never recorded",
                 "Call Stream::record(event) before and after the work");
  if (!(from.device_ == to.device_))
    detail::fail(operation(), "the second event is of " + to.device_.backend_device().info().label,
                 "Record both events in streams of one device");
  from.synchronize();
  to.synchronize();
  return device.elapsed(from.handle_.get(), to.handle_.get(), operation);
}

} // namespace kcc
