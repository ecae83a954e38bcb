// Races in shared and global memory, and what orders accesses by barriers.
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
