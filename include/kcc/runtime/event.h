// A point in a stream's sequence of work.
#ifndef KCC_RUNTIME_EVENT_H
#define KCC_RUNTIME_EVENT_H

#include <kcc/runtime/device.h>
#include <kcc/runtime/done.h>
#include <kcc/runtime/stream_options.h>

#include <chrono>
#include <memory>

namespace kcc {

namespace core {
class EventState;
}

/// A marker that Stream::record puts into a stream, to wait for or to measure time. Move-only. Recording it
/// again moves the marker. Any thread may wait for it or query it; only one thread at a time may record it.
/// Using a moved-from event is undefined.
class Event {
public:
  /// Creates an event for this device, not recorded yet. Throws Error if the driver refuses.
  explicit Event(const Device &device, const EventOptions &options = {});

  /// An event of other code (a CUevent or cudaEvent_t), to record it, to wait for it or to measure. It stays
  /// the property of that code, which keeps it alive as long as this object; the destructor does not destroy
  /// it. Throws Error if it is null, and for the CPU device (not_supported). The driver refuses an event of
  /// another GPU when a stream records it; what is not an event at all cannot be recognized.
  static Event adopt(const Device &device, void *native);

  Event(Event &&) noexcept;
  Event &operator=(Event &&) noexcept;
  ~Event();

  /// Waits until the work before the marker is done; returns immediately if the event was never recorded.
  /// Throws Error if a kernel of the device failed.
  void synchronize() const;

  /// Whether the work before the marker is done; true if the event was never recorded. Does not wait.
  bool is_done() const;

  /// For `co_await event.done()`, which waits for the work before the marker without a thread that waits
  /// (Done). Throws like synchronize().
  Done done(Executor executor = {}) const;

  /// The time between two markers on one device, with a resolution of about half a microsecond on CUDA. Waits
  /// for both. Throws Error if one of them was never recorded or has no timing (EventOptions::timing,
  /// IpcEvent), or if they are on different devices.
  static std::chrono::duration<double, std::milli> elapsed(const Event &from, const Event &to);

  const Device &device() const noexcept { return device_; }

  /// The driver's event (a CUevent), for other libraries, which may record it or wait for it; null on the CPU
  /// device. The event keeps ownership.
  void *native_handle() const noexcept;

protected:
  /// An event that a backend has made.
  Event(const Device &device, std::unique_ptr<core::EventState> state) noexcept;
  core::EventState &state() const noexcept { return *state_; }

private:
  friend class Stream;
  Device device_;
  std::unique_ptr<core::EventState> state_;
};

} // namespace kcc

#endif
