// Races between the lanes of a warp.
#include "planted.h"

//! 1x32 race
PLANTED(exchange) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t]; // here
  if constexpr (fixed)
    kcc::sync_warp();
  out[t] = tile[t ^ 1]; // here
}
TWINS(exchange)

//! 2x64 race
PLANTED(broadcast) {
  [[kcc::shared]] int first[2];
  unsigned t = kcc::thread_idx().x, warp = t / 32;
  if (t % 32 == 0)
    first[warp] = in[t]; // here
  if constexpr (fixed)
    kcc::sync_warp();
  out[kcc::global_index()] = first[warp]; // here
}
TWINS(broadcast)

// Code from before 2017, when the lanes of a warp ran in lockstep.
//! 1x64 race
PLANTED(last_steps_of_a_sum) {
  [[kcc::shared]] int sums[64];
  unsigned t = kcc::thread_idx().x;
  sums[t] = in[t];
  kcc::sync_threads();
  if (t < 32) {
    int sum = sums[t] + sums[t + 32];
    sums[t] = sum; // here
    for (unsigned step = 16; step > 0; step /= 2) {
      if constexpr (fixed)
        kcc::sync_warp();
      int other = sums[(t + step) % 32]; // here
      if constexpr (fixed)
        kcc::sync_warp();
      sums[t] = sum += other; // here
    }
  }
  kcc::sync_threads();
  out[t] = sums[0];
}
TWINS(last_steps_of_a_sum)

//! 1x96 race
PLANTED(scan_of_a_warp) {
  [[kcc::shared]] int sums[96];
  unsigned t = kcc::thread_idx().x, lane = t % 32;
  sums[t] = in[t];
  for (unsigned step = 1; step < 32; step *= 2) {
    kcc::sync_warp();
    int left = lane >= step ? sums[t - step] : 0; // here
    if constexpr (fixed)
      kcc::sync_warp();
    sums[t] += left; // here
  }
  out[t] = sums[t];
}
TWINS(scan_of_a_warp)

//! 1x32 race
PLANTED(mask_of_half_a_warp) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t]; // here
  kcc::sync_warp(fixed ? 0xffffffff : t < 16 ? 0xffff : 0xffff0000);
  out[t] = tile[31 - t]; // here
}
TWINS(mask_of_half_a_warp)

//! 1x64 race
PLANTED(segments_of_eight) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x, lane = t % 32;
  tile[t] = in[t]; // here
  kcc::sync_warp(0xffu << lane / 8 * 8);
  out[t] = tile[fixed ? t ^ 7 : t ^ 8]; // here
}
TWINS(segments_of_eight)

// The reads before a vote are not ordered by it.
//! 1x32 race
PLANTED(vote_as_barrier) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::sync_warp();
  int other = tile[t ^ 16]; // here
  while (kcc::warp::any(other > 100))
    other -= 100;
  if constexpr (fixed)
    kcc::sync_warp();
  tile[t] = other; // here
  out[t] = tile[t];
}
TWINS(vote_as_barrier)

//! 1x32 race
PLANTED(reduction_as_barrier) {
  [[kcc::shared]] int total;
  unsigned t = kcc::thread_idx().x;
  int sum = kcc::warp::reduce(in[t]);
  if (kcc::warp::elect())
    total = sum; // here
  sum = kcc::warp::reduce(in[t + 32]);
  if constexpr (fixed)
    kcc::sync_warp();
  out[t] = total + sum; // here
}
TWINS(reduction_as_barrier)

//! 1x32 race
PLANTED(branches) {
  [[kcc::shared]] int tile[16];
  unsigned t = kcc::thread_idx().x;
  if (t < 16)
    tile[t] = in[t]; // here
  if constexpr (fixed)
    kcc::sync_warp();
  if (t >= 16)
    out[t] = tile[t - 16]; // here
}
TWINS(branches)

//! 1x32 race
PLANTED(neighbours_in_a_loop) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::sync_warp();
  for (int round = 0; round < 4; ++round) {
    int next = tile[(t + 1) % 32]; // here
    kcc::sync_warp();
    tile[t] = next; // here
    if constexpr (fixed)
      kcc::sync_warp();
  }
  out[t] = tile[t];
}
TWINS(neighbours_in_a_loop)

// Only some lanes are left; the others still read.
//! 1x32 race
PLANTED(lanes_that_left_the_loop) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::sync_warp();
  int sum = 0;
  if (t < 20)
    sum = tile[t + 12]; // here
  if constexpr (fixed)
    kcc::sync_warp();
  else
    kcc::sync_warp(t < 20 ? 0xfffff : 0xfff00000);
  if (t >= 20)
    tile[t] = sum; // here
  out[t] = sum;
}
TWINS(lanes_that_left_the_loop)

// All lanes read the same; the last ones do not wait.
//! 1x32 race
PLANTED(many_readers) {
  [[kcc::shared]] int limit;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    limit = in[7];
  kcc::sync_warp();
  out[t] = limit; // here
  if constexpr (fixed)
    kcc::sync_warp();
  else if (t < 24)
    kcc::sync_warp(0xffffff);
  if (t == 3)
    limit = in[8]; // here
}
TWINS(many_readers)

// In global memory too.
//! 2x32 race
PLANTED(global_memory) {
  std::size_t i = kcc::global_index();
  out[i] = in[i]; // here
  if constexpr (fixed)
    kcc::sync_warp();
  else
    kcc::fence_block();
  out[64 + i] = out[i ^ 31]; // here
}
TWINS(global_memory)

// Lanes share a counter without atomics.
//! 1x32 race
PLANTED(slot_by_counter) {
  [[kcc::shared]] int count;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    count = 0;
  kcc::sync_warp();
  int slot;
  if constexpr (fixed)
    slot = BlockAtomic<int>(count).fetch_add(1, relaxed);
  else
    slot = count++; // here
  BlockAtomic<int>(out[slot]).store(in[t], relaxed);
}
TWINS(slot_by_counter)
