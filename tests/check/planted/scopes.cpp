// Atomic operations and fences whose scope does not cover both threads.
#include "planted.h"

template <bool fixed> constexpr kcc::scope scope_of = fixed ? kcc::scope::device : kcc::scope::block;
template <bool fixed> using Scoped = kcc::atomic_ref<int, scope_of<fixed>>;

//! 3x32 scope
PLANTED(add) {
  Scoped<fixed>(out[0]).fetch_add(1, relaxed); // here
}
TWINS(add)

//! 3x32 scope
PLANTED(maximum) {
  Scoped<fixed>(out[0]).fetch_max(in[kcc::global_index()], relaxed); // here
}
TWINS(maximum)

//! 2x64 scope
PLANTED(exchange) {
  if (kcc::thread_idx().x == 0)
    out[100 + kcc::block_idx().x] = Scoped<fixed>(out[0]).exchange(7, relaxed); // here
}
TWINS(exchange)

//! 2x32 scope
PLANTED(compare_exchange) {
  int expected = 0;
  Scoped<fixed>(out[0]).compare_exchange_strong(expected, in[kcc::global_index()] + 1, relaxed); // here
}
TWINS(compare_exchange)

//! 2x32 scope
PLANTED(store) {
  if (kcc::thread_idx().x == 5)
    Scoped<fixed>(out[1]).store(static_cast<int>(kcc::block_idx().x) + 1, relaxed); // here
}
TWINS(store)

//! 3x32 scope
PLANTED(one_of_two) {
  if (kcc::block_idx().x == 2)
    out[64 + kcc::thread_idx().x] = Scoped<fixed>(out[0]).load(relaxed); // here
  else
    Atomic<int>(out[0]).store(1, relaxed); // here
}
TWINS(one_of_two)

//! 4x32 scope
PLANTED(histogram) {
  std::size_t i = kcc::global_index();
  Scoped<fixed>(out[in[i] * 3 % 20]).fetch_add(1, relaxed); // here
}
TWINS(histogram)

//! 1x64 scope
PLANTED(thread) {
  constexpr kcc::scope own = fixed ? kcc::scope::block : kcc::scope::thread;
  [[kcc::shared]] int sum;
  if (kcc::thread_idx().x == 0)
    sum = 0;
  kcc::sync_threads();
  kcc::atomic_ref<int, own>(sum).fetch_add(1, relaxed); // here
}
TWINS(thread)

// Clusters have two blocks.
//! 4x32 scope
PLANTED(cluster_add) {
  constexpr kcc::scope reach = fixed ? kcc::scope::device : kcc::scope::cluster;
  kcc::atomic_ref<int, reach>(out[0]).fetch_add(1, relaxed); // here
}
TWINS(cluster_add)

//! 4x32 scope
PLANTED(cluster_of_two) {
  constexpr kcc::scope reach = fixed ? kcc::scope::cluster : kcc::scope::block;
  kcc::atomic_ref<int, reach>(out[kcc::block_idx().x / 2]).fetch_add(1, relaxed); // here
}
TWINS(cluster_of_two)

// The last block's fences reach its own threads only.
//! 4x32 race
PLANTED(fences_of_a_block) {
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  if (t != 0)
    return;
  out[10 + b] = in[b]; // here
  if constexpr (fixed)
    kcc::fence_device();
  else
    kcc::fence_block();
  bool is_last = Atomic<int>(out[0]).fetch_add(1, relaxed) == 3;
  if constexpr (fixed)
    kcc::fence_device();
  else
    kcc::fence_block();
  if (is_last)
    for (int i = 0; i < 4; ++i)
      out[1] += out[10 + i]; // here
}
TWINS(fences_of_a_block)

// The operation on the counter has enough scope, the fence before it does not.
//! 4x32 race
PLANTED(fence_of_the_sender) {
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  if (t != 0)
    return;
  out[10 + b] = in[b]; // here
  kcc::atomic_fence(release, scope_of<fixed>);
  if (Atomic<int>(out[0]).fetch_add(1, relaxed) == 3) {
    kcc::atomic_fence(acquire, kcc::scope::device);
    for (int i = 0; i < 4; ++i)
      out[1] += out[10 + i]; // here
  }
}
TWINS(fence_of_the_sender)

// Just before, the same thread has done the same with enough scope.
//! 2x32 scope
PLANTED(load_again) {
  if (kcc::thread_idx().x != 0)
    return;
  Atomic<int> number(out[0]);
  if (kcc::block_idx().x == 0) {
    number.store(1, relaxed); // here
  } else {
    out[1] = number.load(relaxed);
    out[2] = Scoped<fixed>(out[0]).load(relaxed); // here
  }
}
TWINS(load_again)

// The same, after the thread has waited.
//! 2x32 scope
PLANTED(load_after_polling) {
  if (kcc::thread_idx().x != 0)
    return;
  Atomic<int> number(out[0]);
  if (kcc::block_idx().x == 0) {
    number.store(1, relaxed); // here
  } else {
    while (number.load(relaxed) == 0) {
    }
    out[2] = Scoped<fixed>(out[0]).load(relaxed); // here
  }
}
TWINS(load_after_polling)

// Just after, the same thread does the same with enough scope.
//! 2x32 scope
PLANTED(store_before) {
  if (kcc::thread_idx().x != 0)
    return;
  Atomic<int> number(out[0]);
  if (kcc::block_idx().x == 0) {
    Scoped<fixed>(out[0]).store(1, relaxed); // here
    number.store(2, relaxed);
  } else {
    number.store(3, relaxed); // here
  }
}
TWINS(store_before)
