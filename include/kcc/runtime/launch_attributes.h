// What a launch may ask for besides its shape.
#ifndef KCC_RUNTIME_LAUNCH_ATTRIBUTES_H
#define KCC_RUNTIME_LAUNCH_ATTRIBUTES_H

#include <optional>

namespace kcc {

/// How the blocks of a cluster are distributed.
enum class ClusterScheduling {
  automatic,     ///< as the driver likes
  spread,        ///< over as many multiprocessors as possible
  load_balancing ///< where there is least to do
};

/// Rarely needed wishes, which change when and where a kernel runs. Devices ignore those that they cannot
/// fulfil: the CPU device all of them, except that it has larger clusters too. On CUDA, they need a driver
/// for CUDA 11.8 or newer; without it a launch with one of them throws Error.
struct LaunchAttributes {
  /// Among kernels that wait for a free multiprocessor, blocks of the one with the lowest number start first
  /// (one of Device::stream_priorities, else Error). Not set: the stream's priority.
  std::optional<int> priority{};
  /// Programmatic dependent launch: the kernel may start while the one before it in the stream still runs,
  /// once each block of that has called kcc::trigger_programmatic_launch_completion() or ended. **Every
  /// thread of the kernel must call kcc::grid_dependency_synchronize()** before it touches memory that
  /// earlier work writes or reads, and at the latest at its end; nothing checks this. From sm_90 on.
  bool programmatic_dependent_launch = false;
  ClusterScheduling cluster_scheduling = ClusterScheduling::automatic;
  /// Permits clusters of more than DeviceLimits::max_cluster_blocks blocks, up to
  /// max_non_portable_cluster_blocks. Not every GPU with clusters can run them.
  bool non_portable_cluster = false;
  /// How much of the memory that shared memory and the L1 cache share is to be shared memory, in percent. A
  /// kernel gets what it needs in any case. Needs a driver for CUDA 12.5. Not set: the driver decides.
  std::optional<int> shared_memory_carveout{};

  friend constexpr bool operator==(const LaunchAttributes &, const LaunchAttributes &) = default;
};

} // namespace kcc

#endif
