// Atomic operations from C++ to PTX: order and scope arrive, at every level of optimization.
// RUN: %kcc %s --arch=sm_90 -o %t.ptx && %check < %t.ptx
// RUN: %kcc %s --arch=sm_75 -O0 -o %T/plain.ptx
// RUN: %kcc %s --arch=sm_60 -o %T/old.ptx && %check --check-prefix=OLD < %T/old.ptx
// RUN: %kcc %s --arch=sm_50 -O0 -o %T/oldest.ptx
// RUN: %kcc %s --target=cpu --emit=obj -o %t.o
#include <atomic>
#include <kcc/atomic.h>
#include <kcc/device.h>

// CHECK-LABEL: .entry standard(
// CHECK: fence.sc.sys;
// CHECK: atom.acquire.sys.global.add.u32
// CHECK: atom.acq_rel.sys.global.or.b32
// CHECK: atom.release.sys.global.exch.b32
// CHECK: red.relaxed.sys.global.add.f32
// CHECK: fence.acq_rel.sys;
// OLD-LABEL: .entry standard(
// OLD: membar.sys;
// OLD: atom.sys.global.add.u32
// OLD: membar.sys;
// OLD: red.sys.global.add.f32
extern "C" [[kcc::kernel]] void standard(std::span<int> ints, std::span<float> floats, std::span<int> out) {
  out[0] = std::atomic_ref(ints[0]).fetch_add(1);
  out[1] = std::atomic_ref(ints[1]).fetch_or(2, std::memory_order_acq_rel);
  out[2] = std::atomic_ref(ints[2]).exchange(3, std::memory_order_release);
  std::atomic_ref(floats[0]).fetch_add(1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_acquire);
}

// CHECK-LABEL: .entry scoped(
// CHECK: red.relaxed.gpu.global.add.u32
// CHECK: atom.acquire.cta.shared.max.s32
// CHECK: st.release.cluster.global.b32
// CHECK: fence.sc.gpu;
// CHECK: ld.acquire.gpu.global.b32
// CHECK: fence.acq_rel.cta;
// OLD-LABEL: .entry scoped(
// OLD: red.gpu.global.add.u32
// OLD: membar.gl;
// OLD: st.volatile.global.b32
// OLD: membar.cta;
extern "C" [[kcc::kernel]] void scoped(std::span<int> ints, std::span<int> out) {
  [[kcc::shared]] static int tile;
  kcc::atomic_ref<int, kcc::scope::device>(ints[0]).fetch_add(1, std::memory_order_relaxed);
  out[0] = kcc::atomic_ref<int, kcc::scope::block>(tile).fetch_max(5, std::memory_order_acquire);
  kcc::atomic_ref<int, kcc::scope::cluster>(ints[1]).store(1, std::memory_order_release);
  out[1] = kcc::atomic_ref<int, kcc::scope::device>(ints[2]);
  kcc::atomic_fence(std::memory_order_acq_rel, kcc::scope::block);
}

// Thread scope needs no atomic instruction.
// CHECK-LABEL: .entry alone(
// CHECK-NOT: {{atom|red\.|fence|relaxed|acquire|release}}
// CHECK: ret;
extern "C" [[kcc::kernel]] void alone(std::span<int> ints) {
  std::atomic<int> local{ints[0]};
  local.fetch_add(ints[1]);
  kcc::atomic_ref<int, kcc::scope::thread>(ints[2]).fetch_sub(local);
  kcc::atomic_fence(std::memory_order_seq_cst, kcc::scope::thread);
}

// Polling with pauses, where the architecture can sleep.
// CHECK-LABEL: .entry waits(
// CHECK: ld.acquire.gpu.global.b32
// CHECK: nanosleep.u32
// OLD-LABEL: .entry waits(
// OLD-NOT: nanosleep
// OLD: ret;
extern "C" [[kcc::kernel]] void waits(std::span<int> ints) {
  kcc::atomic_ref<int, kcc::scope::device>(ints[0]).wait(3, std::memory_order_acquire);
}
