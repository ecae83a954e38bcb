// The devices that kernels can run on.
#ifndef KCC_RUNTIME_DEVICE_H
#define KCC_RUNTIME_DEVICE_H

#include <kcc/runtime/error.h>
#include <kcc/runtime/launch_config.h>
#include <kcc/runtime/output.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace kcc {

namespace core {
class BackendDevice;
}

/// The kind of a device.
enum class Backend { cpu, cuda };

/// The limits of launches on a device.
struct DeviceLimits {
  std::uint32_t max_threads_per_block = 0;
  Dim3 max_block{0, 0, 0};
  Dim3 max_grid{0, 0, 0};
  std::size_t max_shared_bytes_per_block = 0; ///< static and dynamic together
  std::uint32_t warp_size = 0;                ///< threads
  std::uint32_t multiprocessors = 0;          ///< on the CPU device: hardware threads
  std::uint32_t max_cluster_blocks = 1;       ///< of LaunchConfig::cluster; 1: the device has no clusters
};

/// A cheap, copyable handle to a device. The devices themselves live until the process ends. All functions
/// may be called from any thread.
class Device {
public:
  /// Returns the CUDA device with the most multiprocessors times clock rate, the first one of equals, or the
  /// CPU device if there is no usable CUDA device (unavailable() says why). The environment variable
  /// KCC_DEVICE overrides the choice: `cpu`, `cuda` (the best one) or `cuda:1`, with the effect of calling
  /// cpu() or cuda(1). Throws Error if its value is something else or if that device does not exist.
  static Device pick();

  /// Returns the CPU device. It always exists and makes all checks that a GPU makes.
  static Device cpu();

  /// Returns the CUDA device with this number in the driver's order. Throws an Error that says why there is
  /// none: library not found, driver too old, driver fails to start, fewer devices, or the driver's error for
  /// this device.
  static Device cuda(int ordinal = 0);

  /// Returns all usable devices: the CUDA devices in the driver's order, then the CPU device. Without a
  /// usable driver only the latter.
  static std::vector<Device> all();

  /// Returns why devices are missing from all(): the error that cuda() would throw, for the driver as a whole
  /// or for each GPU that exists but cannot be used. Empty if nothing is missing. A reason that may be
  /// temporary (the fabric manager or MPS is not ready, another process uses the GPU exclusively) is checked
  /// again by every call of pick(), cuda(), all() and this function; other reasons stay until the process
  /// ends.
  static std::vector<Error> unavailable();

  Backend backend() const noexcept;
  int ordinal() const noexcept; ///< the number that cuda() takes; 0 for the CPU device
  std::string name() const;     ///< "NVIDIA H200"; the processor's name for the CPU device
  std::string arch() const;     ///< "sm_90"; "x86-64" or "aarch64" for the CPU device
  std::string driver() const;   ///< "CUDA 13.0 (580.65.06)"; the CPU device's engine
  DeviceLimits limits() const;
  std::size_t total_memory() const noexcept; ///< bytes

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
  /// copies to the host, Event::synchronize, Device::synchronize), by Stream::done and by the destructor of
  /// Stream. It gets everything that has arrived from any stream, in the order in which the device's threads
  /// wrote it, and runs on one thread at a time. Messages that arrive while a thread is in the handler are
  /// left to that thread: a call that waits returns when they have been passed on; Stream::done and the
  /// destructor do not wait for that.
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

} // namespace kcc

#endif
