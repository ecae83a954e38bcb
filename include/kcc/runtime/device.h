// The devices that kernels can run on.
#ifndef KCC_RUNTIME_DEVICE_H
#define KCC_RUNTIME_DEVICE_H

#include <kcc/runtime/device_attribute.h>
#include <kcc/runtime/error.h>
#include <kcc/runtime/launch_config.h>
#include <kcc/runtime/output.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kcc {

namespace core {
class BackendDevice;
}

/// The kind of a device.
enum class Backend { cpu, cuda, vulkan, hip, opencl };

/// The limits of launches on a device.
struct DeviceLimits {
  std::uint32_t max_threads_per_block = 0;
  Dim3 max_block{0, 0, 0};
  Dim3 max_grid{0, 0, 0};
  std::size_t max_shared_bytes_per_block = 0; ///< static and dynamic together
  std::uint32_t warp_size = 0;                ///< threads
  std::uint32_t multiprocessors = 0;          ///< on the CPU device: hardware threads
  std::uint32_t max_cluster_blocks = 1;       ///< of LaunchConfig::cluster; 1: the device has no clusters
  std::uint32_t max_non_portable_cluster_blocks = 1; ///< with LaunchAttributes::non_portable_cluster
};

/// The memory of a device, in bytes.
struct DeviceMemoryInfo {
  std::size_t free = 0; ///< not used by any process at the moment; no promise that one buffer can have it
  std::size_t total = 0;
};

/// The priorities that streams of a device can have. Lower numbers run first, so `greatest <= least`.
struct StreamPriorities {
  int least = 0;
  int greatest = 0;
};

/// What a host thread does while it waits for a device.
enum class WaitMode {
  automatic, ///< spins if there are more processors than contexts in the process, else yields
  spin,      ///< shortest waits; a processor is busy meanwhile
  yield,     ///< spins, and lets other threads run between two looks
  block      ///< sleeps until the driver wakes it: longer waits, no processor time
};

/// A cheap, copyable handle to a device. The devices themselves live until the process ends. All functions
/// may be called from any thread.
class Device {
public:
  /// Returns the CUDA device with the most multiprocessors times clock rate, the first one of equals. If
  /// there is no usable CUDA device (unavailable() says why), the HIP device chosen likewise. If there is
  /// none, the Vulkan device with the most memory, a discrete GPU before an integrated one. If there is no
  /// GPU for Vulkan either, the OpenCL device that is found likewise, and else the CPU device. The
  /// environment variable KCC_DEVICE overrides the choice: `cpu`, `cuda` (the best one), `cuda:1`, `hip`,
  /// `vulkan`, `opencl` or `opencl:1`, with the effect of calling cpu(), cuda(1) or opencl(1). Throws Error
  /// if its value is something else or if that device does not exist.
  static Device pick();

  /// Returns the CPU device. It always exists and makes all checks that a GPU makes.
  static Device cpu();

  /// Returns the CUDA device with this number in the driver's order. Throws an Error that says why there is
  /// none: library not found, driver too old, driver fails to start, fewer devices, or the driver's error for
  /// this device.
  static Device cuda(int ordinal = 0);

  /// Returns the HIP device with this number in HIP's order: one of AMD's GPUs. Throws an Error that says why
  /// there is none: library not found or too old, HIP fails to start, fewer devices, or HIP's error for this
  /// device.
  static Device hip(int ordinal = 0);

  /// Returns the Vulkan device with this number in the loader's order: a GPU of any vendor, or a processor
  /// that imitates one (Mesa's llvmpipe), which no other function returns. NVIDIA's GPUs are CUDA devices as
  /// well, with which they have more features. Throws an Error that says why there is none: library not
  /// found, too old, fewer devices, or what this one lacks.
  static Device vulkan(int ordinal = 0);

  /// Returns the OpenCL device with this number, counted over all platforms in the loader's order. A
  /// processor as a device (PoCL, Mesa's llvmpipe) is returned by no other function. Throws an Error that
  /// says why there is none: library not found, no driver, fewer devices, or what this one lacks.
  static Device opencl(int ordinal = 0);

  /// Returns a device whose work goes to a context of other code (a CUcontext made by cuCtxCreate), so that
  /// both can use each other's memory, streams and events. The caller keeps the context alive as long as the
  /// device and anything made with it is used, and owns it. Not needed for PyTorch, the CUDA runtime and
  /// others that use the primary context: so does cuda(), which is what is returned for the primary context.
  /// The same context always gives the same device, which is another one than cuda()'s and is not in all().
  /// Throws Error if it is not a context.
  static Device adopt(void *context);

  /// Returns all usable devices: the CUDA devices in the driver's order, then the HIP devices, then the
  /// Vulkan devices that are GPUs, then the OpenCL devices that are no processors, then the CPU device. GPUs
  /// of a vendor that an earlier kind has are left out. Without a usable driver only the CPU device.
  static std::vector<Device> all();

  /// Returns why devices are missing from all(): the error that cuda() would throw, for the driver as a whole
  /// or for each GPU that exists but cannot be used; of HIP, Vulkan and OpenCL only the latter. Empty if
  /// nothing is missing. A reason that may be temporary (the fabric manager or MPS is not ready, another
  /// process uses the GPU exclusively) is checked again by every call of pick(), cuda(), all() and this
  /// function; other reasons stay until the process ends.
  static std::vector<Error> unavailable();

  Backend backend() const noexcept;
  int ordinal() const noexcept; ///< the number that cuda(), hip() and so on take; 0 for the CPU device
  std::string name() const;     ///< "NVIDIA H200"; the processor's name for the CPU device
  /// "sm_90"; "gfx90a"; "vulkan1.3"; "opencl3.0"; "x86-64" or "aarch64" for the CPU device
  std::string arch() const;
  std::string driver() const; ///< "CUDA 13.0 (580.65.06)"; the CPU device's engine
  DeviceLimits limits() const;
  std::size_t total_memory() const noexcept; ///< bytes
  /// Whether subnormal numbers of type `float` stay what they are in kernels that do not ask for less
  /// (--ftz). A Vulkan or OpenCL device keeps them if its driver promises it; otherwise any operation may
  /// take them for zeros.
  bool keeps_subnormals() const noexcept;

  /// Returns the device with this UUID, with or without "GPU-" in front. Throws Error if there is none.
  static Device by_uuid(std::string_view uuid);
  /// "GPU-5a3c0d5e-…" as nvidia-smi prints it ("MIG-…" for an instance of a GPU). The CPU device throws.
  std::string uuid() const;
  /// The address on the PCI bus, such as "0000:3b:00.0". The CPU device throws.
  std::string pci_address() const;

  /// An attribute's value; nothing if the device or its driver does not know it. On the CPU device those
  /// with a meaning there have the values that a GPU would have.
  std::optional<int> attribute(DeviceAttribute attribute) const;
  /// All attributes that the device knows, in the order of their numbers.
  std::vector<std::pair<DeviceAttribute, int>> attributes() const;

  /// What is free at the moment. On the CPU device: of the machine.
  DeviceMemoryInfo memory() const;

  /// The priorities that streams can have; both 0 if the device has only one.
  StreamPriorities stream_priorities() const;

  /// Sets the stack of each thread of a kernel, in bytes. CUDA rounds it up, reserves the memory for as many
  /// threads as can run at the same time, and waits for the device. kcc raises the limit by itself for
  /// kernels with recursion or calls through pointers (8 KiB); a lower value lasts until the next of them is
  /// loaded. Throws Error if it is too large.
  void set_stack_bytes(std::size_t bytes) const;
  std::size_t stack_bytes() const;

  /// Sets how host threads wait for this device, for all code in the process that uses it. May be called at
  /// any time. The CPU device always blocks and ignores it.
  void set_wait_mode(WaitMode mode) const;
  WaitMode wait_mode() const;

  /// Whether enable_peer_access() is possible. A device can always access its own memory.
  bool can_access_peer(const Device &peer) const;
  /// Lets kernels of this device read and write memory of `peer`, over NVLink or PCIe, and copies between the
  /// two go directly. Memory from stream-ordered pools and virtual memory has access rights of its own. One
  /// direction only: call it on both devices for both. Does nothing if it is enabled; may be called from any
  /// thread. Throws Error (not_supported) if the devices have no such connection. Without it, copies still
  /// work, over the host's memory.
  void enable_peer_access(const Device &peer) const;
  /// Ends it; no kernel may be using it. Does nothing if it is not enabled.
  void disable_peer_access(const Device &peer) const;
  /// An attribute of the connection from this device to `peer`; nothing if one of them is the CPU device or
  /// the driver does not know the attribute.
  std::optional<int> peer_attribute(PeerAttribute attribute, const Device &peer) const;

  /// The driver's context (a CUcontext) in which the device works, for other libraries; started by the first
  /// call if need be. Null on the CPU device. It stays kcc's.
  void *native_context() const;

  /// Ends everything that was made with the device, frees its memory, and starts anew. This handle then
  /// refers to the device as it is after the reset; so do those that cuda(), pick() and all() return from now
  /// on. Whatever else was made before (streams, events, buffers, modules, and other copies of this handle)
  /// throws an Error on use, and frees nothing when it is destroyed. Kernels of the program are loaded again
  /// at their next launch. The handler of on_output stays.
  ///
  /// On CUDA it resets the primary context, which other libraries in the process may share: their objects
  /// are lost, too. No other thread may be using the device. After a sticky error (Error::is_sticky) it
  /// depends on the driver whether the process gets another context: driver 580 refuses, and this function
  /// throws the same error again. On the CPU device, where failures are not sticky, it waits for all work and
  /// forgets failures that were not reported; objects stay valid.
  ///
  /// Throws Error if the driver refuses, and for an adopted context, which only its owner can replace.
  void reset();

  /// Sets how much memory all kernels of the device together can get from `new` and malloc, in bytes; the
  /// default is 8 MiB. Memory stays allocated until a kernel frees it. CUDA accepts a change only before the
  /// first launch of a kernel that allocates, rounds the size up, and uses some of the memory for its own
  /// lists. Throws Error if the driver refuses.
  void set_heap_bytes(std::size_t bytes) const;
  /// The size set by set_heap_bytes(), as the device rounds it.
  std::size_t heap_bytes() const;

  /// Waits until all work given to the device is done. Throws Error if a kernel failed.
  void synchronize() const;

  /// Passes what kernels of this device print to `handler` instead of standard output; an empty handler
  /// restores standard output. The handler is called by threads that wait (in Stream::synchronize, to_host,
  /// copies to the host, Event::synchronize, Device::synchronize), by Stream::is_done and by the destructor
  /// of Stream. It gets everything that has arrived from any stream, in the order in which the device's
  /// threads wrote it, and runs on one thread at a time. Messages that arrive while a thread is in the
  /// handler are left to that thread: a call that waits returns when they have been passed on;
  /// Stream::is_done and the destructor do not wait for that.
  ///
  /// The handler may use the device and replace itself; it must not wait for a thread that waits for the
  /// device. An exception that it throws propagates from the call that waits (a destructor drops it), and the
  /// remaining messages of the same batch are lost. When on_output returns, the previous handler is no longer
  /// running, unless it made the call; until then, everything that it refers to must stay alive.
  void on_output(OutputHandler handler) const;

  /// Sets how many bytes of messages can be stored between two waits, 64 KiB to 1 GiB, rounded up to a power
  /// of 2. The default is 1 MiB. A message takes 64 bytes plus the sizes of its format and arguments.
  /// Messages for which there is no space are dropped and counted (Output::lost). Throws Error if the size is
  /// out of range, and on a GPU once a module that prints has been loaded.
  void set_output_capacity(std::size_t bytes) const;
  std::size_t output_capacity() const; ///< bytes

  friend bool operator==(const Device &, const Device &) = default;

  /// For internal use by the runtime.
  explicit Device(core::BackendDevice &device) noexcept : device_(&device) {}
  core::BackendDevice &backend_device() const noexcept { return *device_; }

private:
  core::BackendDevice *device_;
};

/// Opens this file as the CUDA driver instead of `libcuda.so.1`. It has the same effect as the environment
/// variable KCC_CUDA_DRIVER_LIBRARY and takes precedence over it. Call it before the first use of a device;
/// later it throws Error, because a process has only one driver.
void use_cuda_driver_library(const std::filesystem::path &library);

/// The same for HIP: the file is opened instead of `libamdhip64.so.7`, `.6` or `.5`, and the environment
/// variable is KCC_HIP_LIBRARY. Naming a library counts as asking for HIP devices.
void use_hip_library(const std::filesystem::path &library);

} // namespace kcc

#endif
