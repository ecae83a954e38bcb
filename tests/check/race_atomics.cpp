// Races, and what orders accesses by atomic operations, fences and volatile accesses.
#include <kcc/atomic.h>
#include <kcc/device.h>

#include <span>

using Out = std::span<int>;
using In = std::span<const int>;

//! 4x32 race
[[kcc::kernel]] void counter_bug(Out out, In, Out) {
  out[0] += 1; // here
}
//! 4x32
[[kcc::kernel]] void counter_fixed(Out out, In, Out) {
  kcc::atomic_ref<int, kcc::scope::device>(out[0]).fetch_add(1, std::memory_order_relaxed);
}
//! 4x32 scope
[[kcc::kernel]] void scope_bug(Out out, In, Out) {
  kcc::atomic_ref<int, kcc::scope::block>(out[0]).fetch_add(1, std::memory_order_relaxed); // here
}
//! 4x32
[[kcc::kernel]] void scope_fixed(Out out, In, Out) {
  kcc::atomic_ref<int, kcc::scope::block>(out[kcc::block_idx().x]).fetch_add(1, std::memory_order_relaxed);
}
//! 1x64 race
[[kcc::kernel]] void flag_bug(Out out, In, Out) {
  [[kcc::shared]] int value, flag;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    flag = 0;
  kcc::sync_threads();
  if (t == 0) {
    value = 5;
    kcc::atomic_ref<int, kcc::scope::block>(flag).store(1, std::memory_order_relaxed);
  } else if (t == 32) {
    while (kcc::atomic_ref<int, kcc::scope::block>(flag).load(std::memory_order_relaxed) == 0)
      ;
    out[0] = value; // here
  }
}
//! 1x64
[[kcc::kernel]] void flag_fixed(Out out, In, Out) {
  [[kcc::shared]] int value, flag;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    flag = 0;
  kcc::sync_threads();
  if (t == 0) {
    value = 5;
    kcc::atomic_ref<int, kcc::scope::block>(flag).store(1, std::memory_order_release);
  } else if (t == 32) {
    while (kcc::atomic_ref<int, kcc::scope::block>(flag).load(std::memory_order_acquire) == 0)
      ;
    out[0] = value;
  }
}
//! 4x64 race
[[kcc::kernel]] void last_block_bug(Out out, In in, Out) {
  [[kcc::shared]] bool is_last;
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  if (t == 0)
    out[10 + b] = in[b];
  if (t == 0)
    is_last = kcc::atomic_ref<int, kcc::scope::device>(out[0]).fetch_add(1, std::memory_order_relaxed) == 3;
  kcc::sync_threads();
  if (is_last && t == 0)
    for (int i = 0; i < 4; ++i)
      out[1] += out[10 + i]; // here
}
//! 4x64
[[kcc::kernel]] void last_block_with_fences_fixed(Out out, In in, Out) {
  [[kcc::shared]] bool is_last;
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  if (t == 0) {
    out[10 + b] = in[b];
    kcc::fence_device();
    is_last = kcc::atomic_ref<int, kcc::scope::device>(out[0]).fetch_add(1, std::memory_order_relaxed) == 3;
    kcc::fence_device();
  }
  kcc::sync_threads();
  if (is_last && t < 4)
    out[20 + t] = out[10 + t];
}
//! 4x64
[[kcc::kernel]] void last_block_fixed(Out out, In in, Out) {
  [[kcc::shared]] bool is_last;
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  if (t % 16 == 0)
    out[10 + b * 4 + t / 16] = 0;
  kcc::sync_threads();
  if (t == 0)
    is_last = kcc::atomic_ref<int, kcc::scope::device>(out[0]).fetch_add(1, std::memory_order_acq_rel) == 3;
  kcc::sync_threads();
  if (is_last && t < 16)
    out[100 + t] = out[10 + t];
}
// Who has seen an atomic operation that releases may use the variable itself, too.
//! 4x1
[[kcc::kernel]] void counter_set_back_fixed(Out out, In, Out) {
  if (kcc::atomic_ref<int, kcc::scope::device>(out[0]).fetch_add(1, std::memory_order_acq_rel) + 1 == 4)
    out[0] = 0;
}
//! 4x1 race
[[kcc::kernel]] void counter_set_back_bug(Out out, In, Out) {
  if (kcc::atomic_ref<int, kcc::scope::device>(out[0]).fetch_add(1, std::memory_order_acquire) + 1 == 4)
    out[0] = 0; // here
}
//! 2x1
[[kcc::kernel]] void flag_set_back_fixed(Out out, In, Out) {
  kcc::atomic_ref<int, kcc::scope::device> flag(out[0]);
  if (kcc::block_idx().x == 0) {
    flag.store(1, std::memory_order_release);
    return;
  }
  while (flag.load(std::memory_order_acquire) == 0)
    ;
  out[0] = 0;
}
//! 4x32
[[kcc::kernel]] void lock_fixed(Out out, In, Out) {
  if (kcc::thread_idx().x == 0) {
    kcc::atomic_ref<int, kcc::scope::device> lock(out[0]);
    while (lock.exchange(1, std::memory_order_acquire) != 0)
      ;
    out[1] += 1;
    lock.store(0, std::memory_order_release);
  }
}
//! 4x32 race
[[kcc::kernel]] void lock_bug(Out out, In, Out) {
  if (kcc::thread_idx().x == 0) {
    kcc::atomic_ref<int, kcc::scope::device> lock(out[0]);
    while (lock.exchange(1, std::memory_order_relaxed) != 0)
      ;
    out[1] += 1; // here
    lock.store(0, std::memory_order_relaxed);
  }
}
// Each block adds up its part and waits for the sum of the blocks before it.
//! 6x32
[[kcc::kernel]] void lookback_fixed(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  if (t != 0)
    return;
  int before = 0;
  if (b != 0) {
    while (kcc::atomic_ref<int, kcc::scope::device>(out[b - 1]).load(std::memory_order_acquire) == 0)
      ;
    before = out[100 + b - 1];
  }
  out[100 + b] = before + in[b + 1];
  kcc::atomic_ref<int, kcc::scope::device>(out[b]).store(1, std::memory_order_release);
}
//! 6x32 race
[[kcc::kernel]] void lookback_bug(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  if (t != 0)
    return;
  int before = 0;
  if (b != 0) {
    while (kcc::atomic_ref<int, kcc::scope::device>(out[b - 1]).load(std::memory_order_acquire) == 0)
      ;
    before = out[100 + b - 1]; // here
  }
  out[100 + b] = before + in[b + 1];
  kcc::atomic_ref<int, kcc::scope::device>(out[b]).store(1, std::memory_order_relaxed);
}
// Status and value in one word need no order, as in a decoupled look-back.
//! 6x64
[[kcc::kernel]] void packed_lookback_fixed(Out out, In in, Out) {
  [[kcc::shared]] int before;
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  if (t == 0) {
    int sum = 0;
    for (int i = static_cast<int>(b) - 1; i >= 0; --i) {
      int found;
      while ((found = kcc::atomic_ref<int, kcc::scope::device>(out[i]).load(std::memory_order_relaxed)) == 0)
        ;
      sum += found >> 2;
      if ((found & 2) != 0)
        break;
    }
    kcc::atomic_ref<int, kcc::scope::device>(out[b]).store((sum + in[b]) << 2 | 3, std::memory_order_relaxed);
    before = sum;
  }
  kcc::sync_threads();
  if (t == 5)
    out[100 + b] = before;
}
//! 4x64
[[kcc::kernel]] void volatile_flag_fixed(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  if (t != 0)
    return;
  volatile int *flags = out.data();
  if (b != 0) {
    while (flags[b - 1] == 0)
      ;
    kcc::fence_device();
    out[20 + b] = out[10 + b - 1];
  }
  out[10 + b] = in[b];
  kcc::fence_device();
  flags[b] = 1;
}
//! 4x64 race
[[kcc::kernel]] void volatile_flag_bug(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  if (t != 0)
    return;
  volatile int *flags = out.data();
  if (b != 0) {
    while (flags[b - 1] == 0)
      ;
    out[20 + b] = out[10 + b - 1]; // here
  }
  out[10 + b] = in[b];
  flags[b] = 1;
}
//! 2x96
[[kcc::kernel]] void ticket_lock_fixed(Out out, In, Out) {
  kcc::atomic_ref<int, kcc::scope::device> next(out[0]), serving(out[1]);
  if (kcc::thread_idx().x % 32 != 0)
    return;
  int ticket = next.fetch_add(1, std::memory_order_relaxed);
  while (serving.load(std::memory_order_acquire) != ticket)
    ;
  out[2] += 1;
  serving.store(ticket + 1, std::memory_order_release);
}
//! 2x96 race
[[kcc::kernel]] void ticket_lock_bug(Out out, In, Out) {
  kcc::atomic_ref<int, kcc::scope::device> next(out[0]), serving(out[1]);
  if (kcc::thread_idx().x % 32 != 0)
    return;
  int ticket = next.fetch_add(1, std::memory_order_relaxed);
  while (serving.load(std::memory_order_acquire) != ticket)
    ;
  serving.store(ticket + 1, std::memory_order_release);
  out[2] += 1; // here
}
//! 2x64
[[kcc::kernel]] void compare_exchange_lock_fixed(Out out, In, Out) {
  kcc::atomic_ref<int, kcc::scope::device> lock(out[0]);
  int expected = 0;
  while (!lock.compare_exchange_weak(expected, 1, std::memory_order_acquire, std::memory_order_relaxed))
    expected = 0;
  out[1] += 1;
  lock.store(0, std::memory_order_release);
}
//! 2x64 race
[[kcc::kernel]] void wrong_lock_bug(Out out, In, Out) {
  kcc::atomic_ref<int, kcc::scope::device> lock(out[2 + kcc::block_idx().x]);
  int expected = 0;
  while (!lock.compare_exchange_weak(expected, 1, std::memory_order_acquire, std::memory_order_relaxed))
    expected = 0;
  out[1] += 1; // here
  lock.store(0, std::memory_order_release);
}
//! 2x64 race
[[kcc::kernel]] void block_scope_lock_bug(Out out, In, Out) {
  kcc::atomic_ref<int, kcc::scope::device> lock(out[0]);
  if (kcc::thread_idx().x != 0)
    return;
  while (lock.exchange(1, std::memory_order_relaxed) != 0)
    ;
  kcc::fence_block();
  out[1] += 1; // here
  kcc::fence_block();
  lock.store(0, std::memory_order_relaxed);
}
//! 2x64
[[kcc::kernel]] void device_scope_lock_fixed(Out out, In, Out) {
  kcc::atomic_ref<int, kcc::scope::device> lock(out[0]);
  if (kcc::thread_idx().x != 0)
    return;
  while (lock.exchange(1, std::memory_order_relaxed) != 0)
    ;
  kcc::fence_device();
  out[1] += 1;
  kcc::fence_device();
  lock.store(0, std::memory_order_relaxed);
}
//! 3x64 race
[[kcc::kernel]] void flag_of_other_block_bug(Out out, In, Out) {
  [[kcc::shared]] int flag;
  kcc::atomic_ref<int, kcc::scope::device> both(flag);
  unsigned t = kcc::thread_idx().x;
  if (t == 0) {
    (void)both.load(std::memory_order_acquire);
    out[0] = kcc::block_idx().x + 1; // here
    both.store(1, std::memory_order_release);
  }
}
// Blocks that wait for all others, also for later ones.
//! 4x32
[[kcc::kernel]] void own_grid_barrier_fixed(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  kcc::atomic_ref<int, kcc::scope::device> arrived(out[0]);
  out[64 + b * 32 + t] = in[t];
  kcc::sync_threads();
  if (t == 0) {
    arrived.fetch_add(1, std::memory_order_acq_rel);
    while (arrived.load(std::memory_order_acquire) != 4)
      ;
  }
  kcc::sync_threads();
  if (b == 1)
    out[1 + t] = out[64 + 3 * 32 + t];
}
