#include "chunk_accesses.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace kcc::cpu::check {

namespace {

/// In the sign bit: whether an access may race with an earlier one, where one of them is a write. All words
/// are less than 2^63, so that a difference is negative if the first one is less.
[[gnu::always_inline]] inline std::uint64_t may_race(const AccessClock &of, AccessWord mine,
                                                     AccessWord earlier) {
  return ~((earlier - of.ordered) | (~(earlier - of.block) & (earlier - of.now)) |
           (((earlier ^ mine) >> access_site_bits) - 1));
}

/// Copies the sign bit to all bits.
[[gnu::always_inline]] inline std::uint64_t spread(std::uint64_t word) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(word) >> 63);
}

/// Whether what the head says of each unit may race with what `mine`, as a head, says.
[[gnu::always_inline]] inline bool heads_may_race(const AccessClock &of, AccessWord mine, AccessWord head) {
  const AccessWord first = head & ~step_mask;
  return !(first < of.ordered || (first >= of.block && first < of.now) ||
           (head ^ mine) >> access_site_bits == 0);
}

/// Does what access_unit() does for each unit of a chunk of which the head says everything. Returns false,
/// and changes nothing, where access_unit() is needed, as for accesses that may race with earlier ones.
[[gnu::always_inline]] inline bool access_by_head(const AccessClock &of, LaneMap::Head &head, AccessWord mine,
                                                  bool is_write) {
  if (heads_may_race(of, mine, head.write))
    return false;
  const bool races_read = heads_may_race(of, mine, head.read);
  if (is_write) {
    if (races_read || heads_may_race(of, mine, head.other_read))
      return false;
    head.write = mine;
    return true;
  }
  if (!races_read) {
    head.read = mine;
    return true;
  }
  const auto may_be_of_other_launch = [&of](AccessWord word) {
    return (word & ~step_mask) < of.launch || (word & ~step_mask) >= of.end;
  };
  if (may_be_of_other_launch(head.read))
    return false;
  // With other steps, some units may have been read by the same thread.
  const auto has_other_step = [mine](AccessWord other) { return ((other ^ mine) & step_mask) != 0; };
  const bool is_here = ((head.read & ~step_mask) ^ of.now) >> access_barrier_shift == 0;
  if (is_here && has_other_step(head.read))
    return false;
  const bool races_other_read = heads_may_race(of, mine, head.other_read);
  if (races_other_read && may_be_of_other_launch(head.other_read))
    return false;
  if (is_here && races_other_read)
    return !has_other_step(head.other_read);
  head.other_read = head.read;
  head.read = mine;
  return true;
}

/// The words of a chunk's units. All loops below are over all units, so that compilers vectorize them.
struct ChunkWords {
  std::array<AccessWord, LaneMap::chunk_units> writes, reads, others;
};

[[gnu::always_inline]] inline ChunkWords words_of(const LaneMap::Words &words, std::size_t chunk) {
  const LaneMap::Head &head = words.heads[chunk];
  ChunkWords of;
  if ((head.write & LaneMap::has_words) != 0) {
    const std::size_t first = words.index_of(chunk * LaneMap::chunk_units);
    std::memcpy(of.writes.data(), words.writes + first, sizeof of.writes);
    std::memcpy(of.reads.data(), words.reads + first, sizeof of.reads);
    std::memcpy(of.others.data(), words.other_reads + first, sizeof of.others);
  } else {
    for (std::uint64_t i = 0; i < LaneMap::chunk_units; ++i) {
      of.writes[i] = word_in(head.write, i);
      of.reads[i] = word_in(head.read, i);
      of.others[i] = word_in(head.other_read, i);
    }
  }
  return of;
}

/// Gives the units of a chunk these words, as give_words() does.
[[gnu::always_inline]] inline void set_words(const LaneMap::Words &words, std::size_t chunk,
                                             const ChunkWords &to) {
  LaneMap::Head &head = words.heads[chunk];
  if (words.slots && words.slots[chunk] == 0)
    words.slots[chunk] = ++*words.last_slot;
  const std::size_t first = words.index_of(chunk * LaneMap::chunk_units);
  std::memcpy(words.writes + first, to.writes.data(), sizeof to.writes);
  std::memcpy(words.reads + first, to.reads.data(), sizeof to.reads);
  std::memcpy(words.other_reads + first, to.others.data(), sizeof to.others);
  const auto last = [](AccessWord word) { return word & ~step_mask; };
  if ((head.write & LaneMap::has_words) == 0)
    head = {LaneMap::has_words, std::max({last(head.write), last(head.read), last(head.other_read)}),
            last(head.write)};
}

/// Does what access_unit() does for `units` units from the `skipped`-th one of a chunk on. Returns false
/// where access_unit() is needed, as for accesses that may race with earlier ones.
[[gnu::always_inline]] inline bool access_by_words(ChunkWords &words, const AccessClock &of,
                                                   std::uint32_t skipped, std::uint32_t units,
                                                   const UnitsOfThreads &these, bool is_write) {
  const AccessClock clock = of;
  // Divides by multiplication: n / of_each is n * factor / 2^16, as long as n * of_each is less than 2^16.
  const std::uint32_t factor = (1u << 16) / these.of_each + 1, before_first = these.passed - skipped;
  std::array<AccessWord, LaneMap::chunk_units> mine, is_accessed;
  for (std::uint32_t i = 0; i < LaneMap::chunk_units; ++i) {
    mine[i] = these.first + (AccessWord{(i + before_first) * factor >> 16} << access_site_bits);
    is_accessed[i] = i - skipped < units ? ~AccessWord{0} : 0;
  }
  std::uint64_t write_races = 0, read_races = 0, other_races = 0, other_launches = 0;
  const auto may_be_of_other_launch = [clock](AccessWord word) {
    return ((word - clock.launch) & ~(word - clock.ordered)) | ~(word - clock.end);
  };
  for (std::uint64_t i = 0; i < LaneMap::chunk_units; ++i) {
    write_races |= may_race(clock, mine[i], words.writes[i]) & is_accessed[i];
    read_races |= may_race(clock, mine[i], words.reads[i]) & is_accessed[i];
    other_races |= may_race(clock, mine[i], words.others[i]) & is_accessed[i];
    other_launches |=
        (may_be_of_other_launch(words.reads[i]) | may_be_of_other_launch(words.others[i])) & is_accessed[i];
  }
  if (spread(is_write ? write_races | read_races | other_races : write_races) != 0)
    return false;
  if (is_write) {
    for (std::uint64_t i = 0; i < LaneMap::chunk_units; ++i)
      words.writes[i] = (is_accessed[i] & mine[i]) | (~is_accessed[i] & words.writes[i]);
    return true;
  }
  if (spread(read_races & other_launches) != 0)
    return false;
  for (std::uint64_t i = 0; i < LaneMap::chunk_units; ++i) {
    const AccessWord last = words.reads[i], other = words.others[i];
    const std::uint64_t is_here = ((last ^ clock.now) >> access_barrier_shift) - 1;
    const std::uint64_t races = spread(may_race(clock, mine[i], last)) & is_accessed[i];
    const std::uint64_t keeps = (races & spread(is_here & may_race(clock, mine[i], other))) | ~is_accessed[i];
    const std::uint64_t moves = races & ~keeps;
    words.others[i] = (moves & last) | (~moves & other);
    words.reads[i] = (keeps & last) | (~keeps & mine[i]);
  }
  return true;
}

constexpr std::uint32_t most_of_each = 240;
static_assert((most_of_each + LaneMap::chunk_units) * most_of_each < 1u << 16); // for access_by_words()

/// The same for units of one chunk, which get words of their own if they have none. In shared memory they
/// keep them: the next block will access them in the same way.
[[gnu::always_inline]] inline bool access_with(const LaneMap::Words &words, const AccessClock &of,
                                               std::size_t unit, std::uint32_t units,
                                               const UnitsOfThreads &these, bool is_write, bool is_shared) {
  if (these.of_each > most_of_each)
    return false;
  const std::size_t chunk = unit / LaneMap::chunk_units;
  LaneMap::Head &head = words.heads[chunk];
  const AccessWord as_head = units == LaneMap::chunk_units && !is_shared ? these.as_head() : 0;
  // All earlier accesses are ordered before this one, which takes their place. A read takes that of reads
  // only.
  if ((head.write & LaneMap::has_words) != 0 && as_head != 0 && head.read < of.ordered &&
      (is_write || head.other_read == 0)) {
    head = {};
    if (access_by_head(of, head, as_head, is_write))
      return true;
  }
  ChunkWords of_units = words_of(words, chunk);
  if (!access_by_words(of_units, of, unit % LaneMap::chunk_units, units, these, is_write))
    return false;
  if (as_head != 0 && is_write) { // what is ordered before needs no words
    head = {as_head, 0, 0};
    return true;
  }
  set_words(words, chunk, of_units);
  note_latest(head, of.mine, is_write);
  return true;
}

// access_with() for vectors of several sizes.
using AccessChunk = decltype(&access_chunk);
#ifdef __x86_64__
[[gnu::target("avx512f,avx512vl,avx512dq")]] bool
access_chunk_512(const LaneMap::Words &words, const AccessClock &of, std::size_t unit, std::uint32_t units,
                 const UnitsOfThreads &these, bool is_write, bool is_shared) noexcept {
  return access_with(words, of, unit, units, these, is_write, is_shared);
}
[[gnu::target("avx2")]] bool access_chunk_256(const LaneMap::Words &words, const AccessClock &of,
                                              std::size_t unit, std::uint32_t units,
                                              const UnitsOfThreads &these, bool is_write,
                                              bool is_shared) noexcept {
  return access_with(words, of, unit, units, these, is_write, is_shared);
}
#endif
bool access_chunk_128(const LaneMap::Words &words, const AccessClock &of, std::size_t unit,
                      std::uint32_t units, const UnitsOfThreads &these, bool is_write,
                      bool is_shared) noexcept {
  return access_with(words, of, unit, units, these, is_write, is_shared);
}

AccessChunk fastest() noexcept {
#ifdef __x86_64__
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4"))
    return access_chunk_512;
  if (__builtin_cpu_supports("avx2"))
    return access_chunk_256;
#endif
  return access_chunk_128;
}

template <bool is_write>
std::size_t access_heads_of(const AccessClock &of, LaneMap::Head *head, std::size_t chunks, AccessWord mine) {
  const AccessClock clock = of;
  const AccessWord next = AccessWord{LaneMap::chunk_units} >> (mine >> step_shift) << access_site_bits;
  for (std::size_t done = 0; done < chunks; ++done, ++head, mine += next)
    if ((head->write & LaneMap::has_words) != 0 || !access_by_head(clock, *head, mine, is_write))
      return done;
  return chunks;
}

} // namespace

std::size_t access_heads(const AccessClock &of, LaneMap::Head *head, std::size_t chunks, AccessWord mine,
                         bool is_write) noexcept {
  return (is_write ? access_heads_of<true> : access_heads_of<false>)(of, head, chunks, mine);
}

bool access_chunk(const LaneMap::Words &words, const AccessClock &of, std::size_t unit, std::uint32_t units,
                  const UnitsOfThreads &these, bool is_write, bool is_shared) noexcept {
  static const AccessChunk access = fastest();
  return access(words, of, unit, units, these, is_write, is_shared);
}

void give_words(const LaneMap::Words &words, std::size_t chunk) noexcept {
  if ((words.heads[chunk].write & LaneMap::has_words) == 0)
    set_words(words, chunk, words_of(words, chunk));
}

} // namespace kcc::cpu::check
