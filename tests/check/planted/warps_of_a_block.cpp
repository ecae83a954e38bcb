// Races between the warps of a block: something else than a barrier of all of them.
#include "planted.h"

//! 1x128 race
PLANTED(sums_of_warps) {
  [[kcc::shared]] int sums[4];
  unsigned t = kcc::thread_idx().x;
  int sum = kcc::warp::reduce(in[t]);
  if (t % 32 == 0)
    sums[t / 32] = sum; // here
  if constexpr (fixed)
    kcc::sync_threads();
  else
    kcc::sync_warp();
  if (t == 0)
    out[0] = sums[0] + sums[1] + sums[2] + sums[3]; // here
}
TWINS(sums_of_warps)

// The same array serves two sums.
//! 1x64 race
PLANTED(array_used_twice) {
  [[kcc::shared]] int sums[2];
  unsigned t = kcc::thread_idx().x;
  for (int round = 0; round < 2; ++round) {
    int sum = kcc::warp::reduce(in[t] + round);
    if (t % 32 == 0)
      sums[t / 32] = sum; // here
    kcc::sync_threads();
    out[t] += sums[0] + sums[1]; // here
    if constexpr (fixed)
      kcc::sync_threads();
  }
}
TWINS(array_used_twice)

//! 1x128 race
PLANTED(named_barrier_of_too_few) {
  [[kcc::shared]] int tile[128];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t]; // here
  if constexpr (fixed)
    kcc::named_barrier(1, 128).sync();
  else
    kcc::named_barrier(1 + t / 64, 64).sync();
  out[t] = tile[127 - t]; // here
}
TWINS(named_barrier_of_too_few)

//! 1x96 race
PLANTED(third_warp_is_not_waited_for) {
  [[kcc::shared]] int tile[96];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t]; // here
  kcc::named_barrier all(3, 96), two(4, 64);
  if constexpr (fixed)
    all.sync();
  else if (t < 64)
    two.sync();
  if (t < 64)
    out[t] = tile[t + 32]; // here
}
TWINS(third_warp_is_not_waited_for)

// The last thread of each warp passes its value to the next warp.
//! 1x96 race
PLANTED(value_for_the_next_warp) {
  [[kcc::shared]] int last[3];
  unsigned t = kcc::thread_idx().x, warp = t / 32;
  if (t % 32 == 31)
    last[warp] = in[t]; // here
  kcc::sync_warp();
  if constexpr (fixed)
    kcc::sync_threads();
  int left = kcc::warp::shuffle_up(in[t], 1);
  if (t % 32 == 0)
    left = warp == 0 ? 0 : last[warp - 1]; // here
  out[t] = left;
}
TWINS(value_for_the_next_warp)

// A fence is not a barrier.
//! 1x64 race
PLANTED(fence_as_barrier) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t]; // here
  kcc::fence_block();
  if constexpr (fixed)
    kcc::sync_threads();
  out[t] = tile[t ^ 32]; // here
}
TWINS(fence_as_barrier)

// A barrier that orders the write of the first round only.
//! 1x64 race
PLANTED(barrier_before_the_loop) {
  [[kcc::shared]] int best;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    best = 0;
  kcc::sync_threads();
  for (int round = 0; round < 3; ++round) {
    if (in[t] == 20 + round * 7)
      best = in[t]; // here
    if constexpr (fixed)
      kcc::sync_threads();
    out[t] += best; // here
    if constexpr (fixed)
      kcc::sync_threads();
  }
}
TWINS(barrier_before_the_loop)

// One warp loads, the others compute.
//! 1x96 race
PLANTED(loading_warp) {
  [[kcc::shared]] int tile[2][32];
  unsigned t = kcc::thread_idx().x, lane = t % 32;
  for (int round = 0; round < 4; ++round) {
    if (t < 32)
      tile[round % 2][lane] = in[lane] + round; // here
    if (fixed || round != 2)
      kcc::sync_threads();
    if (t >= 32)
      out[t] += tile[round % 2][31 - lane]; // here
  }
}
TWINS(loading_warp)

//! 1x64 race
PLANTED(queue_of_a_block) {
  [[kcc::shared]] int queue[64];
  [[kcc::shared]] int count;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    count = 0;
  kcc::sync_threads();
  if (in[t] % 2 == 0)
    queue[BlockAtomic<int>(count).fetch_add(1, relaxed)] = in[t]; // here
  if constexpr (fixed)
    kcc::sync_threads();
  int have = BlockAtomic<int>(count).load(relaxed);
  if (have != 0)
    out[t] = queue[t % have]; // here
}
TWINS(queue_of_a_block)

// All threads of many warps read the same; one warp does not wait before it is written again.
//! 1x1024 race
PLANTED(one_of_many_warps) {
  [[kcc::shared]] int limit;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    limit = in[7];
  kcc::sync_threads();
  int seen = limit; // here
  if (fixed)
    kcc::named_barrier(1, 1024).sync();
  else if (t / 32 != 20)
    kcc::named_barrier(1, 992).sync();
  if (t == 0)
    limit = in[8]; // here
  if (seen != 7)
    out[0] = seen;
}
TWINS(one_of_many_warps)

//! 1x128 race
PLANTED(dynamic_shared_memory) {
  std::span<int> tile = kcc::dynamic_shared<int>();
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t]; // here
  if constexpr (fixed)
    kcc::sync_threads();
  else if (t < 64)
    kcc::named_barrier(1, 64).sync();
  out[t] = tile[(t + 32) % 128]; // here
}
TWINS(dynamic_shared_memory)

// Two roles of one array of bytes.
//! 1x64 race
PLANTED(memory_used_again) {
  [[kcc::shared]] alignas(16) unsigned char memory[512];
  unsigned t = kcc::thread_idx().x;
  auto *numbers = reinterpret_cast<int *>(memory);
  auto *wide = reinterpret_cast<long long *>(memory);
  numbers[t] = in[t];
  kcc::sync_threads();
  int mine = numbers[63 - t]; // here
  if constexpr (fixed)
    kcc::sync_threads();
  wide[t] = mine; // here
  kcc::sync_threads();
  out[t] = static_cast<int>(wide[t ^ 32]);
}
TWINS(memory_used_again)
