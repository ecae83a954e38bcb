// Locks that do not protect.
#include "planted.h"

static void lock(int &word, std::memory_order order = acquire) {
  while (Atomic<int>(word).exchange(1, order) != 0)
    ;
}
static void unlock(int &word, std::memory_order order = release) {
  Atomic<int>(word).store(0, order);
}

//! 4x32 race
PLANTED(no_lock) {
  if (kcc::thread_idx().x == 0) {
    if constexpr (fixed)
      lock(out[0]);
    out[1] += 1; // here
    if constexpr (fixed)
      unlock(out[0]);
  }
}
TWINS(no_lock)

//! 4x32 race
PLANTED(another_lock) {
  if (kcc::thread_idx().x == 0) {
    int &word = out[fixed ? 8 : 8 + kcc::block_idx().x % 2];
    lock(word);
    out[1] += 1; // here
    unlock(word);
  }
}
TWINS(another_lock)

//! 4x32 race
PLANTED(relaxed_lock) {
  if (kcc::thread_idx().x == 0) {
    lock(out[0], fixed ? acquire : relaxed);
    out[1] += 1; // here
    unlock(out[0], fixed ? release : relaxed);
  }
}
TWINS(relaxed_lock)

//! 4x32 race
PLANTED(relaxed_unlock) {
  if (kcc::thread_idx().x == 7) {
    lock(out[0]);
    out[1] += 1; // here
    unlock(out[0], fixed ? release : relaxed);
  }
}
TWINS(relaxed_unlock)

// The way of CUDA's samples: relaxed operations and fences.
//! 4x32 race
PLANTED(lock_with_one_fence) {
  if (kcc::thread_idx().x == 0) {
    lock(out[0], relaxed);
    kcc::fence_device();
    out[1] += 1; // here
    if constexpr (fixed)
      kcc::fence_device();
    unlock(out[0], relaxed);
  }
}
TWINS(lock_with_one_fence)

//! 4x32 race
PLANTED(unlocked_too_early) {
  if (kcc::thread_idx().x == 0) {
    lock(out[0]);
    int sum = out[1]; // here
    if constexpr (!fixed)
      unlock(out[0]);
    out[1] = sum + 1; // here
    if constexpr (fixed)
      unlock(out[0]);
  }
}
TWINS(unlocked_too_early)

//! 4x32 race
PLANTED(read_before_the_lock) {
  if (kcc::thread_idx().x == 0) {
    int largest = fixed ? 0 : out[1]; // here
    lock(out[0]);
    if constexpr (fixed)
      largest = out[1];
    out[1] = largest + 3; // here
    unlock(out[0]);
  }
}
TWINS(read_before_the_lock)

//! 3x96 race
PLANTED(ticket_lock) {
  if (kcc::thread_idx().x % 32 != 0)
    return;
  Atomic<int> next(out[0]), serving(out[1]);
  int ticket = next.fetch_add(1, relaxed);
  while (serving.load(fixed ? acquire : relaxed) != ticket)
    ;
  out[2] += ticket + 1; // here
  serving.store(ticket + 1, release);
}
TWINS(ticket_lock)

// What the lock's owner should do, all do.
//! 2x64 race
PLANTED(try_lock) {
  Atomic<int> owner(out[0]);
  int expected = 0;
  bool have =
      owner.compare_exchange_strong(expected, static_cast<int>(kcc::global_index()) + 1, acq_rel, acquire);
  if (fixed ? have : have || kcc::thread_idx().x == 63)
    out[1] += 5; // here
}
TWINS(try_lock)

// One lock for each bucket.
//! 2x64 race
PLANTED(locks_of_buckets) {
  if (kcc::thread_idx().x % 8 != 0)
    return;
  int bucket = in[kcc::global_index()] / 8 % 4;
  int &word = out[fixed ? bucket : kcc::thread_idx().x / 8 % 4 ^ kcc::block_idx().x];
  lock(word);
  out[16 + bucket] += 1; // here
  unlock(word);
}
TWINS(locks_of_buckets)

//! 4x32 race
PLANTED(lock_of_each_block) {
  // Another block has another lock in shared memory.
  [[kcc::shared]] int own;
  if (kcc::thread_idx().x != 0)
    return;
  own = 0;
  int &word = fixed ? out[0] : own;
  lock(word);
  out[1] += 1; // here
  unlock(word);
}
TWINS(lock_of_each_block)

// Several readers, or one writer.
//! 4x32 race
PLANTED(readers_and_writers) {
  if (kcc::thread_idx().x != 0)
    return;
  Atomic<int> users(out[0]); // -1: one writes
  if (kcc::block_idx().x % 2 == 0) {
    int expected = 0;
    while (!users.compare_exchange_weak(expected, -1, acquire, relaxed))
      expected = 0;
    out[1] = static_cast<int>(kcc::block_idx().x) + 2; // here
    users.store(0, release);
  } else {
    int now = users.load(relaxed);
    while (now < 0 || !users.compare_exchange_weak(now, now + 1, acquire, relaxed))
      now = users.load(relaxed);
    out[20 + kcc::block_idx().x] = out[1]; // here
    users.fetch_sub(1, fixed ? release : relaxed);
  }
}
TWINS(readers_and_writers)

// All lanes of a warp take the lock one after another.
//! 2x32 race
PLANTED(lanes_in_turn) {
  unsigned t = kcc::thread_idx().x;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (lane == t) {
      lock(out[0]);
      out[1] += 1; // here
      unlock(out[0], fixed ? release : relaxed);
    }
    kcc::sync_warp();
  }
}
TWINS(lanes_in_turn)
