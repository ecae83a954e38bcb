// Races in shared and global memory.
#include <kcc/atomic.h>
#include <kcc/barrier.h>
#include <kcc/device.h>
#include <kcc/warp.h>

#include <cstring>
#include <span>

using Out = std::span<int>;
using In = std::span<const int>;

//! 1x64 race
[[kcc::kernel]] void shared_read_write_bug(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  out[t] = tile[63 - t]; // here
}
//! 1x64
[[kcc::kernel]] void shared_read_write_fixed(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::sync_threads();
  out[t] = tile[63 - t];
}
//! 1x64 race
[[kcc::kernel]] void second_barrier_bug(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  for (int i = 0; i < 3; ++i) {
    tile[t] = in[t] + i; // here
    kcc::sync_threads();
    out[t] += tile[63 - t];
  }
}
//! 1x64
[[kcc::kernel]] void second_barrier_fixed(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  for (int i = 0; i < 3; ++i) {
    tile[t] = in[t] + i;
    kcc::sync_threads();
    out[t] += tile[63 - t];
    kcc::sync_threads();
  }
}
//! 1x32 race
[[kcc::kernel]] void inside_warp_bug(Out out, In in, Out) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  out[t] = tile[t ^ 1]; // here
}
//! 1x64
[[kcc::kernel]] void inside_warp_fixed(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::sync_warp();
  out[t] = tile[t ^ 1];
}
//! 1x64 race
[[kcc::kernel]] void across_warps_bug(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::sync_warp();
  out[t] = tile[t ^ 32]; // here
}
//! 1x32 race
[[kcc::kernel]] void half_warp_bug(Out out, In in, Out) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::sync_warp(t < 16 ? 0xffff : 0xffff0000);
  out[t] = tile[31 - t]; // here
}
//! 1x32
[[kcc::kernel]] void half_warp_fixed(Out out, In in, Out) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::sync_warp(t < 16 ? 0xffff : 0xffff0000);
  out[t] = tile[t ^ 15];
}
//! 2x32 race
[[kcc::kernel]] void across_blocks_bug(Out out, In, Out) {
  out[kcc::thread_idx().x] = kcc::block_idx().x + 1; // here
}
//! 2x32
[[kcc::kernel]] void across_blocks_fixed(Out out, In, Out) {
  out[kcc::global_index()] = kcc::block_idx().x;
}
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
//! 1x32 equal-writes
[[kcc::kernel]] void equal_writes_bug(Out out, In, Out) {
  out[3] = 7; // here
}
//! 1x32
[[kcc::kernel]] void equal_writes_fixed(Out out, In, Out) {
  if (kcc::thread_idx().x == 0)
    out[3] = 7;
}
//! 1x64
[[kcc::kernel]] void bytes_fixed(Out out, In, Out) {
  auto *bytes = reinterpret_cast<char *>(out.data());
  bytes[kcc::thread_idx().x] = 1;
}
//! 1x64 race
[[kcc::kernel]] void bytes_bug(Out out, In, Out) {
  auto *bytes = reinterpret_cast<char *>(out.data());
  bytes[kcc::thread_idx().x / 2] = kcc::thread_idx().x; // here
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
// Shuffles and votes do not order accesses to memory.
//! 1x32 race
[[kcc::kernel]] void shuffle_bug(Out out, In in, Out) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  int sum = kcc::warp::shuffle_xor(in[t], 1);
  out[t] = tile[31 - t] + sum; // here
}
//! 1x32
[[kcc::kernel]] void shuffle_fixed(Out out, In in, Out) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  int sum = kcc::warp::shuffle_xor(in[t], 1);
  kcc::sync_warp();
  out[t] = tile[31 - t] + sum;
}
//! 1x32 race
[[kcc::kernel]] void vote_bug(Out out, In in, Out) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  if (kcc::warp::any(in[t] == 3))
    out[t] = tile[31 - t]; // here
}
//! 1x64
[[kcc::kernel]] void exit_early_fixed(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  if (t >= 48)
    return;
  kcc::sync_threads();
  out[t] = tile[63 - t];
}
//! 1x128
[[kcc::kernel]] void named_barrier_fixed(Out out, In in, Out) {
  [[kcc::shared]] int tile[128];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::named_barrier(1 + t / 64, 64).sync();
  out[t] = tile[t ^ 63];
}
//! 1x128 race
[[kcc::kernel]] void named_barrier_bug(Out out, In in, Out) {
  [[kcc::shared]] int tile[128];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::named_barrier(1 + t / 64, 64).sync();
  out[t] = tile[127 - t]; // here
}
//! 1x128 race
[[kcc::kernel]] void warp_tree_bug(Out out, In in, Out) {
  [[kcc::shared]] int sums[128];
  unsigned t = kcc::thread_idx().x;
  sums[t] = in[t];
  kcc::sync_threads();
  if (t < 64)
    sums[t] += sums[t + 64];
  kcc::sync_threads();
  if (t < 32)
    for (int step = 32; step > 0; step /= 2)
      sums[t] += sums[t + step]; // here
  if (t == 0)
    out[0] = sums[0];
}
//! 1x128
[[kcc::kernel]] void warp_tree_fixed(Out out, In in, Out) {
  [[kcc::shared]] int sums[128];
  unsigned t = kcc::thread_idx().x;
  sums[t] = in[t];
  kcc::sync_threads();
  if (t < 64)
    sums[t] += sums[t + 64];
  kcc::sync_threads();
  if (t < 32) {
    for (int step = 32; step > 0; step /= 2) {
      int other = sums[t + step];
      kcc::sync_warp();
      sums[t] += other;
      kcc::sync_warp();
    }
  }
  if (t == 0)
    out[0] = sums[0];
}
//! 1x64
[[kcc::kernel]] void volatile_tree_fixed(Out out, In in, Out) {
  [[kcc::shared]] int sums[64];
  unsigned t = kcc::thread_idx().x;
  volatile int *mine = sums;
  mine[t] = in[t];
  kcc::sync_threads();
  if (t < 32)
    for (int step = 32; step > 0; step /= 2)
      mine[t] = mine[t] + mine[t + step];
  if (t == 0)
    out[0] = mine[0];
}
//! 1x96
[[kcc::kernel]] void two_buffers_fixed(Out out, In in, Out) {
  [[kcc::shared]] int tiles[2][96];
  unsigned t = kcc::thread_idx().x;
  for (int i = 0; i < 5; ++i) {
    tiles[i % 2][t] = in[t] + i;
    kcc::sync_threads();
    out[t] += tiles[i % 2][95 - t];
  }
}
//! 1x96 race
[[kcc::kernel]] void two_buffers_bug(Out out, In in, Out) {
  [[kcc::shared]] int tiles[2][96];
  unsigned t = kcc::thread_idx().x;
  for (int i = 0; i < 5; ++i) {
    tiles[i % 2][t] = in[t] + i; // here
    if (i % 2 == 0)
      kcc::sync_threads();
    out[t] += tiles[i % 2][95 - t];
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
// The threads of the first warp write what those of the second read, in three rounds.
//! 1x64
[[kcc::kernel]] void pipeline_fixed(Out out, In in, Out) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x % 32;
  kcc::named_barrier full(1, 64), empty(2, 64);
  for (int round = 0; round < 3; ++round)
    if (kcc::thread_idx().x < 32) {
      if (round != 0)
        empty.sync();
      tile[t] = in[t] + round;
      full.arrive();
    } else {
      full.sync();
      out[t] += tile[31 - t];
      if (round != 2)
        empty.arrive();
    }
}
//! 1x64 race
[[kcc::kernel]] void pipeline_bug(Out out, In in, Out) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x % 32;
  kcc::named_barrier full(1, 64), empty(2, 64);
  for (int round = 0; round < 3; ++round)
    if (kcc::thread_idx().x < 32) {
      if (round != 0)
        empty.sync();
      tile[t] = in[t] + round; // here
      full.arrive();
    } else {
      full.sync();
      if (round != 2)
        empty.arrive();
      out[t] += tile[31 - t];
    }
}
// A thread that has left the barrier first writes what the others still read.
//! 1x64 race
[[kcc::kernel]] void named_barrier_loop_bug(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  for (int i = 0; i < 3; ++i) {
    tile[t] = in[t] + i; // here
    kcc::named_barrier(1, 64).sync();
    out[t] += tile[63 - t];
  }
}
//! 1x64
[[kcc::kernel]] void named_barrier_loop_fixed(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  for (int i = 0; i < 3; ++i) {
    tile[t] = in[t] + i;
    kcc::named_barrier(1, 64).sync();
    out[t] += tile[63 - t];
    kcc::named_barrier(1, 64).sync();
  }
}
//! 1x64 race
[[kcc::kernel]] void phases_bug(Out out, In in, Out) {
  [[kcc::shared]] kcc::barrier phase;
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    phase.init(64);
  kcc::sync_threads();
  for (int i = 0; i < 3; ++i) {
    tile[t] = in[t] + i; // here
    phase.arrive_and_wait();
    out[t] += tile[63 - t];
  }
}
//! 1x64
[[kcc::kernel]] void phases_fixed(Out out, In in, Out) {
  [[kcc::shared]] kcc::barrier phase;
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    phase.init(64);
  kcc::sync_threads();
  for (int i = 0; i < 3; ++i) {
    tile[t] = in[t] + i;
    phase.arrive_and_wait();
    out[t] += tile[63 - t];
    phase.arrive_and_wait();
  }
}
// A barrier of a block is another one in the next block.
//! 3x64 race
[[kcc::kernel]] void barrier_of_other_block_bug(Out out, In, Out) {
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    out[0] = kcc::block_idx().x + 1; // here
  kcc::named_barrier(1, 64).sync();
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
//! 1x256 race
[[kcc::kernel]] void many_readers_bug(Out out, In in, Out) {
  [[kcc::shared]] int limit;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    limit = in[7];
  kcc::sync_threads();
  out[t] = limit;
  kcc::sync_warp();
  if (t == 0)
    limit = in[8]; // here
}
//! 1x256
[[kcc::kernel]] void many_readers_fixed(Out out, In in, Out) {
  [[kcc::shared]] int limit;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    limit = in[7];
  kcc::sync_threads();
  out[t] = limit;
  kcc::sync_threads();
  if (t == 0)
    limit = in[8];
}
//! 4x32
[[kcc::kernel]] void grid_sync_fixed(Out out, In in, Out) {
  unsigned i = kcc::global_index();
  for (int round = 0; round < 3; ++round) {
    out[i] = in[i] + round;
    kcc::sync_grid();
    out[128 + i] += out[127 - i];
    kcc::sync_grid();
  }
}
//! 4x32 race
[[kcc::kernel]] void grid_sync_bug(Out out, In in, Out) {
  unsigned i = kcc::global_index();
  for (int round = 0; round < 3; ++round) {
    out[i] = in[i] + round; // here
    kcc::sync_grid();
    out[128 + i] += out[127 - i];
  }
}
//! 4x32
[[kcc::kernel]] void cluster_sync_fixed(Out out, In in, Out) {
  unsigned i = kcc::global_index();
  for (int round = 0; round < 3; ++round) {
    out[i] = in[i] + round;
    kcc::sync_cluster();
    out[128 + i] += out[i / 64 * 64 + 63 - i % 64];
    kcc::sync_cluster();
  }
}
//! 4x32 race
[[kcc::kernel]] void cluster_sync_bug(Out out, In in, Out) {
  unsigned i = kcc::global_index();
  for (int round = 0; round < 3; ++round) {
    out[i] = in[i] + round; // here
    kcc::sync_cluster();
    out[128 + i] += out[i / 64 * 64 + 63 - i % 64];
  }
}
//! 4x32 race
[[kcc::kernel]] void cluster_too_small_bug(Out out, In in, Out) {
  unsigned i = kcc::global_index();
  out[i] = in[i];
  kcc::sync_cluster();
  out[128 + i] = out[127 - i]; // here
}
// Of 32 lanes that read, the last eight are not waited for.
//! 1x32 race
[[kcc::kernel]] void some_lanes_bug(Out out, In in, Out) {
  [[kcc::shared]] int limit;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    limit = in[7];
  kcc::sync_warp();
  out[t] = limit;
  if (t < 24)
    kcc::sync_warp(0xffffff);
  if (t == 3)
    limit = in[8]; // here
}
//! 1x32
[[kcc::kernel]] void some_lanes_fixed(Out out, In in, Out) {
  [[kcc::shared]] int limit;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    limit = in[7];
  kcc::sync_warp();
  if (t < 24) {
    out[t] = limit;
    kcc::sync_warp(0xffffff);
  }
  if (t == 3)
    limit = in[8];
}
// One warp of many that read is not waited for.
//! 1x256 race
[[kcc::kernel]] void some_warps_bug(Out out, In in, Out) {
  [[kcc::shared]] int limit;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    limit = in[7];
  kcc::sync_threads();
  out[t] = limit;
  if (t / 32 != 5)
    kcc::named_barrier(1, 224).sync();
  if (t == 0)
    limit = in[8]; // here
}
//! 1x256
[[kcc::kernel]] void some_warps_fixed(Out out, In in, Out) {
  [[kcc::shared]] int limit;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    limit = in[7];
  kcc::sync_threads();
  if (t / 32 != 5) {
    out[t] = limit;
    kcc::named_barrier(1, 224).sync();
  }
  if (t == 0)
    limit = in[8];
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
// What LLVM has made of the store is no reason to miss the write: another one follows behind the barrier.
//! 1x64 race
[[kcc::kernel]] void stores_what_is_there_bug(Out out, In, Out) {
  const unsigned t = kcc::thread_idx().x;
  int *const mine = &out[t];
  const int before = *mine;
  *mine = before;
  const int next = out[(t + 1) % 64]; // here
  kcc::sync_threads();
  *mine = before + next;
}
//! 1x64
[[kcc::kernel]] void stores_what_is_there_fixed(Out out, In, Out) {
  const unsigned t = kcc::thread_idx().x;
  int *const mine = &out[t];
  const int before = *mine;
  *mine = before;
  kcc::sync_threads();
  const int next = out[(t + 1) % 64];
  kcc::sync_threads();
  *mine = before + next;
}
// Byte 3 gets different values by lanes of one instruction.
//! 1x64 race
[[kcc::kernel]] void overlapping_numbers_bug(Out out, In, Out) {
  const int t = static_cast<int>(kcc::thread_idx().x), value = t % 2 != 0 ? 0 : 0x2a2a2a2a;
  if (t < 2)
    std::memcpy(reinterpret_cast<char *>(out.data()) + 3 * t, &value, 4); // here
}
//! 1x64
[[kcc::kernel]] void overlapping_numbers_fixed(Out out, In, Out) {
  const int t = static_cast<int>(kcc::thread_idx().x), value = t % 2 != 0 ? 0 : 0x2a2a2a2a;
  if (t < 2)
    std::memcpy(reinterpret_cast<char *>(out.data()) + 4 * t, &value, 4);
}

// The words of shared memory are kept from launch to launch, of whatever size.
//! 1x64
[[kcc::kernel]] void large_array_of_bytes(Out out, In, Out) {
  [[kcc::shared]] unsigned char bytes[48000];
  const unsigned t = kcc::thread_idx().x;
  bytes[t] = static_cast<unsigned char>(t);
  kcc::sync_threads();
  out[t] = bytes[t ^ 1];
}
//! 1x64
[[kcc::kernel]] void small_array_of_numbers(Out out, In, Out) {
  [[kcc::shared]] int numbers[64];
  const unsigned t = kcc::thread_idx().x;
  numbers[t] = static_cast<int>(t);
  kcc::sync_threads();
  out[t] = numbers[t ^ 1];
}
//! 1x64
[[kcc::kernel]] void large_array_of_numbers(Out out, In, Out) {
  [[kcc::shared]] int numbers[12000];
  const unsigned t = kcc::thread_idx().x;
  for (unsigned i = t; i < 12000; i += 64)
    numbers[i] = static_cast<int>(t);
  kcc::sync_threads();
  int sum = 0;
  for (unsigned i = t; i < 12000; i += 64)
    sum += numbers[i ^ 1];
  out[t] = sum;
}
