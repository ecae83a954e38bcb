// Accesses in lanes that wait to be compared with others. The groups of lanes of a block mostly access
// memory one behind another: such accesses wait until a row of them ends, and are then compared together. So
// the chunks of a LaneMap are accessed as a whole, also where a group's accesses begin in the middle of one,
// as those of `a[i + 1]` do.
//
// Only barriers order a block's accesses with others of its launch, so an access can be compared with the
// same result at any time until the next barrier, or the block's end. But where two accesses of a block may
// race, the earlier one is compared first: reports say which it was.
#ifndef KCC_RUNTIME_CPU_CHECK_WAITING_ACCESSES_H
#define KCC_RUNTIME_CPU_CHECK_WAITING_ACCESSES_H

#include <kcc/abi/cpu_checks.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace kcc::cpu::check {

/// Which threads of a row of writes have stored what was there before.
class EqualWrites {
public:
  bool has(std::uint32_t thread) const noexcept { return (words_[thread / 64] >> thread % 64 & 1) != 0; }
  /// Threads from `first` on, at most 32, are about to store `values` at `place`, `bytes` each.
  void note(std::uint32_t first, std::uint32_t threads, const std::byte *place, const void *values,
            std::size_t bytes) noexcept {
    const std::uint64_t equal = equal_numbers(place, static_cast<const std::byte *>(values), threads, bytes);
    words_[first / 64] |= equal << first % 64;
    if (first % 64 + threads > 64)
      words_[first / 64 + 1] |= equal >> (64 - first % 64);
  }

private:
  static std::uint64_t equal_numbers(const std::byte *a, const std::byte *b, std::uint32_t count,
                                     std::size_t bytes) noexcept {
    switch (bytes) {
    case 1:
      return equal_numbers_of<std::uint8_t>(a, b, count);
    case 2:
      return equal_numbers_of<std::uint16_t>(a, b, count);
    case 4:
      return equal_numbers_of<std::uint32_t>(a, b, count);
    case 8:
      return equal_numbers_of<std::uint64_t>(a, b, count);
    default:
      std::uint64_t equal = 0;
      for (std::uint32_t i = 0; i < count; ++i)
        equal |= std::uint64_t{std::memcmp(a + i * bytes, b + i * bytes, bytes) == 0} << i;
      return equal;
    }
  }
  template <class T>
  static std::uint64_t equal_numbers_of(const std::byte *a, const std::byte *b,
                                        std::uint32_t count) noexcept {
    std::uint64_t equal = 0;
    std::uint32_t i = 0;
    for (constexpr std::uint32_t several = 16 / sizeof(T); i + several <= count; i += several) {
      using Numbers [[gnu::vector_size(16)]] = T;
      using Halves [[gnu::vector_size(16)]] = std::uint64_t;
      Numbers x, y;
      std::memcpy(&x, a + i * sizeof(T), sizeof x);
      std::memcpy(&y, b + i * sizeof(T), sizeof y);
      const auto are_equal = reinterpret_cast<Halves>(x == y); // all bits of each number, or none
      const std::uint64_t any = are_equal[0] | are_equal[1], all = are_equal[0] & are_equal[1];
      if (~all == 0) // mostly all or none
        equal |= (~std::uint64_t{0} >> (64 - several)) << i;
      else if (any != 0)
        for (std::uint32_t k = 0; k < several; ++k)
          equal |= std::uint64_t{x[k] == y[k]} << (i + k);
    }
    for (; i < count; ++i)
      equal |= std::uint64_t{std::memcmp(a + i * sizeof(T), b + i * sizeof(T), sizeof(T)) == 0} << i;
    return equal;
  }
  std::array<std::uint64_t, 1024 / 64> words_{}; ///< a bit for each thread
};

/// Accesses at consecutive addresses in memory of the device, by threads of consecutive ranks; or reads of
/// all of them by each of two threads; or reads that lie apart by the same distance.
struct WaitingRow {
  const abi::CheckSite *site = nullptr; ///< null: there is no row
  const std::byte *begin = nullptr, *end = nullptr;
  std::uint32_t rank = 0, end_rank = 0; ///< the first thread's, and behind the last one's
  const std::byte *limit = nullptr;     ///< the end of the object
  const std::byte *page_end = nullptr;  ///< the end of the first byte's page
  /// Of reads: each thread also accesses so many elements that follow, as in a loop over its neighbours.
  std::uint32_t shifts = 0;
  bool is_broadcast = false; ///< the first thread and the last one each read all of it
  /// Of reads that lie apart: from each thread's to the next one's, in bytes; otherwise 0. `begin` and `end`
  /// are the lowest one's begin and the highest one's end.
  std::ptrdiff_t step = 0;

  /// Accesses by `threads` threads, of which the first is at `place`.
  static WaitingRow of(const abi::CheckSite &site, const void *place, std::uint32_t rank,
                       std::uint32_t threads) noexcept {
    const auto *const begin = static_cast<const std::byte *>(place);
    return {&site, begin, begin + std::size_t{threads} * site.bytes, rank, rank + threads};
  }
  /// Reads of one place by two threads, which stand for all that read it.
  static WaitingRow broadcast(const abi::CheckSite &site, const void *place, std::uint32_t rank,
                              std::uint32_t other_rank) noexcept {
    WaitingRow row = of(site, place, rank, 1);
    row.end_rank = other_rank + 1;
    row.is_broadcast = true;
    return row;
  }
  bool is_write() const noexcept { return site->kind == abi::AccessKind::write; }
  /// Whether `next` is another part of the row, behind it.
  bool is_continued_by(const WaitingRow &next) const noexcept {
    return site == next.site && is_in_line() && next.is_in_line() && next.begin == end &&
           next.rank == end_rank && next.end <= limit;
  }
  /// Whether `next` are the row's threads, each at the next element, in the same page unless they lie apart.
  bool is_shifted_by(const WaitingRow &next) const noexcept {
    return site == next.site && !is_write() && is_broadcast == next.is_broadcast && step == next.step &&
           next.rank == rank && next.end_rank == end_rank && next.end == end + site->bytes &&
           next.end <= (step != 0 ? limit : page_end);
  }
  /// Whether each thread accesses one element, which is next to that of the thread before.
  bool is_in_line() const noexcept { return shifts == 0 && !is_broadcast && step == 0; }
  /// Whether another thread's access in `next` may race with one in the row.
  bool may_race_with(const WaitingRow &next) const noexcept {
    if ((!is_write() && next.site->kind == abi::AccessKind::read) || next.begin >= end || begin >= next.end)
      return false;
    const bool same_threads =
        is_in_line() && next.is_in_line() && site->bytes == next.site->bytes &&
        next.begin - begin == (std::int64_t{next.rank} - rank) * static_cast<std::int64_t>(site->bytes);
    return !same_threads;
  }
};

/// The accesses of a block that wait: the last row of each site.
class WaitingAccesses {
public:
  /// Adds accesses to the row of their site. Returns false if they do not continue it, or if take_before() is
  /// needed. `values`: what writes are about to store; null for reads.
  bool extend(const WaitingRow &next, const void *values) noexcept {
    const std::size_t index = index_of(*next.site);
    WaitingRow &row = rows_[index];
    const bool goes_on = row.is_continued_by(next); // mostly, so it is tested first
    if ((!goes_on && !row.is_shifted_by(next)) || any_may_race_with(next))
      return false;
    short_rows_[index] = 0;
    note_values(index, next, values);
    row.end = next.end;
    row.end_rank = next.end_rank;
    row.shifts += goes_on ? 0 : 1;
    cover(next);
    return true;
  }
  /// Whether rows of the site mostly end where they begin, as those of narrow blocks do: then waiting costs
  /// more than it saves.
  bool are_rows_short(const abi::CheckSite &site) noexcept {
    constexpr std::uint8_t few = 8, many = 255;
    std::uint8_t &short_rows = short_rows_[index_of(site)];
    if (short_rows < few)
      return false;
    short_rows = short_rows == many ? few - 1 : short_rows + 1; // now and then one waits nevertheless
    return true;
  }
  /// Begins a row, after a call of `compare` with the one that was in its place.
  template <class F> void begin(const WaitingRow &row, const void *values, F &&compare) {
    const std::size_t index = index_of(*row.site);
    if (rows_[index].site)
      compare(rows_[index], equal_[index]);
    used_ |= 1u << index;
    ++short_rows_[index]; // until it goes on
    rows_[index] = row;
    if (values)
      equal_[index] = {};
    note_values(index, row, values);
    cover(row);
  }
  /// Forgets all rows, and calls `compare` with each.
  template <class F> void take_all(F &&compare) {
    take([](const WaitingRow &) { return true; }, compare);
    reads_ = writes_ = {};
  }
  /// The same for the rows that must be compared before other accesses.
  template <class F> void take_before(const WaitingRow &next, F &&compare) {
    if (any_may_race_with(next))
      take([&](const WaitingRow &row) { return row.may_race_with(next); }, compare);
  }
  /// Whether take_before() would take any.
  bool any_may_race_with(const WaitingRow &next) const noexcept {
    if (!writes_.meets(next) && (next.site->kind == abi::AccessKind::read || !reads_.meets(next)))
      return false;
    for (std::uint32_t left = used_; left != 0; left &= left - 1)
      if (rows_[static_cast<std::size_t>(std::countr_zero(left))].may_race_with(next))
        return true;
    return false;
  }
  void forget() noexcept {
    take_all([](const WaitingRow &, const EqualWrites &) {});
  }

private:
  /// All accesses of the rows, and perhaps others.
  struct Range {
    const std::byte *begin = nullptr, *end = nullptr;
    bool meets(const WaitingRow &row) const noexcept { return row.begin < end && begin < row.end; }
  };
  void note_values(std::size_t index, const WaitingRow &next, const void *values) noexcept {
    if (values)
      equal_[index].note(next.rank - rows_[index].rank, next.end_rank - next.rank, next.begin, values,
                         next.site->bytes);
  }
  static std::size_t index_of(const abi::CheckSite &site) noexcept {
    static_assert(sizeof site == 3 * 16); // so that neighbours have different ones
    return reinterpret_cast<std::uintptr_t>(&site) / 16 % 32;
  }
  void cover(const WaitingRow &row) noexcept {
    Range &range = row.is_write() ? writes_ : reads_;
    range.begin = range.end ? std::min(range.begin, row.begin) : row.begin;
    range.end = std::max(range.end, row.end);
  }
  template <class P, class F> void take(P &&is_wanted, F &&compare) {
    for (std::uint32_t left = used_; left != 0; left &= left - 1) {
      const auto index = static_cast<std::size_t>(std::countr_zero(left));
      if (!is_wanted(rows_[index]))
        continue;
      used_ &= ~(left & -left);
      compare(std::exchange(rows_[index], {}), equal_[index]);
    }
  }

  std::array<WaitingRow, 32> rows_{};
  std::array<EqualWrites, 32> equal_{};       ///< of each row
  std::array<std::uint8_t, 32> short_rows_{}; ///< of each row's sites, since the last that went on
  std::uint32_t used_ = 0;                    ///< a bit for each row
  Range reads_, writes_;
};

} // namespace kcc::cpu::check

#endif
