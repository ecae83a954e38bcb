// Pools from which buffers get their memory in stream order.
#ifndef KCC_RUNTIME_MEMORY_POOL_H
#define KCC_RUNTIME_MEMORY_POOL_H

#include <kcc/runtime/device.h>

#include <cstddef>

namespace kcc {

namespace core {
struct PoolHandle;
}

struct PoolOptions {
  /// As much memory as the pool may hold, in bytes; 0: no limit. On CUDA it needs driver 12.2.
  std::size_t max_bytes = 0;
  /// The pool keeps this many unused bytes for later allocations when the program waits for the device.
  std::size_t release_threshold = 0;
};

/// The memory of a pool, in bytes.
struct PoolStatistics {
  std::size_t used = 0, used_high = 0;         ///< by buffers, now and at most so far
  std::size_t reserved = 0, reserved_high = 0; ///< taken from the system
};

/// A pool of device memory: Buffer(stream, count) takes memory from its device's pool, Buffer(stream, pool,
/// count) from another one, which takes some hundred nanoseconds instead of the many microseconds of
/// Buffer(device, count), and waits for nothing. Move-only; using a moved-from pool is undefined. Buffers may
/// live longer than their pool. All functions may be called from any thread.
class MemoryPool {
public:
  /// Creates a pool. Throws Error if the device has no pools, or if the driver refuses.
  explicit MemoryPool(const Device &device, const PoolOptions &options = {});

  /// The device's default pool, which other libraries of the process may use as well. On CUDA, its
  /// release threshold is 0: what is unused when the program waits for a stream goes back to the system, and
  /// the next allocation is slow. Set a threshold in programs that allocate again and again.
  static MemoryPool default_of(const Device &device);

  MemoryPool(MemoryPool &&other) noexcept;
  MemoryPool &operator=(MemoryPool &&other) noexcept;
  ~MemoryPool();

  const Device &device() const noexcept { return device_; }

  // These throw Error if the driver refuses.
  std::size_t release_threshold() const;
  void set_release_threshold(std::size_t bytes);
  /// Returns unused memory to the system until at most `keep_bytes` are left.
  void trim(std::size_t keep_bytes = 0);
  PoolStatistics statistics() const;
  /// Begins to count the highest values again.
  void reset_high_marks();
  /// Lets kernels and copies of `device` use memory of this pool. Throws Error if that device cannot reach
  /// this one.
  void allow_access_from(const Device &device);

  /// For internal use by the runtime.
  core::PoolHandle *handle() const noexcept { return handle_; }

private:
  struct Default {};
  MemoryPool(const Device &device, Default);

  Device device_;
  core::PoolHandle *handle_ = nullptr; ///< null: the default pool, or moved from
};

} // namespace kcc

#endif
