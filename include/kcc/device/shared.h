// Shared memory whose size is set by the launch. Shared memory of a fixed size is a variable: [[kcc::shared]]
// float tile[256];
#ifndef KCC_DEVICE_SHARED_H
#define KCC_DEVICE_SHARED_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "builtins.h"

namespace kcc {

/// The launch's dynamic shared memory (LaunchConfig::dynamic_shared_bytes) as elements of T, uninitialized,
/// as many as fit. There is only one such memory: all calls in a block, for any T, return the same bytes.
template <class T> inline std::span<T> dynamic_shared() noexcept {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T>,
                "shared memory holds only trivial types: nothing runs their constructors");
  static_assert(alignof(T) <= 128, "dynamic shared memory is aligned to 128 bytes");
  return {static_cast<T *>(__kcc_dynamic_shared()), __kcc_dynamic_shared_bytes() / sizeof(T)};
}

/// The address at which another block of the cluster has what this block has at `mine` in shared memory, for
/// reading and writing. `rank` is that block's rank in the cluster. The other block must have started, and
/// must not end before the last access: call sync_cluster() before the first access and after the last one.
/// Targets: sm_90, CPU.
template <class T> inline T *cluster_shared(T *mine, std::uint32_t rank) noexcept {
  return static_cast<T *>(
      __kcc_cluster_shared(const_cast<void *>(static_cast<const volatile void *>(mine)), rank));
}

} // namespace kcc

#endif
