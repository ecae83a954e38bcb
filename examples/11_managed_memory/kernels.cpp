#include <kcc/atomic.h>
#include <kcc/device.h>

#include <span>

/// Counts how often each byte occurs.
[[kcc::kernel]] void count(std::span<const unsigned char> data, std::span<int> counts) {
  for (std::size_t i : kcc::grid_stride(data.size()))
    kcc::atomic_ref<int, kcc::scope::device>(counts[data[i]]).fetch_add(1, std::memory_order_relaxed);
}
