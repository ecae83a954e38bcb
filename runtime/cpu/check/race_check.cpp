// Compares each access with the latest ones to the same bytes (races.h).
#include "block_checks.h"

#include "../../check/settings.h"
#include "../engine/dimensions.h"
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

/// Whether an access races with all that another one of the same thread and the same kind races with: atomic
/// ones do if their scope is no wider.
bool races_as_much(const Cell &one, const Cell &other) {
  return !one.is_atomic() || numbered_site(one.site).scope <= numbered_site(other.site).scope;
}

/// Whether nothing is lost if `later` of the same thread takes the place of `earlier`.
bool replaces(const Cell &later, const Cell &earlier) {
  return (earlier.mask & ~later.mask) == 0 &&
         ((later.kind == earlier.kind && races_as_much(later, earlier)) ||
          (later.what() == CellKind::write && earlier.what() == CellKind::read));
}

bool is_same_warp(const Cell &a, const Cell &b) {
  return a.block == b.block && a.rank / 32 == b.rank / 32;
}

/// Puts the read of a thread whose warp is not in a full list in the place of one whose warp is there twice:
/// what orders some lanes of a warp often orders them all.
void keep_one_of_each_warp(CellList &list, const Cell &read) {
  for (const Cell &cell : list.cells)
    if (is_same_warp(cell, read))
      return;
  for (auto later = list.cells.begin(); later != list.cells.end(); ++later)
    for (auto earlier = list.cells.begin(); earlier != later; ++earlier)
      if (is_same_warp(*earlier, *later)) {
        *later = read;
        return;
      }
}

/// Adds a read for which the list has no place. `base` is the clock of its block's last barrier. Returns
/// whether it is the first of its warp.
bool add_read(CellList &list, const Cell &read, std::uint32_t base) {
  constexpr std::size_t most_reads = 1024;
  if (list.reads_after != base || list.reads_in_block != read.block) {
    list.reads.clear();
    list.reads_after = base;
    list.reads_in_block = read.block;
  }
  const std::uint32_t lane = 1u << read.rank % 32;
  bool is_first = true;
  // The lanes of a warp often run one after another.
  for (auto row = list.reads.rbegin(); row != list.reads.rend(); ++row)
    if (row->warp == read.rank / 32) {
      is_first = false;
      if (row->clock == read.clock && row->mask == read.mask) {
        row->lanes |= lane;
        return false;
      }
      if (row->lanes == lane && (row->mask & ~read.mask) == 0) { // an earlier read of the same thread
        row->clock = read.clock;
        row->mask = read.mask;
        return false;
      }
    }
  if (list.reads.size() < most_reads)
    list.reads.push_back({read.clock, read.block, lane, (read.rank / 32u) & 31, read.mask, read.site});
  return is_first;
}

} // namespace

void BlockChecks::check_race(Object &object, std::size_t offset, std::size_t bytes,
                             const abi::CheckSite &site) {
  if (!object.may_race())
    return;
  const std::uint32_t rank = kcc_cpu_thread->thread_rank;
  // Before the release below: whoever sees that knows of this access.
  Cell mine = races_.cell(rank, kind_of(site), number_of(site));
  if (site.kind >= abi::AccessKind::atomic_read)
    races_.before_atomic(rank, variable_at(object.begin + offset), site.kind != abi::AccessKind::atomic_write,
                         site.kind != abi::AccessKind::atomic_read, site.order, site.scope);
  const RaceLock lock;
  Granule *const granules = object.accesses.get(bytes_of_words(object));
  const std::size_t end = offset + bytes;
  for (std::size_t at = offset; at < end;) {
    const std::size_t first = at % granule_bytes, count = std::min(end - at, granule_bytes - first);
    mine.mask = ((1u << count) - 1) << first & 15;
    compare(granules[at / granule_bytes], mine, object, at, site);
    at += count;
  }
}

void BlockChecks::compare(Granule &granule, const Cell &mine, const Object &object, std::size_t offset,
                          const abi::CheckSite &site) {
  for (const Cell &cell : granule.cells) // the thread makes the same access again
    if (cell.clock == mine.clock && cell.launch == mine.launch && is_same_thread(cell, mine) &&
        cell.kind == mine.kind && cell.mask == mine.mask && races_as_much(cell, mine))
      return;
  Cell *free_cell = nullptr;
  const auto visit = [&](Cell &cell) {
    if (cell.what() == CellKind::none || cell.launch != mine.launch ||
        (&object == &shared_ && cell.block != mine.block)) {
      cell.kind = static_cast<std::uint32_t>(CellKind::none) & 7;
    } else if (is_same_thread(cell, mine)) {
      if (replaces(mine, cell))
        cell.kind = static_cast<std::uint32_t>(CellKind::none) & 7;
    } else if ((cell.mask & mine.mask) != 0 && (cell.writes() || mine.writes())) {
      const bool both_atomic = cell.is_atomic() && mine.is_atomic();
      if (!(both_atomic && is_scope_enough(mine, cell)) && !races_.is_ordered(mine.rank, cell))
        report_race(mine, cell, object, offset, site);
      // Whoever races with the earlier access races with this write, or has been reported.
      if (mine.what() == CellKind::write && (cell.mask & ~mine.mask) == 0)
        cell.kind = static_cast<std::uint32_t>(CellKind::none) & 7;
    } else if (cell.kind == mine.kind && races_as_much(mine, cell) && (cell.mask & ~mine.mask) == 0 &&
               races_.is_before_barrier(mine.rank, cell)) {
      cell.kind = static_cast<std::uint32_t>(CellKind::none) & 7;
    }
    if (cell.what() == CellKind::none && !free_cell)
      free_cell = &cell;
  };
  const bool has_more = granule.cells[1].what() == CellKind::more && granule.cells[1].launch == mine.launch;
  LaunchRaces &launch = races_.launch();
  visit(granule.cells[0]);
  if (!has_more) {
    visit(granule.cells[1]);
    if (free_cell) {
      *free_cell = mine;
      return;
    }
    const std::uint32_t index = launch.add_list();
    launch.list(index) = {.cells = {mine, granule.cells[1]}, .count = 2};
    granule.cells[1] = mine;
    granule.cells[1].kind = static_cast<std::uint32_t>(CellKind::more) & 7;
    granule.cells[1].block = index;
    return;
  }
  CellList &more = launch.list(granule.cells[1].block);
  const bool only_reads = mine.what() == CellKind::read;
  if (only_reads && more.full_after == races_.base() && more.full_in_block == mine.block &&
      (mine.mask & ~more.full_bytes) == 0) { // many threads read the same
    if (add_read(more, mine, races_.base()))
      keep_one_of_each_warp(more, mine);
    return;
  }
  bool full_of_reads = only_reads && more.count == most_cells;
  for (std::uint32_t i = 0; i < more.count; ++i) {
    visit(more.cells[i]);
    full_of_reads &= more.cells[i].what() == CellKind::read && (mine.mask & ~more.cells[i].mask) == 0;
  }
  more.full_after = full_of_reads ? races_.base() : 0;
  more.full_in_block = mine.block;
  more.full_bytes = mine.mask;
  if (mine.writes())
    compare_with_reads(more, mine, object, offset, site);
  if (free_cell)
    *free_cell = mine;
  else if (more.count < most_cells)
    more.cells[more.count++] = mine;
  else if (mine.writes())
    more.cells[mine.rank % most_cells] = mine;
  else if (only_reads && add_read(more, mine, races_.base()) && full_of_reads)
    keep_one_of_each_warp(more, mine);
  const auto end = std::remove_if(more.cells.begin(), more.cells.begin() + more.count,
                                  [](const Cell &cell) { return cell.what() == CellKind::none; });
  more.count = static_cast<std::uint32_t>(end - more.cells.begin());
}

void BlockChecks::compare_with_reads(CellList &list, const Cell &mine, const Object &object,
                                     std::size_t offset, const abi::CheckSite &site) {
  if (&object == &shared_ && list.reads_in_block != mine.block)
    return;
  for (const WarpRead &read : list.reads) {
    Cell cell = mine;
    cell.clock = read.clock;
    cell.block = read.block;
    cell.mask = read.mask;
    cell.kind = static_cast<std::uint32_t>(CellKind::read) & 7;
    cell.site = read.site;
    for (std::uint32_t lanes = (read.mask & mine.mask) != 0 ? read.lanes : 0; lanes != 0;
         lanes &= lanes - 1) {
      cell.rank = (read.warp * 32u + static_cast<std::uint32_t>(std::countr_zero(lanes))) & 1023;
      if (is_same_thread(cell, mine) || races_.is_ordered(mine.rank, cell))
        continue;
      report_race(mine, cell, object, offset, site);
      break; // one of the warp is enough
    }
  }
  if (mine.what() == CellKind::write) // see compare()
    std::erase_if(list.reads, [&](const WarpRead &read) { return (read.mask & ~mine.mask) == 0; });
}

/// Whether the scopes of two atomic operations cover both threads.
bool BlockChecks::is_scope_enough(const Cell &mine, const Cell &other) const {
  const std::uint8_t scope = std::min(numbered_site(mine.site).scope, numbered_site(other.site).scope);
  if (mine.block == other.block)
    return scope >= abi::scope_block;
  return scope >= abi::scope_device || (scope == abi::scope_cluster && races_.is_in_cluster(other.block));
}

/// What could order the accesses, in a block of `threads` threads; `is_one_place`: they are in the same
/// operation of the source.
static std::string hint_for(const Cell &mine, const Cell &other, std::uint32_t threads, bool is_one_place) {
  if (mine.is_atomic() && other.is_atomic())
    return "The scope of the atomic operations does not cover both threads";
  if (mine.block != other.block)
    return std::string("Nothing orders the accesses of the two blocks: ") +
           (is_one_place // as in ++count
                ? "an atomic operation on kcc::atomic_ref of scope device would, if both are to change the "
                  "value"
                : "atomic operations on kcc::atomic_ref of scope device that release and acquire would") +
           ", and so would two launches";
  const bool is_warp = mine.rank / 32 == other.rank / 32;
  const std::string barrier = is_warp ? "kcc::sync_warp()" : "kcc::sync_threads()";
  const std::string text =
      std::string("Nothing orders the accesses of the two ") + (is_warp ? "lanes of a warp: " : "threads: ");
  if (is_one_place)
    return text + "an atomic operation on kcc::atomic_ref would, if both are to change the value, or " +
           barrier + " between them";
  if (is_warp && threads > 32)
    return text +
           "kcc::sync_threads() between them would, or kcc::sync_warp() if no other warp has a part in this";
  return text + barrier + " between them would";
}

Finding BlockChecks::race_of(const Cell &mine, const Cell &other, const Object &object, std::size_t offset,
                             const abi::CheckSite &site) const {
  const NumberedSite &earlier = numbered_site(other.site);
  const bool scope = mine.is_atomic() && other.is_atomic();
  Finding what = finding(site.place, "race", scope ? "scope" : "race",
                         "Race: " + text_of(site.kind, site.bytes) + " and earlier " + earlier.what + " in " +
                             space_of(object) + " memory");
  what.details.push_back("Address is " + name_of(object, offset));
  what.details.push_back(hint_for(mine, other, small_volume(launch_->block),
                                  text_of(what.who.places) == text_of(earlier.places)));
  what.other_title = "Earlier " + earlier.what;
  what.other = {earlier.places, index_of_rank(other.block, launch_->grid),
                index_of_rank(other.rank, launch_->block)};
  return what;
}

void BlockChecks::report_race(const Cell &mine, const Cell &other, const Object &object, std::size_t offset,
                              const abi::CheckSite &site) {
  Finding what = race_of(mine, other, object, offset, site);
  if (mine.what() != CellKind::write || !other.writes())
    report(what);
  else
    report_when_done(std::move(what), object.begin + offset,
                     static_cast<std::size_t>(std::popcount(mine.mask + 0u)));
}

/// A race of two writes: their values are compared when the second one has been done.
void BlockChecks::report_when_done(Finding what, const std::byte *place, std::size_t bytes) {
  PendingRace pending{place, bytes, {}, std::move(what)};
  std::memcpy(pending.before.data(), pending.place, pending.bytes);
  pending_.push_back(std::move(pending));
  shared_accesses = {}; // the runtime must see the next one
}

/// `same_value`: both threads have written what the other one has.
void BlockChecks::report_race(Finding what, bool same_value) {
  if (same_value) {
    if (!settings().equal_writes)
      return;
    what.rule = "equal-writes";
    what.title += ", of the same value";
    what.details.push_back("KCC_CHECK_EQUAL_WRITES=0 permits such writes");
  }
  report(what);
}

void BlockChecks::flush_pending() {
  for (PendingRace &race : std::exchange(pending_, {}))
    report_race(std::move(race.finding), std::memcmp(race.before.data(), race.place, race.bytes) == 0);
}

} // namespace kcc::cpu::check
