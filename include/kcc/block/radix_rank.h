// Ranks of small digits over a block of threads, the core of a radix sort pass.
#ifndef KCC_BLOCK_RADIX_RANK_H
#define KCC_BLOCK_RADIX_RANK_H

#include <cstddef>
#include <cstdint>

#include "../device/sync.h"
#include "scan.h"
#include "shape.h"
#include "shared_items.h"
#include "vector_run.h"

namespace kcc {

/// Counts, for every item of a block, the items that come before it in the stable order of their digits.
///
///   using Rank = kcc::BlockRadixRank<256, 4>;
///   [[kcc::shared]] Rank::Shared shared;
///   Rank(shared).rank(digits, ranks); // 256 * 4 digits from 0 to 15
///
/// A thread counts its own digits in registers, 4 bits for each; the counts of the threads then become
/// positions by a scan over [digit][thread] in shared memory, two 16-bit counters in a word: the digits d and
/// d + 8 (after Merrill and Grimshaw, "Revisiting sorting for GPGPU stream architectures", 2010).
///
/// All threads of the block call it together. Before anything uses Shared again, even another call, they must
/// pass a sync_threads().
template <BlockShape shape, std::uint32_t items> class BlockRadixRank {
  static constexpr std::uint32_t threads = shape.threads();
  static_assert(threads >= 1 && threads <= 1024, "kcc: a block has 1 to 1024 threads");
  static constexpr std::uint32_t rows = 8;
  using Counters = detail::SharedRuns<std::uint32_t, threads, rows>;
  using Scan = detail::ScanByWarps<std::uint32_t, shape>;
  using Half [[gnu::may_alias]] = std::uint16_t;
  static_assert(threads * items < 65536, "kcc: counters have 16 bits: take fewer items a thread");

  /// A 4-bit count goes up to 15, so larger numbers of items are counted in groups.
  static constexpr std::uint32_t groups = (items + 14) / 15;
  /// With many items, digit and count share a register until the positions are known, which saves registers.
  static constexpr bool shares_registers = items >= 8;
  static constexpr std::uint32_t group_items = (items + groups - 1) / groups;
  static_assert(groups <= 17, "kcc: a thread has at most 255 items");

public:
  /// The shared memory that a block needs: 8 words for each thread.
  struct Shared {
    typename Counters::Storage counters;
    typename Scan::Shared scan;
  };

  explicit BlockRadixRank(Shared &shared) noexcept : shared(shared) {}

  /// Gives each digit its rank, from 0 to threads * items - 1: smaller digits come first; equal digits are
  /// ordered by thread, then by item. Digits are 0 to 15.
  KCC_CONVERGENT void rank(const std::uint32_t (&digits)[items], std::uint32_t (&ranks)[items]) noexcept {
    rank_by([&](std::uint32_t k) { return digits[k] * 4; }, ranks);
  }

  /// The same for digits that are computed on demand: \p digit_times_4(k) is four times the digit of item k,
  /// and is called up to twice per item.
  template <class DigitTimes4>
  KCC_CONVERGENT void rank_by(DigitTimes4 digit_times_4, std::uint32_t (&ranks)[items]) noexcept {
    const std::uint32_t thread = shape.rank();
    store_counts(thread, count_own(digit_times_4, ranks));
    sync_threads();
    scan_counts(thread);
    sync_threads();
    const Half *const positions = reinterpret_cast<const Half *>(shared.counters.bytes);
    KCC_UNROLL
    for (std::uint32_t k = 0; k < items; ++k) {
      const std::uint32_t digit_4 = shares_registers ? ranks[k] >> 8 : digit_times_4(k);
      const std::uint32_t before = shares_registers ? ranks[k] & 255 : ranks[k];
      const std::uint32_t word = Counters::template place<threads>(digit_4 / 4 % 8, thread);
      ranks[k] = before + positions[word * 2 + digit_4 / 32];
    }
  }

private:
  /// How often each digit occurs: 8-bit counts of the even and the odd ones of digits 0 to 7 and 8 to 15.
  struct Counts {
    std::uint32_t even[2], odd[2];
  };

  /// Counts the thread's own digits, and how often each digit occurred among earlier items.
  template <class DigitTimes4>
  static Counts count_own(DigitTimes4 digit_times_4, std::uint32_t (&ranks)[items]) noexcept {
    Counts total{};
    std::uint64_t counts[groups];
    KCC_UNROLL
    for (std::uint32_t g = 0; g < groups; ++g) {
      std::uint64_t packed = 0;
      KCC_UNROLL
      for (std::uint32_t k = g * group_items; k < items && k < (g + 1) * group_items; ++k) {
        const std::uint32_t shift = digit_times_4(k);
        std::uint32_t before = static_cast<std::uint32_t>(packed >> shift) & 15;
        KCC_UNROLL
        for (std::uint32_t earlier = 0; earlier < g; ++earlier)
          before += static_cast<std::uint32_t>(counts[earlier] >> shift) & 15;
        ranks[k] = before;
        if constexpr (shares_registers) {
          ranks[k] |= shift << 8;
          detail::keep_whole(ranks[k]);
        }
        packed += std::uint64_t{1} << shift;
      }
      counts[g] = packed;
      const std::uint32_t halves[2] = {static_cast<std::uint32_t>(packed),
                                       static_cast<std::uint32_t>(packed >> 32)};
      KCC_UNROLL
      for (std::uint32_t h = 0; h < 2; ++h) {
        total.even[h] += halves[h] & 0x0f0f0f0f;
        total.odd[h] += halves[h] >> 4 & 0x0f0f0f0f;
      }
    }
    return total;
  }

  void store_counts(std::uint32_t thread, const Counts &counts) noexcept {
    KCC_UNROLL
    for (std::uint32_t row = 0; row < rows; ++row) {
      const std::uint32_t (&halves)[2] = row % 2 == 0 ? counts.even : counts.odd;
      const std::uint32_t shift = row / 2 * 8;
      shared.counters[Counters::template place<threads>(row, thread)] =
          (halves[0] >> shift & 0xff) | (halves[1] >> shift & 0xff) << 16;
    }
  }

  /// Exclusive scan of all counters: digits 0 to 7 in the low halves, then 8 to 15 in the high ones. No low
  /// half overflows into the high one.
  KCC_CONVERGENT void scan_counts(std::uint32_t thread) noexcept {
    std::uint32_t counters[rows];
    Counters::load(shared.counters, thread, counters);
    const auto scanned = Scan::template scan<rows>(
        shared.scan, detail::reduce_tree<0, rows>(counters, std::plus<>{}), std::plus<>{});
    std::uint32_t running = (thread == 0 ? 0 : scanned.before) + (scanned.aggregate << 16);
    KCC_UNROLL
    for (std::uint32_t k = 0; k < rows; ++k) {
      const std::uint32_t here = counters[k];
      counters[k] = running;
      running += here;
    }
    Counters::store(shared.counters, thread, counters);
  }

  Shared &shared;
};

} // namespace kcc

#endif
