// Threads that synchronize very often, with accesses before and after that nothing orders.
#include "planted.h"

//! 2x64 race
PLANTED(many_steps_of_a_warp) {
  [[kcc::shared]] static int value;
  if (kcc::thread_idx().x == 0)
    value = 1; // here
  if constexpr (fixed)
    kcc::sync_threads();
  if (kcc::thread_idx().x == 32) {
    for (int i = 0; i < 70000; ++i)
      kcc::sync_warp(1);
    out[kcc::block_idx().x] = value; // here
  }
}
TWINS(many_steps_of_a_warp)

//! 2x32 race
PLANTED(many_additions) {
  if (kcc::thread_idx().x != 0)
    return;
  if (kcc::block_idx().x == 0) {
    out[0] = 1; // here
  } else {
    for (int i = 0; i < 70000; ++i)
      Atomic<int>(out[1]).fetch_add(1);
    out[fixed ? 2 : 0] = 2; // here
  }
}
TWINS(many_additions)

//! 2x32 race
PLANTED(many_releases) {
  if (kcc::thread_idx().x != 0)
    return;
  if (kcc::block_idx().x == 0) {
    for (int i = 0; i < 100000; ++i)
      Atomic<int>(out[1]).store(i, release);
    out[0] = 1; // here
  } else {
    out[2] = Atomic<int>(out[1]).load(acquire);
    out[3] = out[fixed ? 4 : 0]; // here
  }
}
TWINS(many_releases)

//! 1x96 race
PLANTED(many_messages) {
  [[kcc::shared]] static int turn, message, value;
  const int warp = static_cast<int>(kcc::warp_id());
  if (kcc::thread_idx().x == 0)
    turn = 0;
  kcc::sync_threads();
  if (kcc::thread_idx().x == 64)
    value = 5; // here
  if constexpr (fixed)
    kcc::sync_threads();
  if (kcc::thread_idx().x % 32 != 0 || warp == 2)
    return;
  for (int i = 0; i < 40000; ++i) {
    while ((BlockAtomic<int>(turn).load(acquire) & 1) != warp)
      ;
    message = i;
    BlockAtomic<int>(turn).fetch_add(1, release);
  }
  if (warp == 1)
    out[0] = value + message; // here
}
TWINS(many_messages)
