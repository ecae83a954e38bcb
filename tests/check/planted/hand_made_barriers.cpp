// Blocks and threads that wait for each other by atomic operations and fences of several scopes.
#include "planted.h"

// A narrow fence does not undo the wide one before it.
//! 2x32 race
PLANTED(narrow_fence_after_wide_one) {
  if (kcc::thread_idx().x != 0)
    return;
  if (kcc::block_idx().x == 0) {
    out[1] = 42; // here
    if constexpr (fixed)
      kcc::fence_device();
    kcc::fence_block();
    Atomic<int>(out[0]).store(1, relaxed);
  } else {
    while (Atomic<int>(out[0]).load(relaxed) == 0)
      ;
    kcc::fence_block();
    kcc::fence_device();
    out[2] = out[1]; // here
  }
}
TWINS(narrow_fence_after_wide_one)

// Before the fence, the thread has also read another variable, with block scope.
//! 2x64 race
PLANTED(reads_of_two_scopes_before_a_fence) {
  [[kcc::shared]] int slots;
  if (kcc::thread_idx().x == 0)
    slots = 0;
  kcc::sync_threads();
  kcc::fence_block();
  const int mine = BlockAtomic<int>(slots).fetch_add(1, relaxed);
  if (kcc::block_idx().x == 0) {
    if (mine == 0) {
      out[1] = 42; // here
      kcc::fence_device();
      Atomic<int>(out[0]).store(1, relaxed);
    }
  } else if (mine == 5) {
    while (Atomic<int>(out[0]).load(relaxed) == 0)
      ;
    if constexpr (fixed)
      kcc::fence_device();
    else
      kcc::fence_block();
    out[2] = out[1]; // here
  }
}
TWINS(reads_of_two_scopes_before_a_fence)

// Operations of two scopes release by the same variable.
//! 1x64 race
PLANTED(operations_of_two_scopes) {
  const unsigned t = kcc::thread_idx().x;
  if (t == 0 || t == 33) {
    out[10 + t] = 1; // here
    if constexpr (fixed)
      kcc::fence_device();
    if (t == 0)
      Atomic<int>(out[0]).fetch_add(1, relaxed);
    else
      BlockAtomic<int>(out[0]).fetch_add(1, relaxed);
  } else if (t == 62) {
    while (Atomic<int>(out[0]).load(relaxed) != 2)
      ;
    kcc::fence_device();
    out[1] = out[10] + out[43]; // here
  }
}
TWINS(operations_of_two_scopes)

// Each thread polls by an atomic addition of zero.
//! 4x32 race
PLANTED(polls_by_adding_zero) {
  const unsigned i = static_cast<unsigned>(kcc::global_index());
  out[i] = 3; // here
  kcc::fence_device();
  Atomic<int> arrived(out[255]);
  arrived.fetch_add(1, relaxed);
  while (arrived.fetch_add(0, relaxed) != 128)
    ;
  if constexpr (fixed)
    kcc::fence_device();
  unwritten[i] = out[(i + 77) % 128]; // here
}
TWINS(polls_by_adding_zero)

//! 4x64 race
PLANTED(polls_by_adding_zero_in_order) {
  const unsigned i = static_cast<unsigned>(kcc::global_index());
  if (i < 200)
    out[i] = 3; // here
  Atomic<int> arrived(out[255]);
  const auto order = fixed ? acq_rel : acquire;
  arrived.fetch_add(1, order);
  while (arrived.fetch_add(0, order) != 256)
    ;
  unwritten[i] = out[(i + 77) % 200]; // here
}
TWINS(polls_by_adding_zero_in_order)

// A thread that polls counts its attempts.
//! 1x64 race
PLANTED(counts_while_polling) {
  const unsigned t = kcc::thread_idx().x;
  if (t < 32) {
    while (Atomic<int>(out[0]).load(fixed ? acquire : relaxed) == 0)
      out[1 + t] += 1;
    out[100 + t] = out[99]; // here
  } else if (t == 40) {
    out[99] = 7; // here
    Atomic<int>(out[0]).store(1, release);
  }
}
TWINS(counts_while_polling)

// A barrier of all blocks: the first thread of each arrives and polls.
//! 6x64 race
PLANTED(barrier_of_the_grid) {
  const unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  Atomic<int> arrived(out[255]);
  int waits = 0;
  auto wait_for_all = [&] {
    kcc::sync_threads();
    if (t == 0) {
      arrived.fetch_add(1, fixed ? acq_rel : relaxed);
      ++waits;
      while (arrived.load(acquire) < 6 * waits)
        ;
    }
    kcc::sync_threads();
  };
  for (int round = 1; round <= 3; ++round) {
    if (t < 32)
      out[b * 32 + t] = round; // here
    wait_for_all();
    if (t < 32)
      unwritten[b * 32 + t] = out[(b + 1) % 6 * 32 + t]; // here
    wait_for_all();
  }
}
TWINS(barrier_of_the_grid)

// Union-find: relaxed stores, for which nobody waits, shorten paths.
//! 4x64 race
PLANTED(union_of_sets) {
  auto load = [&](int v) { return Atomic<int>(out[v]).load(relaxed); }; // here
  auto find = [&](int v) {
    int parent = load(v);
    while (parent != 0) {
      const int grandparent = load(parent - 1);
      if (grandparent == 0)
        return parent - 1;
      if constexpr (fixed)
        Atomic<int>(out[v]).store(grandparent, relaxed);
      else
        out[v] = grandparent; // here
      v = parent - 1;
      parent = load(v);
    }
    return v;
  };
  const int i = static_cast<int>(kcc::global_index());
  int a = i, b = (i * 5 + 9) % 256;
  for (;;) {
    a = find(a);
    b = find(b);
    if (a == b)
      break;
    if (a < b) {
      const int c = a;
      a = b;
      b = c;
    }
    int expected = 0;
    if (Atomic<int>(out[a]).compare_exchange_weak(expected, b + 1, acq_rel, relaxed)) // here
      break;
  }
}
TWINS(union_of_sets)
