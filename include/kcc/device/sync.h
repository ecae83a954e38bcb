// Waiting for other threads: of the block, of some of its warps, of the cluster, of the grid. Also fences,
// for threads that communicate by other means. Barriers in shared memory are in <kcc/barrier.h>.
#ifndef KCC_DEVICE_SYNC_H
#define KCC_DEVICE_SYNC_H

#include <cstdint>

#include "builtins.h"
#include "builtins_warp.h"

namespace kcc {

/// Waits until every thread of the block has arrived; what they wrote to shared or global memory before is
/// then visible to all of them. Either all threads of a block that have not returned call it, or none.
KCC_CONVERGENT inline void sync_threads() noexcept {
  __kcc_sync_threads();
}

/// sync_threads(); also returns the number of the block's threads in which `predicate` is true, the same
/// number in all of them.
KCC_CONVERGENT inline std::uint32_t sync_threads_count(bool predicate) noexcept {
  return __kcc_sync_threads_count(predicate);
}

/// sync_threads(); also returns whether `predicate` is true in all threads of the block that have not
/// returned.
KCC_CONVERGENT inline bool sync_threads_and(bool predicate) noexcept {
  return __kcc_sync_threads_and(predicate) != 0;
}

/// sync_threads(); also returns whether `predicate` is true in at least one thread of the block.
KCC_CONVERGENT inline bool sync_threads_or(bool predicate) noexcept {
  return __kcc_sync_threads_or(predicate) != 0;
}

/// A barrier for some warps of a block, such as the producers and consumers of a buffer. A block has 15 of
/// them, identified by number, besides sync_threads(); objects with the same number are the same barrier.
/// Only whole warps use it: all threads of a warp call the same function together, and a warp counts as 32
/// threads even if it is the block's last and has fewer. Once the barrier has released its threads, it can be
/// used again.
///
///     kcc::named_barrier full(1, 64), empty(2, 64);   // one warp produces, one consumes
class named_barrier {
public:
  /// Barrier number `id`, 1 to 15, for `threads` threads, waiting and arriving ones together, a multiple of
  /// 32. All participants must pass the same number. It needs no memory and no initialization.
  constexpr named_barrier(std::uint32_t id, std::uint32_t threads) noexcept : id(id), threads(threads) {}

  /// Arrives and waits until all `threads` have arrived. What they wrote before is then visible.
  KCC_CONVERGENT void sync() const noexcept { __kcc_named_barrier_sync(id, threads); }

  /// Arrives without waiting: what the thread wrote before is visible to the threads that wait here, once
  /// they have waited.
  KCC_CONVERGENT void arrive() const noexcept { __kcc_named_barrier_arrive(id, threads); }

private:
  std::uint32_t id;
  std::uint32_t threads;
};

/// Waits until every thread of the grid has arrived; what they wrote to global memory before is then visible
/// to all of them. Every thread of the grid must call it, and none may have returned. The launch must be
/// cooperative (LaunchConfig::cooperative): launching the kernel otherwise is a kcc::Error.
KCC_CONVERGENT inline void sync_grid() noexcept {
  __kcc_sync_grid();
}

/// Waits until every thread of the cluster (LaunchConfig::cluster) has arrived; what they wrote to global
/// memory and to each other's shared memory before is then visible to all of them. Every thread of the
/// cluster must call it, and none may have returned. In a launch without clusters each block is its own
/// cluster.
/// Targets: sm_90, CPU.
KCC_CONVERGENT inline void sync_cluster() noexcept {
  __kcc_sync_cluster();
}

// Fences. atomic_fence in <kcc/atomic.h> has every memory order; these have the strongest one, like CUDA's
// __threadfence functions. The numbers are those of std::memory_order::seq_cst and kcc::scope.

/// Makes the thread's earlier writes visible to the threads of its block before its later writes, and orders
/// its reads in the same way.
inline void fence_block() noexcept {
  __kcc_atomic_fence(5, 1);
}

/// Like fence_block(), for the threads of the cluster; on GPUs without clusters, of the device.
inline void fence_cluster() noexcept {
  __kcc_atomic_fence(5, 2);
}

/// Like fence_block(), for all threads of the GPU.
inline void fence_device() noexcept {
  __kcc_atomic_fence(5, 3);
}

/// Like fence_block(), for the threads of all GPUs and the host.
inline void fence_system() noexcept {
  __kcc_atomic_fence(5, 4);
}

/// Waits until every lane of `mask` that has not returned has arrived with the same mask; what they wrote to
/// shared or global memory before is then visible to each other. The calling lane must be in the mask.
KCC_CONVERGENT inline void sync_warp(std::uint32_t mask = 0xffffffff) noexcept {
  __kcc_sync_warp(mask);
}

} // namespace kcc

#endif
