// Before barriers, match and redux, ptxas moves the gathering of the warp up over stores, but not bar.warp.sync.
// RUN: %kcc %s --arch=sm_80 -o %t.ptx && %check < %t.ptx
// RUN: %kcc %s --arch=sm_80 -O0 -o %t.ptx && %check --check-prefix=LOCK < %t.ptx
#include <atomic>
#include <kcc/device.h>
#include <kcc/warp.h>

static unsigned guard, sum;

[[kcc::kernel("locked")]] void locked(std::span<unsigned> out) {
  while (std::atomic_ref(guard).exchange(1, std::memory_order_acquire) != 0)
    ;
  sum += out[0];
  std::atomic_ref(guard).store(0, std::memory_order_release);
  kcc::sync_threads();
  out[1] = sum;
  kcc::sync_threads();
  sum = 0;
}
// CHECK-LABEL: .entry locked(
// CHECK: st.release.
// CHECK: bar.warp.sync {{.*}}-1;
// CHECK-NEXT: bar.sync
// CHECK-NOT: bar.warp.sync
// CHECK: bar.sync
// LOCK-LABEL: .entry locked(
// LOCK: bar.warp.sync {{.*}}-1;
// LOCK-NEXT: bar.sync
// LOCK: ret;

[[kcc::kernel("in_branch")]] void in_branch(volatile unsigned *out, unsigned n) {
  if (kcc::thread_rank() < n)
    out[1] = 5;
  else
    out[2] = kcc::lane_id();
  kcc::sync_threads();
  out[3] = out[2];
}
// CHECK-LABEL: .entry in_branch(
// CHECK: bar.warp.sync {{.*}}-1;
// CHECK-NEXT: bar.sync

[[kcc::kernel("reduced")]] void reduced(volatile unsigned *out, unsigned mask) {
  out[1] = 5;
  const unsigned all = kcc::warp::reduce(unsigned{out[0]}, std::plus<unsigned>{}, mask);
  out[2] = 6;
  out[3] = kcc::warp::match_any(all, mask);
}
// CHECK-LABEL: .entry reduced(
// CHECK: st.volatile
// CHECK: bar.warp.sync [[MASK:%r[0-9]+]];
// CHECK: redux.sync.add.s32 {{.*}}, [[MASK]];
// CHECK: st.volatile
// CHECK: bar.warp.sync [[MASK]];
// CHECK: match.any.sync.b32 {{.*}}, [[MASK]];

[[kcc::kernel("plain")]] void plain(std::span<unsigned> out) {
  out[kcc::thread_rank()] = 7;
  kcc::sync_threads();
  std::atomic_ref(sum).fetch_add(out[kcc::thread_rank() ^ 1]);
  kcc::sync_threads();
  out[kcc::thread_rank()] = sum;
}
// CHECK-LABEL: .entry plain(
// CHECK-NOT: bar.warp.sync
// CHECK: ret;
