// The kernels of these tests are ordinary functions with the signature that the compiler gives kernels. They
// find their arguments like compiled kernels: pointer i points to parameter i.
#ifndef KCC_TESTS_UNIT_CPU_LAUNCH_H
#define KCC_TESTS_UNIT_CPU_LAUNCH_H

#include "engine/grid.h"
#include "engine/settings.h"

#include "kcc/abi/cpu_functions.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>

#include <sys/resource.h>

namespace kcc {
inline void PrintTo(const Dim3 &dim, std::ostream *out) {
  *out << dim.x << 'x' << dim.y << 'x' << dim.z;
}
} // namespace kcc

namespace kcc::cpu {

inline bool operator==(const Fault &a, const Fault &b) {
  return a.block_idx == b.block_idx && a.thread_idx == b.thread_idx;
}

namespace test {

using Kernel = void (*)(const void *const *);

template <class T> T argument(const void *const *arguments, std::size_t i) {
  return *static_cast<const T *>(arguments[i]);
}

struct Shape {
  Dim3 grid, block;
  bool uses_barrier = false;
  std::uint32_t static_shared_bytes = 0, dynamic_shared_bytes = 0;
};

template <class... Arguments>
std::optional<Fault> launch(Kernel kernel, const Shape &shape, const Arguments &...arguments) {
  const void *const pointers[] = {&arguments..., nullptr};
  return run_grid({kernel, pointers, shape.grid, shape.block, shape.static_shared_bytes,
                   shape.dynamic_shared_bytes, shape.uses_barrier});
}

inline std::size_t thread_in_block() {
  return kcc_cpu_thread->thread_rank;
}

inline std::size_t block_threads() {
  const abi::CpuThread &t = *kcc_cpu_thread;
  return std::size_t{t.block_dim[0]} * t.block_dim[1] * t.block_dim[2];
}

inline std::size_t block_in_grid() {
  const abi::CpuThread &t = *kcc_cpu_thread;
  return (std::size_t{t.block_idx[2]} * t.grid_dim[1] + t.block_idx[1]) * t.grid_dim[0] + t.block_idx[0];
}

inline std::size_t thread_in_grid() {
  return block_in_grid() * block_threads() + thread_in_block();
}

/// Grids within this scope run on `count` OS threads, however many processors there are.
class ThreadCountScope {
public:
  explicit ThreadCountScope(unsigned count) : before_(thread_count()) { set_thread_count(count); }
  ~ThreadCountScope() { set_thread_count(before_); }

private:
  unsigned before_;
};

class StackBytesScope {
public:
  explicit StackBytesScope(std::size_t bytes) : before_(fiber_stack_bytes()) { set_fiber_stack_bytes(bytes); }
  ~StackBytesScope() { set_fiber_stack_bytes(before_); }

private:
  std::size_t before_;
};

/// Limits how much memory the process can map.
class AddressSpaceLimit {
public:
  explicit AddressSpaceLimit(std::size_t bytes) {
    getrlimit(RLIMIT_AS, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_AS, &limit);
  }
  ~AddressSpaceLimit() { setrlimit(RLIMIT_AS, &before_); }

private:
  rlimit before_{};
};

} // namespace test
} // namespace kcc::cpu

#endif
