// A point in a stream's order of work.
#ifndef KCC_RUNTIME_EVENT_H
#define KCC_RUNTIME_EVENT_H

#include <kcc/runtime/device.h>

#include <chrono>
#include <memory>

namespace kcc {

namespace core {
class EventState;
}

/// A mark that Stream::record sets in a stream, to wait for or to take times by. Move-only. Recording it
/// again moves the mark. Waiting and asking may be done from any thread, recording from one at a time.
/// Using an event that was moved from is undefined.
class Event {
public:
  /// An event of this device, not recorded yet. Throws Error if the driver refuses.
  explicit Event(const Device &device);
  Event(Event &&) noexcept;
  Event &operator=(Event &&) noexcept;
  ~Event();

  /// Waits until the work before the mark is done; returns at once where there is no mark.
  /// Throws Error if a kernel of the device failed.
  void synchronize() const;

  /// Whether the work before the mark is done; true where there is no mark. Does not wait.
  bool done() const;

  /// The time between two marks of one device, at about half a microsecond's resolution on CUDA. Waits
  /// for both. Throws Error if one of them was never recorded or they are of different devices.
  static std::chrono::duration<double, std::milli> elapsed(const Event &from, const Event &to);

  const Device &device() const noexcept { return device_; }

private:
  friend class Stream;
  Device device_;
  std::unique_ptr<core::EventState> state_;
};

} // namespace kcc

#endif
