#include <kcc/device.h>

#include <atomic>
#include <cmath>
#include <span>

/// One step of Heron's method for the square root of each number. Sets `again` if a root is not exact enough
/// yet.
[[kcc::kernel]] void improve(std::span<double> roots, std::span<const double> numbers, std::uint32_t *again) {
  for (std::size_t i : kcc::grid_stride(roots.size())) {
    const double better = (roots[i] + numbers[i] / roots[i]) / 2;
    if (std::abs(better - roots[i]) > 1e-12 * better)
      std::atomic_ref(*again).store(1, std::memory_order_relaxed);
    roots[i] = better;
  }
}

[[kcc::kernel]] void count(std::uint32_t *rounds) {
  ++*rounds;
}
