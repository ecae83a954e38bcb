// Functions that wait, used wrongly.
#include <kcc/barrier.h>
#include <kcc/block.h>
#include <kcc/device.h>
#include <kcc/warp.h>

#include <span>

using Out = std::span<int>;
using In = std::span<const int>;

//! 1x64 different-barriers
[[kcc::kernel]] void both_arms_bug(Out out, In in, Out) {
  if (in[kcc::thread_idx().x] < 32)
    kcc::sync_threads(); // here
  else
    kcc::sync_threads();
  out[kcc::thread_idx().x] = 1;
}
//! 1x64
[[kcc::kernel]] void both_arms_fixed(Out out, In in, Out) {
  if (in[kcc::thread_idx().x] < 32)
    out[kcc::thread_idx().x] = 2;
  kcc::sync_threads();
  out[kcc::thread_idx().x] = 1;
}
//! 1x64 different-barriers
[[kcc::kernel]] void one_arm_bug(Out out, In in, Out) {
  if (in[kcc::thread_idx().x] < 32)
    kcc::sync_threads(); // here
  out[kcc::thread_idx().x] = 1;
  kcc::sync_threads();
}
//! 1x64
[[kcc::kernel]] void loop_fixed(Out out, In in, Out) {
  for (int i = 0; i < in[3]; ++i) {
    out[kcc::thread_idx().x] = i;
    kcc::sync_threads();
  }
}
//! 1x64
[[kcc::kernel]] void early_return_fixed(Out out, In in, Out) {
  if (in[kcc::thread_idx().x] >= 40)
    return;
  kcc::sync_threads();
  out[kcc::thread_idx().x] = 1;
}
//! 1x32 wrong-participants
[[kcc::kernel]] void not_in_mask_bug(Out out, In, Out) {
  kcc::sync_warp(0xffff); // here
  out[kcc::thread_idx().x] = 1;
}
//! 1x32
[[kcc::kernel]] void not_in_mask_fixed(Out out, In, Out) {
  if (kcc::thread_idx().x < 16)
    kcc::sync_warp(0xffff);
  out[kcc::thread_idx().x] = 1;
}
//! 1x32 deadlock
[[kcc::kernel]] void missing_lane_bug(Out out, In in, Out) {
  if (in[kcc::thread_idx().x] != 5)
    out[kcc::thread_idx().x] = kcc::warp::shuffle(in[0], 5); // here
  kcc::sync_threads();
}
//! 1x32
[[kcc::kernel]] void missing_lane_fixed(Out out, In in, Out) {
  if (in[kcc::thread_idx().x] != 5)
    out[kcc::thread_idx().x] = kcc::warp::shuffle(in[0], 4, 32, 0xffffffdf);
  kcc::sync_threads();
}
//! 1x64 deadlock
[[kcc::kernel]] void named_barrier_bug(Out out, In in, Out) {
  if (in[kcc::thread_idx().x] < 32)
    kcc::named_barrier(1, 64).sync(); // here
  else
    kcc::named_barrier(2, 64).sync();
  out[kcc::thread_idx().x] = 1;
}
//! 1x64
[[kcc::kernel]] void named_barrier_fixed(Out out, In in, Out) {
  if (in[kcc::thread_idx().x] < 32)
    kcc::named_barrier(1, 32).sync();
  else
    kcc::named_barrier(2, 32).sync();
  out[kcc::thread_idx().x] = 1;
}
//! 1x64 deadlock
[[kcc::kernel]] void phase_bug(Out out, In in, Out) {
  [[kcc::shared]] kcc::barrier phase;
  if (kcc::thread_idx().x == 0)
    phase.init(64);
  kcc::sync_threads();
  if (in[kcc::thread_idx().x] != 7)
    phase.arrive_and_wait(); // here
  out[kcc::thread_idx().x] = 1;
}
//! 1x64
[[kcc::kernel]] void phase_fixed(Out out, In in, Out) {
  [[kcc::shared]] kcc::barrier phase;
  [[kcc::shared]] int tile[64];
  if (kcc::thread_idx().x == 0)
    phase.init(64);
  kcc::sync_threads();
  tile[kcc::thread_idx().x] = in[0];
  phase.arrive_and_wait();
  out[kcc::thread_idx().x] = tile[63 - kcc::thread_idx().x];
}
//! 1x64 missing-threads
[[kcc::kernel]] void skipped_bug(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  if (in[t] < 32)
    kcc::sync_threads(); // here
  out[t] = 1;
}
//! 1x64
[[kcc::kernel]] void skipped_fixed(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  if (in[0] < 32)
    kcc::sync_threads();
  out[t] = 1;
}
//! 1x64 missing-threads
[[kcc::kernel]] void trips_bug(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  for (int i = 0; i < in[t] % 4; ++i)
    kcc::sync_threads(); // here
  out[t] = 1;
}
//! 1x64
[[kcc::kernel]] void trips_fixed(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  for (int i = 0; i < in[3] % 4; ++i)
    kcc::sync_threads();
  out[t] = 1;
}
//! 1x64 missing-threads
[[kcc::kernel]] void break_bug(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  int i = 0;
  do {
    if (i == in[t])
      break;
    kcc::sync_threads(); // here
  } while (++i < 5);
  out[t] = 1;
}
//! 1x64
[[kcc::kernel]] void break_fixed(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  int i = 0;
  do {
    if (i == in[3])
      break;
    kcc::sync_threads();
  } while (++i < 5);
  out[t] = 1;
}
//! 1x64
[[kcc::kernel]] void return_in_loop_fixed(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  for (int i = 0; i < 5; ++i) {
    if (i == in[t])
      return;
    kcc::sync_threads();
  }
  out[t] = 1;
}
//! 1x64 missing-threads
[[kcc::kernel]] void switch_bug(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  switch (in[t] % 3) {
  case 0:
    kcc::sync_threads(); // here
    break;
  case 1:
    out[t] = 2;
    break;
  default:
    out[t] = 3;
  }
  out[t] += 1;
}
//! 1x64
[[kcc::kernel]] void switch_fixed(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  switch (in[7] % 3) {
  case 0:
    out[t] = 4;
    break;
  case 1:
    kcc::sync_threads();
    break;
  default:
    out[t] = 3;
  }
  out[t] += 1;
}
[[gnu::noinline]] static int first_of_block(int value) {
  [[kcc::shared]] int first;
  if (kcc::thread_idx().x == 0)
    first = value;
  kcc::sync_threads();
  return first;
}
//! 1x64 missing-threads
[[kcc::kernel]] void in_function_bug(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  int first = 0;
  if (in[t] < 32)
    first = first_of_block(in[t]); // here
  out[t] = first;
}
//! 1x64
[[kcc::kernel]] void in_function_fixed(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  int first = first_of_block(in[t]);
  out[t] = in[t] < 32 ? first : 0;
}
struct Writer {
  Out out;
  ~Writer() { out[100 + kcc::thread_idx().x] = 1; }
};
//! 1x64
[[kcc::kernel]] void return_with_destructor_fixed(Out out, In in, Out) {
  Writer writer{out};
  unsigned t = kcc::thread_idx().x;
  if (in[t] >= 40)
    return;
  kcc::sync_threads();
  out[t] = 1;
}
//! 1x64 missing-threads
[[kcc::kernel]] void vote_bug(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  bool any = false;
  if (in[t] % 2 == 0)
    any = kcc::sync_threads_or(in[t] > 5); // here
  out[t] = any;
}
//! 1x64
[[kcc::kernel]] void vote_fixed(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  out[t] = kcc::sync_threads_or(in[t] % 2 == 0 && in[t] > 5);
}
//! 1x64
[[kcc::kernel]] void write_and_return_in_loop_fixed(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  for (int i = 0; i < 5; ++i) {
    if (i == in[t]) {
      out[t] = 2;
      return;
    }
    kcc::sync_threads();
  }
  out[t] = 1;
}
[[gnu::noinline]] static int sum_of_steps(In in, int steps) {
  [[kcc::shared]] int sum;
  for (int i = 0; i < steps; ++i) {
    if (kcc::thread_idx().x == 0)
      sum = in[i];
    kcc::sync_threads();
  }
  return sum + steps;
}
//! 1x64
[[kcc::kernel]] void return_between_calls_fixed(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  out[t] = sum_of_steps(in, 3);
  if (in[t] >= 40)
    return;
  out[t] += sum_of_steps(in, 2);
}
//! 1x64
[[kcc::kernel]] void calls_in_loop_fixed(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  for (int i = 1; i < 4; ++i)
    out[t] += sum_of_steps(in, i);
}
//! 1x64
[[kcc::kernel]] void nested_loops_fixed(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      if (in[j] == 1)
        continue;
      kcc::sync_threads();
    }
    out[t] += i;
  }
  out[t] += 1;
}
//! 1x64 block-size
[[kcc::kernel]] void sum_for_more_threads_bug(Out out, In in, Out) {
  using Reduce = kcc::BlockReduce<int, 128>;
  [[kcc::shared]] Reduce::Shared shared;
  out[kcc::thread_idx().x] = Reduce(shared).sum(in[kcc::thread_idx().x]); // here
}
//! 2x64 block-size
[[kcc::kernel]] void sum_for_fewer_threads_bug(Out out, In in, Out) {
  using Reduce = kcc::BlockReduce<int, 32>;
  [[kcc::shared]] Reduce::Shared shared;
  out[kcc::thread_idx().x] = Reduce(shared).sum(in[kcc::thread_idx().x]); // here
}
//! 1x64
[[kcc::kernel]] void sum_fixed(Out out, In in, Out) {
  using Reduce = kcc::BlockReduce<int, 64>;
  [[kcc::shared]] Reduce::Shared shared;
  out[kcc::thread_idx().x] = Reduce(shared).sum(in[kcc::thread_idx().x]);
}
//! 1x64 block-size
[[kcc::kernel]] void sort_for_fewer_threads_bug(Out out, In in, Out) {
  using Sort = kcc::BlockRadixSort<int, 48, 3>;
  [[kcc::shared]] Sort::Shared shared;
  const unsigned t = kcc::thread_idx().x;
  int keys[3] = {in[t], in[2 * t], in[3 * t]};
  Sort(shared).sort(keys); // here
  out[t] = keys[0];
}
//! 1x64
[[kcc::kernel]] void sort_fixed(Out out, In in, Out) {
  using Sort = kcc::BlockRadixSort<int, 64, 3>;
  [[kcc::shared]] Sort::Shared shared;
  const unsigned t = kcc::thread_idx().x;
  int keys[3] = {in[t], in[2 * t], in[3 * t]};
  Sort(shared).sort(keys);
  out[t] = keys[0];
}
//! 1x64 block-size
[[kcc::kernel]] void scan_by_own_operation_bug(Out out, In in, Out) {
  constexpr kcc::BlockShape shape{8, 8};
  using Scan = kcc::BlockScan<int, shape>;
  [[kcc::shared]] Scan::Shared shared;
  const unsigned t = kcc::thread_idx().x;
  out[t] = Scan(shared).inclusive_scan(in[t], [](int a, int b) { return a > b ? a : b; }); // here
}
//! 1x64
[[kcc::kernel]] void scan_by_own_operation_fixed(Out out, In in, Out) {
  using Scan = kcc::BlockScan<int, 64>;
  [[kcc::shared]] Scan::Shared shared;
  const unsigned t = kcc::thread_idx().x;
  out[t] = Scan(shared).inclusive_scan(in[t], [](int a, int b) { return a > b ? a : b; });
}
