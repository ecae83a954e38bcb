// Code that runs only when a thread has to wait for another one, as it sometimes has to in a random order.
// ORDERS: shuffle:1 shuffle:2 shuffle:3 shuffle:4
#include "planted.h"

//! 2x256 race
PLANTED(lock_that_was_taken) {
  if (kcc::lane_id() != 0)
    return;
  int &word = out[64 * kcc::block_idx().x], &count = out[64 * kcc::block_idx().x + 1];
  if (Atomic<int>(word).exchange(1, acquire) != 0)
    while (Atomic<int>(word).exchange(1, fixed ? acquire : relaxed) != 0)
      ;
  count += 1; // here
  Atomic<int>(word).store(0, release);
}
TWINS(lock_that_was_taken)

//! 2x256 race
PLANTED(lock_that_is_not_needed) {
  if (kcc::lane_id() != 0)
    return;
  int &word = out[64 * kcc::block_idx().x], &count = out[64 * kcc::block_idx().x + 1];
  bool has_it = false;
  for (int i = 0; i < 3 && !has_it; ++i)
    has_it = Atomic<int>(word).exchange(1, acquire) == 0;
  if (!fixed || has_it)
    count += 1; // here
  if (has_it)
    Atomic<int>(word).store(0, release);
}
TWINS(lock_that_is_not_needed)

// A queue of those that wait (Mellor-Crummey and Scott 1991).
//! 1x256 race
PLANTED(queue) {
  if (kcc::lane_id() != 0)
    return;
  const auto next_of = [&](int warp) { return Atomic<int>(out[16 + 2 * warp]); };
  const auto waits = [&](int warp) { return Atomic<int>(out[17 + 2 * warp]); };
  const Atomic<int> tail(out[0]);
  const int me = static_cast<int>(kcc::warp_id()) + 1;
  for (int round = 0; round < 5; ++round) {
    next_of(me).store(0, relaxed);
    waits(me).store(1, relaxed);
    if (const int before = tail.exchange(me, acq_rel); before != 0) {
      next_of(before).store(me, release);
      while (waits(me).load(fixed ? acquire : relaxed) != 0)
        ;
    }
    out[1] += 1; // here
    int next = next_of(me).load(acquire);
    if (next == 0) {
      int expected = me;
      if (tail.compare_exchange_strong(expected, 0, release, relaxed))
        continue;
      while ((next = next_of(me).load(acquire)) == 0)
        ;
    }
    waits(next).store(0, release);
  }
}
TWINS(queue)
