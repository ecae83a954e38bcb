// Threads of a block that meet at different calls of sync_threads().
#include "planted.h"

//! 1x64 different-barriers
PLANTED(both_arms) {
  unsigned t = kcc::thread_idx().x;
  if constexpr (fixed)
    kcc::sync_threads();
  else if (in[t] < 32)
    kcc::sync_threads(); // here
  else
    kcc::sync_threads(); // here
  out[t] = 1;
}
TWINS(both_arms)

//! 1x64 different-barriers
PLANTED(arm_and_what_follows) {
  unsigned t = kcc::thread_idx().x;
  if (fixed ? in[3] < 32 : in[t] < 32)
    kcc::sync_threads(); // here
  out[t] = 1;
  kcc::sync_threads(); // here
}
TWINS(arm_and_what_follows)

//! 1x64 different-barriers
PLANTED(cases_of_a_switch) {
  unsigned t = kcc::thread_idx().x;
  switch (in[fixed ? 1 : t] % 2) {
  case 0:
    out[t] = 1;
    kcc::sync_threads(); // here
    break;
  default:
    kcc::sync_threads(); // here
    out[t] = 2;
  }
}
TWINS(cases_of_a_switch)

//! 1x64 different-barriers
PLANTED(vote_and_barrier) {
  unsigned t = kcc::thread_idx().x;
  bool any = false;
  if (in[fixed ? 2 : t] % 4 == 2)
    any = kcc::sync_threads_or(in[t] > 20); // here
  else
    kcc::sync_threads(); // here
  out[t] = any;
}
TWINS(vote_and_barrier)

// The barrier of another round is the same call, but one behind the loop is not.
//! 1x64 different-barriers
PLANTED(loop_and_what_follows) {
  unsigned t = kcc::thread_idx().x;
  for (int i = 0; i < (fixed ? 2 : in[t] / 32 + 1); ++i) {
    out[t] += i;
    kcc::sync_threads(); // here
  }
  kcc::sync_threads(); // here
  out[t] += 1;
}
TWINS(loop_and_what_follows)

//! 1x96 different-barriers
PLANTED(roles_of_warps) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x;
  if (t < 32) {
    tile[t] = in[t];
    if constexpr (!fixed)
      kcc::sync_threads(); // here
  }
  if constexpr (fixed)
    kcc::sync_threads();
  if (t >= 32) {
    if constexpr (!fixed)
      kcc::sync_threads(); // here
    out[t] = tile[t % 32];
  }
}
TWINS(roles_of_warps)

// The same function, called at two places.
static void meet() {
  kcc::sync_threads();
}
//! 1x64 different-barriers
PLANTED(two_calls_of_a_function) {
  unsigned t = kcc::thread_idx().x;
  if constexpr (fixed) {
    meet();
  } else if (in[t] % 2 == 0) {
    out[t] = 2;
    meet(); // here
  } else {
    meet(); // here
  }
  out[t] += 1;
}
TWINS(two_calls_of_a_function)

//! 1x64 different-barriers
PLANTED(skips_the_first) {
  unsigned t = kcc::thread_idx().x;
  [[kcc::shared]] int first;
  if (fixed || t != 40) {
    if (t == 0)
      first = in[9];
    kcc::sync_threads(); // here
  }
  out[t] = 1;
  kcc::sync_threads(); // here
  out[t] += first;
}
TWINS(skips_the_first)

//! 1x64 different-barriers
PLANTED(nested_conditions) {
  unsigned t = kcc::thread_idx().x;
  if (in[0] == 0) {
    if (fixed || in[t] % 8 != 3)
      kcc::sync_threads(); // here
    else
      out[t] = 4;
    kcc::sync_threads(); // here
  }
  out[t] += 1;
}
TWINS(nested_conditions)
