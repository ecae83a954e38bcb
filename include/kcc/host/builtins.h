// The device builtins where kcc does not compile the code: in a unit test that includes a kernel file, or in
// code that both sides share. Whatever can be computed is; a function that has no meaning outside a launch
// terminates the program when it is called, with a message that names it.
#ifndef KCC_HOST_BUILTINS_H
#define KCC_HOST_BUILTINS_H

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace kcc {

/// The thread that host code stands for, when a test calls a kernel as an ordinary function:
///
///     kcc::HostThread thread{.block_dim = {64, 1, 1}};
///     kcc::host_thread = &thread;
///     for (thread.thread_idx[0] = 0; thread.thread_idx[0] != 64; ++thread.thread_idx[0])
///       kernel(output);
///
/// A thread that is alone in its block may also call the block's barriers. Clusters have one block.
struct HostThread {
  std::uint32_t thread_idx[3] = {0, 0, 0};
  std::uint32_t block_idx[3] = {0, 0, 0};
  std::uint32_t block_dim[3] = {1, 1, 1};
  std::uint32_t grid_dim[3] = {1, 1, 1};
};

/// For the calling thread of the process; null outside such a test.
inline thread_local constinit const HostThread *host_thread = nullptr;

namespace detail {

[[noreturn]] inline void fail_on_host(const char *function) noexcept {
  std::fprintf(stderr,
               "kcc: %s was called by the host, where it has no meaning. Launch the kernel on "
               "kcc::Device::cpu(); a test of an index function can set kcc::host_thread.\n",
               function);
  std::abort();
}

inline const HostThread &host_thread_for(const char *function) noexcept {
  if (host_thread == nullptr)
    fail_on_host(function);
  return *host_thread;
}

/// For barriers, at which no other thread can arrive.
inline void meet_alone(const char *function) noexcept {
  const std::uint32_t *extent = host_thread_for(function).block_dim;
  if (extent[0] != 1 || extent[1] != 1 || extent[2] != 1)
    fail_on_host(function);
}

} // namespace detail
} // namespace kcc

/// A builtin that has no meaning on the host.
#define KCC_HOST_FAILS(result, name, parameters, function)                                                   \
  inline result name parameters noexcept {                                                                   \
    kcc::detail::fail_on_host(function);                                                                     \
  }

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
KCC_HOST_FAILS(void, __kcc_named_barrier_sync, (std::uint32_t, std::uint32_t), "kcc::named_barrier::sync()")
KCC_HOST_FAILS(void, __kcc_named_barrier_arrive, (std::uint32_t, std::uint32_t),
               "kcc::named_barrier::arrive()")
KCC_HOST_FAILS(void, __kcc_sync_grid, (), "kcc::sync_grid()")
KCC_HOST_FAILS(void, __kcc_sync_cluster, (), "kcc::sync_cluster()")

inline void __kcc_atomic_fence(int, int) noexcept {
  std::atomic_thread_fence(std::memory_order_seq_cst);
}
inline void __kcc_yield(std::uint32_t) noexcept {}

KCC_HOST_FAILS(void *, __kcc_dynamic_shared, (), "kcc::dynamic_shared()")
KCC_HOST_FAILS(std::uint32_t, __kcc_dynamic_shared_bytes, (), "kcc::dynamic_shared()")
KCC_HOST_FAILS(void *, __kcc_cluster_shared, (void *, std::uint32_t), "kcc::cluster_shared()")
KCC_HOST_FAILS(bool, __kcc_is_global, (const void *), "kcc::is_global()")
KCC_HOST_FAILS(bool, __kcc_is_shared, (const void *), "kcc::is_shared()")
KCC_HOST_FAILS(bool, __kcc_is_constant, (const void *), "kcc::is_constant()")
KCC_HOST_FAILS(bool, __kcc_is_local, (const void *), "kcc::is_local()")
KCC_HOST_FAILS(std::uint32_t, __kcc_shared_address, (const void *), "kcc::shared_address()")

// The functions of <kcc/device/integer.h> do not use these where there is no instruction.
KCC_HOST_FAILS(std::uint32_t, __kcc_byte_permute, (std::uint32_t, std::uint32_t, std::uint32_t),
               "kcc::byte_permute()")
#define KCC_HOST_DOT(name)                                                                                   \
  KCC_HOST_FAILS(std::uint32_t, __kcc_##name, (std::uint32_t, std::uint32_t, std::uint32_t),                 \
                 "the builtin of kcc::" #name)
KCC_HOST_DOT(dot4_ss)
KCC_HOST_DOT(dot4_su)
KCC_HOST_DOT(dot4_us)
KCC_HOST_DOT(dot4_uu)
KCC_HOST_DOT(dot2_ss)
KCC_HOST_DOT(dot2_su)
KCC_HOST_DOT(dot2_us)
KCC_HOST_DOT(dot2_uu)
#undef KCC_HOST_DOT

inline void __kcc_load(const void *from, void *to, std::uint32_t bytes, std::uint32_t) noexcept {
  std::memcpy(to, from, bytes);
}
inline void __kcc_store(void *to, const void *from, std::uint32_t bytes, std::uint32_t) noexcept {
  std::memcpy(to, from, bytes);
}
inline void __kcc_prefetch(const void *, std::uint32_t) noexcept {}

} // extern "C"

#endif
