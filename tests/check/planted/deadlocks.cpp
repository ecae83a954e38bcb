// Threads that wait for each other forever.
#include "planted.h"

//! 1x64 deadlock
PLANTED(numbers_of_named_barriers) {
  unsigned t = kcc::thread_idx().x;
  if (t < 32)
    kcc::named_barrier(1, 64).sync(); // here
  else
    kcc::named_barrier(fixed ? 1 : 2, 64).sync(); // here
  out[t] = 1;
}
TWINS(numbers_of_named_barriers)

//! 1x64 deadlock
PLANTED(too_many_are_expected) {
  kcc::named_barrier(1, fixed ? 64 : 96).sync(); // here
  out[kcc::thread_idx().x] = 1;
}
TWINS(too_many_are_expected)

// The consumer waits for what the producer sends when the consumer has taken the last.
//! 1x64 deadlock
PLANTED(nobody_begins) {
  unsigned t = kcc::thread_idx().x;
  kcc::named_barrier full(1, 64), empty(2, 64);
  for (int round = 0; round < 3; ++round)
    if (t < 32) {
      if (!fixed || round != 0)
        empty.sync(); // here
      full.arrive();
    } else {
      full.sync(); // here
      if (!fixed || round != 2)
        empty.arrive();
    }
}
TWINS(nobody_begins)

//! 1x64 deadlock
PLANTED(barrier_for_more_threads) {
  [[kcc::shared]] kcc::barrier ready;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    ready.init(fixed ? 64 : 65);
  kcc::sync_threads();
  ready.arrive_and_wait(); // here
  out[t] = 1;
}
TWINS(barrier_for_more_threads)

//! 1x64 deadlock
PLANTED(one_thread_does_not_arrive) {
  [[kcc::shared]] kcc::barrier ready;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    ready.init(64);
  kcc::sync_threads();
  if (fixed || in[t] != 7)
    ready.arrive_and_wait(); // here
  out[t] = 1;
}
TWINS(one_thread_does_not_arrive)

//! 1x64 deadlock
PLANTED(parity_of_the_next_phase) {
  [[kcc::shared]] kcc::barrier ready;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    ready.init(64);
  kcc::sync_threads();
  (void)ready.arrive();
  ready.wait_parity(fixed ? false : true); // here
  (void)ready.arrive();
  ready.wait_parity(true); // here
  out[t] = 1;
}
TWINS(parity_of_the_next_phase)

//! 1x64 deadlock
PLANTED(two_barriers_in_another_order) {
  [[kcc::shared]] kcc::barrier first, second;
  unsigned t = kcc::thread_idx().x;
  if (t == 0) {
    first.init(64);
    second.init(64);
  }
  kcc::sync_threads();
  if (fixed || t < 32) {
    first.arrive_and_wait();  // here
    second.arrive_and_wait(); // here
  } else {
    second.arrive_and_wait(); // here
    first.arrive_and_wait();  // here
  }
  out[t] = 1;
}
TWINS(two_barriers_in_another_order)

// A block that does not come to the barrier of the grid, and does not end either.
//! 4x32 deadlock
PLANTED(grid_barrier_and_block_barrier) {
  unsigned t = kcc::thread_idx().x;
  if (fixed || in[t] < 16 || kcc::block_idx().x != 2)
    kcc::sync_grid();  // here
  kcc::sync_threads(); // here
  out[kcc::global_index()] = 1;
}
TWINS(grid_barrier_and_block_barrier)

//! 1x96 deadlock
PLANTED(warps_in_a_ring) {
  // Each warp waits for the one before it, and the first one for the last.
  unsigned t = kcc::thread_idx().x, warp = t / 32;
  kcc::named_barrier mine(1 + warp, 64), next(1 + (warp + 1) % 3, 64);
  if (fixed && warp == 0) {
    next.arrive();
    mine.sync();
  } else {
    mine.sync(); // here
    next.arrive();
  }
  out[t] = 1;
}
TWINS(warps_in_a_ring)
