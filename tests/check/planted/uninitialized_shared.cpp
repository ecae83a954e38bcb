// Reads of shared memory that nobody has written, and correct code that looks like it.
#include "planted.h"

#include <cstring>

//! 1x64 uninitialized
PLANTED(tile_of_half_a_block) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  if (fixed || t < 32)
    tile[t] = in[t];
  kcc::sync_threads();
  out[t] = tile[63 - t] * 2; // here
}
TWINS(tile_of_half_a_block)

//! 3x32 uninitialized
PLANTED(tile_of_the_first_block) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x;
  if (fixed || kcc::block_idx().x == 0)
    tile[t] = in[t];
  kcc::sync_threads();
  out[kcc::global_index()] = tile[31 - t] * 2; // here
}
TWINS(tile_of_the_first_block)

//! 2x64 uninitialized
PLANTED(counter) {
  [[kcc::shared]] int count;
  unsigned t = kcc::thread_idx().x;
  if (fixed && t == 0)
    count = 0;
  kcc::sync_threads();
  BlockAtomic<int>(count).fetch_add(1, relaxed); // here
}
TWINS(counter)

//! 1x64 uninitialized
PLANTED(halo) {
  [[kcc::shared]] int tile[66];
  unsigned t = kcc::thread_idx().x;
  tile[t + 1] = in[t];
  if (t == 0)
    tile[0] = 0;
  if (fixed && t == 63)
    tile[65] = 0;
  kcc::sync_threads();
  out[t] = tile[t] + tile[t + 1] + tile[t + 2]; // here
}
TWINS(halo)

// The sums of more warps than the block has.
//! 1x96 uninitialized
PLANTED(sums_of_warps) {
  [[kcc::shared]] int sums[32];
  unsigned t = kcc::thread_idx().x;
  int sum = kcc::warp::reduce(in[t]);
  if (t % 32 == 0)
    sums[t / 32] = sum;
  kcc::sync_threads();
  if (t < 32) {
    sum = kcc::warp::reduce(!fixed || t < 3 ? sums[t] : 0); // here
    if (t == 0)
      out[0] = sum;
  }
}
TWINS(sums_of_warps)

//! 1x96 uninitialized
PLANTED(dynamic_part) {
  std::span<int> tile = kcc::dynamic_shared<int>();
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  if (fixed && t < 32)
    tile[96 + t] = 0;
  kcc::sync_threads();
  out[t] = tile[t + 1] * 2; // here
}
TWINS(dynamic_part)

//! 1x32 uninitialized
PLANTED(flag) {
  [[kcc::shared]] bool found;
  unsigned t = kcc::thread_idx().x;
  if (fixed && t == 0)
    found = false;
  kcc::sync_warp();
  if (in[t] == 100)
    found = true;
  kcc::sync_warp();
  if (found) // here
    out[t] = 1;
}
TWINS(flag)

// A row of padding keeps banks apart. It is never written, and must not be read.
//! 1x256 uninitialized
PLANTED(padding_of_a_tile) {
  [[kcc::shared]] int tile[16][17];
  unsigned x = kcc::thread_idx().x % 16, y = kcc::thread_idx().x / 16;
  tile[y][x] = in[y * 16 + x];
  kcc::sync_threads();
  out[y * 16 + x] = tile[x][fixed ? y : y + 1] + 1; // here
}
TWINS(padding_of_a_tile)

// A sort of fewer keys than there is room for.
//! 1x64 uninitialized
PLANTED(keys_of_a_sort) {
  [[kcc::shared]] int keys[64];
  unsigned t = kcc::thread_idx().x;
  if (t < 50)
    keys[t] = in[49 - t];
  else if (fixed)
    keys[t] = 1000;
  for (unsigned size = 2; size <= 64; size *= 2)
    for (unsigned step = size / 2; step > 0; step /= 2) {
      kcc::sync_threads();
      unsigned other = t ^ step;
      if (other > t && (keys[t] > keys[other]) == ((t & size) == 0)) // here
        std::swap(keys[t], keys[other]);
    }
  kcc::sync_threads();
  out[t] = keys[t];
}
TWINS(keys_of_a_sort)

// Of a union, the other member has been written.
//! 1x32 uninitialized
PLANTED(rest_of_a_union) {
  union Both {
    short small;
    int words[2];
  };
  [[kcc::shared]] Both both[32];
  unsigned t = kcc::thread_idx().x;
  both[t].small = 3;
  if constexpr (fixed)
    both[t].words[1] = 4;
  out[t] = both[t].small + both[t].words[1]; // here
}
TWINS(rest_of_a_union)

// Structures with padding are copied as a whole.
//! 1x32 uninitialized
PLANTED(structure_with_padding) {
  struct Padded {
    char letter;
    int number;
  };
  [[kcc::shared]] Padded first[32], second[32];
  unsigned t = kcc::thread_idx().x;
  first[t].letter = 1;
  if constexpr (fixed)
    first[t].number = 2;
  kcc::sync_warp();
  std::memcpy(&second[t], &first[31 - t], sizeof(Padded));
  out[t] = second[t].number + second[t].letter; // here
}
TWINS(structure_with_padding)

// The second round needs what only the first one's threads have.
//! 1x64 uninitialized
PLANTED(queue) {
  [[kcc::shared]] int queue[64];
  [[kcc::shared]] int count;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    count = 0;
  kcc::sync_threads();
  if (in[t] % 2 == 0)
    queue[BlockAtomic<int>(count).fetch_add(1, relaxed)] = in[t];
  kcc::sync_threads();
  if (fixed ? static_cast<int>(t) < count : static_cast<int>(t) <= count)
    out[t] = queue[t] + 1; // here
}
TWINS(queue)
