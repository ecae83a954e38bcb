// The devices a kernel can run on.
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

/// What runs a device's code.
enum class Backend { cpu, cuda };

/// What a launch may ask of a device.
struct DeviceLimits {
  std::uint32_t max_threads_per_block = 0;
  Dim3 max_block{0, 0, 0};
  Dim3 max_grid{0, 0, 0};
  std::size_t max_shared_bytes_per_block = 0; ///< static and dynamic together
  std::uint32_t warp_size = 0;                ///< threads
  std::uint32_t multiprocessors = 0;          ///< on the CPU device: hardware threads
  std::uint32_t max_cluster_blocks = 1;       ///< of LaunchConfig::cluster; 1: the device has no clusters
};

/// A cheap, copyable handle of one device. The devices themselves live until the process ends.
/// Every function may be called from any thread.
class Device {
public:
  /// The CUDA device with the most multiprocessors times clock, the first of equals; the CPU device where
  /// there is no usable CUDA device (unavailable() says why). The environment variable KCC_DEVICE overrides
  /// it: `cpu`, `cuda` (the best one) or `cuda:1`. It means what calling cpu() or cuda(1) does. Throws Error
  /// if its value is something else, or if the device it names does not exist.
  static Device pick();

  /// The CPU device. It always exists and takes part in all checks that a GPU makes.
  static Device cpu();

  /// The CUDA device with this number in the driver's order. Throws Error that says why there is none:
  /// library not found, too old, refused to start, fewer devices, or what the driver says of this one.
  static Device cuda(int ordinal = 0);

  /// All usable devices: CUDA's in the driver's order, then the CPU device. Without a usable driver only the
  /// latter.
  static std::vector<Device> all();

  /// Why devices are missing from all(): what cuda() would throw, for the driver as a whole or for each GPU
  /// that it has but that cannot be used. Empty if nothing is missing. A reason that may pass (the fabric
  /// manager or MPS is not ready, another process has the GPU for itself) is looked at anew by every call of
  /// pick(), cuda(), all() and this function; the others stay until the process ends.
  static std::vector<Error> unavailable();

  Backend backend() const noexcept;
  int ordinal() const noexcept; ///< the number cuda() takes; 0 for the CPU device
  std::string name() const;     ///< "NVIDIA H200"; the processor's name for the CPU device
  std::string arch() const;     ///< "sm_90"; "x86-64" or "aarch64" for the CPU device
  std::string driver() const;   ///< "CUDA 13.0 (580.65.06)", or which engine the CPU device has
  DeviceLimits limits() const;
  std::size_t total_memory() const noexcept; ///< bytes

  /// Sets how much memory all kernels of the device together can have from `new` and malloc, in bytes; it is
  /// 8 MiB from the start. What they get stays until a kernel frees it. CUDA takes a change only before the
  /// first launch of a kernel that allocates, rounds it up, and needs some of the memory for its own lists.
  /// Throws Error if the driver refuses.
  void set_heap_bytes(std::size_t bytes) const;
  /// What set_heap_bytes() has set, as the device rounds it.
  std::size_t heap_bytes() const;

  /// Waits until everything that was given to the device is done. Throws Error if a kernel failed.
  void synchronize() const;

  /// Passes what kernels of this device print to `handler` instead of standard output; an empty handler
  /// restores standard output. The handler is called by threads that wait (in Stream::synchronize, to_host,
  /// copies to the host, Event::synchronize, Device::synchronize), by Stream::done and by the destructor of
  /// Stream, with everything that has arrived from any stream, in the order in which the device's threads
  /// wrote it, and by one thread at a time. What arrives while a thread is in the handler is left to that
  /// thread: a call that waits returns when it has been passed on, Stream::done and the destructor do not
  /// wait for that.
  ///
  /// The handler may use the device and replace itself; it must not wait for a thread that waits for the
  /// device. What it throws comes out of the call that waits (a destructor drops it), and the messages that
  /// arrived with that one and were to follow it are lost. When on_output returns, the handler before is not
  /// running any more, unless it made the call; until then, what it refers to must live.
  void on_output(OutputHandler handler) const;

  /// Sets how many bytes messages may take between two waits, 64 KiB to 1 GiB, rounded up to a power of 2.
  /// Without it 1 MiB. A message takes 64 bytes and its format's and arguments' sizes. What finds no room is
  /// dropped and counted (Output::lost). Throws Error if the size is out of range, and on a GPU once a module
  /// that prints is loaded.
  void set_output_capacity(std::size_t bytes) const;
  std::size_t output_capacity() const; ///< bytes

  friend bool operator==(const Device &, const Device &) = default;

  /// For the runtime's own use.
  explicit Device(core::BackendDevice &device) noexcept : device_(&device) {}
  core::BackendDevice &backend_device() const noexcept { return *device_; }

private:
  core::BackendDevice *device_;
};

/// Opens this file as the CUDA driver instead of `libcuda.so.1`. It means what the environment variable
/// KCC_CUDA_DRIVER_LIBRARY does and wins over it. Call it before the first use of a device; later it throws
/// Error, because a process has one driver.
void use_cuda_driver_library(const std::filesystem::path &library);

} // namespace kcc

#endif
