// Loops that wait for memory to change, and read it neither atomically nor as volatile.
#include "planted.h"

#include <kcc/device/clock.h>

//! 1x64 livelock
PLANTED(flag_in_shared_memory) {
  [[kcc::shared]] int flag;
  const unsigned t = kcc::thread_idx().x;
  if (t == 0)
    flag = 0;
  kcc::sync_threads();
  if (t == 33 && fixed)
    Atomic<int>(flag).store(1, release);
  else if (fixed)
    while (Atomic<int>(flag).load(acquire) == 0)
      ;
  else if (t == 1)
    while (flag == 0) // here
      ;
}
TWINS(flag_in_shared_memory)

//! 2x32 livelock
PLANTED(with_a_fence) {
  if (kcc::block_idx().x == 1) {
    if (kcc::thread_idx().x == 0)
      Atomic<int>(out[fixed ? 0 : 1]).store(1, release);
  } else if (fixed) {
    while (Atomic<int>(out[0]).load(acquire) == 0)
      kcc::fence_device();
  } else {
    while (out[0] == 0) // here
      kcc::fence_device();
  }
}
TWINS(with_a_fence)

//! 1x64 livelock
PLANTED(one_of_two) {
  const unsigned t = kcc::thread_idx().x;
  if (!fixed && t == 5)
    for (;;) {
      if (out[1] != 0) // here
        break;
      if (out[2] != 0)
        return;
    }
  out[t + 8] = 1;
}
TWINS(one_of_two)

//! 1x64 livelock
PLANTED(flags_in_an_inner_loop) {
  const unsigned t = kcc::thread_idx().x;
  if (!fixed && t == 63)
    while (true) {
      bool all = true;
      for (unsigned i = 0; i < 4; ++i)
        all &= out[i] != 0; // here
      if (all)
        break;
    }
  out[t + 8] = 1;
}
TWINS(flags_in_an_inner_loop)

//! 1x64 livelock
PLANTED(without_an_end) {
  const unsigned t = kcc::thread_idx().x;
  out[t] = 1;
  if (!fixed && t == 40)
    for (;;) // here
      ;
}
TWINS(without_an_end)

//! 1x64 livelock
PLANTED(with_pauses) {
  const unsigned t = kcc::thread_idx().x;
  if (fixed)
    out[t] = 1;
  else if (t == 3)
    while (out[1] == 0) // here
      kcc::nanosleep(20);
}
TWINS(with_pauses)

[[gnu::noinline]] static bool is_set(const int *flag) {
  return *flag != 0; // here
}
//! 1x64 livelock
PLANTED(in_a_function) {
  const unsigned t = kcc::thread_idx().x;
  if (!fixed && t == 3)
    while (!is_set(&out[1])) // here
      ;
  out[t + 8] = is_set(&in[t]);
}
TWINS(in_a_function)

/// Loops whose end is known only behind their first iteration, which is the last one.
//! 1x64
PLANTED(they_end_at_once) {
  const unsigned t = kcc::thread_idx().x;
  int x;
  do
    x = in[1];
  while (x == 0);
  const int *place = &in[t];
  do
    x += *place;
  while (in[2] == 0);
  for (;;) {
    if (in[3] != 0)
      break;
    if (in[4] != 0)
      return;
  }
  do {
    if (in[t] > 1000)
      continue;
    kcc::nanosleep(1);
  } while (is_set(&in[0]));
  do
    kcc::fence_device();
  while (in[5] != 5);
  out[t] = x;
}
TWINS(they_end_at_once)

/// Loops that read the same place again and again, and end.
//! 1x64
PLANTED(they_end) {
  const unsigned t = kcc::thread_idx().x;
  int n = 0;
  while (n < int(t) + out[0])
    ++n;
  while (out[t + 1] < 3)
    ++out[t + 1];
  unsigned rounds = 0;
  do
    ++rounds;
  while (rounds < 5 && out[100] == 0);
  while (Atomic<int>(out[200]).fetch_add(1, relaxed) < 10 && out[0] == 0)
    ;
  out[t + 1] += n + int(rounds);
}
TWINS(they_end)
