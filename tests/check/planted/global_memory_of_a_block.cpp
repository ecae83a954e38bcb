// Races in global memory between threads of one block.
#include "planted.h"

//! 1x64 race
PLANTED(neighbour_in_place) {
  unsigned t = kcc::thread_idx().x;
  out[t] = in[t];
  kcc::sync_threads();
  int right = out[(t + 1) % 64]; // here
  if constexpr (fixed)
    kcc::sync_threads();
  out[t] = right; // here
}
TWINS(neighbour_in_place)

//! 1x256 race
PLANTED(transpose_in_place) {
  unsigned t = kcc::thread_idx().x, x = t % 16, y = t / 16;
  out[t] = in[t];
  kcc::sync_threads();
  if (fixed ? x < y : x != y) {
    int upper = out[y * 16 + x]; // here
    int lower = out[x * 16 + y]; // here
    out[y * 16 + x] = lower;     // here
    out[x * 16 + y] = upper;     // here
  }
}
TWINS(transpose_in_place)

// Two elements go to one place.
//! 1x64 race
PLANTED(scatter) {
  unsigned t = kcc::thread_idx().x;
  unsigned at = fixed ? t * 5 % 64 : t * 6 % 64;
  out[at] = in[t]; // here
}
TWINS(scatter)

//! 1x64 race
PLANTED(stencil_in_place) {
  unsigned t = kcc::thread_idx().x;
  Out now = out.first(64), next = fixed ? out.subspan(64, 64) : now;
  now[t] = in[t];
  kcc::sync_threads();
  next[t] = now[t] + (t > 0 ? now[t - 1] : 0) + (t < 63 ? now[t + 1] : 0); // here
}
TWINS(stencil_in_place)

// Iterations that depend on each other.
//! 1x64 race
PLANTED(dependent_iterations) {
  unsigned t = kcc::thread_idx().x;
  constexpr unsigned distance = fixed ? 64 : 48;
  out[t] = in[t];
  kcc::sync_threads();
  out[t + distance] = out[t] + 1; // here
}
TWINS(dependent_iterations)

//! 1x32 race
PLANTED(sum_in_memory) {
  unsigned t = kcc::thread_idx().x;
  if constexpr (fixed)
    Atomic<int>(out[0]).fetch_add(in[t], relaxed);
  else
    out[0] += in[t]; // here
}
TWINS(sum_in_memory)

//! 1x64 race
PLANTED(largest) {
  unsigned t = kcc::thread_idx().x;
  if constexpr (fixed)
    Atomic<int>(out[0]).fetch_max(in[t], relaxed);
  else if (in[t] > out[0]) // here
    out[0] = in[t];        // here
}
TWINS(largest)

// Elements are put in front of a list.
//! 1x64 race
PLANTED(linked_list) {
  unsigned t = kcc::thread_idx().x;
  int *next = &out[1];
  if constexpr (fixed) {
    next[t] = Atomic<int>(out[0]).exchange(static_cast<int>(t), relaxed);
  } else {
    next[t] = out[0]; // here
    out[0] = t;       // here
  }
}
TWINS(linked_list)

//! 1x64 race
PLANTED(rank_sort) {
  unsigned t = kcc::thread_idx().x;
  out[t] = in[t] * 7 % 64;
  kcc::sync_threads();
  unsigned rank = 0;
  int mine = out[t]; // here
  for (unsigned i = 0; i < 64; ++i)
    rank += out[i] < mine; // here
  if constexpr (fixed)
    kcc::sync_threads();
  out[rank] = mine; // here
}
TWINS(rank_sort)

// The counter of a loop is shared by mistake.
int shared_index;
//! 1x64 race
PLANTED(variable_of_the_module) {
  unsigned t = kcc::thread_idx().x;
  int own;
  int &index = fixed ? own : shared_index;
  for (index = 0; index < 3; index = index + 1) // here
    out[t] += index;                            // here
}
TWINS(variable_of_the_module)

struct Node {
  int value, left, right;
};
// Each thread writes a member of the same structure.
//! 1x64 race
PLANTED(member_of_the_parent) {
  unsigned t = kcc::thread_idx().x;
  auto *nodes = reinterpret_cast<Node *>(out.data());
  if (t == 0)
    return;
  Node &parent = nodes[(t - 1) / 2];
  if (fixed ? t % 2 == 1 : true)
    parent.left = t; // here
  if (fixed ? t % 2 == 0 : false)
    parent.right = t;
  nodes[t].value = in[t];
}
TWINS(member_of_the_parent)

//! 1x32 race
PLANTED(copy_of_too_many_bytes) {
  unsigned t = kcc::thread_idx().x;
  __builtin_memcpy(&out[2 * t], &in[t], fixed ? 8 : 12); // here
}
TWINS(copy_of_too_many_bytes)

// Neighbours far apart write what is not the same, one of them what was there before.
//! 1x16 race
PLANTED(halves_of_a_group) {
  const unsigned x = kcc::thread_idx().x;
  out[fixed ? x : x % 8] = x < 8 ? 1 : 0; // here
}
TWINS(halves_of_a_group)
