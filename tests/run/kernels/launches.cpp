// Kernels that begin before the one in front of them has ended.
#include <kcc/atomic.h>
#include <kcc/device.h>

#include <kcc/device/clock.h>

namespace launches {

using Flag = kcc::atomic_ref<unsigned, kcc::scope::device>;

/// values[i] += amount, in a chain of launches each of which begins early.
[[kcc::kernel]] void add(std::span<unsigned> values, unsigned amount) {
  kcc::trigger_programmatic_launch_completion();
  kcc::grid_dependency_synchronize();
  for (const std::size_t i : kcc::grid_stride(values.size()))
    values[i] += amount;
}

/// One thread: lets the next kernel begin, waits for it (for a tenth of a second at most), then writes.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void produce(std::span<unsigned> out, unsigned *has_begun,
                                                         unsigned *was_seen) {
  kcc::trigger_programmatic_launch_completion();
  const std::uint64_t begin = kcc::global_timer();
  while (Flag(*has_begun).load(std::memory_order_relaxed) == 0 && kcc::global_timer() - begin < 100'000'000) {
  }
  *was_seen = Flag(*has_begun).load(std::memory_order_relaxed);
  out[0] = 42;
}

/// One thread: says that it has begun, and copies once the kernel before it has ended.
[[kcc::kernel]] void consume(std::span<unsigned> out, std::span<const unsigned> in, unsigned *has_begun) {
  Flag(*has_begun).store(1, std::memory_order_relaxed);
  kcc::grid_dependency_synchronize();
  out[0] = in[0];
}

/// Adds the ranks of all blocks of the cluster.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void clusters(std::span<unsigned> sums) {
  if constexpr (kcc::arch == 0 || kcc::arch >= 90) {
    [[kcc::shared]] static unsigned rank;
    rank = kcc::block_rank_in_cluster();
    kcc::sync_cluster();
    unsigned sum = 0;
    for (unsigned i = 0; i < kcc::cluster_size(); ++i)
      sum += *kcc::cluster_shared(&rank, i);
    sums[kcc::block_idx().x] = sum;
    kcc::sync_cluster();
  }
}

[[kcc::kernel]] void trap() {
  __builtin_trap();
}

} // namespace launches
