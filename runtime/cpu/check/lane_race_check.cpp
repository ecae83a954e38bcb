// Compares each access by threads that run in lanes with earlier ones to the same bytes (lane_races.h).
#include "block_checks.h"

#include "../../check/settings.h"
#include "../engine/dimensions.h"
#include "page_lock.h"
#include "sites.h"

#include <kcc/abi/cpu_functions.h>

#include <algorithm>
#include <bit>
#include <optional>

namespace kcc::cpu::check {

namespace {

/// While one exists, the running thread is another one of the block.
class RunningThread {
public:
  explicit RunningThread(std::uint32_t rank) : running_(*kcc_cpu_thread) {
    store(index_of_rank(rank, to_dim3(running_.block_dim)), kcc_cpu_thread->thread_idx);
    kcc_cpu_thread->thread_rank = rank;
  }
  ~RunningThread() {
    std::ranges::copy(running_.thread_idx, kcc_cpu_thread->thread_idx);
    kcc_cpu_thread->thread_rank = running_.thread_rank;
  }
  RunningThread(const RunningThread &) = delete;
  RunningThread &operator=(const RunningThread &) = delete;

private:
  const abi::CpuThread running_;
};

/// The record that races.h keeps of an access.
Cell cell_of(std::uint32_t block, std::uint32_t rank, std::uint32_t site, bool writes, bool is_atomic) {
  const CellKind kind = is_atomic ? writes ? CellKind::atomic_write : CellKind::atomic_read
                        : writes  ? CellKind::write
                                  : CellKind::read;
  Cell cell{};
  cell.kind = static_cast<std::uint32_t>(kind) & 7;
  cell.block = block;
  cell.rank = rank & 1023;
  cell.site = site & 0x7fff;
  return cell;
}

bool may_race(const Object &object) {
  return object.kind != ObjectKind::constant && object.kind != ObjectKind::parameters &&
         object.kind != ObjectKind::texture;
}

} // namespace

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
    if (object->kind != ObjectKind::heap || !object->freed)
      known = {object->begin, object->usable(), object, Objects::epoch()};
  }
  return may_race(*object) ? object : nullptr;
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

/// Whether the access is an atomic change, on whole units, whose scope covers all threads that access the
/// object. Two of these never race.
bool BlockChecks::is_atomic_change(const LaneRow &row, const abi::CheckSite &site) const {
  const std::uint8_t needed = in_lanes_ && &row.object == &shared_ ? abi::scope_block : abi::scope_device;
  return site.kind == abi::AccessKind::atomic_change && site.scope >= needed &&
         ((row.offset | row.bytes) & 3) == 0;
}

/// Fills lane_races_found_ with the earlier accesses that the row races with. If `other_rank` is not the
/// row's rank, the thread of that rank makes the same access.
void BlockChecks::compare_in_lanes(const LaneRow &row, const abi::CheckSite &site, std::uint32_t other_rank) {
  using enum LaneAccesses::Mode;
  lane_races_found_.clear();
  const auto mode = is_atomic_change(row, site) ? change : is_write(site) ? write : read;
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
  const std::uint32_t generation = lane_races_.generation(true);
  const LaneMaps &maps = shared_.lane_accesses;
  shared_words_ = !maps.bytes.known(generation) && !maps.changes.known(generation)
                      ? maps.units.known(generation)
                      : nullptr;
  using Known = abi::SharedAccesses;
  static_assert(sizeof(LaneMap::Head) == sizeof *Known{}.chunks && LaneMap::has_words == Known::has_units &&
                LaneMap::chunk_units * Known::unit_bytes == Known::chunk_bytes &&
                Known::thread == AccessWord{1} << access_site_bits &&
                Known::most == (AccessWord{1} << access_bits) - 1);
  shared_accesses = {};
  if (shared_words_)
    shared_accesses = {shared_.begin,
                       shared_.bytes,
                       lane_races_.shared_now(),
                       reinterpret_cast<std::uint64_t (*)[3]>(shared_words_->heads),
                       shared_words_->writes,
                       shared_words_->reads,
                       shared_words_->other_reads};
}

/// Whether a write of the group stores what the earlier one, with which it races, has stored there.
bool BlockChecks::stores_the_same(const LaneRow &row, const LaneRace &race, const LaneWrites &writes,
                                  std::size_t bytes) const {
  const std::uint32_t lane = race.rank - writes.rank;
  const std::size_t offset = row.offset + std::size_t{race.rank - row.rank} * bytes;
  const std::size_t begin = std::max(offset, race.offset);
  const std::size_t end = std::min(offset + bytes, race.offset + race.bytes);
  const auto place_of = [&](std::uint32_t of) { return static_cast<const std::byte *>(writes.places[of]); };
  for (std::size_t at = begin; at < end; ++at) {
    const std::byte *const place = row.object.begin + at;
    std::byte earlier = *place;
    if (writes.places) // another lane, which has not stored yet
      for (std::uint32_t before = lane; before-- != 0;)
        if ((writes.lanes >> before & 1) != 0 && place >= place_of(before) &&
            place < place_of(before) + bytes) {
          earlier = writes.values[before * bytes + static_cast<std::size_t>(place - place_of(before))];
          break;
        }
    if (writes.values[lane * bytes + (at - offset)] != earlier)
      return false;
  }
  return true;
}

void BlockChecks::report_lane_races(const LaneRow &row, const abi::CheckSite &site,
                                    const LaneWrites &writes) {
  for (const LaneRace &race : lane_races_found_) {
    const NumberedSite &earlier_site = numbered_site(race.earlier_site);
    const bool both_atomic = is_atomic(site) && earlier_site.is_atomic;
    if (both_atomic && std::min(site.scope, earlier_site.scope) >= abi::scope_device)
      continue;
    const RunningThread running(race.rank);
    const bool both_write = is_write(site) && race.earlier_writes;
    const bool same_value =
        both_write && (writes.equal ? writes.equal->has(race.rank - writes.rank)
                                    : writes.values && stores_the_same(row, race, writes, site.bytes));
    if (same_value && !settings().equal_writes)
      continue;
    const Cell mine =
        cell_of(lane_races_.block(), race.rank, number_of(site), is_write(site), is_atomic(site));
    const Cell earlier = cell_of(race.earlier_block, race.earlier_rank, race.earlier_site,
                                 race.earlier_writes, earlier_site.is_atomic);
    Finding what = race_of(mine, earlier, row.object, race.offset, site);
    if (race.earlier_launch)
      name_launch(what, race);
    if (mine.what() == CellKind::write && race.earlier_writes && !writes.values && !writes.equal)
      report_when_done(std::move(what), row.object.begin + race.offset, race.bytes);
    else
      report_race(std::move(what), same_value);
  }
}

/// Names the launch of the earlier access, which is another one.
void BlockChecks::name_launch(Finding &what, const LaneRace &race) const {
  const NumberedLaunch::Description &launch = race.earlier_launch->what();
  what.other.block = index_of_rank(race.earlier_block, launch.grid);
  what.other.thread = index_of_rank(race.earlier_rank, launch.block);
  what.details.back() =
      what.other_title + " is in launch " + std::to_string(launch.id) + " of kernel `" + launch.kernel + "`";
  what.details.push_back(
      "Nothing orders the two launches: an event that one stream records and the other one "
      "waits for would, or a wait of the host between them");
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
  const LaneAccesses reads{
      row.offset, bytes, row.bytes, row.rank, row.rank, number_of(site), LaneAccesses::Mode::read};
  if (is_write)
    lane_races_.compare_reads(maps, bytes_of_words(row.object), row.offset);
  else if (lane_races_.read_later(maps, bytes_of_words(row.object), reads))
    return true;
  const std::size_t chunk_bytes = LaneMap::chunk_units * site.bytes;
  if (site.bytes != 4 || row.offset % chunk_bytes != 0 || bytes % chunk_bytes != 0)
    return false;
  const std::uint32_t generation = lane_races_.generation(false);
  const LaneMap::Words *const words = maps.units.known(generation);
  if (words == nullptr || maps.bytes.known(generation) || maps.changes.known(generation) ||
      !lane_races_.access_device(*words, row.offset / chunk_bytes, bytes / chunk_bytes, row.rank,
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

/// Compares the accesses of single lanes, as races_in_row() does. Keeps a page of the device's memory locked
/// as long as one lane after another accesses it.
class BlockChecks::SingleAccesses {
public:
  SingleAccesses(BlockChecks &checks, const abi::CheckSite &site)
      : checks_(checks), site_(site), number_(number_of(site)) {
    if (site.kind <= abi::AccessKind::write && site.bytes % unit == 0)
      known_ = &checks.known_at(site);
  }

  /// Loads what is_right() will need into caches.
  void prefetch(const void *const *places, std::uint32_t lanes) const noexcept {
    if (!known_ || known_->epoch != Objects::epoch())
      return;
    const LaneMap::Words *const words =
        known_->object->lane_accesses.units.known(checks_.lane_races_.generation(/*is_shared=*/false));
    if (words && words->slots)
      LaneRaces::prefetch(*words, known_->begin, known_->bytes, places, lanes);
  }
  /// Whether `count` accesses at consecutive places are right, which most are. Returns false where
  /// races_or_wait() is needed.
  bool are_right(const std::byte *place, std::uint32_t count, std::uint32_t rank) {
    constexpr std::uint32_t few = 3; // so many do not wait
    if (const auto offset = static_cast<std::size_t>(place - checks_.shared_.begin);
        offset < checks_.shared_.bytes)
      return known_ && checks_.shared_words_ && site_.bytes == unit && offset % unit == 0 &&
             checks_.shared_.bytes - offset >= count * unit &&
             checks_.lane_races_.access_shared(*checks_.shared_words_, offset / unit, count, rank, number_,
                                               site_.kind == abi::AccessKind::write);
    if (count > few)
      return false;
    for (std::uint32_t lane = 0; lane < count; ++lane)
      if (!is_right(place + std::size_t{lane} * site_.bytes, rank + lane))
        return false;
    return true;
  }
  /// To be called before others lock a page.
  void unlock() { lock_.reset(); }

private:
  static constexpr std::size_t unit = 4;

  bool is_right(const std::byte *place, std::uint32_t rank) {
    if (!known_ || known_->epoch != Objects::epoch())
      return false;
    const auto offset = static_cast<std::size_t>(place - known_->begin);
    if (offset >= known_->bytes || known_->bytes - offset < site_.bytes || offset % unit != 0 ||
        offset % locked_page + site_.bytes > locked_page ||
        checks_.waiting_.any_may_race_with(WaitingRow::of(site_, place, rank, 1)))
      return false;
    if (checks_.are_known_reads(place, site_.bytes, site_))
      return true;
    if (!lock_ || offset / locked_page != page_)
      open(offset);
    return opened_.words &&
           checks_.lane_races_.access_alone(opened_, offset / unit, site_.bytes / unit, rank, number_);
  }
  void open(std::size_t offset) {
    Object &object = *known_->object;
    lock_.reset();
    page_ = offset / locked_page;
    opened_ = {};
    if (!may_race(object) || object.kind == ObjectKind::heap || &object == &checks_.shared_)
      return;
    lock_.emplace(object.begin, page_);
    opened_ = checks_.lane_races_.open(object.lane_accesses, object.bytes, offset,
                                       site_.kind == abi::AccessKind::write);
  }

  BlockChecks &checks_;
  const abi::CheckSite &site_;
  const std::uint32_t number_;
  const Known *known_ = nullptr; ///< null: others compare all
  std::optional<PageLock> lock_;
  std::size_t page_ = 0;
  LaneRaces::Page opened_{};
};

/// The reads, if they are by lanes in a row, and lie apart by the same distance, as of a member of an array's
/// structures.
std::optional<BlockChecks::ReadsApart> BlockChecks::reads_apart(const void *const *places,
                                                                std::uint32_t lanes, std::uint32_t rank,
                                                                const abi::CheckSite &site) const {
  constexpr std::uint32_t least = 4;
  const auto first = static_cast<std::uint32_t>(std::countr_zero(lanes));
  const auto count = static_cast<std::uint32_t>(std::countr_one(lanes >> first));
  if (site.kind != abi::AccessKind::read || count < least || std::popcount(lanes) != static_cast<int>(count))
    return std::nullopt;
  const auto at = [&](std::uint32_t lane) { return reinterpret_cast<std::uintptr_t>(places[first + lane]); };
  const std::uintptr_t step = at(1) - at(0);
  std::uintptr_t differ = 0;
  for (std::uint32_t lane = 2; lane < count; ++lane)
    differ |= (at(lane) - at(0)) ^ lane * step;
  if (differ != 0)
    return std::nullopt;
  return ReadsApart{.site = &site,
                    .begin = static_cast<const std::byte *>(places[first]),
                    .step = step,
                    .threads = count,
                    .rank = rank + first,
                    .when = lane_races_.device_now(),
                    .generation = lane_races_.generation(/*is_shared=*/false)};
}

/// Lets them wait in the logs of their pages. Returns how many, from the first one on; the others must be
/// compared now.
std::uint32_t BlockChecks::wait_in_logs(const ReadsApart &reads) {
  constexpr std::size_t most = locked_page / 4; // or few are in one page
  const abi::CheckSite &site = *reads.site;
  if (reads.step <= site.bytes || reads.step > most)
    return 0;
  WaitingRow row = WaitingRow::of(site, reads.begin, reads.rank, reads.threads);
  row.end = row.begin + (reads.threads - 1) * reads.step + site.bytes;
  const auto length = static_cast<std::size_t>(row.end - row.begin);
  if (are_known_reads(row.begin, length, site))
    return reads.threads;
  Object *const object = waiting_.any_may_race_with(row) ? nullptr : object_of_race(row.begin, length, site);
  if (!object || object == &shared_ || object->kind == ObjectKind::heap)
    return 0;
  const auto offset = static_cast<std::size_t>(row.begin - object->begin);
  std::uint32_t done = 0;
  while (done < reads.threads) {
    const std::size_t here = offset + done * reads.step, in_page = locked_page - here % locked_page;
    if (in_page < site.bytes)
      break;
    const auto count =
        std::min(reads.threads - done, static_cast<std::uint32_t>((in_page - site.bytes) / reads.step) + 1);
    const std::uint32_t rank = reads.rank + done;
    const PageLock lock(object->begin, here / locked_page);
    if (!lane_races_.read_apart_later(object->lane_accesses, bytes_of_words(*object),
                                      {here, (count - 1) * reads.step + site.bytes, site.bytes, rank, rank,
                                       number_of(site), LaneAccesses::Mode::read},
                                      reads.step))
      break;
    done += count;
  }
  return done;
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
  if (const LaneMap::Words *const words =
          object->lane_accesses.units.known(lane_races_.generation(/*is_shared=*/false)))
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

/// Lets the reads of a row wait until somebody writes to their page. Returns false where they must be
/// compared now.
bool BlockChecks::wait_in_log(const WaitingRow &row) {
  const abi::CheckSite &site = *row.site;
  const auto bytes = static_cast<std::size_t>(row.end - row.begin);
  Object *const object = object_of_race(row.begin, bytes, site);
  if (!object)
    return false;
  const auto offset = static_cast<std::size_t>(row.begin - object->begin);
  LaneAccesses reads{
      offset, bytes, site.bytes, row.rank, row.end_rank - 1, number_of(site), LaneAccesses::Mode::read};
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

void BlockChecks::races_in_lanes(const void *const *places, std::uint32_t lanes, const void *values,
                                 const abi::CheckSite &site) {
  if (lanes == 0 || !comparing_races())
    return;
  const LaneWrites all{static_cast<const std::byte *>(values), places, lanes, rank_of(*kcc_cpu_thread)};
  const auto *first = static_cast<const std::byte *>(places[std::countr_zero(lanes)]), *last = first;
  const std::optional<ReadsApart> apart = reads_apart(places, lanes, all.rank, site);
  ReadsApart &last_apart = known_at(site).apart;
  if (apart) {
    if (last_apart == *apart) // as in a loop
      return;
    last_apart = *apart;
    for (std::uint32_t waiting = wait_in_logs(*apart); waiting != 0; --waiting)
      lanes &= lanes - 1;
  }
  SingleAccesses singles(*this, site);
  singles.prefetch(places, lanes);
  while (lanes != 0) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    const auto *begin = static_cast<const std::byte *>(places[lane]);
    std::uint32_t count = 1;
    while (lane + count < 32 && (lanes >> (lane + count) & 1) != 0 &&
           places[lane + count] == begin + std::size_t{count} * site.bytes)
      ++count;
    // Values of writes that wait are compared with what memory holds before the store. Lanes that come first
    // may change that.
    const std::byte *const end = begin + std::size_t{count} * site.bytes;
    if (!singles.are_right(begin, count, all.rank + lane)) {
      singles.unlock();
      races_or_wait(begin, count, all.rank + lane, site, all, end <= first || begin >= last);
    }
    first = std::min(first, begin);
    last = std::max(last, end);
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
  if (&object == &shared_ || !may_race(object))
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
  if (!may_race(object))
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
