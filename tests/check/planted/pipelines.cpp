// Warps that produce and warps that consume, with named barriers and barriers in shared memory.
#include "planted.h"

#include <kcc/async_copy.h>

//! 1x64 race
PLANTED(empty_before_the_read) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x, lane = t % 32;
  kcc::named_barrier full(1, 64), empty(2, 64);
  for (int round = 0; round < 4; ++round)
    if (t < 32) {
      if (round != 0)
        empty.sync();
      tile[lane] = in[lane] + round; // here
      full.arrive();
    } else {
      full.sync();
      if (!fixed && round != 3)
        empty.arrive();
      out[t] += tile[31 - lane]; // here
      if (fixed && round != 3)
        empty.arrive();
    }
}
TWINS(empty_before_the_read)

// Two tiles, each with its own barriers.
//! 1x64 race
PLANTED(wrong_stage) {
  [[kcc::shared]] int tiles[2][32];
  unsigned t = kcc::thread_idx().x, lane = t % 32;
  for (unsigned round = 0; round < 6; ++round) {
    unsigned stage = round % 2, read = fixed ? stage : round / 2 % 2;
    kcc::named_barrier full(1 + stage, 64), empty(3 + stage, 64);
    if (t < 32) {
      if (round >= 2)
        empty.sync();
      tiles[stage][lane] = in[lane] + static_cast<int>(round); // here
      full.arrive();
    } else {
      full.sync();
      out[t] += tiles[read][31 - lane]; // here
      if (round < 4)
        empty.arrive();
    }
  }
}
TWINS(wrong_stage)

// A barrier in shared memory, used for the write but not for the next one.
//! 1x64 race
PLANTED(phase_of_the_write_only) {
  [[kcc::shared]] kcc::barrier full, empty;
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x, lane = t % 32;
  if (t == 0) {
    full.init(64);
    empty.init(64);
  }
  kcc::sync_threads();
  for (int round = 0; round < 4; ++round)
    if (t < 32) {
      tile[lane] = in[lane] + round; // here
      full.arrive_and_wait();
      if constexpr (fixed)
        empty.arrive_and_wait();
    } else {
      full.arrive_and_wait();
      out[t] += tile[31 - lane]; // here
      if constexpr (fixed)
        empty.arrive_and_wait();
    }
}
TWINS(phase_of_the_write_only)

// Work between arriving and waiting must not need the others.
//! 1x64 race
PLANTED(work_before_the_wait) {
  [[kcc::shared]] kcc::barrier ready;
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    ready.init(64);
  kcc::sync_threads();
  tile[t] = in[t]; // here
  auto token = ready.arrive();
  if constexpr (!fixed)
    out[t] = tile[63 - t]; // here
  ready.wait(token);
  if constexpr (fixed)
    out[t] = tile[63 - t];
}
TWINS(work_before_the_wait)

//! 1x64 race
PLANTED(arrived_before_the_write) {
  [[kcc::shared]] kcc::barrier ready;
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    ready.init(64);
  kcc::sync_threads();
  if constexpr (fixed)
    tile[t] = in[t];
  auto token = ready.arrive();
  if constexpr (!fixed)
    tile[t] = in[t]; // here
  ready.wait(token);
  out[t] = tile[63 - t]; // here
}
TWINS(arrived_before_the_write)

// The barrier is used before all threads know that it has been initialized.
//! 1x64 race
PLANTED(two_of_three_warps) {
  [[kcc::shared]] kcc::barrier ready;
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    ready.init(fixed ? 64 : 32);
  kcc::sync_threads();
  tile[t] = in[t]; // here
  if (fixed || t < 32)
    ready.arrive_and_wait();
  out[t] = tile[63 - t]; // here
}
TWINS(two_of_three_warps)

//! 1x64 race
PLANTED(copy_without_barrier) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  kcc::async_copy(&tile[t], &in[t]); // here
  kcc::async_wait_all();
  if constexpr (fixed)
    kcc::sync_threads();
  out[t] = tile[63 - t]; // here
}
TWINS(copy_without_barrier)

// Three tiles in flight; the oldest is overwritten while others still read it.
//! 1x64 race
PLANTED(copies_in_flight) {
  [[kcc::shared]] int tiles[3][64];
  unsigned t = kcc::thread_idx().x;
  auto start = [&](unsigned tile) {
    if (tile < 4)
      kcc::async_copy(&tiles[tile % 3][t], &in[tile * 64 + t]); // here
    kcc::async_commit();
  };
  start(0);
  start(1);
  for (unsigned tile = 0; tile < 4; ++tile) {
    start(tile + 2);
    kcc::async_wait<2>();
    kcc::sync_threads();
    out[t] += tiles[tile % 3][63 - t]; // here
    if (fixed || tile != 0)
      kcc::sync_threads();
  }
}
TWINS(copies_in_flight)

//! 1x64 race
PLANTED(bulk_copy) {
  [[kcc::shared]] kcc::barrier full;
  [[kcc::shared]] alignas(16) int tile[64];
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    full.init(1);
  kcc::sync_threads();
  if (t == 0) {
    kcc::bulk_copy(std::span(tile), in.first<64>(), full); // here
    (void)full.arrive();
  }
  if (fixed || t < 32)
    full.wait_parity(false);
  out[t] = tile[63 - t]; // here
}
TWINS(bulk_copy)

// A thread leaves the barrier for good, and then writes what the others read.
//! 1x64 race
PLANTED(drops_out) {
  [[kcc::shared]] kcc::barrier ready;
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    ready.init(64);
  kcc::sync_threads();
  if (t >= 32) {
    if constexpr (fixed)
      tile[t] = in[t];
    ready.arrive_and_drop();
    if constexpr (!fixed)
      tile[t] = in[t]; // here
    return;
  }
  ready.arrive_and_wait();
  out[t] = tile[t + 32]; // here
}
TWINS(drops_out)
