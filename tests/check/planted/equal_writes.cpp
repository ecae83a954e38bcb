// Two threads that write the same value.
#include "planted.h"

//! 1x32 equal-writes
PLANTED(by_all_lanes) {
  if (!fixed || kcc::thread_idx().x == 0)
    out[3] = 7; // here
}
TWINS(by_all_lanes)

//! 4x32 equal-writes
PLANTED(by_all_blocks) {
  if (!fixed || kcc::block_idx().x == 0)
    out[kcc::thread_idx().x] = in[3]; // here
}
TWINS(by_all_blocks)

// Whoever finds something says so.
//! 2x64 equal-writes
PLANTED(flag) {
  if (in[kcc::global_index()] % 5 == 0) {
    if constexpr (fixed)
      Atomic<int>(out[0]).store(1, relaxed);
    else
      out[0] = 1; // here
  }
}
TWINS(flag)

//! 1x96 equal-writes
PLANTED(flag_of_a_block) {
  [[kcc::shared]] bool changed;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    changed = false;
  kcc::sync_threads();
  bool changes = in[t] % 2 == 0;
  if constexpr (fixed) {
    bool any = kcc::sync_threads_or(changes);
    if (t == 0)
      changed = any;
  } else {
    if (changes)
      changed = true; // here
  }
  kcc::sync_threads();
  out[t] = changed;
}
TWINS(flag_of_a_block)

// All threads compute the same parameter.
//! 1x64 equal-writes
PLANTED(parameter_by_all_threads) {
  [[kcc::shared]] int scale;
  unsigned t = kcc::thread_idx().x;
  if (!fixed || t == 0)
    scale = in[5] * 2; // here
  kcc::sync_threads();
  out[t] = in[t] * scale;
}
TWINS(parameter_by_all_threads)

// A level of a graph is the same from whichever vertex one comes.
//! 4x32 equal-writes
PLANTED(levels_of_a_graph) {
  std::size_t i = kcc::global_index();
  int &level = out[i * 3 % 50];
  if constexpr (fixed)
    Atomic<int>(level).store(2, relaxed);
  else
    level = 2; // here
}
TWINS(levels_of_a_graph)

// Elements of the overlap of two tiles.
//! 4x34 equal-writes
PLANTED(overlap_of_tiles) {
  unsigned t = kcc::thread_idx().x, i = kcc::block_idx().x * 32 + t;
  if (!fixed || (t >= 1 && t <= 32))
    out[i] = in[i] * 2; // here
}
TWINS(overlap_of_tiles)

// The last of two threads is right.
//! 1x16 equal-writes
PLANTED(halves_of_a_group) {
  const unsigned x = kcc::thread_idx().x;
  out[fixed ? x : x % 8] = 7; // here
}
TWINS(halves_of_a_group)

//! 1x64 equal-writes
PLANTED(bytes_of_a_word) {
  auto *bytes = reinterpret_cast<unsigned char *>(out.data());
  unsigned t = kcc::thread_idx().x;
  bytes[fixed ? t : t / 2] = 1; // here
}
TWINS(bytes_of_a_word)

// The sieve of Eratosthenes.
//! 1x16 equal-writes
PLANTED(sieve) {
  int step = static_cast<int>(kcc::thread_idx().x) + 2;
  for (int number = 2 * step; number < 200; number += step) {
    if constexpr (fixed)
      Atomic<int>(out[number]).store(1, relaxed);
    else
      out[number] = 1; // here
  }
}
TWINS(sieve)
