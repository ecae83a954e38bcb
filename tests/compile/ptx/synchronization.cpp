// Barriers become the instructions of each architecture, at every level of optimization.
// RUN: %kcc %s --arch=sm_90 -o %t.ptx && %check --check-prefixes=CHECK,NEW < %t.ptx
// RUN: %kcc %s --arch=sm_80 -o %T/80.ptx && %check --check-prefixes=CHECK,AMPERE < %T/80.ptx
// RUN: %kcc %s --arch=sm_75 -o %T/75.ptx && %check --check-prefixes=CHECK,OLD < %T/75.ptx
// RUN: %kcc %s --arch=sm_60 -o %T/60.ptx && %check --check-prefix=OLDEST < %T/60.ptx
// RUN: %kcc %s --arch=sm_75 -O0 -o %T/plain75.ptx
// RUN: %kcc %s --arch=sm_80 -O0 -o %T/plain80.ptx
// RUN: %kcc %s --arch=sm_90 -O0 -o %T/plain90.ptx
// RUN: %kcc %s --arch=sm_90 -O1 -o %T/o1.ptx
// RUN: %kcc %s --arch=sm_90a -O2 -o %T/o2.ptx
// RUN: %kcc %s --target=cpu --emit=obj -o %t.o
// RUN: %kcc %s --emit=manifest -o - | %check --check-prefix=WAITS
#include <kcc/barrier.h>
#include <kcc/device.h>

// CHECK-LABEL: .entry counted(
// CHECK: bar.red.popc.u32 {{.*}}, 0,
// CHECK: bar.red.and.pred {{.*}}, 0,
// CHECK: bar.red.or.pred {{.*}}, 0,
[[kcc::kernel("counted")]] void counted(std::span<std::uint32_t> out) {
  const std::uint32_t i = kcc::thread_idx().x;
  out[i] = kcc::sync_threads_count(i % 3 == 0);
  out[i] += kcc::sync_threads_and(i < 7);
  out[i] += kcc::sync_threads_or(i == 9);
}

// CHECK-LABEL: .entry named(
// CHECK: call.uni kcc_$_named_arrive,
// CHECK: call.uni kcc_$_named_sync,
// OLDEST-LABEL: .entry named(
// OLDEST: bar.arrive {{.*}}64
// OLDEST: bar.sync {{.*}}64
[[kcc::kernel("named")]] void named(std::uint32_t id) {
  const kcc::named_barrier meeting(id, 64);
  if (kcc::thread_idx().x < 32)
    meeting.arrive();
  else
    meeting.sync();
}

// The block meets, one thread arrives and polls, the block meets again.
// CHECK-LABEL: .entry grid(
// CHECK: bar.sync 0
// CHECK-DAG: %envreg2
// CHECK-DAG: %envreg1
// CHECK: atom.acq_rel.gpu.global.add.u32
// CHECK: ld.acquire.gpu.global.b32
// CHECK: bar.sync 0
// OLDEST-LABEL: .entry grid(
// OLDEST: membar.gl
// OLDEST: atom.gpu.global.add.u32
// OLDEST: membar.gl
// OLDEST: ld.volatile.global.b32
// OLDEST: membar.gl
// WAITS: "entry":"grid"{{.*}}"uses_barrier":true,"uses_grid_sync":true
[[kcc::kernel("grid")]] void grid(int *data) {
  data[kcc::global_index()] = 1;
  kcc::sync_grid();
  data[kcc::global_index()] += data[0];
}

// CHECK-LABEL: .entry fences(
// CHECK: fence.sc.cta;
// NEW: fence.sc.cluster;
// AMPERE: fence.sc.gpu;
// OLD: fence.sc.gpu;
// CHECK: fence.sc.gpu;
// CHECK: fence.sc.sys;
[[kcc::kernel("fences")]] void fences(int *data) {
  data[0] = 0;
  kcc::fence_block();
  data[1] = 1;
  kcc::fence_cluster();
  data[2] = 2;
  kcc::fence_device();
  data[3] = 3;
  kcc::fence_system();
  data[4] = 4;
}

// CHECK-LABEL: .entry shared_barrier(
// NEW: mbarrier.init.shared.b64
// NEW: mbarrier.arrive.noComplete.shared.b64
// NEW: mbarrier.arrive.shared.b64
// NEW: mbarrier.try_wait.shared.b64
// NEW: mbarrier.try_wait.parity.shared.b64
// NEW: mbarrier.arrive_drop.shared.b64
// AMPERE: mbarrier.init.shared.b64
// AMPERE: mbarrier.arrive.shared.b64
// AMPERE: mbarrier.test_wait.shared.b64
// AMPERE: @!ended bra
// AMPERE: mbarrier.test_wait.parity.shared.b64
// AMPERE: mbarrier.arrive_drop.shared.b64
// OLD-NOT: mbarrier
// OLD: atom.acq_rel.cta.shared.add.u64
// OLD: st.release.cta.shared.b64
// OLD: ld.acquire.cta.shared.b64
// OLDEST-LABEL: .entry shared_barrier(
// OLDEST: membar.cta
// OLDEST: atom.cta.shared.add.u64
// WAITS: "entry":"shared_barrier"{{.*}}"uses_barrier":true,"uses_grid_sync":false
[[kcc::kernel("shared_barrier")]] void shared_barrier(std::uint32_t share) {
  [[kcc::shared]] static kcc::barrier meeting;
  if (kcc::thread_idx().x == 0)
    meeting.init(kcc::block_dim().x * share);
  kcc::sync_threads();
  meeting.wait(meeting.arrive(share));
  meeting.wait_parity(false);
  if (kcc::thread_idx().x != 1)
    meeting.arrive_and_drop();
}
