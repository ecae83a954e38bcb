// Accesses outside of a variable in shared memory.
#include "planted.h"

#include <array>
#include <cstring>

//! 1x64 out-of-bounds
PLANTED(too_many_threads) {
  [[kcc::shared]] int tile[fixed ? 64 : 63];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t]; // here
  kcc::sync_threads();
  out[t] = tile[t];
}
TWINS(too_many_threads)

//! 1x64 out-of-bounds
PLANTED(halo) {
  [[kcc::shared]] int tile[66];
  unsigned t = kcc::thread_idx().x;
  tile[t + 1] = in[t];
  if (t == 0)
    tile[0] = 0;
  if (t == 63)
    tile[fixed ? 65 : 66] = in[64]; // here
  kcc::sync_threads();
  if (fixed || t < 63)
    out[t] = tile[t] + tile[t + 2];
}
TWINS(halo)

//! 1x64 out-of-bounds
PLANTED(neighbour_variable) {
  [[kcc::shared]] int first[64];
  [[kcc::shared]] int second[64];
  unsigned t = kcc::thread_idx().x;
  first[t] = in[t];
  second[t] = in[t];
  kcc::sync_threads();
  out[t] = first[fixed ? t : t + 1] + second[63 - t]; // here
}
TWINS(neighbour_variable)

//! 1x128 out-of-bounds
PLANTED(tree_without_guard) {
  [[kcc::shared]] int sums[128];
  unsigned t = kcc::thread_idx().x;
  sums[t] = in[t];
  for (unsigned step = 64; step > 0; step /= 2) {
    kcc::sync_threads();
    int other = !fixed || t + step < 128 ? sums[t + step] : 0; // here
    kcc::sync_threads();
    sums[t] += other;
  }
  out[t] = sums[t];
}
TWINS(tree_without_guard)

//! 1x32 out-of-bounds
PLANTED(before_the_begin) {
  [[kcc::shared]] int sums[32];
  int t = kcc::thread_idx().x;
  sums[t] = in[t];
  kcc::sync_warp();
  out[t] = !fixed || t > 0 ? sums[t - 1] : 0; // here
}
TWINS(before_the_begin)

//! 1x128 out-of-bounds
PLANTED(dynamic_part) {
  int *tile = kcc::dynamic_shared<int>().data();
  unsigned t = kcc::thread_idx().x;
  tile[fixed ? t : t + 1] = in[t]; // here
  kcc::sync_threads();
  out[t] = tile[fixed ? t : t + 1];
}
TWINS(dynamic_part)

//! 1x64 out-of-bounds
PLANTED(histogram) {
  [[kcc::shared]] int bins[32];
  unsigned t = kcc::thread_idx().x;
  if (t < 32)
    bins[t] = 0;
  kcc::sync_threads();
  BlockAtomic<int>(bins[in[t] / (fixed ? 2 : 1)]).fetch_add(1, relaxed); // here
  kcc::sync_threads();
  if (t < 32)
    out[t] = bins[t];
}
TWINS(histogram)

//! 1x64 out-of-bounds
[[gnu::noinline]] static void put(int *to, unsigned at, int value) {
  to[at] = value; // here
}
PLANTED(in_a_function) {
  [[kcc::shared]] int tile[fixed ? 65 : 64];
  [[kcc::shared]] int other[64];
  unsigned t = kcc::thread_idx().x;
  other[t] = 0;
  put(tile, t + 1, in[t]); // here
  kcc::sync_threads();
  out[t] = tile[t == 0 ? 1 : t] + other[t];
}
TWINS(in_a_function)

//! 1x32 out-of-bounds
PLANTED(two_dimensions) {
  [[kcc::shared]] int tile[8][4];
  unsigned t = kcc::thread_idx().x;
  if constexpr (fixed)
    tile[t / 4][t % 4] = in[t];
  else
    tile[t / 4 + 1][t % 4] = in[t]; // here
  kcc::sync_threads();
  out[t] = tile[0][t % 4];
}
TWINS(two_dimensions)

//! 1x1 out-of-bounds
PLANTED(copied_bytes) {
  [[kcc::shared]] int tile[16];
  std::memcpy(tile, in.data(), fixed ? 64 : 68); // here
  out[0] = tile[15];
}
TWINS(copied_bytes)

struct Item {
  int key, value;
};
//! 1x32 out-of-bounds
PLANTED(structures) {
  [[kcc::shared]] Item items[32];
  unsigned t = kcc::thread_idx().x;
  items[t] = {in[t], 1};
  kcc::sync_warp();
  out[t] = items[fixed ? 31 - t : 32 - t].value; // here
}
TWINS(structures)

//! 1x32 out-of-bounds
PLANTED(array_class) {
  [[kcc::shared]] std::array<int, 32> tile;
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::sync_warp();
  out[t] = tile.data()[t + (fixed ? 0 : 5)]; // here
}
TWINS(array_class)

// Wide loads of the last elements.
//! 1x16 out-of-bounds
PLANTED(wide_load) {
  [[kcc::shared]] alignas(8) int tile[32];
  unsigned t = kcc::thread_idx().x;
  tile[2 * t] = in[t];
  tile[2 * t + 1] = in[t];
  kcc::sync_warp();
  auto *pairs = reinterpret_cast<const long long *>(tile);
  out[t] = static_cast<int>(pairs[fixed ? t : t + 1]); // here
}
TWINS(wide_load)

// The end of one is the beginning of the other.
//! 1x32 out-of-bounds
PLANTED(neighbours) {
  [[kcc::shared]] int first[32], second[32];
  int t = static_cast<int>(kcc::thread_idx().x);
  first[t] = in[t];
  second[t] = in[t];
  kcc::sync_warp();
  out[t] = !fixed || t > 0 ? first[t - 1] + second[t - 1] : 0; // here
}
TWINS(neighbours)
