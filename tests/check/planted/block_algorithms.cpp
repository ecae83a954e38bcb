// Block algorithms in shared memory that lack a barrier.
#include "planted.h"

//! 1x128 race
PLANTED(tree_sum) {
  [[kcc::shared]] int sums[128];
  unsigned t = kcc::thread_idx().x;
  sums[t] = in[t];
  kcc::sync_threads();
  for (unsigned step = 64; step > 0; step /= 2) {
    if (t < step)
      sums[t] += sums[t + step]; // here
    if constexpr (fixed)
      kcc::sync_threads();
  }
  if (t == 0)
    out[0] = sums[0];
}
TWINS(tree_sum)

//! 1x128 race
PLANTED(tree_sum_result) {
  [[kcc::shared]] int sums[128];
  unsigned t = kcc::thread_idx().x;
  sums[t] = in[t];
  for (unsigned step = 1; step < 128; step *= 2) {
    kcc::sync_threads();
    if (t % (2 * step) == 0)
      sums[t] += sums[t + step]; // here
  }
  if constexpr (fixed)
    kcc::sync_threads();
  out[t] = sums[0]; // here
}
TWINS(tree_sum_result)

// Hillis and Steele's scan reads what it writes.
//! 1x96 race
PLANTED(scan_in_place) {
  [[kcc::shared]] int sums[96];
  unsigned t = kcc::thread_idx().x;
  sums[t] = in[t];
  kcc::sync_threads();
  for (unsigned step = 1; step < 96; step *= 2) {
    int left = t >= step ? sums[t - step] : 0; // here
    if constexpr (fixed)
      kcc::sync_threads();
    sums[t] += left; // here
    kcc::sync_threads();
  }
  out[t] = sums[t];
}
TWINS(scan_in_place)

//! 1x96 race
PLANTED(scan_two_buffers) {
  [[kcc::shared]] int sums[2][96];
  unsigned t = kcc::thread_idx().x;
  unsigned now = 0;
  sums[now][t] = in[t];
  for (unsigned step = 1; step < 96; step *= 2) {
    kcc::sync_threads();
    unsigned next = fixed ? 1 - now : now;
    sums[next][t] = sums[now][t] + (t >= step ? sums[now][t - step] : 0); // here
    now = next;
  }
  out[t] = sums[now][t];
}
TWINS(scan_two_buffers)

// Blelloch's scan up and down a tree.
//! 1x64 race
PLANTED(scan_of_tree) {
  [[kcc::shared]] int sums[128];
  unsigned t = kcc::thread_idx().x;
  sums[2 * t] = in[2 * t];
  sums[2 * t + 1] = in[2 * t + 1];
  unsigned distance = 1;
  for (unsigned active = 64; active > 0; active /= 2) {
    kcc::sync_threads();
    if (t < active)
      sums[distance * (2 * t + 2) - 1] += sums[distance * (2 * t + 1) - 1]; // here
    distance *= 2;
  }
  if (t == 0)
    sums[127] = 0;
  for (unsigned active = 1; active < 128; active *= 2) {
    distance /= 2;
    if (fixed || active != 4)
      kcc::sync_threads();
    if (t < active) {
      unsigned left = distance * (2 * t + 1) - 1, right = distance * (2 * t + 2) - 1;
      int before = sums[left];            // here
      sums[left] = sums[right];           // here
      sums[right] = sums[right] + before; // here
    }
  }
  kcc::sync_threads();
  out[t] = sums[2 * t];
}
TWINS(scan_of_tree)

//! 4x256 race
PLANTED(transpose) {
  [[kcc::shared]] int tile[16][17];
  unsigned x = kcc::thread_idx().x % 16, y = kcc::thread_idx().x / 16;
  tile[y][x] = in[y * 16 + x]; // here
  if constexpr (fixed)
    kcc::sync_threads();
  if (kcc::block_idx().x == 0)
    out[y * 16 + x] = tile[x][y]; // here
}
TWINS(transpose)

//! 2x64 race
PLANTED(stencil_with_halo) {
  [[kcc::shared]] int tile[66];
  unsigned t = kcc::thread_idx().x;
  unsigned i = kcc::block_idx().x * 64 + t;
  tile[t + 1] = in[i]; // here
  if (t == 0)
    tile[0] = i == 0 ? 0 : in[i - 1];
  if (t == 63)
    tile[65] = in[i + 1];
  if constexpr (fixed)
    kcc::sync_threads();
  else
    kcc::sync_warp();
  out[i] = tile[t] + tile[t + 1] + tile[t + 2]; // here
}
TWINS(stencil_with_halo)

// The next tile is loaded while others still read the last one.
//! 1x256 race
PLANTED(matrix_product) {
  [[kcc::shared]] int a[16][16];
  [[kcc::shared]] int b[16][16];
  unsigned x = kcc::thread_idx().x % 16, y = kcc::thread_idx().x / 16;
  int sum = 0;
  for (unsigned tile = 0; tile < 3; ++tile) {
    a[y][x] = in[(y * 16 + x + tile) % 256]; // here
    b[y][x] = in[(x * 16 + y + tile) % 256]; // here
    kcc::sync_threads();
    for (unsigned k = 0; k < 16; ++k)
      sum += a[y][k] * b[k][x]; // here
    if constexpr (fixed)
      kcc::sync_threads();
  }
  out[y * 16 + x] = sum;
}
TWINS(matrix_product)

//! 1x64 race
PLANTED(bitonic_sort) {
  [[kcc::shared]] int keys[64];
  unsigned t = kcc::thread_idx().x;
  keys[t] = in[63 - t];
  kcc::sync_threads();
  for (unsigned size = 2; size <= 64; size *= 2)
    for (unsigned step = size / 2; step > 0; step /= 2) {
      unsigned other = t ^ step;
      if (other > t) {
        int a = keys[t], b = keys[other]; // here
        if ((a > b) == ((t & size) == 0)) {
          keys[t] = b;     // here
          keys[other] = a; // here
        }
      }
      if (fixed || step > 32)
        kcc::sync_threads();
    }
  out[t] = keys[t]; // here
}
TWINS(bitonic_sort)

//! 2x128 race
PLANTED(histogram) {
  [[kcc::shared]] int bins[32];
  unsigned t = kcc::thread_idx().x;
  if (t < 32)
    bins[t] = 0;
  kcc::sync_threads();
  BlockAtomic<int>(bins[in[t] % 32]).fetch_add(1, relaxed); // here
  if constexpr (fixed)
    kcc::sync_threads();
  if (t < 32)
    Atomic<int>(out[t]).fetch_add(bins[t], relaxed); // here
}
TWINS(histogram)

// Each round chooses a slot for those that stay, and the counter is reset for the next one.
//! 1x64 race
PLANTED(compaction) {
  [[kcc::shared]] int count;
  unsigned t = kcc::thread_idx().x;
  for (int round = 0; round < 3; ++round) {
    if (t == 0)
      count = 0; // here
    kcc::sync_threads();
    if (in[t] % 3 == round)
      out[BlockAtomic<int>(count).fetch_add(1, relaxed)] += 1; // here
    kcc::sync_threads();
    if (t == 40)
      out[200] += count; // here
    if constexpr (fixed)
      kcc::sync_threads();
  }
}
TWINS(compaction)

//! 1x64 race
PLANTED(odd_even_sort) {
  [[kcc::shared]] int keys[64];
  unsigned t = kcc::thread_idx().x;
  keys[t] = in[63 - t];
  kcc::sync_threads();
  for (unsigned round = 0; round < 64; ++round) {
    unsigned left = 2 * t + round % 2;
    if (left + 1 < 64 && keys[left] > keys[left + 1]) { // here
      int key = keys[left];                             // here
      keys[left] = keys[left + 1];                      // here
      keys[left + 1] = key;                             // here
    }
    if (fixed || round % 2 == 0)
      kcc::sync_threads();
    else
      kcc::fence_block();
  }
  out[t] = keys[t]; // here
}
TWINS(odd_even_sort)
