// What a kernel's code needs on a device, and how many of its blocks run there at the same time.
#ifndef KCC_RUNTIME_OCCUPANCY_H
#define KCC_RUNTIME_OCCUPANCY_H

#include <kcc/runtime/device.h>
#include <kcc/runtime/kernel.h>
#include <kcc/runtime/launch_config.h>
#include <kcc/runtime/module.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace kcc {

/// What the code of a kernel needs on a device. What has no meaning on the CPU device is 0 there.
struct KernelAttributes {
  /// The largest block: the device's limit, the kernel's [[kcc::launch_bounds]] or what its registers allow.
  std::uint32_t max_threads_per_block = 0;
  std::uint32_t registers_per_thread = 0;   ///< 32-bit registers; CPU device: 0
  std::size_t static_shared_bytes = 0;      ///< per block
  std::size_t max_dynamic_shared_bytes = 0; ///< per block: the most that a launch may ask for
  std::size_t local_bytes_per_thread = 0;   ///< arrays and spilled registers; CPU device: 0
  std::size_t constant_bytes = 0;           ///< of [[kcc::constant]] variables; CPU device: 0
  int ptx_version = 0;                      ///< 80 is PTX 8.0; CPU device: 0
  int binary_version = 0;                   ///< of the machine code, 90 is sm_90; CPU device: 0
};

/// What suggest_launch may choose from.
struct LaunchSuggestion {
  std::uint32_t max_threads_per_block = UINT32_MAX;
  std::size_t dynamic_shared_bytes = 0; ///< of each block
};

namespace detail {
/// Finds the code of a kernel on a device; loads it if necessary.
struct KernelAccess {
  template <class... P> static core::LoadedKernel &find(const Device &device, const Kernel<P...> &kernel) {
    return find(device, *kernel.image, kernel.entry, parameter_types<P...>);
  }
  template <class... P>
  static core::LoadedKernel &find(const Device &device, const BoundKernel<P...> &kernel) {
    return kernel.loaded_ ? check(device, *kernel.loaded_) : find(device, kernel.kernel_);
  }
  static core::LoadedKernel &find(const Device &device, const ModuleKernel &kernel) {
    return check(device, *kernel.kernel_);
  }

private:
  static core::LoadedKernel &find(const Device &, const abi::Image &, const char *entry,
                                  const ParameterTypes &);
  static core::LoadedKernel &check(const Device &, core::LoadedKernel &);
};

KernelAttributes kernel_attributes(const Device &, core::LoadedKernel &);
std::uint32_t resident_blocks(const Device &, core::LoadedKernel &, LaunchConfig);
std::uint32_t max_active_clusters(const Device &, core::LoadedKernel &, LaunchConfig);
std::size_t available_dynamic_shared_bytes(const Device &, core::LoadedKernel &, std::uint32_t blocks,
                                           const Threads &block);
LaunchConfig suggest_launch(const Device &, core::LoadedKernel &, std::uint32_t max_threads_per_block,
                            const std::function<std::size_t(std::uint32_t)> &dynamic_shared_bytes);
} // namespace detail

/// Returns the attributes of a kernel, typed or of a module, on the device. Loads the kernel's image if
/// necessary; throws Error if it cannot be loaded or the module is on another device.
template <class K> KernelAttributes kernel_attributes(const Device &device, const K &kernel) {
  return detail::kernel_attributes(device, detail::KernelAccess::find(device, kernel));
}

/// The number of blocks of this shape that one multiprocessor runs at the same time, whatever the grid; a
/// processor of the CPU device runs 1. 0 if the shape is within all limits but does not fit. Throws Error as
/// a launch of the shape would.
template <class K>
std::uint32_t resident_blocks(const Device &device, const K &kernel, const LaunchConfig &config) {
  return detail::resident_blocks(device, detail::KernelAccess::find(device, kernel), config);
}

/// The number of clusters of this shape that the device runs at the same time, whatever the grid. 0 if the
/// shape is within all limits but no cluster fits, as may be with LaunchAttributes::non_portable_cluster.
/// Throws Error as a launch of the shape would.
template <class K>
std::uint32_t max_active_clusters(const Device &device, const K &kernel, const LaunchConfig &config) {
  return detail::max_active_clusters(device, detail::KernelAccess::find(device, kernel), config);
}

/// The most dynamic shared memory, in bytes, with which `blocks` blocks of this size still run on one
/// multiprocessor at the same time; 0 if so many do not fit anyway. A processor of the CPU device runs one.
/// Throws Error if `blocks` is 0, and as a launch with that block would.
template <class K>
std::size_t available_dynamic_shared_bytes(const Device &device, const K &kernel, std::uint32_t blocks,
                                           const Threads &block) {
  return detail::available_dynamic_shared_bytes(device, detail::KernelAccess::find(device, kernel), blocks,
                                                block);
}

/// A shape that keeps the device busy: the block with which the most threads run at the same time (the
/// largest of several, a multiple of the warp if the limits allow it), and as many blocks as run at the same
/// time. A kernel that is launched with it lets each thread do several elements (kcc::grid_stride); for one
/// element a thread, `kcc::cover(count, suggestion.block.x)` takes the block. Throws Error if no block fits.
template <class K>
LaunchConfig suggest_launch(const Device &device, const K &kernel, const LaunchSuggestion &limits = {}) {
  return detail::suggest_launch(device, detail::KernelAccess::find(device, kernel),
                                limits.max_threads_per_block,
                                [&](std::uint32_t) { return limits.dynamic_shared_bytes; });
}

/// The same if the dynamic shared memory depends on the number of threads in a block:
/// `suggest_launch(device, kernel, [](std::uint32_t threads) { return threads * sizeof(float); })`.
template <class K, std::invocable<std::uint32_t> F>
LaunchConfig suggest_launch(const Device &device, const K &kernel, F dynamic_shared_bytes,
                            std::uint32_t max_threads_per_block = UINT32_MAX) {
  return detail::suggest_launch(device, detail::KernelAccess::find(device, kernel), max_threads_per_block,
                                dynamic_shared_bytes);
}

} // namespace kcc

#endif
