// Assembly can end part of a warp before a barrier, as a return can: the others gather first.
// RUN: %kcc %s --arch=sm_90 -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>

[[kcc::kernel("some_leave")]] void some_leave(std::span<int> data, int n) {
  [[kcc::shared]] int tile[256];
  const unsigned rank = kcc::thread_rank();
  if (data[rank] > n)
    asm volatile("{ .reg .pred never; exit; }");
  tile[rank] = data[rank];
  kcc::sync_threads();
  data[rank] = tile[rank ^ 1];
}
// CHECK-LABEL: .entry some_leave(
// CHECK-NOT: bar.sync
// CHECK: kcc_$_sync
// CHECK: ret;
