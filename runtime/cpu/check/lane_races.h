// Finds races of kernels whose threads run in the lanes of vectors. Only barriers of their block order such
// threads of a launch; races.h is about those of other kernels. So for each unit of memory three words tell
// whether an access races with an earlier one. The same words tell whether an access of any kernel races
// with one of another launch, if streams do not order the two (stream_order.h):
//
// - the last write;
// - the last read;
// - another read: by a launch that is not ordered with that of the last read; else, if blocks of the launch
//   other than that of the last read have read the unit, by one of them; else, if other threads have since
//   the block's last barrier, by one of those.
//
// Whichever thread then writes, one of the two reads races with it if any read does, unless there have been
// reads by three launches of which no two are ordered. Accesses that come before a write need no words any
// more: whoever races with them races with the write.
//
// Atomic operations that change a value race with all accesses but those of the same size. Those of each size
// have words of their own, which are kept as those of reads are.
#ifndef KCC_RUNTIME_CPU_CHECK_LANE_RACES_H
#define KCC_RUNTIME_CPU_CHECK_LANE_RACES_H

#include "chunk_accesses.h"
#include "lane_map.h"
#include "numbered_launch.h"
#include "read_logs.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace kcc::cpu::check {

/// What has been accessed of an object.
struct LaneMaps {
  LaneMap units{2};        ///< plain reads and writes of whole units of 4 bytes
  LaneMap bytes{0};        ///< others
  LaneMap changes{2};      ///< by atomic operations on 4 bytes; words.writes are none
  LaneMap wide_changes{2}; ///< the same on more
  ReadLogs reads{};        ///< of memory of the device, where not yet in the others

  void forget() noexcept {
    for (LaneMap *const map : {&units, &bytes, &changes, &wide_changes})
      map->forget();
    reads.forget();
  }
};

/// Whether accesses are noted in LaneMaps::units, not bytes.
constexpr bool is_whole(std::size_t offset, std::size_t bytes_of_each) noexcept {
  return ((offset | bytes_of_each) & 3) == 0;
}

enum class LaneMode : std::uint8_t {
  read,
  write,
  change,      ///< an atomic operation on a whole unit, of a scope that covers all that access the object
  wide_change, ///< the same on several units
};

/// Accesses at consecutive addresses, by threads of consecutive ranks.
struct LaneAccesses {
  std::size_t offset, bytes, bytes_of_each; ///< `bytes`: of all
  std::uint32_t rank;                       ///< of the first thread
  std::uint32_t other_rank; ///< of a second thread that reads the same; otherwise equal to `rank`
  std::uint32_t site;
  LaneMode mode;
};

/// Two accesses to `bytes` bytes that race, the later one of this block.
struct LaneRace {
  std::size_t offset, bytes; ///< in the object
  std::uint32_t rank;
  std::uint32_t earlier_block, earlier_rank, earlier_site;
  bool earlier_writes;
  std::shared_ptr<NumberedLaunch> earlier_launch{}; ///< null: the same
};

/// The threads of a block, and their order.
class LaneRaces {
public:
  /// `among_launches`: to find races with other launches alone.
  void prepare(const NumberedLaunch::Description &launch, const StreamTask *task, bool among_launches);
  void start_block(std::uint32_t block);
  void pass_barrier();

  /// Compares accesses with all earlier ones to the object, which has `bytes` bytes, adds those that race to
  /// `found`, and notes the accesses. `is_shared`: the object is the block's shared memory; otherwise the
  /// caller holds the lock of the page that contains them.
  void access(LaneMaps &maps, std::size_t bytes, bool is_shared, const LaneAccesses &these,
              std::vector<LaneRace> &found) const;
  /// The words that accesses of one kind need: reads and writes of whole units, such of others, or changes
  /// of one size.
  struct View {
    const LaneMap::Words *words = nullptr; ///< in which they are noted; null: access() is needed
    /// Those of the other kinds, with which they are compared; null: there are none. Reads need not be
    /// compared with reads in the first one.
    std::array<const LaneMap::Words *, 3> others{};

    bool is_alone() const noexcept { return words && !others[0] && !others[1] && !others[2]; }
  };
  /// `whole`: of accesses to whole units of 4 bytes, as changes are.
  View view(const LaneMaps &maps, bool is_shared, bool whole, LaneMode mode) const noexcept {
    const auto of = [&](const LaneMap &own, const LaneMap &one, const LaneMap &another,
                        const LaneMap &third) {
      return View{own.known(generation(is_shared)),
                  {words_to_compare(one, is_shared), words_to_compare(another, is_shared),
                   words_to_compare(third, is_shared)}};
    };
    const auto &[units, bytes, changes, wide_changes, reads] = maps;
    switch (mode) {
    case LaneMode::change:
      return of(changes, units, bytes, wide_changes);
    case LaneMode::wide_change:
      return of(wide_changes, units, bytes, changes);
    default:
      return whole ? of(units, bytes, changes, wide_changes) : of(bytes, units, changes, wide_changes);
    }
  }
  // access(), faster, for the most frequent accesses. They return false where access() is needed, as for
  // accesses that may race.
  /// Accesses to the block's shared memory by `threads` threads, each to the next `bytes_of_each` bytes from
  /// `offset` on.
  bool access_shared(const View &view, std::size_t offset, std::size_t threads, std::size_t bytes_of_each,
                     std::uint32_t rank, std::uint32_t site, LaneMode mode) const noexcept;
  /// Accesses to whole chunks of the device's memory, each unit by the next thread. The caller holds the lock
  /// of the page.
  bool access_device(LaneMaps &maps, std::size_t chunk, std::size_t chunks, std::uint32_t rank,
                     std::uint32_t site, bool is_write) const noexcept;
  /// Whether reads need not be compared: any later write is known to race with others. The caller need not
  /// hold the lock.
  bool are_known(const LaneMaps &maps, std::size_t offset, std::size_t bytes) const noexcept {
    return maps.reads.are_known(offset, bytes, generation(/*is_shared=*/false), launch_->first());
  }
  /// What accesses of single threads to the page of the device's memory at `offset` need. The caller has
  /// locked it, and keeps the lock.
  View open(LaneMaps &maps, std::size_t bytes, std::size_t offset, bool whole, LaneMode mode) const;
  /// The same for one thread's access to `bytes` bytes from `offset` on.
  bool access_alone(const View &page, std::size_t offset, std::size_t bytes, std::uint32_t rank,
                    std::uint32_t site, LaneMode mode) const noexcept;
  /// Lets reads of memory of the device wait until somebody writes to the page; each thread also reads
  /// `shifts` elements that follow. Returns false where access() is needed, as for those in several pages.
  bool read_later(LaneMaps &maps, std::size_t bytes, const LaneAccesses &these,
                  std::uint32_t shifts = 0) const;
  /// The same for accesses that lie apart, by `step` bytes from one thread's to the next one's. They end
  /// `these.bytes` behind `these.offset`, where the first thread's begins; or the last one's, if they are
  /// reversed.
  bool read_apart_later(LaneMaps &maps, std::size_t bytes, const LaneAccesses &these, std::size_t step,
                        bool is_reversed) const;
  /// To be called when reads have been compared: notes which parts of the page two blocks have read by now.
  void note_compared_reads(LaneMaps &maps, std::size_t bytes, const LaneAccesses &these) const;
  /// To be called before other accesses to the page at `offset` than reads: compares the reads that wait.
  void compare_reads(LaneMaps &maps, std::size_t bytes, std::size_t offset) const;
  /// The same as access_shared() for reads by two threads of `bytes` bytes from `offset` on.
  bool read_shared(const View &view, std::size_t offset, std::size_t bytes, std::uint32_t rank,
                   std::uint32_t other_rank, std::uint32_t site) const noexcept;
  /// Loads what says most of `bytes` bytes from `offset` on into caches: it will be needed soon.
  static void prefetch(const LaneMap::Words &words, std::size_t offset, std::size_t bytes) noexcept;
  /// The same for units, each at its place in an object that begins at `begin` and has `bytes` bytes.
  static void prefetch(const LaneMap::Words &words, const std::byte *begin, std::size_t bytes,
                       const void *const *places, std::uint32_t lanes) noexcept;
  /// Accesses to shared memory whose words are less come before all that the block does now.
  AccessWord shared_now() const noexcept { return shared_.now; }
  std::uint32_t block() const noexcept { return block_; }
  /// Of what the block does until its next barrier.
  AccessWord device_now() const noexcept { return device_.mine; }
  std::uint32_t generation(bool is_shared) const noexcept {
    return is_shared ? shared_generation_ : launch_->generation();
  }
  NumberedLaunch &launch() const noexcept { return *launch_; }
  struct Writer {
    std::shared_ptr<NumberedLaunch> launch;
    std::uint32_t site;
  };
  /// The last writes and changes at the offset that are of other launches.
  std::vector<Writer> other_writers(const LaneMaps &maps, std::size_t offset) const;

private:
  /// Accesses to units in a row by neighbouring threads, of which `rank` is the first: `units_of_each` of
  /// each thread.
  struct Row {
    std::size_t first, units;
    std::uint32_t units_of_each, rank, site;
    bool is_write;
  };
  /// Who made an earlier access.
  struct Other {
    std::uint32_t block;
    std::shared_ptr<NumberedLaunch> launch; ///< null: this one
  };
  View view_to_note(LaneMaps &maps, bool whole, LaneMode mode) const noexcept;
  /// Those of accesses that may race with what comes now; null: there are none.
  const LaneMap::Words *words_to_compare(const LaneMap &map, bool is_shared) const noexcept {
    const LaneMap::Words *const words = map.known(generation(is_shared));
    return words && (is_shared || map.last() >= device_.ordered) ? words : nullptr;
  }
  template <class F>
  static bool are_past(const LaneMap::Words &words, std::size_t offset, std::size_t bytes, bool with_reads,
                       F &&is_past) noexcept;
  template <class F>
  static bool others_are_past(const View &view, std::size_t offset, std::size_t bytes, LaneMode mode,
                              F &&is_past) noexcept;
  void take_shared_number();
  bool are_read_by_two_blocks(const LaneMap::Words &words, std::size_t unit,
                              std::size_t units) const noexcept;
  enum class Reads : std::uint8_t { need_words, need_nothing, wait };
  Reads reads_in(LaneMaps &maps, std::size_t bytes, ReadLogs::Log &log, std::size_t offset,
                 std::size_t length, bool are_many) const;
  bool add(LaneMaps &maps, std::size_t bytes, ReadLogs::Log &log, const LaneAccesses &these,
           std::size_t of_each, std::size_t step, std::uint32_t shifts, bool is_reversed) const;
  void note_write(ReadLogs::Log &log) const noexcept;
  void settle(LaneMaps &maps, std::size_t bytes, std::size_t page, ReadLogs::Log &log) const;
  void access_words(LaneMaps &maps, std::size_t bytes, bool is_shared, const LaneAccesses &these,
                    std::vector<LaneRace> &found) const;
  std::optional<Other> concurrent(bool is_shared, AccessWord mine, AccessWord earlier) const;
  bool compare_unit(const LaneMap::Words &words, bool is_shared, std::size_t unit, AccessWord mine,
                    bool is_write, std::vector<LaneRace> &found) const;
  void compare(const LaneMap::Words &words, bool is_shared, const LaneAccesses &these, std::uint32_t rank,
               bool is_write, std::vector<LaneRace> &found) const;
  void access_row(const LaneMap::Words &words, bool is_shared, const Row &row,
                  std::vector<LaneRace> &found) const;
  void read_twice(const LaneMap::Words &words, bool is_shared, std::size_t unit, std::uint32_t rank,
                  std::uint32_t other_rank, std::uint32_t site, std::vector<LaneRace> &found) const;
  void access_unit(const LaneMap::Words &words, bool is_shared, std::size_t unit, AccessWord mine,
                   bool is_write, std::vector<LaneRace> &found) const;
  std::shared_ptr<NumberedLaunch> launch_;
  bool among_launches_ = false;
  std::uint32_t block_ = 0;
  std::uint32_t shared_number_ = 0, shared_generation_ = 1;
  AccessClock device_, shared_;
};

// In shared memory, all words that are less than shared_.now are ordered. Heads of chunks whose units have
// words of their own, or with several units for each thread, are never less.

/// Whether `is_past` is true of all words of the writes to some memory, and of those of the reads if
/// `with_reads`.
template <class F>
bool LaneRaces::are_past(const LaneMap::Words &words, std::size_t offset, std::size_t bytes, bool with_reads,
                         F &&is_past) noexcept {
  const std::size_t end = ((offset + bytes - 1) >> words.unit_shift) + 1;
  for (std::size_t unit = offset >> words.unit_shift; unit < end; ++unit) {
    const LaneMap::Head &head = words.heads[unit / LaneMap::chunk_units];
    if ((head.write | head.read) == 0) { // nobody has accessed the chunk
      unit |= LaneMap::chunk_units - 1;
      continue;
    }
    const bool has_own = (head.write & LaneMap::has_words) != 0;
    const std::size_t index = words.index_of(unit);
    const auto word = [&](AccessWord of_head, const AccessWord *own) {
      return has_own ? own[index] : word_in(of_head, unit % LaneMap::chunk_units);
    };
    if (!is_past(word(head.write, words.writes)) ||
        (with_reads &&
         (!is_past(word(head.read, words.reads)) || !is_past(word(head.other_read, words.other_reads)))))
      return false;
  }
  return true;
}

/// The same for the accesses of other kinds than those that are noted in `view.words`.
template <class F>
bool LaneRaces::others_are_past(const View &view, std::size_t offset, std::size_t bytes, LaneMode mode,
                                F &&is_past) noexcept {
  const auto [first, second, third] = view.others;
  return (!first || are_past(*first, offset, bytes, /*with_reads=*/mode != LaneMode::read, is_past)) &&
         (!second || are_past(*second, offset, bytes, /*with_reads=*/true, is_past)) &&
         (!third || are_past(*third, offset, bytes, /*with_reads=*/true, is_past));
}

inline bool LaneRaces::access_shared(const View &view, std::size_t offset, std::size_t threads,
                                     std::size_t bytes_of_each, std::uint32_t rank, std::uint32_t site,
                                     LaneMode mode) const noexcept {
  const AccessWord now = shared_.now;
  const LaneMap::Words &words = *view.words;
  if (!others_are_past(view, offset, threads * bytes_of_each, mode,
                       [now](AccessWord word) { return word < now; }))
    return false;
  AccessWord mine = shared_.mine | AccessWord{rank} << access_site_bits | site;
  const auto is_mine = [&](AccessWord word) { return (word ^ mine) >> access_site_bits == 0; };
  const auto access = [&](AccessWord &write, AccessWord &read, AccessWord &other_read) {
    if (write >= now && !is_mine(write))
      return false;
    if (mode == LaneMode::write) {
      if ((read >= now && !is_mine(read)) || (other_read >= now && !is_mine(other_read)))
        return false;
      write = mine;
    } else if (read < now || is_mine(read)) {
      read = mine;
    } else if ((read | other_read) >> access_bits != 0) {
      return false;
    } else if (other_read < now) { // else two threads have read it since the last barrier
      other_read = read;
      read = mine;
    }
    return true;
  };
  const std::size_t of_each = bytes_of_each >> words.unit_shift;
  std::size_t unit = offset >> words.unit_shift, left_of_thread = of_each;
  for (const std::size_t end = unit + threads * of_each; unit != end;) {
    LaneMap::Head &head = words.heads[unit / LaneMap::chunk_units];
    const std::size_t first = unit % LaneMap::chunk_units,
                      here = std::min(end - unit, LaneMap::chunk_units - first);
    if (head.write == LaneMap::has_words) {
      for (const std::size_t next = unit + here; unit != next; ++unit) {
        if (!access(words.writes[unit], words.reads[unit], words.other_reads[unit]))
          return false;
        if (--left_of_thread == 0) {
          mine += AccessWord{1} << access_site_bits;
          left_of_thread = of_each;
        }
      }
      continue;
    }
    if (here != LaneMap::chunk_units || of_each != 1 || !access(head.write, head.read, head.other_read))
      return false;
    unit += here;
    mine += AccessWord{here} << access_site_bits;
  }
  return true;
}

inline bool LaneRaces::read_shared(const View &view, std::size_t offset, std::size_t bytes,
                                   std::uint32_t rank, std::uint32_t other_rank,
                                   std::uint32_t site) const noexcept {
  const AccessWord now = shared_.now;
  const LaneMap::Words &words = *view.words;
  if (!others_are_past(view, offset, bytes, LaneMode::read, [now](AccessWord word) { return word < now; }))
    return false;
  const std::size_t end = (offset + bytes) >> words.unit_shift;
  for (std::size_t unit = offset >> words.unit_shift; unit != end; ++unit) {
    if (words.heads[unit / LaneMap::chunk_units].write != LaneMap::has_words || words.writes[unit] >= now)
      return false;
    AccessWord &read = words.reads[unit], &other = words.other_reads[unit];
    if (read < now && other < now) {
      read = shared_.mine | AccessWord{rank} << access_site_bits | site;
      other = shared_.mine | AccessWord{other_rank} << access_site_bits | site;
    } else if (read < now || other < now) {
      return false;
    }
  }
  return true;
}

inline bool LaneRaces::access_alone(const View &page, std::size_t offset, std::size_t bytes,
                                    std::uint32_t rank, std::uint32_t site, LaneMode mode) const noexcept {
  const AccessClock &of = device_;
  const bool is_write = mode == LaneMode::write;
  const AccessWord mine = of.mine | AccessWord{rank} << access_site_bits | site;
  const auto is_past = [&](AccessWord word) {
    return word < of.ordered || (word >= of.block && word < of.now) || (word ^ mine) >> access_site_bits == 0;
  };
  const auto is_of_launch = [&](AccessWord word) { return word >= of.launch && word < of.end; };
  if (!others_are_past(page, offset, bytes, mode, is_past))
    return false;
  const LaneMap::Words &words = *page.words;
  const std::size_t end = (offset + bytes) >> words.unit_shift;
  for (std::size_t unit = offset >> words.unit_shift; unit != end; ++unit) {
    const std::size_t chunk = unit / LaneMap::chunk_units;
    LaneMap::Head &head = words.heads[chunk];
    if ((head.write & LaneMap::has_words) == 0)
      give_words(words, chunk);
    const std::size_t index = words.index_of(unit);
    AccessWord &write = words.writes[index], &read = words.reads[index], &other = words.other_reads[index];
    if (!is_past(write))
      return false;
    if (is_write) {
      if (!is_past(read) || !is_past(other))
        return false;
      write = mine;
    } else if (is_past(read)) {
      read = mine;
    } else {
      const bool is_other_past = is_past(other);
      if (!is_of_launch(read) || (!is_other_past && !is_of_launch(other)))
        return false;
      if (number_in(read) != number_in(mine) || is_other_past) {
        other = read;
        read = mine;
      } // else two threads have read it since the last barrier
    }
    note_latest(head, mine, is_write);
  }
  return true;
}

} // namespace kcc::cpu::check

#endif
