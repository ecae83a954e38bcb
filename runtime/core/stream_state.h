// The state of a Stream: the backend's stream and the kernels that ran on it recently.
#ifndef KCC_RUNTIME_CORE_STREAM_STATE_H
#define KCC_RUNTIME_CORE_STREAM_STATE_H

#include "backend.h"
#include "completions.h"
#include "graph_state.h"
#include "host_calls.h"
#include "loaded_module.h"

#include <kcc/runtime/stream.h>

#include <array>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace kcc::core {

/// What a library keeps for a stream: cuBLAS's handle, for example. Destroyed before the stream.
class StreamAttachment {
public:
  StreamAttachment() = default;
  virtual ~StreamAttachment() = default;
  StreamAttachment(const StreamAttachment &) = delete;
  StreamAttachment &operator=(const StreamAttachment &) = delete;
};

/// A stream of other code.
struct NativeStream {
  void *handle;
};

/// Used by one thread at a time, like the Stream that owns it.
class StreamState {
public:
  StreamState(const Device &device, const StreamOptions &options);
  StreamState(const Device &device, NativeStream adopted);
  ~StreamState();
  StreamState(const StreamState &) = delete;
  StreamState &operator=(const StreamState &) = delete;

  const Device &public_device() const noexcept { return public_device_; }
  BackendDevice &device() const noexcept { return device_; }
  const StreamOptions &options() const noexcept { return options_; }
  StreamHandle *handle() const noexcept { return handle_.get(); }
  /// The stream of the backend lives as long as somebody has this: buffers are freed in its order, even after
  /// the Stream is gone.
  const std::shared_ptr<StreamHandle> &shared_handle() const noexcept { return handle_; }

  /// Enqueues a copy from `host`, which may be changed after the call.
  void write(void *to, const void *host, std::size_t bytes, Operation);

  /// Copies to the host after all work given to the stream, and waits for it.
  void read(void *host, const void *from, std::size_t bytes, Operation);

  /// Checks the launch against the kernel's and the device's limits and starts it.
  void launch(LoadedKernel &kernel, const LaunchConfig &config, const void *const *arguments);

  /// The number of blocks of a cooperative launch of that shape that can run at the same time.
  std::uint32_t max_cooperative_blocks(const LoadedKernel &kernel, LaunchConfig config) const;

  void run_on_host(std::function<void()> function);

  // What the stream is given between these becomes a graph instead of being done.
  void begin_capture();
  std::shared_ptr<GraphState> end_capture();
  void launch_graph(const std::shared_ptr<GraphExecState> &graph);
  /// The capture that the stream takes part in; null if none.
  const std::shared_ptr<Capture> &capture();
  /// To be called when the stream waits for an event that was recorded in a capture.
  void join(std::shared_ptr<Capture> capture) noexcept { capture_ = std::move(capture); }
  /// How copies may access ordinary memory of the host: a graph's access it when the graph runs.
  HostAccess host_access() { return capture() ? HostAccess::later : HostAccess::by_kind; }

  void synchronize();
  bool is_done();
  /// A wait for the work given so far; `of` names what is waited for, in errors.
  std::shared_ptr<Completion> completion(Executor executor, const char *of = "a stream");

  /// See Stream::scratch.
  void *scratch(std::size_t bytes);

  /// What was attached under this key, the address of any object of the library; null if nothing was.
  StreamAttachment *attachment(const void *key) const noexcept;
  void attach(const void *key, std::unique_ptr<StreamAttachment> attachment);

  /// The device, and the kernels that may be the source of a failure found now.
  std::string description() const;

private:
  /// Throws Error if the stream takes part in a capture, where nothing can be waited for.
  void refuse_capture(const Operation &operation);
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
  std::shared_ptr<StreamHandle> handle_;
  StreamOptions options_;
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
  std::shared_ptr<HostCalls> host_calls_ = std::make_shared<HostCalls>();
  std::shared_ptr<Capture> capture_;
  void *scratch_ = nullptr;
  std::size_t scratch_bytes_ = 0;
  struct Attached {
    const void *key;
    std::unique_ptr<StreamAttachment> attachment;
  };
  std::vector<Attached> attached_; ///< one for each library that the stream was used with
};

} // namespace kcc::core

#endif
