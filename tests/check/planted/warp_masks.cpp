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
