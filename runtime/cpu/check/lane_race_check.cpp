// Compares each access by threads that run in lanes with earlier ones to the same bytes (lane_races.h).
#include "block_checks.h"

#include "../../check/settings.h"
#include "page_lock.h"
#include "sites.h"

#include <kcc/abi/cpu_functions.h>

#include <algorithm>
#include <bit>

namespace kcc::cpu::check {

/// The object of an access; null if the access cannot race.
Object *BlockChecks::object_of_race(const void *place, std::size_t bytes, const abi::CheckSite &site) {
  Known &known = known_at(site);
  const auto *at = static_cast<const std::byte *>(place);
  Object *object = known.object;
  if (const auto offset = static_cast<std::size_t>(at - known.begin);
      known.epoch != Objects::epoch() || offset >= known.bytes || known.bytes - offset < bytes) {
    object = is_local(place) ? nullptr : object_at(place);
    if (!object || object->bytes - static_cast<std::size_t>(at - object->begin) < bytes)
      return nullptr;
    if (object->kind != ObjectKind::heap || !object->freed) // without `memory`, freed objects get here
      known = {object->begin, object->usable(), object, Objects::epoch()};
  }
  return object->may_race() ? object : nullptr;
}

/// Whether they are reads that need not be compared (LaneRaces::are_known()).
bool BlockChecks::are_known_reads(const std::byte *place, std::size_t bytes,
                                  const abi::CheckSite &site) noexcept {
  const Known &known = known_at(site);
  const auto offset = static_cast<std::size_t>(place - known.begin);
  return site.kind == abi::AccessKind::read && known.epoch == Objects::epoch() && offset < known.bytes &&
         known.bytes - offset >= bytes && lane_races_.are_known(known.object->lane_accesses, offset, bytes);
}

/// Calls `compare` for the accesses of each page while it holds the page's lock: with the offset, how many
/// bytes and the first thread's rank. Shared memory needs no lock.
template <class F> void BlockChecks::for_each_page(const LaneRow &row, F &&compare) {
  const std::size_t bytes = row.lanes * row.bytes, page = row.offset / locked_page;
  if (&row.object == &shared_)
    return compare(row.offset, bytes, row.rank);
  if (row.offset % locked_page + bytes <= locked_page) {
    const PageLock lock(row.object.begin, page);
    return compare(row.offset, bytes, row.rank);
  }
  const std::size_t end = row.offset + bytes;
  for (std::size_t at = row.offset; at < end;) {
    const std::size_t in_page = locked_page - at % locked_page;
    const std::size_t whole = std::min(end - at, in_page / row.bytes * row.bytes);
    const auto rank = row.rank + static_cast<std::uint32_t>((at - row.offset) / row.bytes);
    if (whole != 0) {
      const PageLock lock(row.object.begin, at / locked_page);
      compare(at, whole, rank);
      at += whole;
      continue;
    }
    for (const std::size_t begin = at; at < begin + row.bytes;) { // one access to several pages
      const std::size_t here = std::min(begin + row.bytes - at, locked_page - at % locked_page);
      const PageLock lock(row.object.begin, at / locked_page);
      compare(at, here, rank);
      at += here;
    }
  }
}

/// How an access to the object is compared. Changes are those whose scope covers all threads that access it:
/// two of these never race if they are of one size. `whole`: of whole units.
LaneMode BlockChecks::mode_of(const Object &object, bool whole, const abi::CheckSite &site) const {
  const std::uint8_t needed = in_lanes_ && &object == &shared_ ? abi::scope_block : abi::scope_device;
  if (site.kind == abi::AccessKind::atomic_change && site.scope >= needed && whole)
    return site.bytes == 4 ? LaneMode::change : LaneMode::wide_change;
  return is_write(site) ? LaneMode::write : LaneMode::read;
}

/// Fills lane_races_found_ with the earlier accesses that the row races with. If `other_rank` is not the
/// row's rank, the thread of that rank makes the same access.
void BlockChecks::compare_in_lanes(const LaneRow &row, const abi::CheckSite &site, std::uint32_t other_rank) {
  lane_races_found_.clear();
  const LaneMode mode = mode_of(row.object, is_whole(row.offset, row.bytes), site);
  const bool is_one = other_rank == row.rank;
  for_each_page(row, [&](std::size_t offset, std::size_t bytes, std::uint32_t rank) {
    lane_races_.access(row.object.lane_accesses, bytes_of_words(row.object), &row.object == &shared_,
                       {offset, bytes, row.bytes, rank, is_one ? rank : other_rank, number_of(site), mode},
                       lane_races_found_);
  });
  if (&row.object == &shared_)
    find_shared_words();
}

void BlockChecks::find_shared_words() noexcept {
  const auto view = [this](bool whole, LaneMode mode) {
    return lane_races_.view(shared_.lane_accesses, /*is_shared=*/true, whole, mode);
  };
  shared_units_ = view(true, LaneMode::read);
  shared_bytes_ = view(false, LaneMode::read);
  shared_changes_ = view(true, LaneMode::change);
  shared_wide_changes_ = view(true, LaneMode::wide_change);
  using Known = abi::SharedAccesses;
  static_assert(sizeof(LaneMap::Head) == sizeof *Known{}.chunks && LaneMap::has_words == Known::has_units &&
                LaneMap::chunk_units * Known::unit_bytes == Known::chunk_bytes &&
                Known::thread == AccessWord{1} << access_site_bits &&
                Known::most == (AccessWord{1} << access_bits) - 1);
  shared_accesses = {};
  if (const LaneMap::Words *const words = shared_units_.words; shared_units_.is_alone())
    shared_accesses = {shared_.begin,
                       shared_.bytes,
                       lane_races_.shared_now(),
                       reinterpret_cast<std::uint64_t (*)[3]>(words->heads),
                       words->writes,
                       words->reads,
                       words->other_reads};
}

/// Whether they are the most frequent accesses to memory of the device, which are right.
bool BlockChecks::row_is_right(const LaneRow &row, const abi::CheckSite &site) {
  const std::size_t bytes = row.lanes * row.bytes;
  if (&row.object == &shared_ || site.kind > abi::AccessKind::write ||
      row.offset % locked_page + bytes > locked_page)
    return false;
  const bool is_write = site.kind == abi::AccessKind::write;
  LaneMaps &maps = row.object.lane_accesses;
  const PageLock lock(row.object.begin, row.offset / locked_page);
  const LaneAccesses reads{row.offset, bytes, row.bytes, row.rank, row.rank, number_of(site), LaneMode::read};
  if (is_write)
    lane_races_.compare_reads(maps, bytes_of_words(row.object), row.offset);
  else if (lane_races_.read_later(maps, bytes_of_words(row.object), reads))
    return true;
  const std::size_t chunk_bytes = LaneMap::chunk_units * site.bytes;
  if (site.bytes != 4 || row.offset % chunk_bytes != 0 || bytes % chunk_bytes != 0)
    return false;
  if (!lane_races_.access_device(maps, row.offset / chunk_bytes, bytes / chunk_bytes, row.rank,
                                 number_of(site), is_write))
    return false;
  if (!is_write)
    lane_races_.note_compared_reads(maps, bytes_of_words(row.object), reads);
  return true;
}

/// Compares accesses at consecutive addresses from `place` on, by `lanes` threads of ranks from `rank` on.
/// They are some of those in `all`.
void BlockChecks::races_in_row(const void *place, std::uint32_t lanes, std::uint32_t rank,
                               const abi::CheckSite &site, const LaneWrites &all) {
  const auto *begin = static_cast<const std::byte *>(place);
  if (Object *const object = object_of_race(place, std::size_t{lanes} * site.bytes, site)) {
    const LaneRow row{*object, static_cast<std::size_t>(begin - object->begin), site.bytes, lanes, rank};
    if (row_is_right(row, site)) [[likely]]
      return;
    compare_in_lanes(row, site, rank);
    if (!lane_races_found_.empty()) [[unlikely]]
      report_lane_races(row, site, all);
  } else if (lanes > 1) { // some of them may race
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
      races_in_row(begin + std::size_t{lane} * site.bytes, 1, rank + lane, site, all);
  }
}

/// Begins a row of accesses that wait. Returns false if they must not: the object may go away, values that
/// are equal matter, or hardly any other accesses will follow.
[[gnu::always_inline]] inline bool BlockChecks::let_wait(WaitingRow &row, const void *values) {
  constexpr std::uint32_t least = 4;
  const abi::CheckSite &site = *row.site;
  if ((row.end_rank - row.rank < least && !row.is_broadcast) || site.kind > abi::AccessKind::write ||
      shared_.has(row.begin) || (row.is_write() && (!values || !settings().equal_writes)) ||
      waiting_.are_rows_short(site))
    return false;
  const Object *const object = object_of_race(row.begin, static_cast<std::size_t>(row.end - row.begin), site);
  if (!object || object->kind == ObjectKind::heap)
    return false;
  const auto offset = static_cast<std::size_t>(row.begin - object->begin);
  row.limit = object->begin + object->bytes;
  row.page_end = std::min(row.limit, object->begin + (offset / locked_page + 1) * locked_page);
  waiting_.begin(row, values,
                 [this](const WaitingRow &last, const EqualWrites &equal) { compare_row(last, equal); });
  const LaneMap::Words *const words =
      object->lane_accesses.units.known(lane_races_.generation(/*is_shared=*/false));
  if (words && row.step == 0)
    LaneRaces::prefetch(*words, offset,
                        std::size_t{kcc_cpu_thread->block_dim[0] - kcc_cpu_thread->thread_idx[0]} *
                            site.bytes);
  return true;
}

/// Does what races_in_row() does: now, or later if `may_wait`.
void BlockChecks::races_or_wait(const std::byte *place, std::uint32_t lanes, std::uint32_t rank,
                                const abi::CheckSite &site, const LaneWrites &all, bool may_wait) {
  if (are_known_reads(place, std::size_t{lanes} * site.bytes, site))
    return;
  WaitingRow row = WaitingRow::of(site, place, rank, lanes);
  const std::byte *const values =
      all.values ? all.values + std::size_t{rank - all.rank} * site.bytes : nullptr;
  compare_before(row);
  if (!may_wait || (!waiting_.extend(row, values) && !let_wait(row, values)))
    races_in_row(place, lanes, rank, site, all);
}

/// Lets reads wait in a row, which the next ones may continue: those of threads that read one element after
/// another. Returns false where they must be compared now.
bool BlockChecks::wait_apart(const AccessesApart &reads) {
  WaitingRow row = reads.row();
  compare_before(row);
  return waiting_.extend(row, nullptr) || let_wait(row, nullptr);
}

/// Lets the reads of a row wait until somebody writes to their page. Returns false where they must be
/// compared now.
bool BlockChecks::wait_in_log(const WaitingRow &row) {
  const abi::CheckSite &site = *row.site;
  const auto bytes = static_cast<std::size_t>(row.end - row.begin);
  Object *const object = object_of_race(row.begin, bytes, site);
  if (!object)
    return false;
  const auto offset = static_cast<std::size_t>(row.begin - object->begin);
  LaneAccesses reads{offset, bytes, site.bytes, row.rank, row.end_rank - 1, number_of(site), LaneMode::read};
  if (row.is_broadcast) { // both threads read all of it
    reads.bytes_of_each = bytes;
  } else {
    reads.bytes -= std::size_t{row.shifts} * site.bytes;
    reads.other_rank = row.rank;
  }
  const PageLock lock(object->begin, offset / locked_page);
  return lane_races_.read_later(object->lane_accesses, bytes_of_words(*object), reads,
                                row.is_broadcast ? 0 : row.shifts);
}

void BlockChecks::compare_row(const WaitingRow &row, const EqualWrites &equal) {
  if (row.step != 0)
    return compare_apart(row);
  const abi::CheckSite &site = *row.site;
  if (!row.is_in_line() && wait_in_log(row))
    return;
  for (std::size_t shift = 0; shift <= row.shifts; ++shift) {
    const std::byte *const place = row.begin + shift * site.bytes;
    if (row.is_broadcast)
      compare_broadcast(place, row.rank, row.end_rank - 1, site);
    else
      races_in_row(place, row.end_rank - row.rank, row.rank, site, {.rank = row.rank, .equal = &equal});
  }
}

/// Compares the reads of one place by two threads.
void BlockChecks::compare_broadcast(const std::byte *place, std::uint32_t rank, std::uint32_t other_rank,
                                    const abi::CheckSite &site) {
  Object *const object = object_of_race(place, site.bytes, site);
  if (!object)
    return;
  const LaneRow row{*object, static_cast<std::size_t>(place - object->begin), site.bytes, 1, rank};
  compare_in_lanes(row, site, other_rank);
  if (!lane_races_found_.empty()) [[unlikely]]
    report_lane_races(row, site, {.rank = rank});
}

/// Compares all accesses that wait.
void BlockChecks::compare_waiting() {
  waiting_.take_all([this](const WaitingRow &row, const EqualWrites &equal) { compare_row(row, equal); });
}

/// Compares the waiting accesses that may race with the next ones.
void BlockChecks::compare_before(const WaitingRow &next) {
  waiting_.take_before(next,
                       [this](const WaitingRow &row, const EqualWrites &equal) { compare_row(row, equal); });
}

/// Whether races are looked for. Reports those of writes that have been done meanwhile first.
bool BlockChecks::comparing_races() {
  if (!races_are_checked())
    return false;
  if (!pending_.empty())
    flush_pending();
  return true;
}

void BlockChecks::races_in_row(const void *first, std::uint32_t lanes, const void *values,
                               const abi::CheckSite &site) {
  if (!comparing_races())
    return;
  const LaneWrites all{static_cast<const std::byte *>(values), nullptr, lanes, rank_of(*kcc_cpu_thread)};
  while (lanes != 0) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    const auto count = static_cast<std::uint32_t>(std::countr_one(lanes >> lane));
    races_or_wait(static_cast<const std::byte *>(first) + std::size_t{lane} * site.bytes, count,
                  all.rank + lane, site, all, /*may_wait=*/true);
    lanes &= ~(~std::uint32_t{0} >> (32 - count) << lane);
  }
}

/// Any two of the threads stand for all that read it.
void BlockChecks::races_at(const void *place, std::uint32_t lanes, const abi::CheckSite &site) {
  if (!comparing_races() || are_known_reads(static_cast<const std::byte *>(place), site.bytes, site))
    return;
  const std::uint32_t first = rank_of(*kcc_cpu_thread);
  WaitingRow row =
      WaitingRow::broadcast(site, place, first + static_cast<std::uint32_t>(std::countr_zero(lanes)),
                            first + 31 - static_cast<std::uint32_t>(std::countl_zero(lanes)));
  compare_before(row);
  if (!let_wait(row, nullptr))
    compare_broadcast(row.begin, row.rank, row.end_rank - 1, site);
}

/// Compares an access of a launch that does not run in lanes with those of other launches.
void BlockChecks::check_race_of_launches(Object &object, std::size_t offset, std::size_t bytes,
                                         const abi::CheckSite &site) {
  if (&object == &shared_ || !object.may_race())
    return;
  NumberedLaunch &launch = lane_races_.launch();
  if (object.kind == ObjectKind::host_memory) { // the host may wait for it
    if (is_atomic(site) && is_write(site))
      launch.publish();
    return;
  }
  if (is_atomic(site) && site.kind != abi::AccessKind::atomic_write) { // kernels may wait for each other
    const PageLock lock(object.begin, offset / locked_page);
    for (const LaneRaces::Writer &writer : lane_races_.other_writers(object.lane_accesses, offset))
      if (numbered_site(writer.site).is_atomic)
        launch.follow(*writer.launch);
  }
  check_race_in_lane(object, offset, bytes, site);
}

/// Compares an access of the running thread alone, such as one in a function that lanes call one after
/// another.
void BlockChecks::check_race_in_lane(Object &object, std::size_t offset, std::size_t bytes,
                                     const abi::CheckSite &site) {
  if (!object.may_race())
    return;
  const std::uint32_t rank = kcc_cpu_thread->thread_rank;
  const LaneRow row{object, offset, bytes, 1, rank};
  WaitingRow alone = WaitingRow::of(site, object.begin + offset, rank, 1);
  alone.end = alone.begin + bytes; // the site need not say how many
  compare_before(alone);
  compare_in_lanes(row, site, rank);
  report_lane_races(row, site, {.lanes = 1, .rank = rank});
}

} // namespace kcc::cpu::check
