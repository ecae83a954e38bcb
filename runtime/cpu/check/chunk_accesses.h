// Accesses to the units of a LaneMap's chunks, several at a time, where nothing may race. Each function does
// for each unit what LaneRaces::access_unit() does.
#ifndef KCC_RUNTIME_CPU_CHECK_CHUNK_ACCESSES_H
#define KCC_RUNTIME_CPU_CHECK_CHUNK_ACCESSES_H

#include "lane_map.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace kcc::cpu::check {

// Of heads only: which of the units are the next thread's, as a shift.
inline constexpr unsigned step_shift = access_bits;
inline constexpr AccessWord step_mask = AccessWord{3} << step_shift;
static_assert(LaneMap::has_words == AccessWord{1} << (step_shift + 2));

/// The word of a chunk's n-th unit, as its head says.
[[gnu::always_inline]] inline AccessWord word_in(AccessWord head, std::uint64_t n) {
  return head == 0 ? 0 : (head & ~step_mask) + (n >> (head >> step_shift & 3) << access_site_bits);
}

/// Before a unit's own word is set (give_words()).
[[gnu::always_inline]] inline void note_latest(LaneMap::Head &head, AccessWord mine, bool is_write) {
  head.read = std::max(head.read, mine);
  if (is_write)
    head.other_read = std::max(head.other_read, mine);
}

/// Accesses the units of whole chunks, as long as their heads say everything and nothing may race. Returns
/// how many chunks those are. `mine`: the first unit's word, as a head.
std::size_t access_heads(const AccessClock &of, LaneMap::Head *head, std::size_t chunks, AccessWord mine,
                         bool is_write) noexcept;

/// Units in a row that neighbouring threads access, `of_each` by each.
struct UnitsOfThreads {
  AccessWord first; ///< the word of the thread that accesses the first unit
  std::uint32_t of_each;
  std::uint32_t passed; ///< so many of that thread's units come before the first one

  /// What the head of a chunk says if these are its units; 0 if it cannot.
  AccessWord as_head() const noexcept {
    constexpr std::uint32_t chunk = LaneMap::chunk_units;
    if (passed + chunk <= of_each) // all are one thread's
      return first | AccessWord{std::countr_zero(chunk)} << step_shift;
    return passed == 0 && std::has_single_bit(of_each)
               ? first | static_cast<AccessWord>(std::countr_zero(of_each)) << step_shift
               : 0;
  }
};
/// Accesses `units` units of one chunk from `unit` on. Returns false where access_unit() is needed, as for
/// accesses that may race with earlier ones.
bool access_chunk(const LaneMap::Words &words, const AccessClock &of, std::size_t unit, std::uint32_t units,
                  const UnitsOfThreads &these, bool is_write, bool is_shared) noexcept;

/// Gives each unit of a chunk words of its own, if they have none. Then the head's word of reads is no less
/// than any of them, and that of other reads no less than any write's, but for bits below the block's number.
void give_words(const LaneMap::Words &words, std::size_t chunk) noexcept;

} // namespace kcc::cpu::check

#endif
