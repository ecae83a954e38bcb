// The device builtins that have a meaning where kcc does not compile the code: in a unit test that includes a
// kernel file, or in code that both sides share. KCC_BUILTIN defines the others (device/builtins.h).
#ifndef KCC_HOST_BUILTINS_H
#define KCC_HOST_BUILTINS_H

#include "thread.h"

#include <atomic>
#include <cstring>

extern "C" {

#define KCC_HOST_INDEX(builtin, field, axis, number)                                                         \
  inline std::uint32_t __kcc_##builtin##_##axis() noexcept {                                                 \
    return kcc::detail::host_thread_for("kcc::" #builtin "()").field[number];                                \
  }
#define KCC_HOST_INDEX3(builtin, field)                                                                      \
  KCC_HOST_INDEX(builtin, field, x, 0)                                                                       \
  KCC_HOST_INDEX(builtin, field, y, 1) KCC_HOST_INDEX(builtin, field, z, 2)
KCC_HOST_INDEX3(thread_idx, thread_idx)
KCC_HOST_INDEX3(block_idx, block_idx)
KCC_HOST_INDEX3(block_dim, block_dim)
KCC_HOST_INDEX3(grid_dim, grid_dim)
KCC_HOST_INDEX3(cluster_idx, block_idx)
KCC_HOST_INDEX3(cluster_grid_dim, grid_dim)
#undef KCC_HOST_INDEX3
#undef KCC_HOST_INDEX

#define KCC_HOST_ONE_BLOCK(builtin, value)                                                                   \
  inline std::uint32_t __kcc_##builtin() noexcept {                                                          \
    (void)kcc::detail::host_thread_for("kcc::" #builtin "()");                                               \
    return value;                                                                                            \
  }
KCC_HOST_ONE_BLOCK(cluster_dim_x, 1)
KCC_HOST_ONE_BLOCK(cluster_dim_y, 1)
KCC_HOST_ONE_BLOCK(cluster_dim_z, 1)
KCC_HOST_ONE_BLOCK(block_idx_in_cluster_x, 0)
KCC_HOST_ONE_BLOCK(block_idx_in_cluster_y, 0)
KCC_HOST_ONE_BLOCK(block_idx_in_cluster_z, 0)
KCC_HOST_ONE_BLOCK(cluster_size, 1)
KCC_HOST_ONE_BLOCK(block_rank_in_cluster, 0)
#undef KCC_HOST_ONE_BLOCK

inline std::uint32_t __kcc_lane_id() noexcept {
  const kcc::HostThread &at = kcc::detail::host_thread_for("kcc::lane_id()");
  return ((at.thread_idx[2] * at.block_dim[1] + at.thread_idx[1]) * at.block_dim[0] + at.thread_idx[0]) % 32;
}

inline void __kcc_sync_threads() noexcept {
  kcc::detail::meet_alone("kcc::sync_threads()");
}
inline std::uint32_t __kcc_sync_threads_count(std::uint32_t truth) noexcept {
  kcc::detail::meet_alone("kcc::sync_threads_count()");
  return truth != 0;
}
inline std::uint32_t __kcc_sync_threads_and(std::uint32_t truth) noexcept {
  kcc::detail::meet_alone("kcc::sync_threads_and()");
  return truth != 0;
}
inline std::uint32_t __kcc_sync_threads_or(std::uint32_t truth) noexcept {
  kcc::detail::meet_alone("kcc::sync_threads_or()");
  return truth != 0;
}

inline void __kcc_atomic_fence(int, int) noexcept {
  std::atomic_thread_fence(std::memory_order_seq_cst);
}
inline void __kcc_yield(std::uint32_t) noexcept {}

inline void __kcc_load(const void *from, void *to, std::uint32_t bytes, std::uint32_t) noexcept {
  std::memcpy(to, from, bytes);
}
inline void __kcc_store(void *to, const void *from, std::uint32_t bytes, std::uint32_t) noexcept {
  std::memcpy(to, from, bytes);
}
inline void __kcc_prefetch(const void *, std::uint32_t) noexcept {}

} // extern "C"

#endif
