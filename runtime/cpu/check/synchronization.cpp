// What orders the accesses of threads, and whether barriers are used rightly.
#include "block_checks.h"

#include "../engine/dimensions.h"
#include "sites.h"

#include <kcc/abi/cpu_functions.h>

#include <algorithm>
#include <bit>
#include <span>
#include <string_view>
#include <utility>

namespace kcc::cpu::check {

/// An address in shared memory is another variable in each block.
SyncVariable &BlockChecks::variable_at(const void *place, std::size_t bytes) {
  return shared_.has(place) ? races_.block_variable({place, bytes}) : races_.variable({place, bytes});
}

void BlockChecks::fence(std::uint8_t order, std::uint8_t scope) {
  synchronizes_ = true;
  if (races_are_checked())
    races_.fence(kcc_cpu_thread->thread_rank, order, scope);
}

void BlockChecks::atomic_done(const void *place, const abi::CheckSite &site) {
  if (!races_are_checked())
    return;
  synchronizes_ |= site.order != 0;
  const RaceLock lock;
  SyncVariable &variable = variable_at(place, site.bytes);
  if (site.kind >= abi::AccessKind::atomic_write)
    note_change(variable, place, site);
  races_.after_atomic(kcc_cpu_thread->thread_rank, variable, site.kind != abi::AccessKind::atomic_write,
                      site.order, site.scope);
}

void BlockChecks::arrive(const void *barrier, std::uint64_t phase) {
  forget_polls();
  if (races_are_checked())
    races_.arrive(kcc_cpu_thread->thread_rank, races_.barrier(barrier), phase);
}

void BlockChecks::depart(const void *barrier, std::uint64_t phase) {
  forget_polls();
  if (races_are_checked())
    races_.depart(kcc_cpu_thread->thread_rank, races_.barrier(barrier), phase);
}

void BlockChecks::arrive_for_cluster(const void *barrier, std::uint32_t round) {
  if (races_are_checked())
    races_.arrive(kcc_cpu_thread->thread_rank, races_.cluster_barrier(barrier), round);
}

void BlockChecks::depart_with_cluster(const void *barrier, std::uint32_t round) {
  if (races_are_checked())
    races_.depart(kcc_cpu_thread->thread_rank, races_.cluster_barrier(barrier), round);
}

void BlockChecks::pass_grid_barrier(std::uint32_t round) {
  if (races_are_checked())
    races_.pass_grid_barrier(kcc_cpu_thread->thread_rank, round);
}

void BlockChecks::pass_warp_barrier(std::uint32_t mask) {
  if (accesses_are_counted())
    warp_accesses_.pass_warp_barrier(kcc_cpu_thread->thread_rank);
  if (races_are_checked())
    races_.pass_warp_barrier(kcc_cpu_thread->thread_rank, mask);
}

void BlockChecks::waits_at(const abi::CheckSite &site) {
  if (!entered())
    return;
  waits_at_[kcc_cpu_thread->thread_rank] = &site;
  knows_waits_ = true;
}

std::uint64_t BlockChecks::instance(std::uint64_t function) {
  if ((active_ & abi::check_barrier) == 0)
    return 0;
  knows_instances_ = true;
  auto &counts = instances_[kcc_cpu_thread->thread_rank];
  for (auto &[known, count] : counts)
    if (known == function)
      return ++count;
  counts.emplace_back(function, 0);
  return 0;
}

void BlockChecks::reach(std::uint64_t instance, const abi::CheckSite &site) {
  if ((active_ & abi::check_barrier) == 0)
    return;
  knows_waits_ = true;
  Reached &row = reached_[kcc_cpu_thread->thread_rank];
  if (row.count < row.calls.size())
    row.calls[row.count++] = {&site, instance};
}

void BlockChecks::leave(std::uint64_t instance, const abi::CheckSite &site) {
  if ((active_ & abi::check_barrier) == 0)
    return;
  Reached &row = reached_[kcc_cpu_thread->thread_rank];
  if (row.count != 0 && row.calls[row.count - 1] == BarrierCall{&site, instance})
    --row.count;
}

void BlockChecks::bypass(std::uint64_t instance, const abi::CheckSite &site) {
  if ((active_ & abi::check_barrier) == 0)
    return;
  const BarrierCall call{&site, instance};
  const std::uint32_t rank = kcc_cpu_thread->thread_rank;
  knows_waits_ = true;
  for (Bypassed &row : bypassed_)
    if (row.rank / warp_size == rank / warp_size && row.call == call) {
      row.lanes |= 1u << rank % warp_size;
      return;
    }
  bypassed_.push_back({call, rank, 1u << rank % warp_size});
}

void BlockChecks::pass_block_barrier() {
  flush_pending();
  if (accesses_are_counted())
    warp_accesses_.pass_block_barrier();
  if (races_are_checked())
    races_.pass_block_barrier();
  if ((active_ & abi::check_barrier) == 0)
    return;
  if (!find_different_barriers())
    find_missing_threads();
  forget_waits();
}

void BlockChecks::forget_waits() {
  if (!std::exchange(knows_waits_, false))
    return;
  std::ranges::fill(waits_at_, nullptr);
  for (Reached &row : reached_)
    row.count = 0;
  bypassed_.clear();
}

bool BlockChecks::find_different_barriers() {
  // Threads that have returned count as arrived, wherever they waited last; they have forgotten it.
  const abi::CheckSite *first = nullptr;
  std::size_t first_rank = 0;
  bool found = false;
  for (std::size_t rank = 0; rank < waits_at_.size(); ++rank) {
    const abi::CheckSite *const site = waits_at_[rank];
    if (!site || (site->flags & abi::site_block_barrier) == 0)
      continue;
    if (!first) {
      first = site;
      first_rank = rank;
      continue;
    }
    if (site == first || text_of(places_of(site->place)) == text_of(places_of(first->place)))
      continue;
    found = true;
    Finding what = finding(site->place, "barrier", "different-barriers",
                           "Threads of a block meet at different barriers");
    what.who.thread = index_of_rank(static_cast<std::uint32_t>(rank), launch_->block);
    what.details.push_back("All threads of a block that have not returned call the same sync_threads()");
    what.other_title = "The other barrier";
    what.other = {places_of(first->place), to_dim3(kcc_cpu_thread->block_idx),
                  index_of_rank(static_cast<std::uint32_t>(first_rank), launch_->block)};
    report(what);
  }
  return found;
}

/// Threads that have got past a barrier, where they did not return, and have returned later.
void BlockChecks::find_missing_threads() {
  for (const Bypassed &missing : bypassed_) {
    const auto first = std::ranges::find(bypassed_, missing.call, &Bypassed::call);
    if (&*first != &missing) // one thread is enough
      continue;
    const auto find = [&](const Reached &row) {
      const std::span calls = std::span(row.calls).first(row.count);
      const auto found = std::ranges::find(calls, missing.call);
      return found == calls.end() ? nullptr : found->site;
    };
    const auto row =
        std::ranges::find_if(reached_, [&](const Reached &there) { return find(there) != nullptr; });
    if (row == reached_.end())
      continue;
    const abi::CheckSite &site = *find(*row);
    Finding what =
        finding(site.place, "barrier", "missing-threads", "Not all threads of a block arrive at its barrier");
    what.who.thread = index_of_rank(static_cast<std::uint32_t>(row - reached_.begin()), launch_->block);
    what.details.push_back(
        "Either all threads of a block that have not returned call sync_threads(), or none");
    what.other_title = "A thread that got past it";
    what.other = {places_of(missing.call.site->place), what.who.block,
                  index_of_rank(missing.rank, launch_->block)};
    report(what);
  }
}

/// "lanes 3, 16 to 31"
static std::string describe_lanes(std::uint32_t lanes) {
  std::string text = std::has_single_bit(lanes) ? "lane " : "lanes ";
  for (const char *separator = ""; lanes != 0; separator = ", ") {
    const int first = std::countr_zero(lanes), count = std::countr_one(lanes >> first);
    text += separator + std::to_string(first);
    if (count > 1)
      text += (count == 2 ? ", " : " to ") + std::to_string(first + count - 1);
    lanes &= first + count == 32 ? 0 : ~0u << (first + count);
  }
  return text;
}

/// Lanes of the mask that have got past the operation, where they did not return, and have returned later.
void BlockChecks::find_missing_lanes(const WarpCall &call, std::uint32_t absent) {
  const std::uint32_t rank = kcc_cpu_thread->thread_rank;
  const Reached &reached = reached_[rank];
  const auto calls = std::span(reached.calls).first(reached.count);
  for (const Bypassed &missing : bypassed_) {
    if (missing.rank / warp_size != rank / warp_size || (missing.lanes & absent) == 0)
      continue;
    const auto found = std::ranges::find(calls, missing.call);
    if (found == calls.end())
      continue;
    const std::uint32_t lanes = missing.lanes & absent;
    const auto first = static_cast<std::uint32_t>(std::countr_zero(lanes));
    Finding what =
        finding(found->site->place, "barrier", "missing-lanes", "Not all lanes of a mask make the call");
    what.details.push_back(cpu::name_of(call) + " names " + describe_lanes(lanes) + ", which got past it");
    what.details.push_back("All lanes of the mask that have not returned make the same call");
    what.other_title = "A lane that got past it";
    what.other = {places_of(missing.call.site->place), what.who.block,
                  index_of_rank(rank / warp_size * warp_size + first, launch_->block)};
    report(what);
    return;
  }
}

void BlockChecks::note_fault(const abi::CpuThread &thread, const Complaint &complaint) {
  exchange_lock_.reset();
  if (!entered())
    return;
  if (abi::CpuThread faulted = thread; in_lanes_) {
    abi::CpuThread *const running = std::exchange(kcc_cpu_thread, &faulted);
    compare_waiting();
    kcc_cpu_thread = running;
  }
  objects().forgive(launch_->id);
  struct Row {
    const char *rule;
    abi::Check check;
    const char *check_name, *title;
  };
  static constexpr Row rows[] = {
      {"deadlock", abi::check_barrier, "barrier", "Threads wait for each other forever"},
      {"livelock", abi::check_barrier, "barrier", "Threads poll forever for what nobody writes"},
      {"wrong-participants", abi::check_barrier, "barrier", "Wrong participants"},
      {"double-free", abi::check_memory, "memory", "Memory is freed twice"},
      {"invalid-free", abi::check_memory, "memory", "Invalid free"},
  };
  const abi::CheckSite *site = waits_at_[thread.thread_rank];
  if (complaint.rule && std::string_view(complaint.rule) == "livelock")
    site = site_of_poll(thread.thread_rank);
  for (const Row &row : rows)
    if (complaint.rule && std::string_view(complaint.rule) == row.rule && (active_ & row.check) != 0)
      report({.check = row.check_name,
              .rule = row.rule,
              .title = row.title,
              .kernel = kernel_,
              .launch = launch_->id,
              .who = {site ? places_of(site->place) : std::vector<Place>(), to_dim3(thread.block_idx),
                      to_dim3(thread.thread_idx)},
              .details = {complaint.message}});
}

} // namespace kcc::cpu::check
