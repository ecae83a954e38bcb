// Compares each access with the latest ones to the same bytes (races.h).
#include "block_checks.h"

#include "../../check/settings.h"
#include "../engine/dimensions.h"
#include "race_hints.h"
#include "sites.h"

#include <kcc/abi/cpu_functions.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace kcc::cpu::check {

namespace {

CellKind kind_of(const abi::CheckSite &site) {
  switch (site.kind) {
  case abi::AccessKind::read:
    return CellKind::read;
  case abi::AccessKind::write:
    return CellKind::write;
  case abi::AccessKind::atomic_read:
    return CellKind::atomic_read;
  default:
    return CellKind::atomic_write;
  }
}

bool is_same_thread(const Cell &a, const Cell &b) {
  return a.block == b.block && a.rank == b.rank;
}

/// Whether they are atomic accesses of different sizes, which are not atomic for each other.
bool have_two_sizes(const Cell &one, const Cell &other) {
  return one.is_atomic() && other.is_atomic() &&
         numbered_site(one.site).bytes != numbered_site(other.site).bytes;
}

/// Whether an access races with all that another one of the same thread and the same kind races with: atomic
/// ones do if they have its size, and a scope that is no wider.
bool races_as_much(const Cell &one, const Cell &other) {
  if (!one.is_atomic())
    return true;
  const NumberedSite &site = numbered_site(one.site), &other_site = numbered_site(other.site);
  return site.scope <= other_site.scope && site.bytes == other_site.bytes;
}

/// Whether nothing is lost if `later` of the same thread takes the place of `earlier`.
bool replaces(const Cell &later, const Cell &earlier) {
  return (earlier.mask & ~later.mask) == 0 &&
         ((later.kind == earlier.kind && races_as_much(later, earlier)) ||
          (later.what() == CellKind::write && earlier.what() == CellKind::read));
}

} // namespace

void BlockChecks::check_race(Object &object, std::size_t offset, std::size_t bytes,
                             const abi::CheckSite &site) {
  if (!object.may_race())
    return;
  const RaceLock lock;
  compare_access(object, offset, bytes, site);
}

/// The same; the caller holds the lock.
void BlockChecks::compare_access(Object &object, std::size_t offset, std::size_t bytes,
                                 const abi::CheckSite &site) {
  const std::uint32_t rank = kcc_cpu_thread->thread_rank;
  // Before the release below: whoever sees that knows of this access.
  Cell mine = races_.cell(rank, kind_of(site), number_of(site));
  if (site.kind >= abi::AccessKind::atomic_read)
    races_.before_atomic(rank, variable_at(object.begin + offset, bytes),
                         site.kind != abi::AccessKind::atomic_write,
                         site.kind != abi::AccessKind::atomic_read, site.order, site.scope);
  Granule *const granules = object.accesses.get(bytes_of_words(object));
  const std::size_t end = offset + bytes;
  for (std::size_t at = offset; at < end;) {
    const std::size_t first = at % granule_bytes, count = std::min(end - at, granule_bytes - first);
    mine.mask = ((1u << count) - 1) << first & 15;
    compare(granules[at / granule_bytes], mine, object, at, site);
    at += count;
  }
}

/// A compare-exchange is about to be done. Until it is known which access it was, nobody must see what it has
/// written and be compared with what came before.
void BlockChecks::exchange(Object &object, std::size_t offset) {
  if (!object.may_race())
    return;
  exchange_lock_.emplace();
  exchange_ = {&object, offset};
}

void BlockChecks::exchanged(const void *place, const abi::CheckSite &site) {
  if (!exchange_lock_)
    return;
  synchronizes_ |= site.order != 0;
  const auto [object, offset] = exchange_;
  compare_access(*object, offset, site.bytes, site);
  SyncVariable &variable = variable_at(place, site.bytes);
  if (site.kind == abi::AccessKind::atomic_change) // it has succeeded
    note_change(variable, place, site);
  races_.after_atomic(kcc_cpu_thread->thread_rank, variable, /*reads=*/true, site.order, site.scope);
  exchange_lock_.reset();
  if (compares_launches_)
    check_race_of_launches(*object, offset, site.bytes, site);
}

void BlockChecks::compare(Granule &granule, const Cell &mine, const Object &object, std::size_t offset,
                          const abi::CheckSite &site) {
  Cell &last = granule.cells[1];
  LaunchRaces &launch = races_.launch();
  if (last.what() == CellKind::more && last.launch == mine.launch) {
    const std::uint32_t index = last.block;
    if (compare_with_all(launch.history(index), mine, object, offset, site))
      return;
    launch.remove_history(index);
    granule = {};
  }
  for (const Cell &cell : granule.cells) // the thread makes the same access again
    if (cell.clock == mine.clock && cell.launch == mine.launch && is_same_thread(cell, mine) &&
        cell.kind == mine.kind && cell.mask == mine.mask && races_as_much(cell, mine))
      return;
  for (Cell &cell : granule.cells) {
    if (cell.what() == CellKind::none || cell.launch != mine.launch ||
        (&object == &shared_ && cell.block != mine.block)) {
      cell.set_kind(CellKind::none);
    } else if (is_same_thread(cell, mine)) {
      if (replaces(mine, cell))
        cell.set_kind(CellKind::none);
    } else if ((cell.mask & mine.mask) != 0 && (cell.writes() || mine.writes())) {
      const bool both_atomic = cell.is_atomic() && mine.is_atomic();
      if (!(both_atomic && are_atomic_together(mine, cell)) && !races_.is_ordered(mine.rank, cell))
        report_race(mine, cell, object, offset, site);
      // Whoever races with the earlier access races with this write, or has been reported.
      if (mine.what() == CellKind::write && (cell.mask & ~mine.mask) == 0)
        cell.set_kind(CellKind::none);
    } else if (cell.kind == mine.kind && races_as_much(mine, cell) && (cell.mask & ~mine.mask) == 0 &&
               races_.is_before_barrier(mine.rank, cell)) {
      cell.set_kind(CellKind::none);
    }
  }
  for (Cell &cell : granule.cells)
    if (cell.what() == CellKind::none) {
      cell = mine;
      return;
    }
  const std::uint32_t index = launch.add_history();
  AccessHistory &history = launch.history(index);
  history.block = mine.block;
  for (const Cell &cell : {granule.cells[0], granule.cells[1], mine})
    history.of(cell.what()).add(cell, /*base=*/0, /*are_unordered=*/false);
  granule.cells[0].set_kind(CellKind::none);
  last = mine;
  last.set_kind(CellKind::more);
  last.block = index;
}

/// Compares an access with all earlier ones to a granule, and adds it. Returns false if it need not be kept
/// with others: it is a write that makes all of them superfluous.
bool BlockChecks::compare_with_all(AccessHistory &history, const Cell &mine, const Object &object,
                                   std::size_t offset, const abi::CheckSite &site) {
  if (&object == &shared_ && history.block != mine.block)
    history = {};
  history.block = mine.block;
  const std::uint32_t over = &object == &shared_ ? races_.base() : races_.grid_base(mine.rank);
  for (CellKind kind : {CellKind::write, CellKind::atomic_write, CellKind::read, CellKind::atomic_read}) {
    AccessSet &set = history.of(kind);
    const bool writes = kind == CellKind::write || kind == CellKind::atomic_write;
    if (set.empty() || !(writes || mine.writes()))
      continue;
    set.for_each([&](WarpCells &row) { row.lanes &= row.clock < over ? 0 : ~0u; });
    compare_with_set(set, kind, mine, object, offset, site);
    // Whoever races with an earlier access races with this write, or has been reported.
    if (mine.what() == CellKind::write)
      set.forget(mine.mask);
  }
  if (mine.what() == CellKind::write && history.empty())
    return false;
  history.of(mine.what()).add(mine, races_.base(), blocks_are_unordered_);
  return true;
}

void BlockChecks::compare_with_set(AccessSet &set, CellKind kind, const Cell &mine, const Object &object,
                                   std::size_t offset, const abi::CheckSite &site) {
  const bool both_atomic = mine.is_atomic() && kind >= CellKind::atomic_read;
  if (both_atomic && std::min(set.narrowest_scope(), numbered_site(mine.site).scope) >= abi::scope_device &&
      set.are_of_size(numbered_site(mine.site).bytes))
    return;
  const KnownOrder known{races_.known_to(mine.rank), mine.block, races_.base(), set.changes(),
                         static_cast<std::uint8_t>(mine.mask)};
  if (!both_atomic && set.last_known == known)
    return;
  Cell earlier = mine;
  earlier.set_kind(kind);
  bool has_own = false;
  unordered_.clear();
  set.for_each([&](const WarpCells &row) {
    if ((row.mask & mine.mask) == 0)
      return;
    std::uint32_t lanes = row.lanes;
    if (row.block == mine.block && row.warp == mine.rank / 32)
      lanes &= ~(1u << mine.rank % 32);
    has_own |= lanes != row.lanes;
    earlier.clock = row.clock;
    earlier.block = row.block;
    earlier.site = row.site;
    if (lanes != 0 && !races_.is_before_barrier(mine.rank, earlier) &&
        !(both_atomic && are_atomic_together(mine, earlier)))
      unordered_.push_back({row.clock, row.block, row.warp * 32u, lanes, row.mask, row.site});
  });
  races_.forget_known(mine.rank, unordered_);
  constexpr int most_reports = 8;
  int reports = 0;
  for (const UnorderedAccess &access : unordered_)
    if (access.lanes != 0 && reports < most_reports) {
      earlier.clock = access.clock;
      earlier.block = access.block;
      earlier.rank = (access.first_rank + static_cast<std::uint32_t>(std::countr_zero(access.lanes))) & 1023;
      earlier.mask = access.mask;
      earlier.site = access.site;
      report_race(mine, earlier, object, offset, site);
      ++reports;
    }
  if (reports == 0 && !has_own)
    set.last_known = known;
}

/// Whether two atomic operations have the same size, and scopes that cover both threads.
bool BlockChecks::are_atomic_together(const Cell &mine, const Cell &other) const {
  const NumberedSite &site = numbered_site(mine.site), &other_site = numbered_site(other.site);
  if (site.bytes != other_site.bytes)
    return false;
  const std::uint8_t scope = std::min(site.scope, other_site.scope);
  if (mine.block == other.block)
    return scope >= abi::scope_block;
  return scope >= abi::scope_device || (scope == abi::scope_cluster && races_.is_in_cluster(other.block));
}

/// What could order the accesses. `is_one_place`: they are in the same operation of the source, as in
/// ++count.
std::string BlockChecks::hint_for(const Cell &mine, const Cell &other, bool is_global,
                                  bool is_one_place) const {
  if (have_two_sizes(mine, other))
    return "Accesses of different sizes to the same bytes are not atomic for each other, and order nothing. "
           "Use one size";
  if (mine.is_atomic() && other.is_atomic())
    return hint_of_scopes(numbered_site(mine.site), numbered_site(other.site),
                          mine.block == other.block                         ? abi::scope_block
                          : !in_lanes_ && races_.is_in_cluster(other.block) ? abi::scope_cluster
                                                                            : abi::scope_device);
  const NumberedSite &mine_at = numbered_site(mine.site), &other_at = numbered_site(other.site);
  if (mine_at.keeps_bits && other_at.keeps_bits && !is_one_place)
    return hint_of_kept_bits;
  const NumberedSite &plain = mine.is_atomic() ? other_at : mine_at;
  const bool one_is_atomic =
      mine.is_atomic() != other.is_atomic() && !mine_at.is_volatile && !other_at.is_volatile;
  const bool plain_writes = (mine.is_atomic() ? other : mine).writes();
  if (mine.block != other.block) {
    const std::string barrier = launch_->cooperative ? "kcc::sync_grid() between them"
                                : !in_lanes_ && races_.is_in_cluster(other.block)
                                    ? "kcc::sync_cluster() between them"
                                    : "two launches";
    if (const std::string hint =
            one_is_atomic ? hint_of_plain_access(plain, plain_writes, "two blocks",
                                                 /*needs_device_scope=*/true, barrier + " would order them")
                          : "";
        !hint.empty())
      return hint;
    if (is_one_place)
      return "Nothing orders the accesses of the two blocks, and kcc::sync_threads() cannot: an atomic "
             "operation on kcc::atomic_ref of scope device would, if both are to change the value, and so "
             "would " +
             barrier;
    if (synchronizes_)
      return "Nothing orders the accesses of the two blocks. What would: an operation on kcc::atomic_ref of "
             "scope device that releases, after the earlier access, and one that acquires, before the later "
             "one, each in the access's own thread or with kcc::sync_threads() in between; or " +
             barrier;
    return "Nothing orders the accesses of the two blocks, and kcc::sync_threads() cannot: atomic operations "
           "on kcc::atomic_ref of scope device that release and acquire would, and so would " +
           barrier;
  }
  if (mine_at.is_async_copy || other_at.is_async_copy)
    return hint_of_copy(/*is_own=*/false);
  const bool is_warp = mine.rank / 32 == other.rank / 32, is_one_warp = small_volume(launch_->block) <= 32;
  const std::string text =
      std::string("Nothing orders the accesses of the two ") + (is_warp ? "lanes of a warp: " : "threads: ");
  const std::string barrier = is_one_warp ? "kcc::sync_warp()" : "kcc::sync_threads()";
  const bool reaches_others = volume(is_global ? launch_->grid : launch_->cluster) > 1;
  const std::string others = is_global ? "no other block has a part in this"
                                       : "no other block of the cluster has a part in this; if one has, "
                                         "kcc::sync_cluster() would";
  const std::string unless_others = reaches_others ? " if " + others : "";
  if (is_one_place)
    return text + "an atomic operation on kcc::atomic_ref would, if both are to change the value, or " +
           barrier + " between them if they are in different rounds of a loop" +
           (reaches_others ? " and " + others : "");
  if (const std::string hint =
          one_is_atomic
              ? hint_of_plain_access(plain, plain_writes, is_warp ? "two lanes of a warp" : "two threads",
                                     /*needs_device_scope=*/false,
                                     barrier + " between them would order them" + unless_others)
              : "";
      !hint.empty())
    return hint;
  if (synchronizes_)
    return text +
           "an operation on kcc::atomic_ref that releases after the earlier access, and one that acquires "
           "before the later one, would, or " +
           barrier + " between them" + unless_others;
  return text + barrier + " between them would" + unless_others +
         (is_warp && !is_one_warp ? ", or kcc::sync_warp() if no other warp has a part in this" : "");
}

BlockChecks::Race BlockChecks::race_of(const Cell &mine, const Cell &other, const Object &object,
                                       std::size_t offset, const abi::CheckSite &site) {
  const NumberedSite &earlier = numbered_site(other.site);
  const bool scope = mine.is_atomic() && other.is_atomic() && !have_two_sizes(mine, other);
  Finding what = finding(site.place, "race", scope ? "scope" : "race",
                         "Race: " + text_of(site, site.bytes) + " and earlier " + earlier.what + " in " +
                             space_of(object) + " memory");
  what.details.push_back("Address is " + name_of(object, offset));
  what.details.push_back(
      hint_for(mine, other, &object != &shared_, text_of(what.who.places) == text_of(earlier.places)));
  // In lanes accesses are compared later, and copies when they end.
  if (!in_lanes_ && (site.flags & abi::site_async_copy) == 0)
    add_callers(what.who.places);
  what.other_title = "Earlier " + earlier.what;
  what.other = {earlier.places, index_of_rank(other.block, launch_->grid),
                index_of_rank(other.rank, launch_->block)};
  what.is_between_blocks = mine.block != other.block;
  return {std::move(what), "Writes of the same value race too, unless both are atomic: a relaxed store by "
                           "kcc::atomic_ref is enough, or a single thread that writes"};
}

void BlockChecks::report_race(const Cell &mine, const Cell &other, const Object &object, std::size_t offset,
                              const abi::CheckSite &site) {
  Race race = race_of(mine, other, object, offset, site);
  // At the end of an asynchronous copy nothing is written, because it has been made at its start.
  if (mine.what() != CellKind::write || !other.writes() || is_update(site) ||
      numbered_site(other.site).updates || (site.flags & abi::site_async_copy) != 0)
    report(race.what);
  else
    report_when_done(std::move(race), object.begin + offset,
                     static_cast<std::size_t>(std::popcount(mine.mask + 0u)));
}

/// A race of two writes: their values are compared when the second one has been done.
void BlockChecks::report_when_done(Race race, const std::byte *place, std::size_t bytes) {
  PendingRace pending{place, bytes, {}, std::move(race)};
  std::memcpy(pending.before.data(), pending.place, pending.bytes);
  pending_.push_back(std::move(pending));
  shared_accesses = {}; // the runtime must see the next one
}

/// `same_value`: both threads have written what the other one has.
void BlockChecks::report_race(Race race, bool same_value) {
  Finding &what = race.what;
  if (same_value) {
    if (!settings().equal_writes)
      return;
    what.rule = "equal-writes";
    what.title += ", of the same value";
    what.details.back() = std::move(race.hint_if_equal);
    what.details.push_back("KCC_CHECK_EQUAL_WRITES=0 permits such writes");
  }
  report(what);
}

void BlockChecks::flush_pending() {
  for (PendingRace &pending : std::exchange(pending_, {}))
    report_race(std::move(pending.race),
                std::memcmp(pending.before.data(), pending.place, pending.bytes) == 0);
}

} // namespace kcc::cpu::check
