// The thread that host code stands for when it calls device functions, and what happens if it stands for
// none.
#ifndef KCC_HOST_THREAD_H
#define KCC_HOST_THREAD_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>

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

#endif
