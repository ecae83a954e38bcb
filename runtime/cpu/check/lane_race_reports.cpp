// Reports the races that lane_race_check.cpp finds.
#include "block_checks.h"

#include "../../check/settings.h"
#include "../engine/dimensions.h"
#include "sites.h"

#include <kcc/abi/cpu_functions.h>

#include <algorithm>
#include <string>
#include <utility>

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

} // namespace

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
    if (both_atomic && site.bytes == earlier_site.bytes &&
        std::min(site.scope, earlier_site.scope) >= abi::scope_device)
      continue;
    const RunningThread running(race.rank);
    const bool both_write = is_write(site) && race.earlier_writes;
    const bool may_permit = both_write && !is_update(site) && !earlier_site.updates;
    const bool same_value =
        may_permit && (writes.equal ? writes.equal->has(race.rank - writes.rank)
                                    : writes.values && stores_the_same(row, race, writes, site.bytes));
    if (same_value && !settings().equal_writes)
      continue;
    const Cell mine =
        cell_of(lane_races_.block(), race.rank, number_of(site), is_write(site), is_atomic(site));
    const Cell earlier = cell_of(race.earlier_block, race.earlier_rank, race.earlier_site,
                                 race.earlier_writes, earlier_site.is_atomic);
    Race found = race_of(mine, earlier, row.object, race.offset, site);
    if (race.earlier_launch)
      name_launch(found, race);
    if (may_permit && mine.what() == CellKind::write && !writes.values && !writes.equal)
      report_when_done(std::move(found), row.object.begin + race.offset, race.bytes);
    else
      report_race(std::move(found), same_value);
  }
}

/// Names the launch of the earlier access, which is another one.
void BlockChecks::name_launch(Race &found, const LaneRace &race) const {
  Finding &what = found.what;
  const NumberedLaunch::Description &launch = race.earlier_launch->what();
  what.other.block = index_of_rank(race.earlier_block, launch.grid);
  what.other.thread = index_of_rank(race.earlier_rank, launch.block);
  what.details.back() = what.other_title + " is in launch " + std::to_string(launch.id) + " of kernel `" +
                        launch.kernel + "` in stream " + std::to_string(launch.stream) +
                        "; this launch is in stream " + std::to_string(lane_races_.launch().what().stream);
  what.details.push_back(
      "Nothing orders the two launches: an event that one stream records and the other one "
      "waits for would, or a wait of the host between them");
  found.hint_if_equal = what.details.back();
  what.is_between_blocks = false;
}

} // namespace kcc::cpu::check
