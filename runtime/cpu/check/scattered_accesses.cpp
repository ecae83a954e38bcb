// Compares accesses by lanes that do not follow each other in memory: those that lie apart by the same
// distance together, and others one by one.
#include "block_checks.h"

#include "page_lock.h"
#include "sites.h"

#include <kcc/abi/cpu_functions.h>

#include <algorithm>
#include <bit>
#include <optional>

namespace kcc::cpu::check {

/// Compares the accesses of single lanes, as races_in_row() does. Keeps a page of the device's memory locked
/// as long as one lane after another accesses it.
class BlockChecks::SingleAccesses {
public:
  SingleAccesses(BlockChecks &checks, const abi::CheckSite &site)
      : checks_(checks), site_(site), known_(checks.known_at(site)), number_(number_of(site)) {}

  /// Loads what is_right() will need into caches.
  void prefetch(const void *const *places, std::uint32_t lanes) const noexcept {
    if (known_.epoch != Objects::epoch())
      return;
    const bool whole = is_whole(0, site_.bytes);
    const LaneMap::Words *const words = checks_.lane_races_
                                            .view(known_.object->lane_accesses, /*is_shared=*/false, whole,
                                                  checks_.mode_of(*known_.object, whole, site_))
                                            .words;
    if (words && words->slots)
      LaneRaces::prefetch(*words, known_.begin, known_.bytes, places, lanes);
  }
  /// Whether `count` accesses at consecutive places are right, which most are. Returns false where
  /// races_or_wait() is needed.
  bool are_right(const std::byte *place, std::uint32_t count, std::uint32_t rank) {
    constexpr std::uint32_t few = 3; // so many do not wait
    if (const auto offset = static_cast<std::size_t>(place - checks_.shared_.begin);
        offset < checks_.shared_.bytes)
      return checks_.shared_is_right(offset, count, rank, number_, site_,
                                     checks_.mode_of(checks_.shared_, is_whole(offset, site_.bytes), site_));
    if (count > few)
      return false;
    for (std::uint32_t lane = 0; lane < count; ++lane)
      if (!is_right(place + std::size_t{lane} * site_.bytes, rank + lane))
        return false;
    return true;
  }
  /// The same for accesses that lie apart by the same distance. Returns how many are right, from the first
  /// one on; races_or_wait() is needed for the next one.
  std::uint32_t are_right_apart(const AccessesApart &these) {
    const std::byte *const low = these.low();
    if (known_.epoch != Objects::epoch())
      return 0;
    const auto offset = static_cast<std::size_t>(low - known_.begin);
    if (offset >= known_.bytes || known_.bytes - offset < these.length() ||
        checks_.waiting_.any_may_race_with(these.row()))
      return 0;
    if (checks_.are_known_reads(low, these.length(), site_))
      return these.threads;
    const std::byte *place = these.begin;
    for (std::uint32_t thread = 0; thread < these.threads; ++thread, place += these.step) {
      const auto at = static_cast<std::size_t>(place - known_.begin);
      if (!is_right_in_page(at, these.rank + thread))
        return thread;
    }
    return these.threads;
  }
  /// To be called before others lock a page.
  void unlock() { lock_.reset(); }

private:
  bool is_right(const std::byte *place, std::uint32_t rank) {
    if (known_.epoch != Objects::epoch())
      return false;
    const auto offset = static_cast<std::size_t>(place - known_.begin);
    if (offset >= known_.bytes || known_.bytes - offset < site_.bytes ||
        checks_.waiting_.any_may_race_with(WaitingRow::of(site_, place, rank, 1)))
      return false;
    if (checks_.are_known_reads(place, site_.bytes, site_))
      return true;
    return is_right_in_page(offset, rank);
  }
  /// Of an access at `offset` that races with none that waits.
  bool is_right_in_page(std::size_t offset, std::uint32_t rank) {
    if (offset % locked_page + site_.bytes > locked_page)
      return false;
    const bool whole = is_whole(offset, site_.bytes);
    if (!lock_ || offset / locked_page != page_ || whole != is_whole_)
      open(offset, whole);
    return opened_.words &&
           checks_.lane_races_.access_alone(opened_, offset, site_.bytes, rank, number_, mode_);
  }
  void open(std::size_t offset, bool whole) {
    Object &object = *known_.object;
    lock_.reset();
    page_ = offset / locked_page;
    is_whole_ = whole;
    opened_ = {};
    if (!object.may_race() || object.kind == ObjectKind::heap || &object == &checks_.shared_)
      return;
    lock_.emplace(object.begin, page_);
    mode_ = checks_.mode_of(object, whole, site_);
    opened_ = checks_.lane_races_.open(object.lane_accesses, object.bytes, offset, whole, mode_);
  }

  BlockChecks &checks_;
  const abi::CheckSite &site_;
  const Known &known_;
  const std::uint32_t number_;
  std::optional<PageLock> lock_;
  std::size_t page_ = 0; ///< the one that is locked, for accesses to whole units or others
  bool is_whole_ = false;
  LaneMode mode_ = LaneMode::read;
  LaneRaces::View opened_{};
};

/// The accesses, if they are by lanes in a row, and lie apart by the same distance, as of a member of an
/// array's structures, or in the reverse order.
std::optional<BlockChecks::AccessesApart> BlockChecks::accesses_apart(const void *const *places,
                                                                      std::uint32_t lanes, std::uint32_t rank,
                                                                      const abi::CheckSite &site) const {
  constexpr std::uint32_t least = 4;
  const auto first = static_cast<std::uint32_t>(std::countr_zero(lanes));
  const auto count = static_cast<std::uint32_t>(std::countr_one(lanes >> first));
  if (site.kind > abi::AccessKind::write || count < least || std::popcount(lanes) != static_cast<int>(count))
    return std::nullopt;
  const auto at = [&](std::uint32_t lane) { return reinterpret_cast<std::uintptr_t>(places[first + lane]); };
  const std::uintptr_t step = at(1) - at(0);
  std::uintptr_t differ = 0;
  for (std::uint32_t lane = 2; lane < count; ++lane)
    differ |= (at(lane) - at(0)) ^ lane * step;
  if (differ != 0)
    return std::nullopt;
  return AccessesApart{.site = &site,
                       .begin = static_cast<const std::byte *>(places[first]),
                       .bytes_of_each = site.bytes,
                       .step = static_cast<std::ptrdiff_t>(step),
                       .threads = count,
                       .rank = rank + first,
                       .when = lane_races_.device_now(),
                       .generation = lane_races_.generation(/*is_shared=*/false)};
}

/// Compares reads that have waited, or lets them wait in logs.
void BlockChecks::compare_apart(const WaitingRow &row) {
  const abi::CheckSite &site = *row.site;
  AccessesApart reads{.site = &site,
                      .begin = row.begin,
                      .bytes_of_each = (row.shifts + 1) * std::size_t{site.bytes},
                      .step = row.step,
                      .threads = row.end_rank - row.rank,
                      .rank = row.rank};
  if (reads.is_reversed())
    reads.begin += (reads.threads - 1) * reads.distance();
  Object *const object = object_of_race(row.begin, static_cast<std::size_t>(row.end - row.begin), site);
  if (!object)
    return;
  const auto offset_of = [&](std::uint32_t thread) {
    return static_cast<std::size_t>(reads.begin + thread * reads.step - object->begin);
  };
  const auto compare = [&](const LaneRow &next) {
    compare_in_lanes(next, site, next.rank);
    if (!lane_races_found_.empty()) [[unlikely]]
      report_lane_races(next, site, {.rank = next.rank});
  };
  if (reads.step == static_cast<std::ptrdiff_t>(reads.bytes_of_each)) // nothing is between them
    return compare({*object, offset_of(0), reads.bytes_of_each, reads.threads, reads.rank});
  for (std::uint32_t done = 0; done < reads.threads;) {
    const AccessesApart left = reads.from(done);
    std::uint32_t more = wait_in_logs(left);
    if (more == 0 && row.shifts == 0)
      more = SingleAccesses(*this, site).are_right_apart(left);
    done += more;
    if (more == 0) {
      compare({*object, offset_of(done), reads.bytes_of_each, 1, reads.rank + done});
      ++done;
    }
  }
}

/// Lets reads wait in the logs of their pages. Returns how many, from the first one on; the others must be
/// compared now.
std::uint32_t BlockChecks::wait_in_logs(const AccessesApart &reads) {
  constexpr std::size_t most = locked_page / 4; // or few are in one page
  const abi::CheckSite &site = *reads.site;
  const std::size_t distance = reads.distance(), bytes = reads.bytes_of_each;
  if (distance == 0 || distance > most)
    return 0;
  if (are_known_reads(reads.low(), reads.length(), site))
    return reads.threads;
  Object *const object =
      waiting_.any_may_race_with(reads.row()) ? nullptr : object_of_race(reads.low(), reads.length(), site);
  if (!object || object == &shared_ || object->kind == ObjectKind::heap)
    return 0;
  std::uint32_t done = 0;
  while (done < reads.threads) {
    const auto first = static_cast<std::size_t>(reads.begin + done * reads.step - object->begin),
               in_page = first % locked_page;
    if (in_page + bytes > locked_page)
      break;
    const std::size_t left = reads.is_reversed() ? in_page : locked_page - in_page - bytes;
    const std::uint32_t count =
        std::min(reads.threads - done, static_cast<std::uint32_t>(left / distance) + 1);
    const std::size_t length = (count - 1) * distance + bytes,
                      low = reads.is_reversed() ? first + bytes - length : first;
    const std::uint32_t rank = reads.rank + done;
    const PageLock lock(object->begin, first / locked_page);
    if (!lane_races_.read_apart_later(object->lane_accesses, bytes_of_words(*object),
                                      {low, length, bytes, rank, rank, number_of(site), LaneMode::read},
                                      distance, reads.is_reversed()))
      break;
    done += count;
  }
  return done;
}

void BlockChecks::races_in_lanes(const void *const *places, std::uint32_t lanes, const void *values,
                                 const abi::CheckSite &site) {
  if (lanes == 0 || !comparing_races())
    return;
  const LaneWrites all{static_cast<const std::byte *>(values), places, lanes, rank_of(*kcc_cpu_thread)};
  const auto *first = static_cast<const std::byte *>(places[std::countr_zero(lanes)]), *last = first;
  SingleAccesses singles(*this, site);
  if (const std::optional<AccessesApart> apart = accesses_apart(places, lanes, all.rank, site)) {
    std::uint32_t done = 0;
    if (site.kind == abi::AccessKind::read) {
      AccessesApart &last_apart = known_at(site).apart;
      if (last_apart == *apart) // as in a loop
        return;
      last_apart = *apart;
      if (wait_apart(*apart))
        return;
      done = wait_in_logs(*apart);
    }
    if (done == 0) {
      singles.prefetch(places, lanes);
      done = singles.are_right_apart(*apart);
    }
    for (std::uint32_t left = done; left != 0; --left)
      lanes &= lanes - 1;
    if (done != 0 && lanes != 0) {
      first = std::min(first, apart->low());
      last = std::max(last, apart->low() + apart->length());
    }
  } else {
    singles.prefetch(places, lanes);
  }
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

} // namespace kcc::cpu::check
