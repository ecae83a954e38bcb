// Masks that lack the calling lane, or name lanes that do not come.
#include "planted.h"

//! 1x32 wrong-participants
PLANTED(barrier_of_others) {
  unsigned t = kcc::thread_idx().x;
  if (!fixed || t < 16)
    kcc::sync_warp(0xffff); // here
  out[t] = 1;
}
TWINS(barrier_of_others)

//! 1x32 wrong-participants
PLANTED(shuffle_of_others) {
  unsigned t = kcc::thread_idx().x;
  out[t] = kcc::warp::shuffle_xor(in[t], 1, 32, fixed ? 0xffffffff : 0x7fffffff); // here
}
TWINS(shuffle_of_others)

//! 1x32 wrong-participants
PLANTED(vote_of_others) {
  unsigned t = kcc::thread_idx().x;
  bool any = kcc::warp::any(in[t] > 20, fixed || t < 16 ? 0xffffffff >> (fixed ? 0 : 16) : 0xffff); // here
  out[t] = any;
}
TWINS(vote_of_others)

//! 1x32 wrong-participants
PLANTED(sum_of_others) {
  unsigned t = kcc::thread_idx().x;
  unsigned half = t < 16 ? 0x0000ffff : 0xffff0000;
  out[t] = kcc::warp::reduce(in[t], std::plus<>{}, fixed ? half : ~half); // here
}
TWINS(sum_of_others)

// A full mask in a branch that only some lanes take.
//! 1x32 deadlock
PLANTED(shuffle_in_a_branch) {
  unsigned t = kcc::thread_idx().x;
  int other = fixed ? kcc::warp::shuffle_down(in[t], 1) : 0;
  if (in[t] % 2 == 0) {
    if constexpr (!fixed)
      other = kcc::warp::shuffle_down(in[t], 1); // here
    out[t] = other;
  }
  kcc::sync_threads(); // here
}
TWINS(shuffle_in_a_branch)

//! 1x32 deadlock
PLANTED(vote_in_a_loop) {
  unsigned t = kcc::thread_idx().x;
  int rounds = fixed ? 3 : in[t] % 3 + 1;
  for (int i = 0; i < rounds; ++i)
    out[t] += kcc::warp::any(in[t] == i); // here
  kcc::sync_threads();                    // here
}
TWINS(vote_in_a_loop)

//! 1x64 deadlock
PLANTED(lane_that_does_something_else) {
  unsigned t = kcc::thread_idx().x;
  if (in[t] != 5)
    out[t] = kcc::warp::shuffle(in[0], 4, 32, fixed && t < 32 ? 0xffffffdf : 0xffffffff); // here
  kcc::sync_threads();                                                                    // here
}
TWINS(lane_that_does_something_else)

//! 1x32 wrong-participants
PLANTED(two_calls_with_one_mask) {
  unsigned t = kcc::thread_idx().x;
  unsigned mask = fixed ? (t < 16 ? 0xffff : 0xffff0000) : 0xffffffff;
  if (t < 16)
    out[t] = kcc::warp::reduce(in[t], std::plus<>{}, mask); // here
  else
    out[t] = kcc::warp::ballot(in[t] % 2 == 0, mask); // here
}
TWINS(two_calls_with_one_mask)

//! 1x32 wrong-participants
PLANTED(masks_that_differ) {
  unsigned t = kcc::thread_idx().x;
  unsigned mask = fixed ? 0xffffffff : t < 20 ? 0x00ffffff : 0xfffff000;
  out[t] = kcc::warp::broadcast(in[t], 15, mask); // here
}
TWINS(masks_that_differ)

//! 1x32 wrong-participants
PLANTED(match) {
  unsigned t = kcc::thread_idx().x;
  if (fixed || t != 9)
    out[t] = static_cast<int>(
        kcc::warp::match_any(in[t] / 4, fixed ? 0xffffffff : 0xfffffdff << (t == 0))); // here
}
TWINS(match)

//! 1x32 deadlock
PLANTED(barrier_of_a_whole_warp_in_a_branch) {
  [[kcc::shared]] int tile[16];
  unsigned t = kcc::thread_idx().x;
  if (t < 16) {
    tile[t] = in[t];
    kcc::sync_warp(fixed ? 0xffff : 0xffffffff); // here
    out[t] = tile[15 - t];
  }
  kcc::sync_threads(); // here
}
TWINS(barrier_of_a_whole_warp_in_a_branch)

// Lanes that do not come, go on, and return.
//! 1x32 missing-lanes
PLANTED(sum_of_a_half) {
  unsigned t = kcc::thread_idx().x;
  int sum = 7;
  if (t < 16)                                                                   // here
    sum = kcc::warp::reduce(in[t], std::plus<>{}, fixed ? 0xffff : 0xffffffff); // here
  out[t] = sum;
}
TWINS(sum_of_a_half)

//! 1x32 missing-lanes
PLANTED(barrier_in_one_arm) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x;
  if (!fixed || t < 16)
    tile[t] = in[t];
  if (t < 16)                                    // here
    kcc::sync_warp(fixed ? 0xffff : 0xffffffff); // here
  if (!fixed || t < 16)
    out[t] = tile[t];
}
TWINS(barrier_in_one_arm)

//! 1x64 missing-lanes
PLANTED(vote_after_a_loop_that_some_leave) {
  unsigned t = kcc::thread_idx().x;
  int sum = 0;
  for (int i = 0; i < (fixed ? 3 : in[t] % 3 + 1); ++i) // here
    sum += kcc::warp::any(in[t] % 5 == i);              // here
  out[t] = sum;
}
TWINS(vote_after_a_loop_that_some_leave)

template <bool fixed> [[gnu::noinline]] static int scan_of_some(int value) {
  return kcc::warp::inclusive_scan(value, std::plus<>{}, fixed ? 0x00ffffff : 0xffffffff);
}
//! 1x96 missing-lanes
PLANTED(scan_in_a_function) {
  unsigned t = kcc::thread_idx().x;
  int sum = 3;
  if (t % 32 < 24)                    // here
    sum = scan_of_some<fixed>(in[t]); // here
  out[t] = sum;
}
TWINS(scan_in_a_function)

//! 1x32 missing-lanes
PLANTED(match_in_a_switch) {
  unsigned t = kcc::thread_idx().x;
  switch (in[t] % 4) {
  case 0:
  case 1:
    out[t] = static_cast<int>(kcc::warp::match_any(in[t] / 8, fixed ? 0x33333333 : 0x77777777)); // here
    break;
  case 2:
    out[t] = 2;
    break; // here
  default:
    out[t] = 3;
  } // here
  out[t] += 1;
}
TWINS(match_in_a_switch)

// A lane that has returned counts as one that came, and so do those that a block of 40 threads does not have.
//! 1x40
PLANTED(lanes_that_return) {
  unsigned t = kcc::thread_idx().x;
  if (in[t] % 3 == 1)
    return;
  out[t] = kcc::warp::reduce(in[t]);
  for (int i = 0; i < 5; ++i) {
    if (i == in[t] % 7)
      return;
    out[t] += kcc::warp::any(in[t] == i);
  }
}
TWINS(lanes_that_return)

//! 1x32
PLANTED(last_round_of_a_loop) {
  for (unsigned i = kcc::thread_idx().x; i < 50; i += 32)
    out[i] = kcc::warp::reduce(in[i]);
}
TWINS(last_round_of_a_loop)

// A mask that was right for those who came.
//! 1x64
PLANTED(masks_by_ballot) {
  unsigned t = kcc::thread_idx().x;
  for (int round = 1; round < 4; ++round) {
    const unsigned mask = kcc::warp::ballot(in[t] % round == 0);
    if (in[t] % round == 0)
      out[t] += kcc::warp::reduce(in[t], std::plus<>{}, mask);
    else
      out[t] += 1;
    if (in[t] % 5 == round)
      return;
  }
  out[t] += kcc::warp::reduce(1);
}
TWINS(masks_by_ballot)

// The value of a lane that does not come is not used.
//! 1x40
PLANTED(values_that_are_not_used) {
  unsigned t = kcc::thread_idx().x, lane = t % 32;
  int sum = in[t];
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    const int other = kcc::warp::shuffle_down(sum, distance);
    if (lane + distance < (t < 32 ? 32 : 8))
      sum += other;
  }
  out[t] = sum;
}
TWINS(values_that_are_not_used)
