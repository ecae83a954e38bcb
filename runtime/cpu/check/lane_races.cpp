#include "lane_races.h"

#include "chunk_accesses.h"
#include "of_launch.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

namespace kcc::cpu::check {

namespace {

constexpr unsigned site_bits = access_site_bits, barrier_shift = access_barrier_shift,
                   block_shift = access_block_shift, block_bits = block_number_bits;
constexpr AccessWord has_words = LaneMap::has_words;
constexpr std::size_t chunk_units = LaneMap::chunk_units;

LaneMap &map_of(LaneMaps &maps, bool whole, LaneMode mode) {
  switch (mode) {
  case LaneMode::change:
    return maps.changes;
  case LaneMode::wide_change:
    return maps.wide_changes;
  default:
    return whole ? maps.units : maps.bytes;
  }
}

} // namespace

void LaneRaces::prepare(const NumberedLaunch::Description &launch, const StreamTask *task,
                        bool among_launches) {
  among_launches_ = among_launches;
  launch_ = of_launch<NumberedLaunch>(launch.id);
  NumberedLaunch::begin(launch_, launch, task);
}

/// Only this OS thread uses the words of its shared memory, and nothing in an earlier block races with this
/// one.
void LaneRaces::take_shared_number() {
  if (++shared_number_ == 1u << block_bits) {
    shared_number_ = 1;
    ++shared_generation_;
  }
  shared_.mine = AccessWord{shared_number_} << block_shift;
  shared_.ordered = shared_.launch = shared_.block = shared_.now = shared_.mine;
  shared_.end = ~AccessWord{0} >> 1;
}

void LaneRaces::start_block(std::uint32_t block) {
  block_ = block;
  device_.ordered = AccessWord{launch_->first_unordered()} << block_shift;
  device_.launch = AccessWord{launch_->first()} << block_shift;
  device_.end = AccessWord{launch_->end()} << block_shift;
  device_.mine = AccessWord{launch_->first() + block} << block_shift;
  device_.block = among_launches_ ? device_.launch : device_.mine;
  device_.now = among_launches_ ? device_.end : device_.mine;
  take_shared_number();
}

/// After many barriers the block gets another number. What it has done with the former one is ordered.
void LaneRaces::pass_barrier() {
  const auto advance = [](AccessClock &clock) {
    const std::uint32_t number = number_in(clock.now);
    clock.now += AccessWord{1} << barrier_shift;
    clock.mine = clock.now;
    return number_in(clock.now) == number;
  };
  if (!advance(device_))
    device_.block = device_.now = device_.mine = AccessWord{launch_->take_more(block_)} << block_shift;
  if (!advance(shared_))
    take_shared_number();
}

/// Who made the earlier access, if it races with `mine`, provided that one of them is a write.
std::optional<LaneRaces::Other> LaneRaces::concurrent(bool is_shared, AccessWord mine,
                                                      AccessWord earlier) const {
  const AccessClock &clock = is_shared ? shared_ : device_;
  if (earlier < clock.ordered || (earlier >= clock.block && earlier < clock.now) ||
      earlier >> site_bits == mine >> site_bits)
    return std::nullopt;
  const std::uint32_t number = number_in(earlier);
  if (number == number_in(clock.mine))
    return earlier >= clock.now ? std::optional(Other{block_, nullptr}) : std::nullopt;
  if (is_shared)
    return std::nullopt;
  if (const std::optional<std::uint32_t> block = launch_->block_with(number))
    return among_launches_ || *block == block_ ? std::nullopt : std::optional(Other{*block, nullptr});
  const std::shared_ptr<NumberedLaunch> launch = NumberedLaunch::with(number);
  if (!launch || launch_->comes_after(*launch))
    return std::nullopt;
  return Other{*launch->block_with(number), launch};
}

std::vector<LaneRaces::Writer> LaneRaces::other_writers(const LaneMaps &maps, std::size_t offset) const {
  std::vector<Writer> writers;
  for (const LaneMap *const map : {&maps.units, &maps.bytes, &maps.changes, &maps.wide_changes}) {
    const LaneMap::Words *const words = map->known(generation(false));
    if (!words)
      continue;
    const std::size_t unit = offset >> words->unit_shift;
    const LaneMap::Head &head = words->heads[unit / chunk_units];
    const auto look_at = [&](AccessWord of_head, AccessWord own) {
      const AccessWord access = (head.write & has_words) != 0 ? own : word_in(of_head, unit % chunk_units);
      if (access == 0 || launch_->block_with(number_in(access)))
        return;
      if (std::shared_ptr<NumberedLaunch> launch = NumberedLaunch::with(number_in(access)))
        writers.push_back({std::move(launch), site_in(access)});
    };
    if (map == &maps.units || map == &maps.bytes) {
      look_at(head.write, words->writes[words->index_of(unit)]);
      continue;
    }
    look_at(head.read, words->reads[words->index_of(unit)]);
    look_at(head.other_read, words->other_reads[words->index_of(unit)]);
  }
  return writers;
}

/// Adds the earlier accesses to the unit with which this one races. Returns whether there are any.
bool LaneRaces::compare_unit(const LaneMap::Words &words, bool is_shared, std::size_t unit, AccessWord mine,
                             bool is_write, std::vector<LaneRace> &found) const {
  const std::size_t before = found.size();
  const LaneMap::Head &head = words.heads[unit / chunk_units];
  const bool has_own = (head.write & has_words) != 0;
  const auto look_at = [&](AccessWord of_head, AccessWord own, bool earlier_writes) {
    const AccessWord earlier = has_own ? own : word_in(of_head, unit % chunk_units);
    if (const auto other = concurrent(is_shared, mine, earlier))
      found.push_back({unit << words.unit_shift, std::size_t{1} << words.unit_shift, rank_in(mine),
                       other->block, rank_in(earlier), site_in(earlier), earlier_writes, other->launch});
  };
  const std::size_t index = words.index_of(unit);
  look_at(head.write, words.writes[index], true);
  if (is_write) {
    look_at(head.read, words.reads[index], false);
    look_at(head.other_read, words.other_reads[index], false);
  }
  return found.size() != before;
}

/// Compares and notes an access to a unit that has words of its own.
void LaneRaces::access_unit(const LaneMap::Words &words, bool is_shared, std::size_t unit, AccessWord mine,
                            bool is_write, std::vector<LaneRace> &found) const {
  const bool races = compare_unit(words, is_shared, unit, mine, is_write, found);
  note_latest(words.heads[unit / chunk_units], mine, is_write);
  const std::size_t index = words.index_of(unit);
  if (is_write) {
    // Whoever races with what this write races with races with this one, or has been reported.
    if (races)
      words.reads[index] = words.other_reads[index] = 0;
    words.writes[index] = mine;
    return;
  }
  AccessWord &last = words.reads[index], &other = words.other_reads[index];
  const auto reader = concurrent(is_shared, mine, last);
  if (!reader) {
    last = mine;
    return;
  }
  const auto other_reader = reader->launch ? std::nullopt : concurrent(is_shared, mine, other);
  const bool is_here = !reader->launch && reader->block == block_;
  if (is_here && other_reader)
    return;
  if (!other_reader || !other_reader->launch)
    other = last;
  last = mine;
}

bool LaneRaces::access_device(LaneMaps &maps, std::size_t chunk, std::size_t chunks, std::uint32_t rank,
                              std::uint32_t site, bool is_write) const noexcept {
  const View units = view_to_note(maps, /*whole=*/true, is_write ? LaneMode::write : LaneMode::read);
  if (!units.is_alone())
    return false;
  const AccessWord mine = device_.mine | AccessWord{rank} << site_bits | site;
  return access_heads(device_, units.words->heads + chunk, chunks, mine, is_write) == chunks;
}

void LaneRaces::prefetch(const LaneMap::Words &words, std::size_t offset, std::size_t bytes) noexcept {
  constexpr std::size_t line = 64, most = 1024;
  const std::size_t unit = offset >> words.unit_shift,
                    end = (offset + std::min(bytes, most)) >> words.unit_shift;
  const auto load = [](const void *from, const void *to) {
    for (auto at = static_cast<const std::byte *>(from); at < to; at += line)
      __builtin_prefetch(at);
  };
  load(words.heads + unit / chunk_units, words.heads + end / chunk_units + 1);
  // At both ends, chunks often have words of their own, because threads beyond them have accessed a part.
  for (const std::size_t at : {unit, end})
    __builtin_prefetch(words.slots + at / chunk_units);
}

void LaneRaces::prefetch(const LaneMap::Words &words, const std::byte *begin, std::size_t bytes,
                         const void *const *places, std::uint32_t lanes) noexcept {
  std::array<std::size_t, 32> units; // NOLINT(cppcoreguidelines-pro-type-member-init)
  std::size_t count = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto offset =
        static_cast<std::size_t>(static_cast<const std::byte *>(places[std::countr_zero(lanes)]) - begin);
    if (offset >= bytes)
      continue;
    const std::size_t unit = units[count++] = offset >> words.unit_shift;
    __builtin_prefetch(words.heads + unit / chunk_units, 1);
    __builtin_prefetch(words.slots + unit / chunk_units);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t index = words.index_of(units[i]);
    __builtin_prefetch(words.writes + index, 1);
    __builtin_prefetch(words.reads + index, 1);
    __builtin_prefetch(words.other_reads + index, 1);
  }
}

void LaneRaces::access_row(const LaneMap::Words &words, bool is_shared, const Row &row,
                           std::vector<LaneRace> &found) const {
  const AccessClock &of = is_shared ? shared_ : device_;
  for (std::size_t done = 0; done < row.units;) {
    const std::size_t unit = row.first + done, chunk = unit / chunk_units, left = row.units - done;
    const std::size_t thread = row.rank + done / row.units_of_each;
    const UnitsOfThreads these{of.mine | AccessWord{thread} << site_bits | row.site, row.units_of_each,
                               static_cast<std::uint32_t>(done % row.units_of_each)};
    if (const AccessWord head = these.as_head();
        head != 0 && unit % chunk_units == 0 && left >= chunk_units) {
      const std::size_t alike = row.units_of_each <= chunk_units ? left / chunk_units : 1;
      const std::size_t chunks = access_heads(of, words.heads + chunk, alike, head, row.is_write);
      if (chunks != 0) {
        done += chunks * chunk_units;
        continue;
      }
    }
    const auto units = static_cast<std::uint32_t>(std::min(left, chunk_units - unit % chunk_units));
    if (access_chunk(words, of, unit, units, these, row.is_write, is_shared)) {
      done += units;
      continue;
    }
    give_words(words, chunk);
    access_unit(words, is_shared, unit, these.first, row.is_write, found);
    ++done;
  }
}

/// Reads of a unit by two threads, as access_row() notes them.
void LaneRaces::read_twice(const LaneMap::Words &words, bool is_shared, std::size_t unit, std::uint32_t rank,
                           std::uint32_t other_rank, std::uint32_t site, std::vector<LaneRace> &found) const {
  const AccessClock &of = is_shared ? shared_ : device_;
  const std::size_t chunk = unit / chunk_units;
  give_words(words, chunk);
  const std::size_t index = words.index_of(unit);
  AccessWord &read = words.reads[index], &other = words.other_reads[index];
  const auto is_ordered = [&of](AccessWord word) {
    return word < of.ordered || (word >= of.block && word < of.now);
  };
  const auto is_new = [&of](AccessWord word) { return (word ^ of.now) >> barrier_shift == 0; };
  const auto is_of_launch = [&of](AccessWord word) { return word >= of.launch && word < of.end; };
  const auto word_of_thread = [&](std::uint32_t thread) {
    return of.mine | AccessWord{thread} << site_bits | site;
  };
  if (is_ordered(words.writes[index])) {
    if (is_new(read) && is_new(other)) // two threads have read it since the last barrier
      return;
    // Whoever writes it races with one of two blocks.
    if (!is_shared && is_of_launch(read) && is_of_launch(other) && number_in(read) != number_in(other))
      return;
    if (is_ordered(read) && is_ordered(other)) {
      note_latest(words.heads[chunk], of.mine, /*is_write=*/false);
      read = word_of_thread(rank);
      other = word_of_thread(other_rank);
      return;
    }
  }
  for (const std::uint32_t thread : {rank, other_rank})
    access_unit(words, is_shared, unit, word_of_thread(thread), /*is_write=*/false, found);
}

/// Compares accesses, of which the first is by the thread `rank`, and notes nothing.
void LaneRaces::compare(const LaneMap::Words &words, bool is_shared, const LaneAccesses &these,
                        std::uint32_t rank, bool is_write, std::vector<LaneRace> &found) const {
  const AccessClock &of = is_shared ? shared_ : device_;
  const std::size_t chunk_bytes = chunk_units << words.unit_shift, unit_bytes = chunk_bytes / chunk_units;
  const auto end_of = [](std::size_t at, std::size_t size) { return (at / size + 1) * size; };
  const std::size_t end = these.offset + these.bytes;
  for (std::size_t at = these.offset; at < end;) {
    const std::size_t unit = at >> words.unit_shift, passed = at - these.offset;
    const LaneMap::Head &head = words.heads[unit / chunk_units];
    if ((head.write | head.read) == 0) { // nobody has accessed it
      at = end_of(at, chunk_bytes);
      continue;
    }
    const AccessWord thread = rank + passed / these.bytes_of_each;
    compare_unit(words, is_shared, unit, of.mine | thread << site_bits | these.site, is_write, found);
    at = std::min(end_of(at, unit_bytes), these.offset + end_of(passed, these.bytes_of_each));
  }
}

void LaneRaces::access(LaneMaps &maps, std::size_t bytes, bool is_shared, const LaneAccesses &these,
                       std::vector<LaneRace> &found) const {
  if (!is_shared) {
    if (these.mode != LaneMode::read)
      compare_reads(maps, bytes, these.offset);
    else if (read_later(maps, bytes, these))
      return;
  }
  access_words(maps, bytes, is_shared, these, found);
  if (!is_shared && these.mode == LaneMode::read)
    note_compared_reads(maps, bytes, these);
}

/// The same as view(), for accesses to memory of the device that are then noted.
LaneRaces::View LaneRaces::view_to_note(LaneMaps &maps, bool whole, LaneMode mode) const noexcept {
  map_of(maps, whole, mode).note(device_.mine);
  return view(maps, /*is_shared=*/false, whole, mode);
}

LaneRaces::View LaneRaces::open(LaneMaps &maps, std::size_t bytes, std::size_t offset, bool whole,
                                LaneMode mode) const {
  const View page = view_to_note(maps, whole, mode);
  ReadLogs::Log &log = maps.reads.get(offset, bytes, generation(/*is_shared=*/false));
  if (among_launches_ || !page.words || log.count != 0)
    return {};
  if (mode != LaneMode::read)
    note_write(log);
  return page;
}

/// What to do with reads among `length` bytes of a page.
LaneRaces::Reads LaneRaces::reads_in(LaneMaps &maps, std::size_t bytes, ReadLogs::Log &log,
                                     std::size_t offset, std::size_t length, bool are_many) const {
  if (log.known.have(launch_->first(), ReadLogs::Log::parts(offset, length)))
    return Reads::need_nothing;
  // Reads are compared in their order, as far as there is one.
  if (log.count != 0 && log.launch != launch_->first())
    settle(maps, bytes, offset / locked_page, log);
  return log.count == 0 && (!are_many || log.is_full || log.written >= device_.ordered) ? Reads::need_words
                                                                                        : Reads::wait;
}

bool LaneRaces::read_later(LaneMaps &maps, std::size_t bytes, const LaneAccesses &these,
                           std::uint32_t shifts) const {
  constexpr std::size_t least = 16; // there are too many smaller ones
  const std::size_t length = these.bytes + shifts * these.bytes_of_each;
  if (among_launches_ || these.offset % locked_page + length > locked_page)
    return false;
  ReadLogs::Log &log = maps.reads.get(these.offset, bytes, generation(/*is_shared=*/false));
  const Reads reads = reads_in(maps, bytes, log, these.offset, length, these.bytes >= least);
  if (reads != Reads::wait)
    return reads == Reads::need_nothing;
  const bool is_twice = these.other_rank != these.rank;
  const std::size_t of_each = is_twice ? these.bytes : these.bytes_of_each;
  if (!add(maps, bytes, log, these, of_each, of_each, shifts, /*is_reversed=*/false))
    return false;
  if (!is_twice)
    return true;
  LaneAccesses others = these;
  others.rank = these.other_rank;
  return add(maps, bytes, log, others, of_each, of_each, shifts, /*is_reversed=*/false);
}

bool LaneRaces::read_apart_later(LaneMaps &maps, std::size_t bytes, const LaneAccesses &these,
                                 std::size_t step, bool is_reversed) const {
  if (among_launches_ || these.offset % locked_page + these.bytes > locked_page)
    return false;
  ReadLogs::Log &log = maps.reads.get(these.offset, bytes, generation(/*is_shared=*/false));
  const Reads reads = reads_in(maps, bytes, log, these.offset, these.bytes, /*are_many=*/true);
  return reads == Reads::wait
             ? add(maps, bytes, log, these, these.bytes_of_each, step, /*shifts=*/0, is_reversed)
             : reads == Reads::need_nothing;
}

/// Adds reads to a log; if it is full, compares what is in it, and returns false.
bool LaneRaces::add(LaneMaps &maps, std::size_t bytes, ReadLogs::Log &log, const LaneAccesses &these,
                    std::size_t of_each, std::size_t step, std::uint32_t shifts, bool is_reversed) const {
  if (!log.add({.first = device_.mine | AccessWord{these.rank} << site_bits | these.site,
                .begin = these.offset % locked_page,
                .bytes = these.bytes,
                .bytes_of_each = of_each,
                .step = step,
                .shifts = shifts,
                .is_reversed = is_reversed})) {
    settle(maps, bytes, these.offset / locked_page, log);
    return false;
  }
  log.launch = launch_->first();
  log.last = std::max(log.last, device_.mine);
  return true;
}

bool LaneRaces::are_read_by_two_blocks(const LaneMap::Words &words, std::size_t unit,
                                       std::size_t units) const noexcept {
  const auto is_of_launch = [this](AccessWord word) { return word >= device_.launch && word < device_.end; };
  const auto are_two = [&](AccessWord write, AccessWord read, AccessWord other_read) {
    return write < device_.ordered && is_of_launch(read) && is_of_launch(other_read) &&
           number_in(read) != number_in(other_read);
  };
  for (const std::size_t end = unit + units; unit < end; unit += chunk_units) {
    const LaneMap::Head &head = words.heads[unit / chunk_units];
    if ((head.write & has_words) == 0) {
      if (!are_two(word_in(head.write, 0), word_in(head.read, 0), word_in(head.other_read, 0)))
        return false;
      continue;
    }
    const std::size_t first = words.index_of(unit);
    for (std::size_t i = first; i < first + chunk_units; ++i)
      if (!are_two(words.writes[i], words.reads[i], words.other_reads[i]))
        return false;
  }
  return true;
}

void LaneRaces::note_compared_reads(LaneMaps &maps, std::size_t bytes, const LaneAccesses &these) const {
  using Log = ReadLogs::Log;
  static_assert(Log::part_bytes / 4 % chunk_units == 0);
  const View page =
      view(maps, /*is_shared=*/false, is_whole(these.offset, these.bytes_of_each), LaneMode::read);
  Log &log = maps.reads.get(these.offset, bytes, generation(/*is_shared=*/false));
  if (among_launches_ || !page.is_alone() || log.count != 0)
    return;
  const unsigned shift = page.words->unit_shift;
  log.known.keep_of(launch_->first());
  for (std::uint64_t left = Log::parts(these.offset, these.bytes) & ~log.known.parts; left != 0;
       left &= left - 1) {
    const auto part = static_cast<std::size_t>(std::countr_zero(left));
    const std::size_t begin = these.offset / locked_page * locked_page + part * Log::part_bytes;
    if (begin + Log::part_bytes <= bytes &&
        are_read_by_two_blocks(*page.words, begin >> shift, Log::part_bytes >> shift))
      log.known.add(std::uint64_t{1} << part);
  }
}

void LaneRaces::compare_reads(LaneMaps &maps, std::size_t bytes, std::size_t offset) const {
  ReadLogs::Log &log = maps.reads.get(offset, bytes, generation(/*is_shared=*/false));
  if (log.count != 0)
    settle(maps, bytes, offset / locked_page, log);
  note_write(log);
}

/// Notes that the page is not only read.
void LaneRaces::note_write(ReadLogs::Log &log) const noexcept {
  log.written = std::max(log.written, device_.mine);
  log.known.clear();
}

/// Does what access() would have done for the reads of a log, and empties it.
void LaneRaces::settle(LaneMaps &maps, std::size_t bytes, std::size_t page, ReadLogs::Log &log) const {
  if (log.last < device_.ordered) { // who comes next is ordered with them
    log.count = 0;
    return;
  }
  std::vector<LaneRace> none;
  LaneRaces reader;
  for (const ReadLogs::Read &read : std::span(log.reads, log.count)) {
    const std::uint32_t number = number_in(read.first);
    const auto is_block_of = [number](const std::shared_ptr<NumberedLaunch> &launch) {
      return launch && launch->block_with(number);
    };
    if (!is_block_of(reader.launch_))
      reader.launch_ = is_block_of(launch_) ? launch_ : NumberedLaunch::with(number);
    if (!reader.launch_) // too old
      continue;
    reader.block_ = *reader.launch_->block_with(number);
    AccessClock &clock = reader.device_;
    clock.ordered = AccessWord{reader.launch_->first_unordered()} << block_shift;
    clock.launch = AccessWord{reader.launch_->first()} << block_shift;
    clock.end = AccessWord{reader.launch_->end()} << block_shift;
    clock.block = AccessWord{number} << block_shift;
    clock.now = clock.mine = read.first >> barrier_shift << barrier_shift;
    const auto compare = [&](std::size_t begin, std::size_t length, std::uint32_t rank) {
      reader.access_words(maps, bytes, /*is_shared=*/false,
                          {page * locked_page + begin, length, read.bytes_of_each, rank, rank,
                           site_in(read.first), LaneMode::read},
                          none);
    };
    // The same for one thread's read, faster.
    const auto compare_one = [&](std::size_t begin, std::uint32_t rank) {
      const std::size_t at = page * locked_page + begin;
      const View view = reader.view_to_note(maps, is_whole(at, read.bytes_of_each), LaneMode::read);
      if (!view.words ||
          !reader.access_alone(view, at, read.bytes_of_each, rank, site_in(read.first), LaneMode::read))
        compare(begin, read.bytes_of_each, rank);
    };
    const std::uint32_t rank = rank_in(read.first);
    if (read.step == read.bytes_of_each && !read.is_reversed) {
      for (std::size_t shift = 0; shift <= read.shifts; ++shift)
        compare(read.begin + shift * read.bytes_of_each, read.bytes, rank);
      continue;
    }
    const auto last = static_cast<std::uint32_t>((read.bytes - read.bytes_of_each) / read.step);
    for (std::uint32_t n = 0; n <= last; ++n)
      compare_one(read.begin + n * read.step, rank + (read.is_reversed ? last - n : n));
  }
  log.count = 0;
}

/// access() for what waits no more.
void LaneRaces::access_words(LaneMaps &maps, std::size_t bytes, bool is_shared, const LaneAccesses &these,
                             std::vector<LaneRace> &found) const {
  using enum LaneMode;
  LaneMap &map = map_of(maps, is_whole(these.offset, these.bytes_of_each), these.mode);
  const std::uint32_t now = generation(is_shared);
  const LaneMap::Words &words = map.get(bytes, now, is_shared);
  if (!is_shared)
    map.note(device_.mine);
  const std::size_t first = these.offset >> words.unit_shift, units = these.bytes >> words.unit_shift;
  const bool is_twice = these.other_rank != these.rank;
  if (is_twice) {
    for (std::size_t unit = first; unit < first + units; ++unit)
      read_twice(words, is_shared, unit, these.rank, these.other_rank, these.site, found);
  } else { // of a part of one access, all units are the thread's
    const auto of_each =
        static_cast<std::uint32_t>(std::min(these.bytes, these.bytes_of_each) >> words.unit_shift);
    access_row(words, is_shared, {first, units, of_each, these.rank, these.site, these.mode == write}, found);
  }
  for (LaneMap *const other : {&maps.units, &maps.bytes, &maps.changes, &maps.wide_changes}) {
    const LaneMap::Words *const others = other != &map ? words_to_compare(*other, is_shared) : nullptr;
    if (!others)
      continue;
    const bool are_changes = other == &maps.changes || other == &maps.wide_changes;
    const std::size_t before = found.size();
    compare(*others, is_shared, these, these.rank, these.mode != read || are_changes, found);
    if (is_twice)
      compare(*others, is_shared, these, these.other_rank, these.mode != read || are_changes, found);
    if (are_changes)
      for (std::size_t i = before; i < found.size(); ++i)
        found[i].earlier_writes = true;
  }
}

} // namespace kcc::cpu::check
