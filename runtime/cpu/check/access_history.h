// The accesses to four bytes that a later one may race with, where there are more than two. In a kernel whose
// threads are ordered by more than the barriers of their block, any of them may be the one that nothing
// orders before a later access, so all are kept, those of a warp together.
#ifndef KCC_RUNTIME_CPU_CHECK_ACCESS_HISTORY_H
#define KCC_RUNTIME_CPU_CHECK_ACCESS_HISTORY_H

#include "cells.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace kcc::cpu::check {

struct SyncNode;

/// Accesses of one kind to some bytes of a granule by lanes of a warp that had the same clock.
struct WarpCells {
  std::uint32_t clock, block;
  std::uint32_t lanes; ///< none: the row is not used any more
  std::uint32_t warp : 5, mask : 4, site : 15;
  std::uint32_t older; ///< the warp's row before this one
};

/// What a thread knew when all accesses of a set were found to be ordered before what it does.
struct KnownOrder {
  const SyncNode *knows = nullptr;
  std::uint32_t block = 0, base = 0, changes = ~std::uint32_t{0};
  std::uint8_t bytes = 0;
  bool operator==(const KnownOrder &) const = default;
};

/// The accesses of one kind.
class AccessSet {
public:
  /// Adds an access, and forgets those that race with nothing that it does not race with. `base` is the clock
  /// of its block's last barrier. If blocks `are_unordered`, two of them are enough: whatever races with a
  /// third one races with one of these.
  void add(const Cell &access, std::uint32_t base, bool are_unordered);
  template <class F> void for_each(F &&visit) {
    for (WarpCells &row : rows_)
      if (row.lanes != 0)
        visit(row);
  }
  /// Forgets the accesses to no other bytes than these.
  void forget(std::uint32_t bytes);
  bool empty() const { return rows_.empty(); }
  /// The narrowest scope that an access has had.
  std::uint8_t narrowest_scope() const { return narrowest_; }
  /// Whether all atomic accesses have had so many bytes.
  bool are_of_size(std::uint32_t bytes) const { return bytes_ == bytes; }
  /// How often the set has got accesses.
  std::uint32_t changes() const { return changes_; }

  KnownOrder last_known{};

private:
  static constexpr std::uint32_t several_sizes = ~std::uint32_t{0};
  std::uint32_t newest_of(std::uint32_t block, std::uint32_t warp) const;
  void tidy();
  void index();

  std::vector<WarpCells> rows_;
  std::unique_ptr<std::unordered_map<std::uint64_t, std::uint32_t>>
      newest_; ///< of each warp, if rows are many
  std::uint32_t changes_ = 0;
  std::uint32_t first_block_ = 0;
  std::uint32_t bytes_ = 0; ///< of each atomic access; `several_sizes` if they differ
  std::uint8_t narrowest_ = 255;
  std::uint8_t bytes_of_first_ = 0, bytes_of_two_ = 0; ///< accessed by the first block, and by another one
};

/// All accesses to a granule.
struct AccessHistory {
  std::array<AccessSet, 4> sets{};
  std::uint32_t block = 0; ///< the last one that has accessed the granule

  AccessSet &of(CellKind kind) {
    return sets[static_cast<std::size_t>(kind) - static_cast<std::size_t>(CellKind::read)];
  }
  bool empty() const {
    return std::ranges::all_of(sets, [](const AccessSet &set) { return set.empty(); });
  }
};

} // namespace kcc::cpu::check

#endif
