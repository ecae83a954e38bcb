// The latest accesses to each unit of an object's memory, for lane_races.h.
#ifndef KCC_RUNTIME_CPU_CHECK_LANE_MAP_H
#define KCC_RUNTIME_CPU_CHECK_LANE_MAP_H

#include "access_word.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace kcc::cpu::check {

/// The words of an object's units, in pages that cost nothing until they are used.
///
/// Neighbouring threads often access neighbouring units. As long as that is so for a whole chunk of units,
/// its head alone says what the words would be.
class LaneMap {
public:
  /// A unit has 2^`unit_shift` bytes.
  explicit LaneMap(unsigned unit_shift) { words_.unit_shift = unit_shift; }
  ~LaneMap() { forget(); }
  LaneMap(const LaneMap &) = delete;
  LaneMap &operator=(const LaneMap &) = delete;

  /// The words of a chunk's first unit. Those of the others differ by the thread, which is the next one after
  /// each 1, 2, 4 or 8 units; two more bits say which. One more bit of `write` says that each unit has words
  /// of its own instead.
  struct Head {
    AccessWord write, read, other_read;
  };
  static constexpr std::size_t chunk_units = 8;
  struct Words {
    Head *heads = nullptr;
    AccessWord *writes = nullptr, *reads = nullptr, *other_reads = nullptr; ///< see index_of()
    /// Where each chunk's units have words of their own, which only few need; 0: nowhere yet. Null in shared
    /// memory, where all units have words in order.
    std::uint32_t *slots = nullptr;
    std::atomic<std::uint32_t> *last_slot = nullptr;
    unsigned unit_shift = 0;

    std::size_t index_of(std::size_t unit) const noexcept {
      return slots ? slots[unit / chunk_units] * slot_words + unit % chunk_units : unit;
    }
    static constexpr std::size_t slot_words = 3 * chunk_units;
  };
  static constexpr AccessWord has_words = AccessWord{1} << 63;

  /// The words of an object of `bytes` bytes, which are all 0 at the beginning of each generation.
  const Words &get(std::size_t bytes, std::uint32_t generation, bool is_shared) {
    const Words *const words = known(generation);
    return words ? *words : make(bytes, generation, is_shared);
  }
  /// What get() has returned in this generation, or null.
  const Words *known(std::uint32_t generation) const noexcept {
    return generation_.load(std::memory_order_acquire) == generation ? &words_ : nullptr;
  }
  /// To be called before accesses are noted, with their word.
  void note(AccessWord access) noexcept {
    AccessWord last = last_.load(std::memory_order_relaxed);
    while (last < access && !last_.compare_exchange_weak(last, access, std::memory_order_relaxed)) {
    }
  }
  /// No word is greater, but for its thread and site.
  AccessWord last() const noexcept { return last_.load(std::memory_order_relaxed); }
  void forget() noexcept;
  /// Forgets all accesses, but keeps the pages. No block runs that uses them.
  void forget_words() noexcept;

private:
  const Words &make(std::size_t bytes, std::uint32_t generation, bool is_shared);

  Words words_{};
  std::atomic<std::uint32_t> last_slot_ = 0;
  std::atomic<AccessWord> last_ = 0;
  std::atomic<std::uint32_t> generation_ = 0; ///< 0: nothing has been made
  std::size_t mapped_ = 0;
};

} // namespace kcc::cpu::check

#endif
