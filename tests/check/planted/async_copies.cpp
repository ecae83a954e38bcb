// Asynchronous copies that are used before they are complete.
#include "planted.h"

#include <kcc/async_copy.h>

struct alignas(16) Four {
  int values[4];
};

/// For structures.
[[gnu::noinline]] static void start(Four *to, const int *from) {
  kcc::async_copy(to, reinterpret_cast<const Four *>(from)); // here
}

//! 1x64 race
PLANTED(never_waits) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  kcc::async_copy(&tile[t], &in[t]); // here
  kcc::async_commit();
  if constexpr (fixed)
    kcc::async_wait<0>();
  kcc::sync_threads();
  out[t] = tile[63 - t]; // here
}
TWINS(never_waits)

//! 1x64 race
PLANTED(reads_its_own_copy) {
  [[kcc::shared]] float tile[64];
  unsigned t = kcc::thread_idx().x;
  kcc::async_copy(&tile[t], reinterpret_cast<const float *>(in.data()) + t); // here
  if constexpr (fixed)
    kcc::async_wait_all();
  out[t] = tile[t] > 0; // here
  if constexpr (!fixed)
    kcc::async_wait_all();
}
TWINS(reads_its_own_copy)

// Two stages, of which the newer one must be complete, too.
//! 1x64 race
PLANTED(waits_for_too_few) {
  [[kcc::shared]] int stages[2][64];
  unsigned t = kcc::thread_idx().x;
  kcc::async_copy(&stages[0][t], &in[t]);
  kcc::async_commit();
  for (unsigned tile = 0; tile < 4; ++tile) {
    if (tile < 3)
      kcc::async_copy(&stages[(tile + 1) % 2][t], &in[(tile + 1) * 64 + t]); // here
    kcc::async_commit();
    if (fixed || tile != 2)
      kcc::async_wait<1>();
    else
      kcc::async_wait<2>();
    kcc::sync_threads();
    out[t] += stages[tile % 2][63 - t]; // here
    kcc::sync_threads();
  }
}
TWINS(waits_for_too_few)

// A wait for groups does not wait for copies that are in none.
//! 1x64 race
PLANTED(commits_too_late) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  kcc::async_copy(&tile[t], &in[t]); // here
  if constexpr (fixed)
    kcc::async_commit();
  kcc::async_wait<0>();
  kcc::sync_threads();
  out[t] = tile[63 - t]; // here
  if constexpr (!fixed)
    kcc::async_commit();
}
TWINS(commits_too_late)

// Each thread waits for its own copies only, so the barrier has to come after that.
//! 1x64 race
PLANTED(barrier_before_the_wait) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  kcc::async_copy(&tile[t], &in[t]); // here
  kcc::async_commit();
  if constexpr (!fixed)
    kcc::sync_threads();
  kcc::async_wait<0>();
  if constexpr (fixed)
    kcc::sync_threads();
  out[t] = tile[63 - t]; // here
}
TWINS(barrier_before_the_wait)

// As in a matrix product with several stages: nothing orders the reads after the waits of other threads.
//! 2x64 race
PLANTED(stages_without_barrier) {
  [[kcc::shared]] int stages[4][64];
  unsigned t = kcc::thread_idx().x;
  for (unsigned stage = 0; stage < 3; ++stage) {
    kcc::async_copy(&stages[stage][t], &in[stage * 64 + t]); // here
    kcc::async_commit();
  }
  int sum = 0;
  for (unsigned tile = 0; tile < 6; ++tile) {
    kcc::async_wait<2>();
    if (fixed || tile != 4)
      kcc::sync_threads();
    for (unsigned k = 0; k < 64; k += 16)
      sum += stages[tile % 4][(t + k) % 64]; // here
    if (tile < 3)
      kcc::async_copy(&stages[(tile + 3) % 4][t], &in[tile * 64 + t]); // here
    kcc::async_commit();
  }
  out[kcc::global_index()] = sum;
}
TWINS(stages_without_barrier)

// What was there is overwritten at any time.
//! 1x64 race
PLANTED(reads_what_is_overwritten) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::sync_threads();
  int old = 0;
  if constexpr (fixed)
    old = tile[t];
  kcc::async_copy(&tile[t], &in[64 + t]); // here
  if constexpr (!fixed)
    old = tile[t]; // here
  kcc::async_wait_all();
  out[t] = old + tile[t];
}
TWINS(reads_what_is_overwritten)

//! 1x64 race
PLANTED(writes_what_is_copied) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  kcc::async_copy_by_block(std::span(tile), in.first<64>()); // here
  if constexpr (fixed)
    kcc::async_wait_all();
  if (in[t] < 0 || t == 5)
    tile[t] = 0; // here
  kcc::async_wait_all();
  kcc::sync_threads();
  out[t] = tile[63 - t];
}
TWINS(writes_what_is_copied)

//! 1x32,2 race
PLANTED(structures) {
  [[kcc::shared]] Four tile[64];
  unsigned t = kcc::thread_rank();
  start(&tile[t], &in[t % 16 * 4]);
  kcc::async_commit();
  if (fixed || t != 40)
    kcc::async_wait<0>();
  kcc::sync_threads();
  out[t] = tile[(t + 7) % 64].values[t % 4]; // here
}
TWINS(structures)

// The barrier's phase ends when the copies are complete.
//! 1x64 race
PLANTED(arrives_without_copies) {
  [[kcc::shared]] kcc::barrier full;
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    full.init(64);
  kcc::sync_threads();
  kcc::async_copy(&tile[t], &in[t]); // here
  if constexpr (fixed)
    kcc::async_arrive(full);
  else
    (void)full.arrive();
  full.wait_parity(false);
  out[t] = tile[63 - t]; // here
}
TWINS(arrives_without_copies)

// The barrier says that the copy has begun, and another one that the reads are done before the wait.
//! 1x64 race
PLANTED(waits_after_the_others) {
  [[kcc::shared]] kcc::barrier full, empty;
  [[kcc::shared]] int tile[32];
  const unsigned t = kcc::thread_idx().x;
  if (t == 0) {
    full.init(32);
    empty.init(32);
  }
  kcc::sync_threads();
  if (t < 32) {
    kcc::async_copy(&tile[t], &in[t]); // here
    if constexpr (fixed)
      kcc::async_arrive(full);
    else
      (void)full.arrive();
    empty.wait_parity(false);
    kcc::async_wait_all();
  } else {
    full.wait_parity(false);
    out[t] = tile[63 - t]; // here
    (void)empty.arrive();
  }
}
TWINS(waits_after_the_others)

// At the end of the copy nothing is written any more, but its value is another one.
//! 1x64 race
PLANTED(writes_meanwhile) {
  [[kcc::shared]] int tile[32];
  const unsigned t = kcc::thread_idx().x;
  kcc::named_barrier half(1, 32);
  if (t < 32) {
    kcc::async_copy(&tile[t], &in[t + 100]); // here
    half.sync();
    kcc::async_wait_all();
    half.sync();
    out[t] = tile[t];
  } else if (!fixed && t == 40) {
    tile[5] = 1; // here
  }
}
TWINS(writes_meanwhile)
