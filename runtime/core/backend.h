// The only interface through which the core uses backends. A backend creates its devices once; they live
// until the process ends and are never destroyed, so that static objects of the program can still free their
// memory.
#ifndef KCC_RUNTIME_CORE_BACKEND_H
#define KCC_RUNTIME_CORE_BACKEND_H

#include "messages.h"
#include "profiling.h"
#include "transfers.h"

#include <kcc/abi/image.h>
#include <kcc/runtime/device.h>
#include <kcc/runtime/error.h>
#include <kcc/runtime/stream_options.h>

#include <chrono>
#include <cstddef>
#include <cstring>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace kcc::core {

class BackendDevice;
class HostMemoryBackend;
class PoolBackend;
class GraphBackend;
class KernelBackend;
class ModuleBackend;
class NativeBackend;
class DeviceProperties;
class PeerBackend;
class TextureBackend;
class VirtualMemoryBackend;
class IpcBackend;
class ExternalBackend;

// Opaque to the core; each backend defines its handles. A null StreamHandle is the device's own stream.
struct StreamHandle;
struct EventHandle;
struct ModuleHandle;
struct FunctionHandle;

/// What is being done, worded for an error message. The text is only made when needed. It refers to the
/// callable from which it is constructed, so it is valid until the end of the full expression.
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

/// The constant properties of a device.
struct DeviceInfo {
  Backend backend;
  int ordinal;
  std::string name, arch, driver;
  std::string label; ///< for messages: "device 0 (NVIDIA H200)", "the CPU device"
  DeviceLimits limits;
  std::size_t total_memory;     ///< bytes
  double rank;                  ///< Device::pick takes the device with the highest rank of a backend
  bool reads_host_at_once;      ///< copy_in has read the host's memory when it returns
  bool keeps_subnormals = true; ///< of type float
  std::uint32_t vendor = 0;     ///< of a GPU, its number on the PCI bus; 0: unknown, or it is no GPU
};

/// A kernel's function on a device, and its requirements as far as the backend knows them.
struct Function {
  FunctionHandle *handle;
  std::uint32_t max_threads;         ///< per block, because of registers; 0: no limit of its own
  std::uint32_t static_shared_bytes; ///< per block
};

/// The address of a module's variable on a device.
struct GlobalMemory {
  void *address;
  std::size_t bytes;
};

/// The position of a parameter in the block of all parameters, laid out like a struct of them.
struct ParameterPlace {
  std::uint32_t offset, size; ///< bytes
};

struct Launch {
  FunctionHandle *function;
  const LaunchConfig *config;
  const void *const *arguments; ///< the bytes of each parameter
  std::span<const ParameterPlace> parameters;
  bool reaches_any_memory; ///< not only memory that its parameters point to: that memory or variables may
                           ///< lead to more
  std::uint32_t static_shared_bytes;
  bool uses_barrier;

  /// The size of a struct of the parameters, without what follows the last one; 0 if there are none.
  std::size_t parameter_bytes() const noexcept {
    return parameters.empty() ? 0 : std::size_t{parameters.back().offset} + parameters.back().size;
  }
  /// Writes that struct.
  void copy_parameters(std::byte *to) const noexcept {
    for (std::size_t i = 0; i < parameters.size(); ++i)
      std::memcpy(to + parameters[i].offset, arguments[i], parameters[i].size);
  }
};

/// What is known of an event that is waited for.
struct EventEnd {
  bool is_over;                         ///< the event is done or never will be
  std::shared_ptr<const Error> failure; ///< why it never will be; null if it is done
};

/// Modules of one device that nothing refers to any more. Unloading waits for the device, because a launch of
/// the module may still run in a destroyed stream, so it is left to calls that may wait. A launch and
/// Stream::is_done() often drop the last reference, and must not wait.
class RetiredModules {
public:
  /// One module, in a list node created when it was loaded, so that retiring it cannot fail.
  using Node = std::list<ModuleHandle *>;

  void add(Node &module) noexcept;
  void unload(BackendDevice &device) noexcept;

private:
  std::mutex mutex_;
  Node modules_;
};

/// One device. All functions may be called from any thread; the core ensures that a stream is used by one
/// thread at a time. Functions throw Error unless noexcept.
class BackendDevice {
public:
  explicit BackendDevice(DeviceInfo info) : info_(std::move(info)) {}
  virtual ~BackendDevice() = default;
  BackendDevice(const BackendDevice &) = delete;
  BackendDevice &operator=(const BackendDevice &) = delete;

  const DeviceInfo &info() const noexcept { return info_; }
  virtual void synchronize(Operation) = 0;
  /// For destructors: waits, and leaves failures to calls that can throw them.
  virtual void wait_quietly() noexcept;
  /// Waits until no kernel uses this memory, which allocate() returned. Throws the unreported failure of a
  /// kernel that may have been writing to it.
  virtual void synchronize_memory(const void *memory, Operation) = 0;

  /// `bytes` is not 0. Waits for the device before it frees.
  virtual void *allocate(std::size_t bytes, Operation) = 0;
  virtual void release(void *memory) noexcept = 0;
  /// Code of the host may use the memory at this address without a copy until it is freed, if the device's
  /// memory is the host's.
  virtual void lend_to_host(const void *) {}

  // In stream order. A copy waits only where its HostAccess demands it.
  void copy(StreamHandle *stream, const Copy &copy, Operation operation) {
    const auto kind = !copy.from_device ? Profile::Kind::copy_to_device
                      : copy.to_device  ? Profile::Kind::copy_on_device
                                        : Profile::Kind::copy_to_host;
    profiled(profiler_slot_, stream, {kind, {}, copy.row_bytes * copy.rows * copy.slices},
             [&] { enqueue_copy(stream, copy, operation); });
  }
  void fill(StreamHandle *stream, const Fill &fill, Operation operation) {
    profiled(profiler_slot_, stream,
             {Profile::Kind::fill, {}, fill.pattern_bytes * fill.count * fill.rows * fill.slices},
             [&] { enqueue_fill(stream, fill, operation); });
  }

  /// The priority is one that the device has.
  virtual StreamHandle *create_stream(const StreamOptions &, Operation) = 0;
  virtual void destroy_stream(StreamHandle *) noexcept = 0;
  virtual void synchronize_stream(StreamHandle *, Operation) = 0;
  virtual bool stream_done(StreamHandle *, Operation) = 0;
  virtual void *native_stream(StreamHandle *) noexcept = 0;

  /// Calls `function(data)` on a thread of the device, after the stream's work so far; never if that fails.
  virtual void call_host(StreamHandle *, void (*function)(void *data) noexcept, void *data, Operation) = 0;
  /// The same for a function that only wakes a thread, and may be forgotten when that thread does not exist.
  virtual void signal_host(StreamHandle *stream, void (*function)(void *data) noexcept, void *data,
                           Operation operation) {
    call_host(stream, function, data, operation);
  }

  virtual EventHandle *create_event(const EventOptions &, Operation) = 0;
  virtual void destroy_event(EventHandle *) noexcept = 0;
  virtual void record_event(EventHandle *, StreamHandle *, Operation) = 0;
  /// The same, and returns whether that was possible. A failure of the stream stays unreported.
  virtual bool mark_event(EventHandle *, StreamHandle *);
  virtual void wait_event(StreamHandle *, EventHandle *, Operation) = 0;
  virtual void synchronize_event(EventHandle *, Operation) = 0;
  virtual bool event_done(EventHandle *, Operation) = 0;
  /// Whether the event is done or, because of a failure, never will be; if `wait`, after that. The failure
  /// stays unreported before claim(). Without `wait`, the program counts as not knowing, for checks of races.
  virtual EventEnd event_end(EventHandle *, bool wait, Operation);
  /// Marks a failure that event_end() has returned as reported.
  virtual void claim(const std::shared_ptr<const Error> &) noexcept {}
  /// Called by a thread of kcc's before it asks about events of the device for the first time, so that this
  /// does not disturb what threads of the program do.
  virtual void begin_asking(Operation) {}
  virtual std::chrono::duration<double, std::milli> elapsed(EventHandle *from, EventHandle *to,
                                                            Operation) = 0;

  /// The best code of the image for the device. If none runs there, throws an Error that lists what there is.
  virtual const abi::Code &choose_code(const abi::Image &, Operation) = 0;
  /// Loads code of a kind that the device supports; throws Error for others. The bytes need not outlive the
  /// call unless they are functions of the program (CodeKind::cpu).
  virtual ModuleHandle *load_code(const abi::Code &, Operation) = 0;
  /// How it loads code that is not part of the program (module_backend.h); null: not at all.
  virtual ModuleBackend *modules() noexcept { return nullptr; }
  /// Waits for the device.
  virtual void unload(ModuleHandle *) noexcept = 0;
  RetiredModules &retired_modules() noexcept { return retired_modules_; }
  ProfilerSlot &profiler_slot() noexcept { return profiler_slot_; }

  /// The function belongs to the module; the same entry always returns the same handle.
  virtual Function function(ModuleHandle *, const char *entry, Operation) = 0;
  virtual void launch(StreamHandle *, const Launch &, Operation) = 0;
  /// What can be asked about kernels (kernel_backend.h); null: nothing.
  virtual KernelBackend *kernels() noexcept { return nullptr; }
  /// The module's variable with this symbol.
  virtual GlobalMemory global(ModuleHandle *, const char *symbol, Operation) = 0;

  /// Called before the launch of a kernel whose stack depth is unknown; it may need `bytes` per thread.
  virtual void reserve_stack(std::size_t /*bytes*/, Operation) {}

  /// The total memory that all kernels can get from `new` and malloc, in bytes.
  virtual void set_heap_bytes(std::size_t bytes, Operation) = 0;
  virtual std::size_t heap_bytes(Operation) = 0;

  // What kernels print goes to the sink when a thread waits (wait_and_deliver).
  MessageSink &message_sink() noexcept { return message_sink_; }
  /// Returns what has arrived since the last call; for the sink.
  virtual Messages fetch_messages() = 0;
  /// The maximum size of messages between two deliveries, in bytes.
  virtual std::uint64_t output_capacity() = 0;
  /// Returns false if it is too late.
  virtual bool set_output_capacity(std::uint64_t bytes) = 0;
  /// How many blocks of the launch's shape can run at the same time, whatever its grid; a multiple of its
  /// cluster size. 0: the device does not support cooperative launches. The launch's arguments may be null.
  virtual std::uint32_t max_cooperative_blocks(const Launch &, Operation) = 0;

  /// See Device::native_context.
  virtual void *native_context(Operation) { return nullptr; }

  /// Ends the device's life: from then on, functions throw Error and free nothing. Returns the device of the
  /// next life; for a device without lives, itself.
  virtual BackendDevice &reset(Operation) = 0;

  /// What can be asked of the device and set for it.
  virtual DeviceProperties &properties() noexcept = 0;
  /// Graphs of work (graph_backend.h); null: none.
  virtual GraphBackend *graphs() noexcept { return nullptr; }
  /// Access to the memory of other devices of the backend; null: none.
  virtual PeerBackend *peers() noexcept { return nullptr; }
  /// Objects of other code that uses the same driver (native_backend.h); null: there is none.
  virtual NativeBackend *native() noexcept { return nullptr; }
  virtual HostMemoryBackend *host_memory() noexcept { return nullptr; }
  virtual PoolBackend *pools() noexcept { return nullptr; }
  /// Arrays, textures and surfaces (texture_backend.h); null: none.
  virtual TextureBackend *textures() noexcept { return nullptr; }
  virtual VirtualMemoryBackend *virtual_memory() noexcept { return nullptr; }
  /// Memory and events of several processes; null: none.
  virtual IpcBackend *ipc() noexcept { return nullptr; }
  /// Memory and semaphores of other libraries; null: none.
  virtual ExternalBackend *external() noexcept { return nullptr; }

private:
  virtual void enqueue_copy(StreamHandle *, const Copy &, Operation) = 0;
  virtual void enqueue_fill(StreamHandle *, const Fill &, Operation) = 0;

  DeviceInfo info_;
  MessageSink message_sink_;
  ProfilerSlot profiler_slot_;
  RetiredModules retired_modules_;
};

/// Delivers what kernels of the device have printed, and propagates exceptions of the user's handler.
inline void deliver_messages(BackendDevice &device, Delivery delivery) {
  device.message_sink().deliver([&] { return device.fetch_messages(); }, delivery);
}

/// The same where nothing may throw, as in a destructor.
inline void deliver_quietly(BackendDevice &device, Delivery delivery) noexcept {
  try {
    deliver_messages(device, delivery);
  } catch (...) { // from the user's handler; nothing can receive it
  }
}

/// Runs `wait`, which waits for the device, and then delivers what kernels have printed, whether or not it
/// throws.
template <class F> void wait_and_deliver(BackendDevice &device, F &&wait) {
  try {
    wait();
  } catch (...) {
    deliver_quietly(device, Delivery::wait);
    throw;
  }
  deliver_messages(device, Delivery::wait);
}

/// Throws the Error for a cooperative launch with more blocks than the `most` that can run at the same time.
[[noreturn]] void fail_too_many_cooperative_blocks(std::string operation, const LaunchConfig &config,
                                                   std::uint32_t most);

/// A device by ordinal, or why it cannot be used.
struct DeviceSlot {
  BackendDevice *device; ///< null: see `problem`
  std::optional<Error> problem;
};

/// The result of a backend's search for devices.
struct FoundDevices {
  std::vector<DeviceSlot> slots;
  std::optional<Error> problem; ///< why there are no slots
};

/// Vendors of GPUs, by their numbers on the PCI bus.
using Vendors = std::set<std::uint32_t>;

/// A kind of device.
struct BackendEntry {
  Backend backend;
  const char *name; ///< as in KCC_DEVICE
  /// Finds its devices. Each call looks again for devices that could not be used for a reason that may be
  /// temporary.
  FoundDevices (*find)();
  /// The same for programs that do not ask for this backend; null: the same. Leaves out devices that the
  /// program rather uses otherwise, and costs little if there are no others. `served`: the vendors of devices
  /// that backends before this one have found.
  FoundDevices (*find_unasked)(const Vendors &served);
  /// See Device::adopt; null: the backend has no contexts.
  BackendDevice &(*adopt)(void *context, Operation);
  /// Advice to programs that ask for a device that is not there: what lists them, and what may hide them.
  const char *hint;
};

/// All backends, in order of preference.
std::span<const BackendEntry> backends();

/// What messages call a device.
inline const std::string &label(const Device &device) {
  return device.backend_device().info().label;
}

} // namespace kcc::core

#endif
