// Accesses in functions that are not inlined, by threads that run in lanes.
#include "planted.h"

[[gnu::noinline]] static void put(int *to, unsigned at, int value) {
  to[at] = value; // here
}
[[gnu::noinline]] static int take(const int *from, unsigned at) {
  return from[at]; // here
}
[[gnu::noinline]] static void swap_pairs(int *numbers, unsigned at) {
  const int kept = numbers[at];  // here
  numbers[at] = numbers[at ^ 1]; // here
  numbers[at ^ 1] = kept;        // here
}

//! 2x64 race
PLANTED(takes_what_a_neighbour_puts) {
  [[kcc::shared]] int numbers[64];
  const unsigned t = kcc::thread_idx().x;
  put(numbers, t, static_cast<int>(t));
  if constexpr (fixed)
    kcc::sync_threads();
  out[kcc::global_index()] = take(numbers, (t + 1) % 64);
}
TWINS(takes_what_a_neighbour_puts)

// Only calls between the barriers.
//! 3x96 race
PLANTED(puts_again_too_early) {
  [[kcc::shared]] int numbers[96];
  const unsigned t = kcc::thread_idx().x;
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    put(numbers, t, round);
    kcc::sync_threads();
    sum += take(numbers, 95 - t);
    if constexpr (fixed)
      kcc::sync_threads();
  }
  if (t == 0)
    put(&out[0], kcc::block_idx().x, sum);
}
TWINS(puts_again_too_early)

//! 4x64 race
PLANTED(blocks_put_at_the_same_place) {
  put(&out[0], kcc::thread_idx().x + (fixed ? 64 * kcc::block_idx().x : 0),
      static_cast<int>(kcc::block_idx().x));
}
TWINS(blocks_put_at_the_same_place)

// Every thread, or every other one.
//! 1x64 race
PLANTED(swaps_pairs) {
  const unsigned t = kcc::thread_idx().x;
  put(&out[0], t, static_cast<int>(t * t));
  kcc::sync_threads();
  if (!fixed || t % 2 == 0)
    swap_pairs(&out[0], t);
}
TWINS(swaps_pairs)

//! 2x128 race
PLANTED(half_of_them_call) {
  const unsigned i = static_cast<unsigned>(kcc::global_index());
  if (kcc::thread_idx().x % 3 == 0)
    put(&out[0], i, 5);
  if constexpr (fixed)
    kcc::sync_threads();
  if (kcc::thread_idx().x % 3 == 1)
    out[i] = take(&out[0], i - 1); // here
}
TWINS(half_of_them_call)

// A pointer to a function.
//! 1x64 race
PLANTED(calls_by_pointer) {
  void (*const how)(int *, unsigned, int) = in[0] == 12345 ? nullptr : put;
  const unsigned t = kcc::thread_idx().x;
  how(&out[0], fixed ? t : t / 2, static_cast<int>(t));
}
TWINS(calls_by_pointer)

//! 1x256 race
PLANTED(puts_after_the_first_half) {
  const unsigned t = kcc::thread_idx().x;
  if (t < 128)
    put(&out[0], t, 1);
  if constexpr (fixed)
    kcc::sync_threads();
  if (t >= 128)
    put(&out[0], t - 128, 2);
}
TWINS(puts_after_the_first_half)

//! 1x64 race
PLANTED(takes_before_the_barrier) {
  const unsigned t = kcc::thread_idx().x;
  put(&out[0], t, 1);
  int taken = 0;
  if constexpr (!fixed)
    taken = take(&out[0], t ^ 16);
  kcc::sync_threads();
  if constexpr (fixed)
    taken = take(&out[0], t ^ 16);
  kcc::sync_threads();
  put(&out[0], t, taken);
}
TWINS(takes_before_the_barrier)
