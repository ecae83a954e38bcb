// Threads that poll forever for what nobody writes.
#include "planted.h"

#include <kcc/device/clock.h>

//! 1x64 livelock
PLANTED(flag_that_is_not_set) {
  unsigned t = kcc::thread_idx().x;
  if (t == 32 && fixed)
    Atomic<int>(out[0]).store(1, release);
  else if (t == 0)
    while (Atomic<int>(out[0]).load(acquire) == 0) // here
      ;
  out[t + 1] = 1;
}
TWINS(flag_that_is_not_set)

//! 1x64 livelock
PLANTED(another_flag_is_set) {
  unsigned t = kcc::thread_idx().x;
  Atomic<int> flag(out[t / 32]), others(out[fixed ? 1 - t / 32 : 1]);
  if (t % 32 == 0) {
    flag.store(1, release);
    while (Atomic<int>(out[fixed ? 0 : 2]).load(acquire) == 0) // here
      ;
    while (others.load(acquire) == 0)
      ;
  }
}
TWINS(another_flag_is_set)

//! 1x64 livelock
PLANTED(volatile_flag) {
  volatile int *flag = &out[0];
  unsigned t = kcc::thread_idx().x;
  if (t == 40)
    flag[fixed ? 0 : 1] = 1;
  else if (t == 3)
    while (*flag == 0) // here
      ;
}
TWINS(volatile_flag)

//! 1x64 livelock
PLANTED(lock_that_is_not_released) {
  Atomic<int> lock(out[0]);
  while (lock.exchange(1, acquire) != 0) // here
    ;
  out[1] += 1;
  if (fixed || out[1] != 5)
    lock.store(0, release);
}
TWINS(lock_that_is_not_released)

// A thread returns while it has the lock.
//! 2x64 livelock
PLANTED(return_with_the_lock) {
  Atomic<int> lock(out[0]);
  int free = 0;
  while (!lock.compare_exchange_strong(free, 1, acquire, relaxed)) // here
    free = 0;
  out[1] += 1;
  if (out[1] > 60) {
    if constexpr (fixed)
      lock.store(0, release);
    return;
  }
  out[2] += in[kcc::thread_idx().x];
  lock.store(0, release);
}
TWINS(return_with_the_lock)

//! 1x64 livelock
PLANTED(lock_is_taken_twice) {
  [[kcc::shared]] int lock, sum;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    lock = sum = 0;
  kcc::sync_threads();
  auto take = [&] {
    while (BlockAtomic<int>(lock).exchange(1, acquire) != 0) // here
      ;
  };
  take();
  if constexpr (!fixed)
    if (t == 9)
      take(); // here
  sum += in[t];
  BlockAtomic<int>(lock).store(0, release);
}
TWINS(lock_is_taken_twice)

// The owner of the ticket after the last one served has left.
//! 1x64 livelock
PLANTED(ticket_that_nobody_uses) {
  Atomic<int> next(out[0]), serving(out[1]);
  unsigned t = kcc::thread_idx().x;
  int mine = next.fetch_add(1, relaxed);
  if (!fixed && in[t] == 7)
    return;
  while (serving.load(acquire) != mine) // here
    ;
  out[2] += in[t];
  serving.store(mine + 1, release);
}
TWINS(ticket_that_nobody_uses)

// Each of two threads waits for the other one's answer before it answers.
//! 1x64 livelock
PLANTED(both_wait_first) {
  unsigned t = kcc::thread_idx().x;
  if (t % 32 == 0) {
    Atomic<int> mine(out[t / 32]), other(out[1 - t / 32]);
    if (fixed && t == 0)
      mine.store(1, release);
    while (other.load(acquire) == 0) // here
      ;
    mine.store(1, release);
  }
}
TWINS(both_wait_first)

//! 1x64 livelock
PLANTED(writer_waits_at_the_barrier) {
  unsigned t = kcc::thread_idx().x;
  if constexpr (fixed)
    if (t == 5)
      Atomic<int>(out[0]).store(1, release);
  if (t == 32)
    while (Atomic<int>(out[0]).load(acquire) == 0) // here
      ;
  kcc::sync_threads();
  if constexpr (!fixed)
    if (t == 5)
      Atomic<int>(out[0]).store(1, release);
}
TWINS(writer_waits_at_the_barrier)

//! 4x32 livelock
PLANTED(too_many_blocks_are_expected) {
  Atomic<int> arrived(out[0]);
  if (kcc::thread_idx().x == 0) {
    arrived.fetch_add(1, acq_rel);
    while (arrived.load(acquire) < (fixed ? 4 : 5)) // here
      ;
  }
  kcc::sync_threads();
  out[64 + kcc::global_index()] = 1;
}
TWINS(too_many_blocks_are_expected)

// Each block adds to the sum of the one before it, which does not tell.
//! 6x32 livelock
PLANTED(look_back) {
  unsigned block = kcc::block_idx().x;
  if (kcc::thread_idx().x != 0)
    return;
  int sum = 1;
  if (block != 0) {
    int before;
    while ((before = Atomic<int>(out[block - 1]).load(acquire)) == 0) // here
      ;
    sum += before;
  }
  if (fixed || block != 3)
    Atomic<int>(out[block]).store(sum, release);
}
TWINS(look_back)

//! 1x64 livelock
PLANTED(wait_of_an_atomic) {
  unsigned t = kcc::thread_idx().x;
  if (t == 1)
    Atomic<int>(out[0]).store(fixed ? 1 : 0, release);
  else if (t == 33)
    Atomic<int>(out[0]).wait(0, acquire); // here
}
TWINS(wait_of_an_atomic)

//! 1x64 livelock
PLANTED(barrier_is_tried) {
  [[kcc::shared]] kcc::barrier ready;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    ready.init(64);
  kcc::sync_threads();
  if (!fixed && t == 40)
    return;
  auto token = ready.arrive();
  while (!ready.try_wait(token)) // here
    ;
  out[t] = 1;
}
TWINS(barrier_is_tried)

//! 1x64 livelock
PLANTED(polls_with_pauses) {
  unsigned t = kcc::thread_idx().x;
  if (t == 63) {
    if constexpr (fixed)
      Atomic<int>(out[0]).fetch_or(2, release);
  } else if (t < 2) {
    while ((Atomic<int>(out[0]).load(acquire) & 2) == 0) // here
      kcc::nanosleep(20);
  }
}
TWINS(polls_with_pauses)

// All blocks are there, and one of them waits for a flag instead of at the barrier.
//! 4x32 livelock
PLANTED(grid_flag_and_barrier) {
  unsigned t = kcc::thread_idx().x, block = kcc::block_idx().x;
  if (fixed && block == 3 && t == 0)
    Atomic<int>(out[0]).store(1, release);
  if (block == 1 && t == 0)
    while (Atomic<int>(out[0]).load(acquire) == 0) // here
      ;
  kcc::sync_grid();
  if (block == 3 && t == 0)
    Atomic<int>(out[0]).store(1, release);
}
TWINS(grid_flag_and_barrier)

int stage;
//! 1x64 livelock
PLANTED(stages) {
  unsigned t = kcc::thread_idx().x;
  Atomic<int> now(stage);
  if (t == 0)
    now.store(0, relaxed);
  kcc::sync_threads();
  if (t % 32 != 0)
    return;
  while (now.load(acquire) != static_cast<int>(t / 32)) // here
    ;
  now.store(static_cast<int>(t / 32) + (fixed ? 1 : 2), release);
}
TWINS(stages)
