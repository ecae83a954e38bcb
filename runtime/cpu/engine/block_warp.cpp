// Warp operations, in which threads of a warp wait for each other.
#include "block_thread.h"

#include "dimensions.h"

#include <bit>
#include <string>

namespace kcc::cpu {

namespace {

struct LaneWait {
  const Warp &warp;
  std::uint32_t thread_rank;
  unsigned lane() const { return thread_rank % warp_size; }
};

} // namespace

constexpr WaitKind BlockRunner::warp_wait = {
    .ready =
        [](const void *state) {
          const auto &wait = *static_cast<const LaneWait *>(state);
          return !wait.warp.is_waiting(wait.lane());
        },
    .name = [](const void *state) -> std::string {
      const auto &wait = *static_cast<const LaneWait *>(state);
      return name_of(wait.warp.call(wait.lane()));
    },
    .misses =
        [](const void *state, std::uint32_t rank) {
          const auto &wait = *static_cast<const LaneWait *>(state);
          return rank / warp_size == wait.thread_rank / warp_size &&
                 (wait.warp.missing(wait.lane()) >> rank % warp_size & 1) != 0;
        }};

std::uint64_t BlockRunner::run_with_warp(const WarpCall &call) {
  const std::uint32_t rank = on_fibers_ ? running_->rank : 0;
  Warp &warp = warps_[rank / warp_size];
  const LaneWait wait{warp, rank};
  if ((call.mask >> wait.lane() & 1) == 0)
    fail([&] {
      return Complaint{
          name_of(call) + " is called by lane " + std::to_string(wait.lane()) + ", which is not in the mask",
          "A mask names all lanes that make the call, the calling one among them", "wrong-participants"};
    });
  if (const unsigned other = warp.lane_in_conflict(wait.lane(), call); other != warp_size)
    fail([&] {
      return Complaint{name_of(call) + " waits for thread " +
                           text(index_of_rank(rank - wait.lane() + other, launch_->block)) +
                           ", which waits at " + name_of(warp.call(other)) + " for this one",
                       "All lanes of a mask make the same call with the same mask", "wrong-participants"};
    });
  warp.arrive(wait.lane(), call);
  // The last lane to arrive also waits for its turn: lanes continue in order.
  if (!on_fibers_)
    wait_until(warp_wait, &wait);
  else if ((call.mask & warp.live()) != std::uint32_t{1} << wait.lane())
    suspend(*running_, warp_wait, &wait);
  checks_.finish_warp_operation(call, warp.absent(wait.lane()));
  if (call.operation == WarpOperation::sync) // the others do not order accesses to memory
    checks_.pass_warp_barrier(call.mask);
  return warp.result(wait.lane());
}

constexpr WaitKind BlockRunner::active_wait = {
    .ready = group_is_known, .name = [](const void *) -> std::string { return "kcc::warp::active_mask()"; }};

/// The group is complete when no lane of the warp can continue.
bool BlockRunner::group_is_known(const void *block_thread) {
  const auto &self = *static_cast<const BlockThread *>(block_thread);
  if (self.group != 0)
    return true;
  BlockRunner &runner = self.runner;
  const std::uint32_t first_rank = self.rank / warp_size * warp_size;
  std::uint32_t active = 0;
  for (std::uint32_t lanes = runner.warps_[first_rank / warp_size].live(); lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    const BlockThread &thread = *runner.threads_[first_rank + lane];
    const bool is_here = thread.waits_at == &active_wait;
    if (is_here ? thread.group != 0
                : thread.waits_at != &polling && thread.waits_at->ready(thread.wait_state))
      return false;
    active |= std::uint32_t{is_here} << lane;
  }
  runner.group_active_lanes(first_rank, active);
  return true;
}

void BlockRunner::group_active_lanes(std::uint32_t first_rank, std::uint32_t lanes) {
  while (lanes != 0) {
    const std::uint64_t site =
        threads_[first_rank + static_cast<unsigned>(std::countr_zero(lanes))]->call_site;
    std::uint32_t group = 0;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
      if ((lanes >> lane & 1) != 0 && threads_[first_rank + lane]->call_site == site)
        group |= std::uint32_t{1} << lane;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
      if ((group >> lane & 1) != 0)
        threads_[first_rank + lane]->group = group;
    lanes &= ~group;
  }
}

std::uint32_t BlockRunner::active_mask() {
  if (!on_fibers_)
    return 1;
  BlockThread &self = *running_;
  self.group = 0;
  // The return addresses up to the kernel. On x86-64 and AArch64 alike, a frame starts with the caller's
  // frame address and the return address. That of the entry point may be gone, as it calls this function
  // last.
  self.call_site = 0;
  for (auto *at = static_cast<void **>(__builtin_frame_address(0)); at < self.entry_frame;
       at = static_cast<void **>(at[0])) {
    self.call_site = self.call_site * 0x9e3779b97f4a7c15 + reinterpret_cast<std::uintptr_t>(at[1]);
    if (at[0] <= at)
      break;
  }
  suspend(self, active_wait, &self);
  return self.group;
}

} // namespace kcc::cpu
