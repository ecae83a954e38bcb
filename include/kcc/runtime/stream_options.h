// What a stream or an event is made with.
#ifndef KCC_RUNTIME_STREAM_OPTIONS_H
#define KCC_RUNTIME_STREAM_OPTIONS_H

namespace kcc {

/// What a Stream is made with: `kcc::Stream stream(device, {.priority =
/// device.stream_priorities().greatest})`.
struct StreamOptions {
  /// Blocks of streams with a lower number are started first when both have blocks that wait for a place. A
  /// hint: blocks that run are not interrupted, and copies have no priorities. From greatest to least of
  /// Device::stream_priorities(); on the CPU device, 0 is the only one.
  int priority = 0;
  /// Whether the stream's work and that of the legacy default stream of the same context wait for each other.
  /// CUDA code that names no stream uses the legacy default stream. On the CPU device, which has no such
  /// stream, it changes nothing.
  bool synchronizes_with_default_stream = false;

  friend bool operator==(const StreamOptions &, const StreamOptions &) = default;
};

/// What an Event is made with.
struct EventOptions {
  /// Whether Event::elapsed can take it. Recording and waiting are cheaper without.
  bool timing = true;
  /// Event::synchronize sleeps until the driver wakes the thread, whatever the device's WaitMode: a longer
  /// wait, but no processor time. The CPU device always does so.
  bool blocking_wait = false;

  friend bool operator==(const EventOptions &, const EventOptions &) = default;
};

} // namespace kcc

#endif
