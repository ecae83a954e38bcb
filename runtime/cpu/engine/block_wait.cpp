// What threads of a block wait for: their next turn, the block's barriers, and other blocks.
#include "block_thread.h"

#include "deadlock.h"
#include "dimensions.h"

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

namespace kcc::cpu {

void BlockRunner::wait_until(const WaitKind &kind, const void *state) {
  if (!on_fibers_ && !launch_->uses_barrier)
    end_process("a kernel whose manifest says \"uses_barrier\": false called ",
                (kind.name(state) + "; the image and its manifest do not belong together").c_str());
  if (!on_fibers_) { // a single thread
    while (!kind.ready(state)) {
      if (!kind.from_outside)
        fail([&] {
          return Complaint{"deadlock: " + describe_deadlock({{0, &kind, state}}, launch_->block),
                           "The block has one thread, so no other can arrive", "deadlock"};
        });
      yield();
    }
    return;
  }
  suspend(*running_, kind, state);
}

constexpr WaitKind BlockRunner::polling = {.ready = [](const void *) { return true; },
                                           .name = [](const void *) -> std::string { return "polling"; }};

void BlockRunner::yield() {
  if (!on_fibers_) {
    if (stopped_->load(std::memory_order_relaxed))
      std::longjmp(leave_loop_, 1);
    const bool is_alone = small_volume(launch_->block) == 1; // else threads may be left to run
    if (!is_alone)
      std::this_thread::yield();
    else if (poll_again() == Outcome::faulted)
      trap();
    return;
  }
  suspend(*running_, polling, nullptr);
}

/// Called when the block's threads have only polled since their last turns. Reports a livelock if nobody can
/// end that.
BlockRunner::Outcome BlockRunner::poll_again() {
  std::this_thread::yield();
  if (polls_ == nullptr)
    return Outcome::done;
  if (!only_polls()) {
    polls_->moves();
    return Outcome::done;
  }
  if (!polls_->only_polls())
    return Outcome::done;
  complain_of_livelock();
  return Outcome::faulted;
}

bool BlockRunner::polls() const {
  return std::ranges::any_of(unfinished_,
                             [](const BlockThread *thread) { return thread->waits_at == &polling; });
}

bool BlockRunner::only_polls() const {
  if (!on_fibers_)
    return checks_.polls_forever(loop_thread_.thread_rank);
  return std::ranges::all_of(unfinished_, [&](const BlockThread *thread) {
    return thread->waits_at != &polling || checks_.polls_forever(thread->rank);
  });
}

namespace {

struct BarrierWait {
  const Barrier &barrier;
  std::uint32_t generation;
};

} // namespace

constexpr WaitKind BlockRunner::barrier_wait = {
    .ready =
        [](const void *state) {
          const auto &wait = *static_cast<const BarrierWait *>(state);
          return wait.barrier.generation != wait.generation;
        },
    .name = [](const void *state) -> std::string {
      const Barrier &barrier = static_cast<const BarrierWait *>(state)->barrier;
      return barrier.expected == 0
                 ? barrier.name
                 : std::string(barrier.name) + " of " + std::to_string(barrier.expected) + " threads";
    }};

void BlockRunner::arrive(Barrier &barrier, std::uint32_t count) {
  if (&barrier != &block_barrier_)
    checks_.arrive(&barrier, barrier.generation);
  const std::uint32_t all = on_fibers_ ? live_ : 1;
  barrier.arrived += count;
  if (barrier.arrived >= (barrier.expected == 0 ? all : barrier.expected))
    release(barrier);
}

/// The last thread to arrive also waits for its turn, so that between two barriers threads run in order.
void BlockRunner::wait_at(Barrier &barrier, std::uint32_t count) {
  const BarrierWait wait{barrier, barrier.generation};
  arrive(barrier, count);
  wait_until(barrier_wait, &wait);
  if (&barrier != &block_barrier_)
    checks_.depart(&barrier, wait.generation);
}

void BlockRunner::wait_at_block_barrier() {
  const BarrierWait wait{block_barrier_, block_barrier_.generation};
  arrive(block_barrier_);
  all_released_ = block_barrier_.generation != wait.generation;
  if (on_fibers_)
    suspend(*running_, barrier_wait, &wait);
  else
    wait_until(barrier_wait, &wait);
}

/// Resets what an earlier block has left.
void BlockRunner::forget_barriers(std::uint32_t threads) {
  block_barrier_ = {"sync_threads()"};
  grid_barrier_ = {{"sync_grid()", threads}};
  cluster_barrier_ = {{"sync_cluster()", threads}};
  named_barriers_.fill({});
  votes_ = {};
}

void BlockRunner::release(Barrier &barrier) {
  barrier.arrived = 0;
  ++barrier.generation;
  if (&barrier == &block_barrier_) {
    last_votes_ = std::exchange(votes_, {});
    checks_.pass_block_barrier();
  }
}

BlockRunner::Votes BlockRunner::vote(bool truth) {
  ++votes_.arrivals;
  votes_.truths += truth;
  wait_at(block_barrier_);
  return last_votes_; // valid until all threads, including this one, arrive at the barrier again
}

namespace {

struct BlocksWait {
  const InterBlockBarrier &barrier;
  std::uint32_t round;
};

constexpr WaitKind blocks_wait = {
    .ready =
        [](const void *state) {
          const auto &wait = *static_cast<const BlocksWait *>(state);
          return wait.barrier.has_passed(wait.round);
        },
    .name = [](const void *state) { return static_cast<const BlocksWait *>(state)->barrier.describe(); },
    .misses = [](const void *, std::uint32_t) { return false; },
    .from_outside = true};

} // namespace

/// First the block's threads meet, then the first of them to continue arrives for the block.
void BlockRunner::wait_for_blocks(OuterBarrier &barrier, InterBlockBarrier *blocks) {
  wait_at(barrier.entry);
  if (blocks == nullptr) // there is no other block
    return;
  const std::uint32_t round = barrier.entry.generation;
  if (barrier.arrived_round != round) {
    barrier.arrived_round = round;
    blocks->arrive(to_dim3(loop_thread_.block_idx));
    if (launch_->polls != nullptr && blocks == coresident_.grid && blocks->has_passed(round))
      launch_->polls->note_grid_barrier();
  }
  if (blocks != coresident_.grid)
    checks_.arrive_for_cluster(blocks, round);
  const BlocksWait wait{*blocks, round};
  wait_until(blocks_wait, &wait);
  if (blocks == coresident_.grid)
    checks_.pass_grid_barrier(round);
  else
    checks_.depart_with_cluster(blocks, round);
}

void BlockRunner::wait_for_grid() {
  wait_for_blocks(grid_barrier_, coresident_.grid);
}

void BlockRunner::wait_for_cluster() {
  wait_for_blocks(cluster_barrier_, coresident_.cluster);
}

std::uint32_t BlockRunner::cluster_size() const {
  return coresident_.ranks == nullptr ? 1 : static_cast<std::uint32_t>(coresident_.ranks->size());
}

void *BlockRunner::shared_of_rank(void *mine, std::uint32_t rank) const {
  const auto offset = static_cast<std::byte *>(mine) - loop_thread_.shared_memory;
  return (coresident_.ranks == nullptr ? *this : *(*coresident_.ranks)[rank]).loop_thread_.shared_memory +
         offset;
}

} // namespace kcc::cpu
