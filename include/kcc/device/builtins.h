// The functions that kcc replaces by the target's instructions. For devices they have no definition: their
// names are the contract with the compiler's lowering, and users call the functions of namespace kcc.
// Identifiers with two underscores are reserved for the implementation, which kcc is here.
#ifndef KCC_DEVICE_BUILTINS_H
#define KCC_DEVICE_BUILTINS_H

#include <cstdint>

// A convergent call must not be moved into or out of a branch: all threads of the block meet there.
// GCC has no such attribute; no kernel is ever compiled for a device by it.
#ifdef __clang__
#define KCC_CONVERGENT [[clang::convergent]]
#else
#define KCC_CONVERGENT
#endif

// The same for all calls of a thread, so that one call will do. On the host a test changes the answers, and a
// call that fails must not be dropped.
#ifdef __KCC__
#define KCC_CONST [[gnu::const]]
#else
#define KCC_CONST
#endif

extern "C" {

/// The thread's place in its block, along x.
KCC_CONST std::uint32_t __kcc_thread_idx_x() noexcept;
/// The thread's place in its block, along y.
KCC_CONST std::uint32_t __kcc_thread_idx_y() noexcept;
/// The thread's place in its block, along z.
KCC_CONST std::uint32_t __kcc_thread_idx_z() noexcept;

/// The block's place in the grid, along x.
KCC_CONST std::uint32_t __kcc_block_idx_x() noexcept;
/// The block's place in the grid, along y.
KCC_CONST std::uint32_t __kcc_block_idx_y() noexcept;
/// The block's place in the grid, along z.
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

/// The thread's number in its warp.
KCC_CONST std::uint32_t __kcc_lane_id() noexcept;

/// The cluster's place in the grid, along x.
KCC_CONST std::uint32_t __kcc_cluster_idx_x() noexcept;
/// The cluster's place in the grid, along y.
KCC_CONST std::uint32_t __kcc_cluster_idx_y() noexcept;
/// The cluster's place in the grid, along z.
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
/// The block's place in its cluster, along x.
KCC_CONST std::uint32_t __kcc_block_idx_in_cluster_x() noexcept;
/// The block's place in its cluster, along y.
KCC_CONST std::uint32_t __kcc_block_idx_in_cluster_y() noexcept;
/// The block's place in its cluster, along z.
KCC_CONST std::uint32_t __kcc_block_idx_in_cluster_z() noexcept;
/// The number of blocks in a cluster.
KCC_CONST std::uint32_t __kcc_cluster_size() noexcept;
/// The block's number in its cluster, x fastest.
KCC_CONST std::uint32_t __kcc_block_rank_in_cluster() noexcept;

/// Waits for all threads of the block, and makes their writes to shared and global memory visible to each
/// other.
KCC_CONVERGENT void __kcc_sync_threads() noexcept;
/// The same, and how many of them came with a truth value that is not 0.
KCC_CONVERGENT std::uint32_t __kcc_sync_threads_count(std::uint32_t truth) noexcept;
/// The same, and 1 if all came with a truth value that is not 0, else 0.
KCC_CONVERGENT std::uint32_t __kcc_sync_threads_and(std::uint32_t truth) noexcept;
/// The same, and 1 if one came with a truth value that is not 0, else 0.
KCC_CONVERGENT std::uint32_t __kcc_sync_threads_or(std::uint32_t truth) noexcept;

/// Arrives at barrier `id` (1 to 15) of the block and waits until `threads` threads have arrived.
KCC_CONVERGENT void __kcc_named_barrier_sync(std::uint32_t id, std::uint32_t threads) noexcept;
/// Arrives there and does not wait.
KCC_CONVERGENT void __kcc_named_barrier_arrive(std::uint32_t id, std::uint32_t threads) noexcept;

/// Waits for all threads of the grid.
KCC_CONVERGENT void __kcc_sync_grid() noexcept;
/// Waits for all threads of the cluster.
KCC_CONVERGENT void __kcc_sync_cluster() noexcept;

/// A fence; both arguments are constants, numbered as std::memory_order and kcc::scope are.
void __kcc_atomic_fence(int order, int scope) noexcept;

/// Between two looks at what another thread is to change: a GPU sleeps about so long, from sm_70 on; on the
/// CPU device the other threads of the block run.
void __kcc_yield(std::uint32_t nanoseconds) noexcept;

/// The first byte of the launch's dynamic shared memory, aligned to 128 bytes.
KCC_CONST void *__kcc_dynamic_shared() noexcept;
/// The size of the launch's dynamic shared memory in bytes.
KCC_CONST std::uint32_t __kcc_dynamic_shared_bytes() noexcept;
/// Where a block of the same cluster has what this block has at `shared`.
KCC_CONST void *__kcc_cluster_shared(void *shared, std::uint32_t rank) noexcept;

/// Which memory an address is in.
KCC_CONST bool __kcc_is_global(const void *place) noexcept;
KCC_CONST bool __kcc_is_shared(const void *place) noexcept;
KCC_CONST bool __kcc_is_constant(const void *place) noexcept;
KCC_CONST bool __kcc_is_local(const void *place) noexcept;
/// The address in the block's shared memory, as instructions take it.
KCC_CONST std::uint32_t __kcc_shared_address(const void *place) noexcept;

/// integer.h says what they compute; on the CPU device it computes it itself.
KCC_CONST std::uint32_t __kcc_byte_permute(std::uint32_t low, std::uint32_t high,
                                           std::uint32_t selector) noexcept;
KCC_CONST std::uint32_t __kcc_dot4_ss(std::uint32_t a, std::uint32_t b, std::uint32_t sum) noexcept;
KCC_CONST std::uint32_t __kcc_dot4_su(std::uint32_t a, std::uint32_t b, std::uint32_t sum) noexcept;
KCC_CONST std::uint32_t __kcc_dot4_us(std::uint32_t a, std::uint32_t b, std::uint32_t sum) noexcept;
KCC_CONST std::uint32_t __kcc_dot4_uu(std::uint32_t a, std::uint32_t b, std::uint32_t sum) noexcept;
KCC_CONST std::uint32_t __kcc_dot2_ss(std::uint32_t a, std::uint32_t b, std::uint32_t sum) noexcept;
KCC_CONST std::uint32_t __kcc_dot2_su(std::uint32_t a, std::uint32_t b, std::uint32_t sum) noexcept;
KCC_CONST std::uint32_t __kcc_dot2_us(std::uint32_t a, std::uint32_t b, std::uint32_t sum) noexcept;
KCC_CONST std::uint32_t __kcc_dot2_uu(std::uint32_t a, std::uint32_t b, std::uint32_t sum) noexcept;

/// Copies `bytes`, which is 1, 2, 4, 8 or 16, by one instruction: `hint` is a number of cache_hints.h. Both
/// are constants; where they are not, it is a plain copy.
void __kcc_load(const void *from, void *to, std::uint32_t bytes, std::uint32_t hint) noexcept;
void __kcc_store(void *to, const void *from, std::uint32_t bytes, std::uint32_t hint) noexcept;
/// Fetches the line around an address into a cache; `which` is a constant, a number of cache_hints.h.
void __kcc_prefetch(const void *place, std::uint32_t which) noexcept;

} // extern "C"

#ifndef __KCC__
#include <kcc/host/builtins.h>
#endif

#endif
