// Stream-ordered allocation from pools.
#ifndef KCC_RUNTIME_CORE_POOL_BACKEND_H
#define KCC_RUNTIME_CORE_POOL_BACKEND_H

#include "backend.h"

#include <cstddef>

namespace kcc::core {

/// Opaque to the core. Null is the device's default pool.
struct PoolHandle;

/// A number that a pool keeps or counts, in bytes.
enum class PoolAttribute { release_threshold, reserved_now, reserved_high, used_now, used_high };

/// The pools of one device. All functions may be called from any thread, and throw Error unless noexcept.
class PoolBackend {
public:
  PoolBackend() = default;
  virtual ~PoolBackend() = default;
  PoolBackend(const PoolBackend &) = delete;
  PoolBackend &operator=(const PoolBackend &) = delete;

  /// `most_bytes` is 0 for as much as there is.
  virtual PoolHandle *create_pool(std::size_t most_bytes, Operation) = 0;
  /// Memory of the pool stays valid; the pool ends when the last of it has been freed.
  virtual void destroy_pool(PoolHandle *) noexcept = 0;

  /// The memory may be used by work given to the stream from now on. `bytes` is not 0.
  virtual void *allocate_in_order(StreamHandle *, PoolHandle *, std::size_t bytes, Operation) = 0;
  /// Frees after the work given to the stream so far.
  virtual void release_in_order(StreamHandle *, void *memory) noexcept = 0;

  virtual std::size_t pool_attribute(PoolHandle *, PoolAttribute, Operation) = 0;
  /// Only of the threshold, and of the high marks, which can be set to 0.
  virtual void set_pool_attribute(PoolHandle *, PoolAttribute, std::size_t, Operation) = 0;
  /// Returns unused memory to the system, down to `keep_bytes`.
  virtual void trim_pool(PoolHandle *, std::size_t keep_bytes, Operation) = 0;
  /// Lets kernels and copies of another device of the backend use the pool's memory.
  virtual void allow_access(PoolHandle *, BackendDevice &from, Operation) = 0;
};

} // namespace kcc::core

#endif
