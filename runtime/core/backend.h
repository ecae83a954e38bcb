// The one interface by which the core knows backends. A backend makes its devices once; they live until the
// process ends and are never destroyed, so that a static object of the program may still free its memory.
#ifndef KCC_RUNTIME_CORE_BACKEND_H
#define KCC_RUNTIME_CORE_BACKEND_H

#include "output.h"

#include <kcc/abi/image.h>
#include <kcc/runtime/device.h>
#include <kcc/runtime/error.h>

#include <chrono>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace kcc::core {

class BackendDevice;

// Opaque to the core; each backend says what its handles are. A null StreamHandle is the device's own stream.
struct StreamHandle;
struct EventHandle;
struct ModuleHandle;
struct FunctionHandle;

/// What is being done, worded for an error message. The text is made only when it is needed; refers to the
/// callable it was made from, so it lives as long as the full expression.
class Operation {
public:
  template <class F>
    requires std::is_invocable_r_v<std::string, const F &>
  Operation(const F &describe) // implicit: a lambda at the call is the way to make one
      : context_(&describe),
        describe_([](const void *context) -> std::string { return (*static_cast<const F *>(context))(); }) {}
  std::string text() const { return describe_(context_); }

private:
  const void *context_;
  std::string (*describe_)(const void *);
};

/// What does not change about a device.
struct DeviceInfo {
  Backend backend;
  int ordinal;
  std::string name, arch, driver;
  std::string label; ///< for messages: "device 0 (NVIDIA H200)", "the CPU device"
  DeviceLimits limits;
  std::size_t total_memory; ///< bytes
  double rank;              ///< Device::pick takes the greatest of a backend
  bool works_at_once;       ///< what is given to a stream is done when the call returns
};

/// A kernel's function on a device, and what the backend knows of its needs.
struct Function {
  FunctionHandle *handle;
  std::uint32_t max_threads;         ///< of a block, by registers; 0: no limit of its own
  std::uint32_t static_shared_bytes; ///< of a block
};

/// Where a variable of a module is on a device.
struct GlobalMemory {
  void *address;
  std::size_t bytes;
};

/// Where a parameter is in the block of all parameters, laid out as a struct of them.
struct ParameterPlace {
  std::uint32_t offset, size; ///< bytes
};

struct Launch {
  FunctionHandle *function;
  const LaunchConfig *config;
  const void *const *arguments; ///< the bytes of each parameter
  std::span<const ParameterPlace> parameters;
  bool reaches_any_memory; ///< not only what its parameters point to: they or variables may lead to more
  std::uint32_t static_shared_bytes;
  bool uses_barrier;
};

/// Modules of one device that nobody refers to any more. Unloading waits for the device, because a launch of
/// one may still run in a stream that was destroyed, so it is left to calls that may wait: a launch and
/// Stream::done() often drop the last reference, and must not.
class RetiredModules {
public:
  /// One module, in a node made when it was loaded: retiring it cannot fail.
  using Node = std::list<ModuleHandle *>;

  void add(Node &module) noexcept;
  void unload(BackendDevice &device) noexcept;

private:
  std::mutex mutex_;
  Node modules_;
};

/// One device. Every function may be called from any thread; the core sees to it that a stream is used by
/// one thread at a time. Functions throw Error unless noexcept.
class BackendDevice {
public:
  explicit BackendDevice(DeviceInfo info) : info_(std::move(info)) {}
  virtual ~BackendDevice() = default;
  BackendDevice(const BackendDevice &) = delete;
  BackendDevice &operator=(const BackendDevice &) = delete;

  const DeviceInfo &info() const noexcept { return info_; }
  virtual void synchronize(Operation) = 0;
  /// Waits until no kernel uses this memory, which allocate() gave. Throws the failure of one that may have
  /// been writing it and that nobody was told of.
  virtual void synchronize_memory(const void *memory, Operation) = 0;

  /// `bytes` is not 0. Waits for the device before it frees.
  virtual void *allocate(std::size_t bytes, Operation) = 0;
  virtual void release(void *memory) noexcept = 0;

  // In the stream's order; none need wait for the end of the copy.
  virtual void copy_in(StreamHandle *, void *to, const void *host, std::size_t bytes, Operation) = 0;
  virtual void copy_out(StreamHandle *, void *host, const void *from, std::size_t bytes, Operation) = 0;
  virtual void copy_within(StreamHandle *, void *to, const void *from, std::size_t bytes, Operation) = 0;
  virtual void fill(StreamHandle *, void *to, std::byte value, std::size_t bytes, Operation) = 0;

  virtual StreamHandle *create_stream(Operation) = 0;
  virtual void destroy_stream(StreamHandle *) noexcept = 0;
  virtual void synchronize_stream(StreamHandle *, Operation) = 0;
  virtual bool stream_done(StreamHandle *, Operation) = 0;
  virtual void *native_stream(StreamHandle *) noexcept = 0;

  virtual EventHandle *create_event(Operation) = 0;
  virtual void destroy_event(EventHandle *) noexcept = 0;
  virtual void record_event(EventHandle *, StreamHandle *, Operation) = 0;
  virtual void wait_event(StreamHandle *, EventHandle *, Operation) = 0;
  virtual void synchronize_event(EventHandle *, Operation) = 0;
  virtual bool event_done(EventHandle *, Operation) = 0;
  virtual std::chrono::duration<double, std::milli> elapsed(EventHandle *from, EventHandle *to,
                                                            Operation) = 0;

  /// The code of the image that suits the device best. Throws Error that lists what there is if none runs
  /// there.
  virtual const abi::Code &choose_code(const abi::Image &, Operation) = 0;
  /// Loads code of a kind that the device knows; throws Error for others. The bytes need not outlive the call
  /// unless they are functions of the program (CodeKind::cpu).
  virtual ModuleHandle *load_code(const abi::Code &, Operation) = 0;
  /// Waits for the device.
  virtual void unload(ModuleHandle *) noexcept = 0;
  RetiredModules &retired_modules() noexcept { return retired_modules_; }

  /// The function is the module's; asking again for the same entry gives the same handle.
  virtual Function function(ModuleHandle *, const char *entry, Operation) = 0;
  virtual void launch(StreamHandle *, const Launch &, Operation) = 0;
  /// The module's variable of this symbol.
  virtual GlobalMemory global(ModuleHandle *, const char *symbol, Operation) = 0;

  /// A kernel whose stack's depth the device cannot know is about to be launched; it may need `bytes` a
  /// thread.
  virtual void reserve_stack(std::size_t /*bytes*/, Operation) {}

  /// The memory that all kernels together can have from `new` and malloc, in bytes.
  virtual void set_heap_bytes(std::size_t bytes, Operation) = 0;
  virtual std::size_t heap_bytes(Operation) = 0;

  // What kernels printed goes to the sink when somebody waits (wait_and_deliver).
  OutputSink &output_sink() noexcept { return output_sink_; }
  /// What has arrived since the last call; for the sink.
  virtual Messages fetch_output() = 0;
  /// The bytes that messages may take between two deliveries.
  virtual std::uint64_t output_capacity() = 0;
  /// False if it is too late.
  virtual bool set_output_capacity(std::uint64_t bytes) = 0;
  /// How many blocks of the launch's shape run at the same time, whatever its grid; a multiple of its
  /// cluster. 0: the device has no cooperative launches. The launch's arguments may be null.
  virtual std::uint32_t max_cooperative_blocks(const Launch &, Operation) = 0;

private:
  DeviceInfo info_;
  OutputSink output_sink_;
  RetiredModules retired_modules_;
};

/// Hands on what kernels of the device have printed, and passes on what the user's handler throws.
inline void deliver_output(BackendDevice &device, Delivery delivery) {
  device.output_sink().deliver([&] { return device.fetch_output(); }, delivery);
}

/// The same where nothing may throw, as in a destructor.
inline void deliver_quietly(BackendDevice &device, Delivery delivery) noexcept {
  try {
    deliver_output(device, delivery);
  } catch (...) { // the user's handler's; there is nobody to tell
  }
}

/// Runs `wait`, which waits for the device, and hands on what kernels have printed by then, whether or not it
/// throws.
template <class F> void wait_and_deliver(BackendDevice &device, F &&wait) {
  try {
    wait();
  } catch (...) {
    deliver_quietly(device, Delivery::wait);
    throw;
  }
  deliver_output(device, Delivery::wait);
}

/// Throws the Error of a cooperative launch with more blocks than the `most` that run at the same time.
[[noreturn]] void fail_too_many_cooperative_blocks(std::string operation, const LaunchConfig &config,
                                                   std::uint32_t most);

/// A device by its ordinal, or why it cannot be used.
struct DeviceSlot {
  BackendDevice *device; ///< null: see `problem`
  std::optional<Error> problem;
};

/// What a backend has found.
struct FoundDevices {
  std::vector<DeviceSlot> slots;
  std::optional<Error> problem; ///< why there are no slots
};

/// A kind of device.
struct BackendEntry {
  Backend backend;
  const char *name; ///< as KCC_DEVICE takes it
  /// Its devices. What cannot be used is looked for again at each call if the reason may have passed.
  FoundDevices (*find)();
};

/// All backends, the preferred one first.
std::span<const BackendEntry> backends();

} // namespace kcc::core

#endif
