// Operations that compare and exchange: one that fails only reads, with its own order.
#include "planted.h"

#include <atomic>

template <class T> T &wide(int &first) {
  return reinterpret_cast<T &>(first);
}

// The values in `out` are 0, so what expects 7 fails.
//! 2x64 race
PLANTED(reads_of_what_is_changed) {
  int expected = fixed ? 7 : 0;
  if (kcc::thread_idx().x % 3 == 0)
    (void)Atomic<int>(out[0]).compare_exchange_strong(expected, 9, relaxed); // here
  else
    out[128 + kcc::global_index()] = out[0]; // here
}
TWINS(reads_of_what_is_changed)

//! 2x64 race
PLANTED(writes_of_what_is_read) {
  int expected = 7;
  if (kcc::global_index() == 0) {
    if constexpr (!fixed)
      out[0] = 5; // here
  } else {
    (void)Atomic<int>(out[0]).compare_exchange_weak(expected, 9, relaxed); // here
  }
}
TWINS(writes_of_what_is_read)

//! 2x64 race
PLANTED(table_in_shared_memory) {
  [[kcc::shared]] static int table[64];
  table[kcc::thread_idx().x] = fixed ? in[kcc::thread_idx().x] + 1 : 0;
  kcc::sync_threads();
  int expected = 0;
  bool is_added = BlockAtomic<int>(table[kcc::thread_idx().x * 5 % 64])
                      .compare_exchange_strong(expected, 99, relaxed);       // here
  out[kcc::global_index()] = is_added + table[kcc::thread_idx().x * 3 % 64]; // here
}
TWINS(table_in_shared_memory)

//! 2x64 race
PLANTED(bytes) {
  auto *bytes = reinterpret_cast<unsigned char *>(out.data());
  unsigned char expected = fixed ? 7 : 0;
  if (kcc::thread_idx().x % 2 == 0)
    (void)Atomic<unsigned char>(bytes[3]).compare_exchange_strong(expected, 9, relaxed); // here
  else
    out[128 + kcc::global_index()] = bytes[3]; // here
}
TWINS(bytes)

//! 2x64 race
PLANTED(numbers_of_8_bytes) {
  long long &number = wide<long long>(out[2]), expected = fixed ? 7 : 0;
  if (kcc::thread_idx().x % 2 == 0)
    (void)std::atomic_ref<long long>(number).compare_exchange_weak(expected, 9); // here
  else
    out[128 + kcc::global_index()] = out[3]; // here
}
TWINS(numbers_of_8_bytes)

struct alignas(16) Pair {
  long long first, second;
};

//! 2x64 race
PLANTED(pairs) {
  Pair &pair = wide<Pair>(out[4]), expected{0, fixed ? 7 : 0};
  if (kcc::thread_idx().x % 2 == 0)
    (void)Atomic<Pair>(pair).compare_exchange_strong(expected, Pair{8, 9}); // here
  else
    out[128 + kcc::global_index()] = out[7]; // here
}
TWINS(pairs)

//! 2x32 race
PLANTED(failure_releases_nothing) {
  if (kcc::thread_idx().x != 0)
    return;
  if (kcc::block_idx().x == 0) {
    out[0] = 5; // here
    int expected = fixed ? 0 : 7;
    (void)Atomic<int>(out[1]).compare_exchange_strong(expected, 1, acq_rel);
  } else if (int seen = Atomic<int>(out[1]).load(acquire); !fixed || seen == 1) {
    out[2] = out[0]; // here
  }
}
TWINS(failure_releases_nothing)

//! 2x64 race
PLANTED(failure_after_another_release) {
  [[kcc::shared]] static int flag, value;
  if (kcc::thread_idx().x == 0)
    flag = 0;
  kcc::sync_threads();
  if (kcc::thread_idx().x == 5)
    BlockAtomic<int>(flag).store(1, release);
  if (kcc::thread_idx().x == 8) {
    while (BlockAtomic<int>(flag).load(relaxed) == 0)
      ;
    value = 3; // here
    int expected = fixed ? 1 : 0;
    (void)BlockAtomic<int>(flag).compare_exchange_strong(expected, 2, acq_rel);
  }
  if (kcc::thread_idx().x == 40) {
    while (BlockAtomic<int>(flag).load(acquire) != (fixed ? 2 : 1))
      ;
    out[kcc::block_idx().x] = value; // here
  }
  kcc::sync_threads();
}
TWINS(failure_after_another_release)

//! 1x64 race
PLANTED(weaker_order_of_failure) {
  if (kcc::thread_idx().x == 0) {
    out[0] = 5; // here
    Atomic<int>(out[1]).store(1, release);
  }
  if (kcc::thread_idx().x == 32) {
    int expected;
    do
      expected = 0;
    while (Atomic<int>(out[1]).compare_exchange_strong(expected, 0, acq_rel, fixed ? acquire : relaxed));
    out[2] = out[0]; // here
  }
}
TWINS(weaker_order_of_failure)

//! 1x64 race
PLANTED(stronger_order_of_failure) {
  if (kcc::thread_idx().x == 0) {
    out[0] = 5; // here
    Atomic<int>(out[1]).store(1, release);
  }
  if (kcc::thread_idx().x == 32) {
    while (Atomic<int>(out[1]).load(relaxed) == 0)
      ;
    int expected = fixed ? 0 : 1;
    (void)Atomic<int>(out[1]).compare_exchange_strong(expected, 2, release, acquire);
    out[2] = out[0]; // here
  }
}
TWINS(stronger_order_of_failure)
