// What the threads of a block poll for (polls.h).
#include "block_checks.h"

#include "../engine/block.h"
#include "../engine/dimensions.h"
#include "../engine/schedule.h"
#include "sites.h"

#include "../../check/settings.h"

#include <kcc/abi/cpu_functions.h>

#include <algorithm>
#include <cstring>

namespace kcc::cpu::check {

/// A thread that polls for another one of its block waits forever unless that one has its turn. In a random
/// order, threads also have turns while another one holds what they want, such as a lock.
void BlockChecks::let_others_run() {
  constexpr std::uint32_t enough = 64;
  constexpr std::uint32_t enough_with_writes = 1024; // a thread may count its attempts in memory
  if (++atomics_ % enough == 0 && launch_->polls)
    launch_->polls->note_poll();
  ++atomics_of_block_;
  const bool steps_aside =
      races_are_checked() && launch_->schedule &&
      launch_->schedule->steps_aside(launch_->schedule->block_rank(to_dim3(kcc_cpu_thread->block_idx)),
                                     atomics_of_block_);
  if (++atomics_in_a_row_ < enough && atomics_ % enough_with_writes != 0 && !steps_aside)
    return;
  atomics_in_a_row_ = 0;
  const void *const frame = callee_frame_;
  runner_.yield();
  callee_frame_ = frame;
}

/// A number for what is there.
static std::uint64_t value_at(const void *place, std::size_t bytes) {
  std::uint64_t value = 0, rest = 0;
  std::memcpy(&value, place, std::min(bytes, sizeof value));
  if (bytes == 16)
    std::memcpy(&rest, static_cast<const std::byte *>(place) + 8, sizeof rest);
  return value ^ rest * 31;
}

/// Before an atomic access. A change that leaves the value as it is, such as another attempt to take a lock,
/// is a poll too: then the thread finds the same value the next time.
void BlockChecks::count_poll(const Object &object, const void *place, std::size_t bytes,
                             const abi::CheckSite &site) {
  if (object.kind == ObjectKind::host_memory) // the host or another process may write there at any time
    return forget_polls();
  value_before_ = value_at(place, bytes);
  polls_[kcc_cpu_thread->thread_rank].add(place, value_before_, &site);
}

/// After an atomic operation that may have changed what is there. The races' lock is held.
void BlockChecks::note_change(SyncVariable &variable, const void *place, const abi::CheckSite &site) {
  if (polls_.empty() || value_at(place, site.bytes) == value_before_)
    return;
  variable.last_change = races_.cell(kcc_cpu_thread->thread_rank, CellKind::atomic_write, number_of(site));
}

void BlockChecks::poll(const void *barrier) {
  if (!polls_.empty())
    polls_[kcc_cpu_thread->thread_rank].add(barrier, 0, nullptr);
}

void BlockChecks::forget_polls() noexcept {
  if (!polls_.empty())
    polls_[kcc_cpu_thread->thread_rank].forget();
}

bool BlockChecks::polls_forever(std::uint32_t rank) const noexcept {
  return rank < polls_.size() &&
         polls_[rank].count() >= settings().steps.value_or(steps_by_default(polls_.size()));
}

const abi::CheckSite *BlockChecks::site_of_poll(std::uint32_t rank) const {
  const abi::CheckSite *const site = polls_[rank].site();
  return site ? site : waits_at_[rank];
}

std::string BlockChecks::describe_poll(std::uint32_t rank) {
  const auto *const place = static_cast<const std::byte *>(polls_[rank].place());
  const abi::CheckSite *const site = site_of_poll(rank);
  const Object *const object = object_at(place);
  const std::string at = site ? text_of(places_of(site->place)) : "";
  return (object ? name_of(*object, static_cast<std::size_t>(place - object->begin)) : "a barrier") +
         (at.empty() ? "" : " at " + at);
}

bool BlockChecks::polls_by_changes(std::uint32_t rank) const {
  const abi::CheckSite *const site = polls_[rank].site();
  return site && site->kind == abi::AccessKind::atomic_change;
}

std::string BlockChecks::describe_last_change(std::uint32_t rank, Dim3 running_block, bool is_alone) {
  const PollCount &poll = polls_[rank];
  if (!races_are_checked() || in_lanes_ || !poll.site())
    return {};
  Cell change{};
  {
    const RaceLock lock;
    change = variable_at(poll.place(), poll.site()->bytes).last_change;
  }
  const NumberedSite &site = numbered_site(change.site);
  if (change.what() == CellKind::none || site.places.empty())
    return {};
  const Dim3 block = index_of_rank(change.block, launch_->grid);
  const std::string who = is_alone && block == running_block && change.rank == rank
                              ? "it was itself"
                              : "thread " + cpu::text(index_of_rank(change.rank + 0u, launch_->block)) +
                                    " in block " + cpu::text(block) + " was";
  // From the program's innermost line on: its own functions that take locks are named, too.
  const auto *const first = &place_in_program(site.places);
  return who + " the last to change that, at " +
         text_of(std::vector<Place>(first, site.places.data() + site.places.size()));
}

void BlockChecks::is_endless(const void *place, const abi::CheckSite &site) {
  if ((active_ & abi::check_barrier) == 0)
    return;
  const auto make = [&] {
    Finding what = finding(site.place, "barrier", "livelock", "A loop never ends");
    add_callers(what.who.places);
    const Object *const object = place ? object_at(static_cast<const std::byte *>(place)) : nullptr;
    if (object)
      what.details.push_back(
          "Address is " +
          name_of(*object, static_cast<std::size_t>(static_cast<const std::byte *>(place) - object->begin)));
    const bool reads = site.bytes != 0;
    const std::string why = reads
                                ? "each iteration does the same, because plain reads need not see what other "
                                  "threads write meanwhile: such a write would be a race"
                                : "each iteration does the same";
    what.details.push_back("E" + why.substr(1));
    report(what);
    return Complaint{"livelock: the loop at " + check::text_of(what.who.places) + " never ends: " + why,
                     reads ? "Read what other threads write by kcc::atomic_ref, as in "
                             "while (kcc::atomic_ref(flag).load(std::memory_order_acquire) == 0)"
                           : "Let the loop end"};
  };
  runner_.fail([&] { return make(); });
}

} // namespace kcc::cpu::check
