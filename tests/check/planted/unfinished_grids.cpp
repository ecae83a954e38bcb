// Barriers of grids, clusters and threads at which somebody never arrives.
#include "planted.h"

//! 4x32 deadlock
PLANTED(grid_without_a_block) {
  const unsigned block = kcc::block_idx().x;
  if (!fixed && block == 2)
    return;
  out[kcc::global_index()] = 1;
  kcc::sync_grid(); // here
  out[128 + kcc::global_index()] = out[127 - kcc::global_index()];
}
TWINS(grid_without_a_block)

// The tail of the data has no work for the last threads.
//! 4x32 deadlock
PLANTED(grid_without_a_thread) {
  const std::size_t i = kcc::global_index();
  if (!fixed && i >= 127)
    return;
  out[i] = in[i];
  kcc::sync_grid(); // here
  out[128 + i] = i < 127 ? out[126 - i] : 0;
}
TWINS(grid_without_a_thread)

//! 4x32 deadlock
PLANTED(grid_barrier_of_the_first_threads) {
  const unsigned t = kcc::thread_idx().x;
  if (t == 0)
    out[kcc::block_idx().x] = 1;
  if (fixed || t == 0)
    kcc::sync_grid(); // here
  if (t == 0)
    out[8 + kcc::block_idx().x] = out[3 - kcc::block_idx().x];
}
TWINS(grid_barrier_of_the_first_threads)

// Each block stops when it has converged.
//! 4x32 deadlock
PLANTED(grid_rounds) {
  const int rounds = fixed ? 3 : 3 + static_cast<int>(kcc::block_idx().x == 1);
  for (int round = 0; round < rounds; ++round) {
    out[kcc::global_index()] += round;
    kcc::sync_grid(); // here
  }
}
TWINS(grid_rounds)

//! 8x32 deadlock
PLANTED(grid_tail_of_blocks) {
  const std::size_t i = kcc::global_index();
  const bool has_work = i < 200;
  if (has_work)
    out[i] = in[i];
  if (!fixed && kcc::block_idx().x > 6)
    return;
  kcc::sync_grid(); // here
  if (has_work && i > 0)
    out[i] += in[i - 1];
}
TWINS(grid_tail_of_blocks)

//! 4x32 deadlock
PLANTED(cluster_without_a_block) {
  [[kcc::shared]] int value;
  const unsigned t = kcc::thread_idx().x, rank = kcc::block_rank_in_cluster();
  if (!fixed && rank == 1 && kcc::block_idx().x == 3)
    return;
  if (t == 0)
    value = in[kcc::block_idx().x];
  kcc::sync_cluster(); // here
  if (t == 0)
    out[kcc::block_idx().x] = *kcc::cluster_shared(&value, 1 - rank);
  kcc::sync_cluster();
}
TWINS(cluster_without_a_block)

//! 2x64 deadlock
PLANTED(cluster_without_a_warp) {
  const unsigned t = kcc::thread_idx().x;
  if (!fixed && t >= 32)
    return;
  out[kcc::global_index()] = 1;
  kcc::sync_cluster(); // here
  if (t < 32)
    out[128 + kcc::global_index()] = out[kcc::global_index() ^ 64];
}
TWINS(cluster_without_a_warp)

// A block reads from its neighbour and waits until all have; the other one does not.
//! 2x32 deadlock
PLANTED(cluster_barrier_behind_the_last) {
  out[kcc::global_index()] = 1;
  kcc::sync_cluster();
  if (kcc::block_rank_in_cluster() == 0)
    out[128 + kcc::thread_idx().x] = out[32 + kcc::thread_idx().x];
  if (fixed || kcc::block_rank_in_cluster() == 0)
    kcc::sync_cluster(); // here
}
TWINS(cluster_barrier_behind_the_last)

//! 4x32 deadlock
PLANTED(cluster_rounds) {
  const unsigned rank = kcc::block_rank_in_cluster();
  const unsigned rounds = fixed ? 2 : 2 + rank;
  for (unsigned round = 0; round < rounds; ++round) {
    out[kcc::global_index()] += 1;
    kcc::sync_cluster(); // here
  }
}
TWINS(cluster_rounds)

//! 1x64 deadlock
PLANTED(barrier_of_threads_that_return) {
  [[kcc::shared]] kcc::barrier ready;
  const unsigned t = kcc::thread_idx().x;
  if (t == 0)
    ready.init(fixed ? 40 : 64);
  kcc::sync_threads();
  if (t >= 40)
    return;
  out[t] = 1;
  ready.arrive_and_wait(); // here
  out[128 + t] = out[39 - t];
}
TWINS(barrier_of_threads_that_return)

// A thread that leaves the loop early no longer arrives.
//! 1x64 deadlock
PLANTED(barrier_after_a_thread_has_left) {
  [[kcc::shared]] kcc::barrier step;
  const unsigned t = kcc::thread_idx().x;
  if (t == 0)
    step.init(64);
  kcc::sync_threads();
  for (int round = 0; round < 4; ++round) {
    if (round == 2 && in[t] == 9) {
      if constexpr (fixed)
        step.arrive_and_drop();
      return;
    }
    out[t] += round;
    step.arrive_and_wait(); // here
  }
}
TWINS(barrier_after_a_thread_has_left)

//! 1x96 deadlock
PLANTED(named_barrier_of_a_warp_that_returns) {
  const unsigned t = kcc::thread_idx().x;
  if (t >= 64)
    return;
  out[t] = 1;
  kcc::named_barrier(3, fixed ? 64 : 96).sync(); // here
  out[128 + t] = out[63 - t];
}
TWINS(named_barrier_of_a_warp_that_returns)
