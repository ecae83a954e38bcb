// One thread or block of many does not say that it has done its part. Nothing orders its accesses, which were
// made among those of all others, before what comes later.
#include "planted.h"

static int arrive(int &counter) {
  return Atomic<int>(counter).fetch_add(1, acq_rel);
}
static void wait_for(int &counter, int count) {
  while (Atomic<int>(counter).load(acquire) < count)
    ;
}

// The last block reads what all threads have added up. In block 1, the first thread arrives too early.
//! 20x64 race
PLANTED(added_by_a_block) {
  Atomic<int>(out[0]).fetch_add(1, relaxed); // here
  if (fixed || kcc::block_idx().x != 1)
    kcc::sync_threads();
  if (kcc::thread_idx().x == 0 && arrive(out[8]) == 19)
    out[16] = out[0]; // here
}
TWINS(added_by_a_block)

// The last block changes what all threads have read.
//! 20x64 race
PLANTED(read_by_a_block) {
  if (out[0] == 0) // here
    Atomic<int>(out[1]).fetch_add(1, relaxed);
  if (fixed || kcc::block_idx().x != 1)
    kcc::sync_threads();
  if (kcc::thread_idx().x == 0 && arrive(out[8]) == 19)
    out[0] = 1; // here
}
TWINS(read_by_a_block)

// A thread at the border has nothing to do, and returns.
//! 2x100 race
PLANTED(left_at_the_border) {
  const unsigned i = kcc::block_idx().x * 100 + kcc::thread_idx().x;
  const bool is_outside = static_cast<int>(i) + out[0] == 70; // here
  if constexpr (!fixed)
    if (is_outside)
      return;
  if (arrive(out[8]) == (fixed ? 199 : 198))
    out[0] = 1; // here
}
TWINS(left_at_the_border)

// The same with atomic reads.
//! 2x100 race
PLANTED(looked_at_and_left) {
  const unsigned i = kcc::block_idx().x * 100 + kcc::thread_idx().x;
  const bool is_outside = static_cast<int>(i) + Atomic<int>(out[0]).load(relaxed) == 130; // here
  if constexpr (!fixed)
    if (is_outside)
      return;
  if (arrive(out[8]) == (fixed ? 199 : 198))
    out[0] = 1; // here
}
TWINS(looked_at_and_left)

// In shared memory, with a counter in place of the block's barrier.
//! 2x64 race
PLANTED(read_in_a_block) {
  [[kcc::shared]] int limit, counter;
  const unsigned t = kcc::thread_idx().x;
  if (t == 0)
    limit = counter = 0;
  kcc::sync_threads();
  const int seen = limit; // here
  if (fixed || t != 40)
    BlockAtomic<int>(counter).fetch_add(1, release);
  if (t == 63) {
    while (BlockAtomic<int>(counter).load(acquire) != (fixed ? 64 : 63))
      ;
    limit = 1; // here
  }
  Atomic<int>(out[t]).fetch_add(seen, relaxed);
}
TWINS(read_in_a_block)

// Nine threads are more than a short list has places for.
//! 1x9 race
PLANTED(one_of_nine) {
  const unsigned t = kcc::thread_idx().x;
  Atomic<int>(out[0]).fetch_add(1, relaxed); // here
  if (fixed || t != 0)
    arrive(out[8]);
  if (t == 8) {
    wait_for(out[8], fixed ? 9 : 8);
    out[16] = out[0]; // here
  }
}
TWINS(one_of_nine)

// One lane is not among those that wait for each other.
//! 2x64 race
PLANTED(outside_of_the_mask) {
  const unsigned t = kcc::thread_idx().x, lane = t % 32;
  const int seen = out[0]; // here
  const unsigned mask = fixed ? 0xffffffff : 0x7fffffff;
  if (lane != 31 || fixed)
    kcc::sync_warp(mask);
  if (lane == 0 && arrive(out[8]) == 3)
    out[0] = seen + 1; // here
}
TWINS(outside_of_the_mask)

// Each thread reads one byte of a word.
//! 4x33 race
PLANTED(bytes_of_a_word) {
  const unsigned t = kcc::thread_idx().x, i = kcc::block_idx().x * 33 + t;
  const int seen = reinterpret_cast<const unsigned char *>(&out[0])[t % 4]; // here
  if (fixed || i != 50)
    arrive(out[8]);
  if (i == 131) {
    wait_for(out[8], fixed ? 132 : 131);
    out[0] = 1 + seen; // here
  }
}
TWINS(bytes_of_a_word)

// Two threads wait, one for too few others.
//! 3x32 race
PLANTED(waits_for_too_few) {
  const unsigned t = kcc::thread_idx().x, i = kcc::block_idx().x * 32 + t;
  Atomic<int>(out[0]).fetch_add(1, relaxed); // here
  const int earlier = arrive(out[8]);
  if (i == 95)
    wait_for(out[8], 96);
  if (fixed ? i == 95 : earlier == 93)
    out[16] = out[0]; // here
}
TWINS(waits_for_too_few)

// The flag of a phase comes from a thread that knows of all but one.
//! 2x48 race
PLANTED(passed_on_too_early) {
  const unsigned t = kcc::thread_idx().x, i = kcc::block_idx().x * 48 + t;
  const int seen = out[0]; // here
  if (fixed || i != 20)
    arrive(out[8]);
  if (i == 40) {
    wait_for(out[8], fixed ? 96 : 95);
    Atomic<int>(out[9]).store(1, release);
  }
  if (i == 80) {
    wait_for(out[9], 1);
    out[0] = seen + 1; // here
  }
}
TWINS(passed_on_too_early)
