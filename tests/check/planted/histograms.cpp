// Atomic additions whose order does not matter, next to what they do not order.
#include "planted.h"

// The block adds its bins to those of the grid before all of its threads have counted.
//! 2x64 race
PLANTED(block_bins) {
  [[kcc::shared]] int bins[64];
  unsigned t = kcc::thread_idx().x;
  bins[t] = 0;
  kcc::sync_threads();
  BlockAtomic<int>(bins[in[t] % 7]).fetch_add(1, relaxed); // here
  if constexpr (fixed)
    kcc::sync_threads();
  Atomic<int>(out[t]).fetch_add(bins[t], relaxed); // here
}
TWINS(block_bins)

// The first block clears the sum that others add to.
//! 4x32 race
PLANTED(cleared_by_the_grid) {
  if (!fixed && kcc::global_index() == 0)
    out[0] = 0; // here
  kcc::sync_threads();
  Atomic<int>(out[0]).fetch_add(in[kcc::thread_idx().x], relaxed); // here
}
TWINS(cleared_by_the_grid)

// Each block takes the sum of all blocks for its own.
//! 3x32 race
PLANTED(sums_of_blocks) {
  int &sum = out[fixed ? kcc::block_idx().x * 8 : 0];
  Atomic<int>(sum).fetch_add(in[kcc::thread_idx().x]); // here
  kcc::sync_threads();
  out[100 + kcc::global_index()] = sum; // here
}
TWINS(sums_of_blocks)

// The greatest value is looked up first, to save the atomic operation.
//! 2x64 race
PLANTED(greatest) {
  int mine = in[kcc::thread_idx().x * 37 % 256];
  if (fixed || out[0] < mine)            // here
    Atomic<int>(out[0]).fetch_max(mine); // here
}
TWINS(greatest)

// The places in a list are given by a counter, and one thread reads how many there are.
//! 1x96 race
PLANTED(compacted) {
  [[kcc::shared]] int count;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    count = 0;
  kcc::sync_threads();
  if (in[t] % 3 == 0)
    out[BlockAtomic<int>(count).fetch_add(1, relaxed)] = in[t]; // here
  if constexpr (fixed)
    kcc::sync_threads();
  if (t == 95)
    out[200] = count; // here
}
TWINS(compacted)

// Two stages with bins of their own: the second one reads those of the first one too early.
//! 2x64 race
PLANTED(two_stages) {
  [[kcc::shared]] int fine[64], coarse[16];
  unsigned t = kcc::thread_idx().x;
  fine[t] = 0;
  if (t < 16)
    coarse[t] = 0;
  kcc::sync_threads();
  kcc::atomic_ref(fine[(t * 5 + 3) % 64]).fetch_add(in[t]); // here
  if constexpr (fixed)
    kcc::sync_threads();
  kcc::atomic_ref(coarse[t / 4]).fetch_add(fine[t]); // here
  kcc::sync_threads();
  if (t < 16)
    Atomic<int>(out[t]).fetch_add(coarse[t]);
}
TWINS(two_stages)

// A flag in a byte of a word in which bits are set.
//! 1x64 race
PLANTED(flags_of_a_word) {
  unsigned t = kcc::thread_idx().x;
  Atomic<int>(out[t / 32]).fetch_or(1 << t % 32, relaxed); // here
  if (t == 50)
    reinterpret_cast<unsigned char *>(&out[fixed ? 4 : 0])[3] = 1; // here
}
TWINS(flags_of_a_word)

// Sums of 8 bytes, of which a thread prints the lower half while others still add.
//! 2x32 race
PLANTED(half_of_a_sum) {
  auto *sums = reinterpret_cast<long long *>(out.data());
  unsigned t = kcc::thread_idx().x;
  Atomic<long long>(sums[t]).fetch_add(in[t], relaxed); // here
  if (kcc::block_idx().x == 1)
    out[128 + t] = out[fixed ? 64 + t : 2 * t]; // here
}
TWINS(half_of_a_sum)

// Each warp has bins of its own, and the first warp adds them up.
//! 1x64 race
PLANTED(bins_of_warps) {
  [[kcc::shared]] int bins[2][32];
  unsigned t = kcc::thread_idx().x;
  bins[t / 32][t % 32] = 0;
  kcc::sync_threads();
  BlockAtomic<int>(bins[t / 32][in[t] % 5]).fetch_add(1, relaxed); // here
  if constexpr (fixed)
    kcc::sync_threads();
  if (t < 32)
    out[t] = bins[0][t] + bins[1][t]; // here
}
TWINS(bins_of_warps)

// A counter that one block resets for the next round.
//! 2x64 race
PLANTED(next_round) {
  for (int round = 0; round < 3; ++round) {
    Atomic<int>(out[fixed ? round : 0]).fetch_add(1, relaxed); // here
    kcc::sync_threads();
    if (!fixed && kcc::thread_idx().x == 0)
      out[0] = 0; // here
    kcc::sync_threads();
  }
}
TWINS(next_round)
