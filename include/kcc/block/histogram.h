// Histograms of the items of a block.
#ifndef KCC_BLOCK_HISTOGRAM_H
#define KCC_BLOCK_HISTOGRAM_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../atomic.h"
#include "../device/sync.h"
#include "shape.h"

namespace kcc {

/// Counts the items of a block in bins numbered from 0 to \p bins - 1, with atomic additions in shared
/// memory. The GPU combines those of one warp to the same bin.
///
///   using Histogram = kcc::BlockHistogram<256, 128>; // 256 bins, 128 threads
///   [[kcc::shared]] Histogram::Shared shared;
///   Histogram histogram(shared);
///   histogram.clear();
///   histogram.add(items); // as often as there are tiles
//   std::uint32_t count = histogram.count(bin);
///
/// All threads of the block call a function together.
template <std::uint32_t bins, BlockShape shape> class BlockHistogram {
  static constexpr std::uint32_t threads = shape.threads();
  static_assert(threads >= 1 && threads <= 1024, "kcc: a block has 1 to 1024 threads");

public:
  /// The shared memory that a block needs: a counter for each bin.
  struct KCC_SHARED_TYPE Shared {
    std::uint32_t counters[bins];
  };

  explicit BlockHistogram(Shared &shared) noexcept : shared(shared) {}

  /// Sets all counters to 0, and waits until all threads have done so. All threads must pass a sync_threads()
  /// between the last count() and this call.
  KCC_CONVERGENT void clear() noexcept {
    const std::uint32_t rank = shape.rank();
    KCC_UNROLL
    for (std::uint32_t first = 0; first < bins; first += threads)
      if (first + threads <= bins || first + rank < bins)
        shared.counters[first + rank] = 0;
    sync_threads();
  }

  /// Adds one to the bin of each item; negative items and those from \p bins on are not counted.
  template <class T, std::size_t n> void add(const T (&items)[n]) noexcept {
    static_assert(
        std::is_integral_v<T>,
        "kcc: items of BlockHistogram are integers: convert what you count to the number of its bin");
    using Number = std::conditional_t<(sizeof(T) > 4), std::uint64_t, std::uint32_t>;
    static_assert(sizeof(T) <= sizeof(Number), "kcc: items of BlockHistogram have at most 64 bits");
    KCC_UNROLL
    for (std::size_t k = 0; k < n; ++k) {
      const auto number = static_cast<Number>(items[k]);
      if (number < bins) // false for negative items, which become large numbers
        atomic_ref<std::uint32_t, scope::block>(shared.counters[number])
            .fetch_add(1, std::memory_order_relaxed);
    }
  }

  /// The counter of \p bin, which is less than \p bins. Valid after a sync_threads() that follows the last
  /// add().
  std::uint32_t count(std::uint32_t bin) const noexcept { return shared.counters[bin]; }

private:
  Shared &shared;
};

} // namespace kcc

#endif
