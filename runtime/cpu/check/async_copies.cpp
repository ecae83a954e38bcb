// A GPU makes an asynchronous copy at any time between its start and the thread's wait for it. The CPU device
// has made it at the start. For the check of races it is a write at both ends: at the start, it races with
// what came before, and at the wait with what comes after. Whoever has accessed the bytes in between raced
// with the copy, even the thread that has started it.
#include "async_copies.h"

#include "block_checks.h"
#include "race_hints.h"
#include "sites.h"

#include <kcc/abi/cpu_functions.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

namespace kcc::cpu::check {

AsyncCopies::Thread &AsyncCopies::of(std::uint32_t rank) {
  if (rank >= threads_.size())
    threads_.resize(rank + 1);
  return threads_[rank];
}

void AsyncCopies::start(std::uint32_t rank, const AsyncCopy &copy) {
  of(rank).copies.push_back(copy);
}

void AsyncCopies::commit(std::uint32_t rank) {
  Thread &thread = of(rank);
  thread.group_ends.push_back(thread.copies.size());
}

std::vector<AsyncCopy> AsyncCopies::take_complete(std::uint32_t rank, std::uint32_t groups) {
  Thread &thread = of(rank);
  std::vector<std::size_t> &ends = thread.group_ends;
  if (ends.size() <= groups)
    return {};
  const auto last = ends.begin() + static_cast<std::ptrdiff_t>(ends.size() - groups - 1);
  const std::size_t count = *last;
  const auto begin = thread.copies.begin(), end = begin + static_cast<std::ptrdiff_t>(count);
  std::vector<AsyncCopy> complete(begin, end);
  thread.copies.erase(begin, end);
  ends.erase(ends.begin(), last + 1);
  for (std::size_t &left : ends)
    left -= count;
  return complete;
}

void BlockChecks::copy_started(const void *to, const abi::CheckSite &site) {
  if (!races_are_checked())
    return;
  const std::uint32_t rank = kcc_cpu_thread->thread_rank;
  async_copies_.start(rank, {static_cast<const std::byte *>(to), &site, races_.start_copy(rank)});
}

void BlockChecks::copies_committed() {
  if (races_are_checked())
    async_copies_.commit(kcc_cpu_thread->thread_rank);
}

void BlockChecks::copies_awaited(std::uint32_t groups) {
  if (!races_are_checked())
    return;
  for (const AsyncCopy &copy : async_copies_.take_complete(kcc_cpu_thread->thread_rank, groups))
    end_copy(copy);
}

void BlockChecks::end_copy(const AsyncCopy &copy) {
  Object *const object = is_local(copy.to) ? nullptr : object_at(copy.to);
  const auto offset = object ? static_cast<std::size_t>(copy.to - object->begin) : 0;
  if (!object || object->bytes - offset < copy.site->bytes || !object->may_race())
    return;
  const RaceLock lock;
  Cell mine = races_.cell(kcc_cpu_thread->thread_rank, CellKind::write, number_of(*copy.site));
  const Granule *const granules = object->accesses.get(bytes_of_words(*object));
  const std::size_t end = offset + copy.site->bytes;
  for (std::size_t at = offset; at < end;) {
    const std::size_t first = at % granule_bytes, count = std::min(end - at, granule_bytes - first);
    mine.mask = ((1u << count) - 1) << first & 15;
    if (const std::optional<Cell> early = access_since(granules[at / granule_bytes], mine, copy.clock))
      return report_early_access(copy, mine, *early, *object, at);
    at += count;
  }
  compare_access(*object, offset, copy.site->bytes, *copy.site);
}

/// An access of this block to bytes of the cell, with this clock or a later one.
std::optional<Cell> BlockChecks::access_since(const Granule &granule, const Cell &mine, std::uint32_t clock) {
  std::optional<Cell> found;
  const auto look_at = [&](const Cell &cell) {
    if (cell.block == mine.block && cell.clock >= clock && (cell.mask & mine.mask) != 0)
      found = cell;
  };
  for (const Cell &cell : granule.cells) {
    if (cell.what() == CellKind::none || cell.launch != mine.launch)
      continue;
    if (cell.what() != CellKind::more) {
      look_at(cell);
      continue;
    }
    AccessHistory &history = races_.launch().history(cell.block);
    for (const CellKind kind :
         {CellKind::write, CellKind::atomic_write, CellKind::read, CellKind::atomic_read})
      history.of(kind).for_each([&](const WarpCells &row) {
        const std::uint32_t own = row.warp == mine.rank / 32 ? 1u << mine.rank % 32 : 0;
        const std::uint32_t lanes = row.lanes == own ? own : row.lanes & ~own;
        Cell one = mine;
        one.set_kind(kind);
        one.clock = row.clock;
        one.block = row.block;
        one.rank = (row.warp * 32u + static_cast<std::uint32_t>(std::countr_zero(lanes))) & 1023;
        one.mask = row.mask;
        one.site = row.site;
        look_at(one);
      });
  }
  return found;
}

void BlockChecks::report_early_access(const AsyncCopy &copy, const Cell &mine, const Cell &early,
                                      const Object &object, std::size_t offset) {
  Race race = race_of(mine, early, object, offset, *copy.site);
  race.what.title = "Race: " + text_of(*copy.site, copy.site->bytes) + " and " +
                    numbered_site(early.site).what + " before it was complete in " + space_of(object) +
                    " memory";
  race.what.details.back() = hint_of_copy(early.rank == mine.rank);
  report(race.what);
}

} // namespace kcc::cpu::check
