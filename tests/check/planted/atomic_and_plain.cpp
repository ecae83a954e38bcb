// Atomic operations that race with plain accesses.
#include "planted.h"

//! 2x32 race
PLANTED(read_of_a_counter) {
  Atomic<int> count(out[0]);
  count.fetch_add(1, relaxed);                                         // here
  out[1 + kcc::global_index()] = fixed ? count.load(relaxed) : out[0]; // here
}
TWINS(read_of_a_counter)

//! 2x32 race
PLANTED(reset_of_a_counter) {
  Atomic<int> count(out[0]);
  count.fetch_add(1, relaxed); // here
  if (kcc::global_index() == 40) {
    if constexpr (fixed)
      count.store(0, relaxed);
    else
      out[0] = 0; // here
  }
}
TWINS(reset_of_a_counter)

//! 1x64 race
PLANTED(increment_by_some) {
  unsigned t = kcc::thread_idx().x;
  if (fixed || t < 32)
    Atomic<int>(out[0]).fetch_add(1, relaxed); // here
  else
    ++out[0]; // here
}
TWINS(increment_by_some)

// Bins are cleared by the threads that need them least.
//! 1x64 race
PLANTED(cleared_bins) {
  [[kcc::shared]] int bins[16];
  unsigned t = kcc::thread_idx().x;
  if (t < 16)
    bins[t] = 0; // here
  if constexpr (fixed)
    kcc::sync_threads();
  BlockAtomic<int>(bins[(t + 3) % 16]).fetch_add(1, relaxed); // here
  kcc::sync_threads();
  if (t < 16)
    out[t] = bins[t];
}
TWINS(cleared_bins)

// Whether a vertex has been visited is looked up before the atomic operation.
//! 4x32 race
PLANTED(visited_twice) {
  int vertex = in[kcc::global_index()] % 40;
  int seen = fixed ? Atomic<int>(out[vertex]).load(relaxed) : out[vertex]; // here
  int expected = 0;
  if (seen == 0)
    Atomic<int>(out[vertex]).compare_exchange_strong(expected, 1, relaxed); // here
}
TWINS(visited_twice)

// Open addressing: the slot's key is read without an atomic operation.
//! 4x32 race
PLANTED(hash_table) {
  int key = in[kcc::global_index()] % 60 + 1;
  for (unsigned slot = key * 7 % 128;; slot = (slot + 1) % 128) {
    int found = fixed ? Atomic<int>(out[slot]).load(relaxed) : out[slot]; // here
    if (found == key)
      break;
    int expected = 0;
    if (found == 0) {
      Atomic<int>(out[slot]).compare_exchange_strong(expected, key, relaxed); // here
      if (expected == 0 || expected == key)
        break;
    }
  }
}
TWINS(hash_table)

// The representatives of connected components, with halved paths.
template <bool fixed> static int parent_of(Out parents, int vertex) {
  if constexpr (fixed)
    return Atomic<int>(parents[vertex]).load(relaxed);
  else
    return parents[vertex];
}
//! 4x32 race
PLANTED(grid_union_find) {
  int vertex = in[kcc::global_index()];
  out[vertex] = vertex;
  kcc::sync_grid();
  int a = vertex, b = vertex < 4 ? vertex : vertex - 4;
  for (bool again = true; again;) {
    for (int up; (up = parent_of<fixed>(out, a)) != a; a = up) // here
      ;
    for (int up; (up = parent_of<fixed>(out, b)) != b; b = up) // here
      ;
    if (a == b)
      break;
    if (a < b)
      std::swap(a, b);
    int expected = a;
    again = !Atomic<int>(out[a]).compare_exchange_strong(expected, b, relaxed); // here
  }
}
TWINS(grid_union_find)

// The result of atomic additions is used without waiting for them.
//! 1x96 race
PLANTED(result_too_early) {
  [[kcc::shared]] int sum;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    sum = 0;
  kcc::sync_threads();
  BlockAtomic<int>(sum).fetch_add(in[t], relaxed); // here
  if constexpr (fixed)
    kcc::sync_threads();
  out[t] = sum; // here
}
TWINS(result_too_early)

// An atomic operation on one half of what another thread reads as a whole.
//! 1x64 race
PLANTED(half_of_a_word) {
  unsigned t = kcc::thread_idx().x;
  auto *whole = reinterpret_cast<long long *>(&out[2]);
  if (t == 0)
    Atomic<int>(out[fixed ? 4 : 3]).fetch_add(1, relaxed); // here
  else if (t == 32)
    out[8] = static_cast<int>(*whole); // here
}
TWINS(half_of_a_word)

//! 1x64 race
PLANTED(copy_of_a_counter) {
  unsigned t = kcc::thread_idx().x;
  if (t < 32)
    Atomic<int>(out[t % 4]).fetch_add(1, relaxed); // here
  if constexpr (fixed)
    kcc::sync_threads();
  if (t == 40)
    __builtin_memcpy(&out[16], &out[0], 16); // here
}
TWINS(copy_of_a_counter)

// A relaxation of paths: distances only get smaller, so an old one was thought to do no harm.
//! 2x64 race
PLANTED(shortest_paths) {
  std::size_t i = kcc::global_index();
  int &distance = out[(i * 5 + 1) % 128];
  int mine = fixed ? Atomic<int>(out[i]).load(relaxed) : out[i]; // here
  Atomic<int>(distance).fetch_min(mine - 1, relaxed);            // here
}
TWINS(shortest_paths)
