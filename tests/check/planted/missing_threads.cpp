// Threads of a block that get past sync_threads(), at which the others wait.
#include "planted.h"

//! 1x64 missing-threads
PLANTED(condition) {
  unsigned t = kcc::thread_idx().x;
  if (fixed ? in[0] < 32 : in[t] < 32) // here
    kcc::sync_threads();               // here
  out[t] = 1;
}
TWINS(condition)

//! 1x64 missing-threads
PLANTED(rounds_of_a_loop) {
  unsigned t = kcc::thread_idx().x;
  int rounds = fixed ? 3 : in[t] % 4;
  for (int i = 0; i < rounds; ++i)
    kcc::sync_threads(); // here
  out[t] = 1;
}
TWINS(rounds_of_a_loop)

// The threads of a grid-stride loop have different numbers of elements.
//! 1x96 missing-threads
PLANTED(grid_stride_loop) {
  unsigned t = kcc::thread_idx().x;
  for (unsigned i = t; i < (fixed ? 192u : 160u); i += 96) {
    out[i] = in[i];
    kcc::sync_threads(); // here
  }
  out[t] += 1;
}
TWINS(grid_stride_loop)

//! 1x64 missing-threads
PLANTED(break_out_of_a_loop) {
  unsigned t = kcc::thread_idx().x;
  for (int i = 0; i < 5; ++i) {
    if (i == (fixed ? in[3] : in[t]))
      break;
    kcc::sync_threads(); // here
  }
  out[t] = 1;
}
TWINS(break_out_of_a_loop)

//! 1x64 missing-threads
PLANTED(continue_in_a_loop) {
  unsigned t = kcc::thread_idx().x;
  for (int i = 0; i < 3; ++i) {
    out[t] += i;
    if (in[fixed ? 0 : t] % 4 == 3)
      continue;
    kcc::sync_threads(); // here
  }
  out[t] += 1;
}
TWINS(continue_in_a_loop)

//! 1x64 missing-threads
PLANTED(one_case_of_a_switch) {
  unsigned t = kcc::thread_idx().x;
  switch (in[fixed ? 6 : t] % 3) {
  case 0:
    kcc::sync_threads(); // here
    break;
  case 1:
    out[t] = 2;
    break; // here
  default:
    out[t] = 3;
  } // here
  out[t] += 1;
}
TWINS(one_case_of_a_switch)

//! 1x64 missing-threads
PLANTED(second_operand) {
  unsigned t = kcc::thread_idx().x;
  bool wanted = in[t] % 2 == 0;
  bool any;
  if constexpr (fixed)
    any = kcc::sync_threads_or(wanted && in[t] > 5);
  else
    any = wanted && kcc::sync_threads_or(in[t] > 5); // here
  out[t] = any;
}
TWINS(second_operand)

//! 1x64 missing-threads
PLANTED(conditional_operator) {
  unsigned t = kcc::thread_idx().x;
  int count = (fixed ? in[0] : in[t]) < 40 ? static_cast<int>(kcc::sync_threads_count(true)) : 0; // here
  out[t] = count;
}
TWINS(conditional_operator)

//! 1x64 missing-threads
PLANTED(in_a_function) {
  unsigned t = kcc::thread_idx().x;
  auto first_of_block = [&] {
    [[kcc::shared]] int first;
    if (t == 0)
      first = in[7];
    kcc::sync_threads(); // here
    return first;
  };
  int first = 0;
  if (fixed || in[t] < 32)    // here
    first = first_of_block(); // here
  out[t] = first;
}
TWINS(in_a_function)

// The last warp has nothing to do, and then it has.
//! 1x96 missing-threads
PLANTED(warp_without_work) {
  [[kcc::shared]] int tile[96];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  if constexpr (fixed)
    kcc::sync_threads();
  if (t < 64) { // here
    if constexpr (!fixed)
      kcc::sync_threads(); // here
    out[t] = tile[63 - t];
  }
  out[96 + t] = t;
}
TWINS(warp_without_work)

// A reduction whose barrier is inside of the condition.
//! 1x64 missing-threads
PLANTED(reduction) {
  unsigned t = kcc::thread_idx().x;
  [[kcc::shared]] int sums[64];
  sums[t] = in[t];
  kcc::sync_threads();
  for (unsigned step = 32; step > 0; step /= 2) {
    if (t < step) {
      sums[t] += sums[t + step];
      if constexpr (!fixed)
        kcc::sync_threads(); // here
    }
    if constexpr (fixed)
      kcc::sync_threads();
  }
  out[t] = sums[t];
}
TWINS(reduction)

// Whether all threads have finished must be known to all.
//! 1x64 missing-threads
PLANTED(until_all_have_finished) {
  unsigned t = kcc::thread_idx().x;
  int rest = in[t] % 5;
  bool again = true;
  while (again) { // here
    if (rest > 0)
      --rest;
    again = rest != 0;
    if constexpr (fixed)
      again = kcc::sync_threads_or(again);
    else
      kcc::sync_threads(); // here
  }
  out[t] = rest + 1;
}
TWINS(until_all_have_finished)
