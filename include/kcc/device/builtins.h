// The functions that each target of kcc implements in its own way, mostly by an instruction. Users call the
// functions in namespace kcc. Identifiers with two underscores are reserved for the implementation, which kcc
// is here.
#ifndef KCC_DEVICE_BUILTINS_H
#define KCC_DEVICE_BUILTINS_H

#include <cstdint>

// KCC_BUILTIN(declaration, "kcc::function()") declares a builtin that has no meaning outside a launch. On the
// host it is defined too: it terminates the program with a message that names the function.
//
// KCC_CONVERGENT: the call must not be moved into or out of a branch, because all threads of the block meet
// there. KCC_SHARED_TYPE: variables of the type must be [[kcc::shared]]. KCC_CONST: calls in one thread
// always return the same value, so one call is enough. On the host, a test changes the values, and a call
// that fails must not be dropped.
#ifdef __KCC__
#define KCC_CONVERGENT [[clang::convergent]]
#define KCC_SHARED_TYPE [[clang::annotate("kcc.shared_type")]]
#define KCC_CONST [[gnu::const]]
#define KCC_BUILTIN(declaration, function) declaration noexcept;
#else
#include <kcc/host/thread.h>
#define KCC_CONVERGENT
#define KCC_SHARED_TYPE
#define KCC_CONST
#define KCC_BUILTIN(declaration, function)                                                                   \
  _Pragma("GCC diagnostic push")                                                                             \
      _Pragma("GCC diagnostic ignored \"-Wunused-parameter\"") inline declaration noexcept {                 \
    kcc::detail::fail_on_host(function);                                                                     \
  }                                                                                                          \
  _Pragma("GCC diagnostic pop")
#endif

extern "C" {

/// The thread's index in its block, along x.
KCC_CONST std::uint32_t __kcc_thread_idx_x() noexcept;
/// The thread's index in its block, along y.
KCC_CONST std::uint32_t __kcc_thread_idx_y() noexcept;
/// The thread's index in its block, along z.
KCC_CONST std::uint32_t __kcc_thread_idx_z() noexcept;

/// The block's index in the grid, along x.
KCC_CONST std::uint32_t __kcc_block_idx_x() noexcept;
/// The block's index in the grid, along y.
KCC_CONST std::uint32_t __kcc_block_idx_y() noexcept;
/// The block's index in the grid, along z.
KCC_CONST std::uint32_t __kcc_block_idx_z() noexcept;

/// The number of threads in a block, along x.
KCC_CONST std::uint32_t __kcc_block_dim_x() noexcept;
/// The number of threads in a block, along y.
KCC_CONST std::uint32_t __kcc_block_dim_y() noexcept;
/// The number of threads in a block, along z.
KCC_CONST std::uint32_t __kcc_block_dim_z() noexcept;

/// The number of blocks in the grid, along x.
KCC_CONST std::uint32_t __kcc_grid_dim_x() noexcept;
/// The number of blocks in the grid, along y.
KCC_CONST std::uint32_t __kcc_grid_dim_y() noexcept;
/// The number of blocks in the grid, along z.
KCC_CONST std::uint32_t __kcc_grid_dim_z() noexcept;

/// The thread's lane number in its warp.
KCC_CONST std::uint32_t __kcc_lane_id() noexcept;

/// The cluster's index in the grid, along x.
KCC_CONST std::uint32_t __kcc_cluster_idx_x() noexcept;
/// The cluster's index in the grid, along y.
KCC_CONST std::uint32_t __kcc_cluster_idx_y() noexcept;
/// The cluster's index in the grid, along z.
KCC_CONST std::uint32_t __kcc_cluster_idx_z() noexcept;
/// The number of clusters in the grid, along x.
KCC_CONST std::uint32_t __kcc_cluster_grid_dim_x() noexcept;
/// The number of clusters in the grid, along y.
KCC_CONST std::uint32_t __kcc_cluster_grid_dim_y() noexcept;
/// The number of clusters in the grid, along z.
KCC_CONST std::uint32_t __kcc_cluster_grid_dim_z() noexcept;
/// The number of blocks in a cluster, along x.
KCC_CONST std::uint32_t __kcc_cluster_dim_x() noexcept;
/// The number of blocks in a cluster, along y.
KCC_CONST std::uint32_t __kcc_cluster_dim_y() noexcept;
/// The number of blocks in a cluster, along z.
KCC_CONST std::uint32_t __kcc_cluster_dim_z() noexcept;
/// The block's index in its cluster, along x.
KCC_CONST std::uint32_t __kcc_block_idx_in_cluster_x() noexcept;
/// The block's index in its cluster, along y.
KCC_CONST std::uint32_t __kcc_block_idx_in_cluster_y() noexcept;
/// The block's index in its cluster, along z.
KCC_CONST std::uint32_t __kcc_block_idx_in_cluster_z() noexcept;
/// The number of blocks in a cluster.
KCC_CONST std::uint32_t __kcc_cluster_size() noexcept;
/// The block's rank in its cluster, x fastest.
KCC_CONST std::uint32_t __kcc_block_rank_in_cluster() noexcept;

/// Waits for all threads of the block and makes their writes to shared and global memory visible to each
/// other.
KCC_CONVERGENT void __kcc_sync_threads() noexcept;
/// The same; returns how many threads passed a nonzero value.
KCC_CONVERGENT std::uint32_t __kcc_sync_threads_count(std::uint32_t truth) noexcept;
/// The same; returns 1 if all threads passed a nonzero value, else 0.
KCC_CONVERGENT std::uint32_t __kcc_sync_threads_and(std::uint32_t truth) noexcept;
/// The same; returns 1 if any thread passed a nonzero value, else 0.
KCC_CONVERGENT std::uint32_t __kcc_sync_threads_or(std::uint32_t truth) noexcept;

/// Arrives at barrier `id` (1 to 15) of the block and waits until `threads` threads have arrived.
KCC_BUILTIN(KCC_CONVERGENT void __kcc_named_barrier_sync(std::uint32_t id, std::uint32_t threads),
            "kcc::named_barrier::sync()")
/// Arrives at the barrier without waiting.
KCC_BUILTIN(KCC_CONVERGENT void __kcc_named_barrier_arrive(std::uint32_t id, std::uint32_t threads),
            "kcc::named_barrier::arrive()")

/// Waits for all threads of the grid.
KCC_BUILTIN(KCC_CONVERGENT void __kcc_sync_grid(), "kcc::sync_grid()")
/// Waits for all threads of the cluster.
KCC_BUILTIN(KCC_CONVERGENT void __kcc_sync_cluster(), "kcc::sync_cluster()")

/// A fence; both arguments are constants with the values of std::memory_order and kcc::scope.
void __kcc_atomic_fence(int order, int scope) noexcept;

/// For use between two polls of something that another thread changes: from sm_70 on a GPU sleeps for about
/// this long; on the CPU device the other threads of the block run.
void __kcc_yield(std::uint32_t nanoseconds) noexcept;

/// The first byte of the launch's dynamic shared memory, aligned to 128 bytes.
KCC_BUILTIN(KCC_CONST void *__kcc_dynamic_shared(), "kcc::dynamic_shared()")
/// The size of the launch's dynamic shared memory in bytes.
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_dynamic_shared_bytes(), "kcc::dynamic_shared()")
/// The address at which block `rank` of the cluster has what this block has at `shared`.
KCC_BUILTIN(KCC_CONST void *__kcc_cluster_shared(void *shared, std::uint32_t rank), "kcc::cluster_shared()")

/// Which memory an address is in.
KCC_BUILTIN(KCC_CONST bool __kcc_is_global(const void *place), "kcc::is_global()")
KCC_BUILTIN(KCC_CONST bool __kcc_is_shared(const void *place), "kcc::is_shared()")
KCC_BUILTIN(KCC_CONST bool __kcc_is_constant(const void *place), "kcc::is_constant()")
KCC_BUILTIN(KCC_CONST bool __kcc_is_local(const void *place), "kcc::is_local()")
/// The offset in the block's shared memory, as instructions take it.
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_shared_address(const void *place), "kcc::shared_address()")

/// See integer.h for what they compute; on the CPU device it computes without them.
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_byte_permute(std::uint32_t low, std::uint32_t high,
                                                       std::uint32_t selector),
            "kcc::byte_permute()")
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_dot4_ss(std::uint32_t a, std::uint32_t b, std::uint32_t sum),
            "kcc::dot4()")
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_dot4_su(std::uint32_t a, std::uint32_t b, std::uint32_t sum),
            "kcc::dot4()")
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_dot4_us(std::uint32_t a, std::uint32_t b, std::uint32_t sum),
            "kcc::dot4()")
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_dot4_uu(std::uint32_t a, std::uint32_t b, std::uint32_t sum),
            "kcc::dot4()")
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_dot2_ss(std::uint32_t a, std::uint32_t b, std::uint32_t sum),
            "kcc::dot2()")
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_dot2_su(std::uint32_t a, std::uint32_t b, std::uint32_t sum),
            "kcc::dot2()")
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_dot2_us(std::uint32_t a, std::uint32_t b, std::uint32_t sum),
            "kcc::dot2()")
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_dot2_uu(std::uint32_t a, std::uint32_t b, std::uint32_t sum),
            "kcc::dot2()")

/// Copies `bytes`, which is 1, 2, 4, 8 or 16, with one instruction; `hint` is a value from cache_hints.h.
/// If these are not constants, it is a plain copy.
void __kcc_load(const void *from, void *to, std::uint32_t bytes, std::uint32_t hint) noexcept;
void __kcc_store(void *to, const void *from, std::uint32_t bytes, std::uint32_t hint) noexcept;
/// Fetches the cache line of an address; `which` is a constant from cache_hints.h that selects the cache.
void __kcc_prefetch(const void *place, std::uint32_t which) noexcept;

} // extern "C"

#ifndef __KCC__
#include <kcc/host/builtins.h>
#endif

#endif
