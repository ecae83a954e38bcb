// The state of a Stream: the backend's stream and the kernels that ran on it recently.
#ifndef KCC_RUNTIME_CORE_STREAM_STATE_H
#define KCC_RUNTIME_CORE_STREAM_STATE_H

#include "backend.h"
#include "loaded_module.h"

#include <kcc/runtime/stream.h>

#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>

namespace kcc::core {

/// Used by one thread at a time, like the Stream that owns it.
class StreamState {
public:
  explicit StreamState(const Device &device);
  ~StreamState();
  StreamState(const StreamState &) = delete;
  StreamState &operator=(const StreamState &) = delete;

  const Device &public_device() const noexcept { return public_device_; }
  BackendDevice &device() const noexcept { return device_; }
  StreamHandle *handle() const noexcept { return handle_; }

  /// Enqueues a copy from `host`, which may be changed after the call.
  void write(void *to, const void *host, std::size_t bytes, Operation);

  /// Checks the launch against the kernel's and the device's limits and starts it.
  void launch(LoadedKernel &kernel, const LaunchConfig &config, const void *const *arguments);

  /// The number of blocks of a cooperative launch of that shape that can run at the same time.
  std::uint32_t max_cooperative_blocks(const LoadedKernel &kernel, LaunchConfig config) const;

  void synchronize();
  bool done();

  /// See Stream::scratch.
  void *scratch(std::size_t bytes);

  /// The device, and the kernels that may be the source of a failure found now.
  std::string description() const;

private:
  void check_limits(const LoadedKernel &kernel, const LaunchConfig &config) const;
  void check_cluster(const LoadedKernel &kernel, const LaunchConfig &config) const;
  /// A driver reports a kernel's failure at a later call and does not say which kernel failed, so the
  /// launches since the last successful wait are remembered. This also keeps their modules loaded. The array
  /// is small and has a fixed size, because a launch must not allocate.
  void remember(LoadedKernel &kernel);
  void forget() noexcept;

  /// The data of a write, kept until the stream has passed it.
  struct Staged {
    std::unique_ptr<std::byte[]> copy;
    std::size_t bytes;
    EventHandle *passed;
  };
  void free_staged(std::size_t count) noexcept;
  void forget_passed(Operation);

  Device public_device_;
  BackendDevice &device_;
  StreamHandle *handle_;
  struct Recent {
    const LoadedKernel *kernel = nullptr;
    std::shared_ptr<LoadedModule> module;
  };
  std::array<Recent, 4> recent_;
  std::size_t recent_count_ = 0;
  std::size_t next_recent_ = 0;
  bool recent_dropped_ = false; ///< there were more kernels than the array holds
  std::deque<Staged> staged_;   ///< in stream order
  std::size_t staged_bytes_ = 0;
  void *scratch_ = nullptr;
  std::size_t scratch_bytes_ = 0;
};

} // namespace kcc::core

#endif
