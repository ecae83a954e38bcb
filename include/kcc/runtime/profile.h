// How long kernels and copies take.
#ifndef KCC_RUNTIME_PROFILE_H
#define KCC_RUNTIME_PROFILE_H

#include <kcc/runtime/device.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace kcc {

namespace core {
class Profiler;
}

/// Measures all kernels, copies and fills that are given to a device's streams, from its construction until
/// stop(). Not copyable.
///
///     kcc::Profile profile(device);
///     …
///     profile.print(std::cout);
///
/// Each piece of work is put between two events of its stream, so times are those of the device, and a piece
/// that waits for another stream's work in between counts as longer. On CUDA, the events add up to 4
/// microseconds to each. Work that is captured into a graph is not measured. While no Profile exists, a
/// launch costs nothing more; while one does, it costs two events. Any thread may use the device meanwhile;
/// the Profile itself is used by one thread at a time.
class Profile {
public:
  enum class Kind { kernel, copy_to_device, copy_to_host, copy_on_device, fill };
  using Time = std::chrono::duration<double, std::milli>;

  /// All work of one kind and name.
  struct Row {
    Kind kind{};
    std::string name; ///< qualified C++ name of the kernel; empty for copies and fills
    std::uint64_t calls = 0;
    std::uint64_t bytes = 0; ///< copied or filled; 0 for kernels
    Time total{}, shortest{}, longest{};
    double gigabytes_per_second() const noexcept; ///< bytes by total time; 0 for kernels
  };

  /// Starts measuring. Throws Error (invalid_state) if the device has a Profile already.
  explicit Profile(const Device &device);
  Profile(const Profile &) = delete;
  Profile &operator=(const Profile &) = delete;
  /// Stops measuring.
  ~Profile();

  /// Waits for the work that was measured, and measures no more. Called by the functions below.
  void stop();

  /// The measurements, those with the longest total first. Waits (stop).
  std::vector<Row> rows();
  /// How many pieces of work could not be measured: they were captured or failed, or their events failed.
  std::uint64_t unmeasured();
  /// Writes rows() as a table. Waits (stop).
  void print(std::ostream &out);
  /// Writes a file in the Trace Event format (JSON), which https://ui.perfetto.dev and chrome://tracing open:
  /// a track for each stream, and one for each host thread with its kcc::profile::Range objects. Waits
  /// (stop). Throws Error if the file cannot be written.
  void write_trace(const std::filesystem::path &file);

private:
  Device device_;
  std::shared_ptr<core::Profiler> profiler_;
  bool is_running_ = true;
};

namespace profile {

/// Names a part of the program, from its construction to its destruction, for tools that know NVTX (Nsight
/// Systems and others) and for Profile::write_trace. Ranges of a thread nest. Without a tool and without a
/// Profile it costs two loads.
///
///     kcc::profile::Range range("load the model");
class Range {
public:
  explicit Range(const char *name) noexcept;
  explicit Range(const std::string &name) noexcept : Range(name.c_str()) {}
  Range(const Range &) = delete;
  Range &operator=(const Range &) = delete;
  ~Range();

private:
  using Clock = std::chrono::steady_clock;
  bool is_pushed_ = false;
  std::unique_ptr<std::string> logged_; ///< its name, if a Profile is being made
  Clock::time_point begin_{};
};

} // namespace profile

} // namespace kcc

#endif
