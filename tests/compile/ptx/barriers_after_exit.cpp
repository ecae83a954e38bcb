// Assembly and Clang's builtin can end part of a warp before a barrier, as a return can: the others gather first.
// A failed assertion ends the whole kernel, so it costs the barriers nothing.
// RUN: %kcc %s --arch=sm_90 -o %t.ptx && %check < %t.ptx
// RUN: %kcc %s --arch=sm_90 -DBUILTIN -o %t.ptx && %check < %t.ptx
// RUN: %kcc %s --arch=sm_90 -DASSERTION -o %t.ptx && %check --check-prefix=ASSERTION < %t.ptx
#include <kcc/assert.h>
#include <kcc/device.h>

[[kcc::kernel("some_leave")]] void some_leave(std::span<int> data, int n) {
  [[kcc::shared]] int tile[256];
  const unsigned rank = kcc::thread_rank();
#if defined(ASSERTION)
  KCC_ASSERT(data.size() >= 256);
#elif defined(BUILTIN)
  if (data[rank] > n)
    __nvvm_exit();
#else
  if (data[rank] > n)
    asm volatile("{ .reg .pred never; exit; }");
#endif
  tile[rank] = data[rank];
  kcc::sync_threads();
  data[rank] = tile[rank ^ 1];
}
// CHECK-LABEL: .entry some_leave(
// CHECK-NOT: bar.sync
// CHECK: kcc_$_sync
// CHECK: ret;
// ASSERTION-LABEL: .entry some_leave(
// ASSERTION: bar.sync
// ASSERTION: ret;
