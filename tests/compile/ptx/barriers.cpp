// Barriers that a whole warp reaches are inline; the others are calls of a function in which the warp gathers first.
// RUN: %kcc %s --arch=sm_90 -o %t.ptx && %check < %t.ptx
// RUN: %kcc %s --arch=sm_75 -o %t.1.ptx && %check < %t.1.ptx
#include <kcc/device.h>

/// The loop's bound is the same for all threads of the block.
[[kcc::kernel("uniform")]] void uniform(std::span<float> data) {
  [[kcc::shared]] float tile[256];
  const unsigned rank = kcc::thread_rank();
  tile[rank] = data[rank];
  for (unsigned half = kcc::block_dim().x / 2; half > 0; half /= 2) {
    kcc::sync_threads();
    if (rank < half)
      tile[rank] += tile[rank + half];
  }
  while (kcc::sync_threads_or(tile[rank] < data[rank]))
    tile[rank] += 1;
  if (data.size() > 1000) // a parameter
    kcc::sync_threads();
  data[rank] = tile[rank];
}
// CHECK-LABEL: .entry uniform(
// CHECK-NOT: call
// CHECK: bar.sync 0;
// CHECK-NOT: call
// CHECK: bar.red.or.pred
// CHECK-NOT: call
// CHECK: bar.sync 0;
// CHECK-NOT: call
// CHECK: ret;

/// Part of a warp may have returned.
[[kcc::kernel("early_return")]] void early_return(std::span<int> data, unsigned n) {
  [[kcc::shared]] int tile[256];
  const unsigned rank = kcc::thread_rank();
  tile[rank] = 0;
  kcc::sync_threads();
  if (rank >= n) {
    data[rank] = 1;
    return;
  }
  tile[rank] = data[rank];
  kcc::sync_threads();
  data[rank] = tile[n - 1 - rank];
}
// CHECK-LABEL: .entry early_return(
// CHECK: bar.sync 0;
// CHECK-NOT: {{bar.sync|ret;}}
// CHECK: call.uni kcc_$_sync
// CHECK: ret;

/// A trap ends the grid: nobody waits for the thread.
[[kcc::kernel("trapped")]] void trapped(std::span<int> data) {
  [[kcc::shared]] int tile[256];
  const unsigned rank = kcc::thread_rank();
  if (data[rank] < 0)
    __builtin_trap();
  tile[rank] = data[rank];
  kcc::sync_threads();
  data[rank] = tile[rank ^ 1];
}
// CHECK-LABEL: .entry trapped(
// CHECK: bar.sync 0;
// CHECK: ret;

/// Threads of a warp leave the loop in different rounds, but meet after it.
[[kcc::kernel("loop_before")]] void loop_before(std::span<int> data) {
  const unsigned rank = kcc::thread_rank();
  int rounds = 0;
  for (int value = data[rank]; value != 1; value = value % 2 ? 3 * value + 1 : value / 2)
    ++rounds;
  data[rank] = kcc::sync_threads_count(rounds > 10);
}
// CHECK-LABEL: .entry loop_before(
// CHECK: bar.red.popc.u32
// CHECK: ret;

/// The number of rounds is read from memory that threads may write.
[[kcc::kernel("loaded_bound")]] void loaded_bound(std::span<int> data) {
  const unsigned rank = kcc::thread_rank();
  for (int round = 0; round < data[0]; ++round) {
    data[rank + 1] += round;
    kcc::sync_threads();
  }
}
// CHECK-LABEL: .entry loaded_bound(
// CHECK-NOT: bar.sync
// CHECK: call.uni kcc_$_sync
// CHECK: ret;

/// Called by the whole warp and by a part of it: its barriers take the general form.
[[gnu::noinline]] void both(std::span<int> data, unsigned rank) {
  data[rank] += 1;
  kcc::sync_threads();
  data[rank] += data[rank ^ 1];
}
[[kcc::kernel("calls")]] void calls(std::span<int> data, unsigned n) {
  const unsigned rank = kcc::thread_rank();
  both(data, rank);
  if (rank < n)
    both(data, rank);
}
/// Called by whole warps only.
[[gnu::noinline]] void together(std::span<int> data, unsigned rank) {
  data[rank] += 2;
  kcc::sync_threads();
  data[rank] += data[rank ^ 1];
}
[[kcc::kernel("calls_together")]] void calls_together(std::span<int> data) {
  together(data, kcc::thread_rank());
  together(data, kcc::thread_rank());
}
// CHECK-LABEL: {{^}}.func _Z4both{{.*}}({{$}}
// CHECK-NOT: bar.sync
// CHECK: call.uni kcc_$_sync
// CHECK: ret;
// CHECK-LABEL: {{^}}.func _Z8together{{.*}}({{$}}
// CHECK: bar.sync 0;
// CHECK: ret;

// CHECK-LABEL: {{^}}.func kcc_$_sync({{$}}
// CHECK: bar.warp.sync -1;
// CHECK-NEXT: bar.sync
// CHECK: ret;
