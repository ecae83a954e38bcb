// A block's barriers but the plain one: those that count votes, and those of several blocks.
#include "block.h"

#include <utility>

namespace kcc::cpu {

/// What an earlier block left.
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
  if (&barrier == &block_barrier_)
    last_votes_ = std::exchange(votes_, {});
}

BlockRunner::Votes BlockRunner::vote(bool truth) {
  ++votes_.arrivals;
  votes_.truths += truth;
  wait_at(block_barrier_);
  return last_votes_; // until all threads, this one among them, have come to the barrier again
}

namespace {

struct BlocksWait {
  const BlocksBarrier &barrier;
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

/// First the block's threads meet, then the first of them to go on arrives for the block.
void BlockRunner::wait_for_blocks(OuterBarrier &barrier, BlocksBarrier *blocks) {
  wait_at(barrier.entry);
  if (blocks == nullptr) // there is no other block
    return;
  const std::uint32_t round = barrier.entry.generation;
  if (barrier.arrived_round != round) {
    barrier.arrived_round = round;
    blocks->arrive();
  }
  const BlocksWait wait{*blocks, round};
  wait_until(blocks_wait, &wait);
}

void BlockRunner::wait_for_grid() {
  wait_for_blocks(grid_barrier_, neighbours_.grid);
}

void BlockRunner::wait_for_cluster() {
  wait_for_blocks(cluster_barrier_, neighbours_.cluster);
}

std::uint32_t BlockRunner::cluster_size() const {
  return neighbours_.ranks == nullptr ? 1 : static_cast<std::uint32_t>(neighbours_.ranks->size());
}

void *BlockRunner::shared_of_rank(void *mine, std::uint32_t rank) const {
  const auto offset = static_cast<std::byte *>(mine) - loop_thread_.shared_memory;
  return (neighbours_.ranks == nullptr ? *this : *(*neighbours_.ranks)[rank]).loop_thread_.shared_memory +
         offset;
}

} // namespace kcc::cpu
