// Atomic operations on 16 bytes: loads and stores from sm_70 on, all others from sm_90 on. Only files that contain them
// have a higher PTX version.
// RUN: %kcc %s --arch=sm_90 -o %t.ptx && %check < %t.ptx
// RUN: %kcc %s --arch=sm_90 -O0 -o %T/plain.ptx
// RUN: %kcc %s --arch=sm_70 -o %T/old.ptx && %check --check-prefix=OLD < %T/old.ptx
// RUN: %kcc %s --arch=sm_75 -O0 -o %T/older.ptx
// RUN: %kcc %s --target=cpu --emit=obj -o %t.o
// RUN: %kcc %s --arch=sm_90 -DNONE -o - | %check --check-prefix=NONE
#include <atomic>
#include <kcc/atomic.h>
#include <kcc/device.h>

// CHECK: .version 8.4
// OLD: .version 8.4
// NONE-NOT: .version 8.4
// NONE: .target sm_90

struct alignas(16) Pair {
  std::uint64_t first, second;
};

#ifndef NONE
// CHECK-LABEL: .entry load_store(
// CHECK: ld.acquire.gpu.global.b128
// CHECK: st.release.sys.global.b128
// OLD-LABEL: .entry load_store(
// OLD: ld.acquire.gpu.global.b128
// OLD: st.release.sys.global.b128
extern "C" [[kcc::kernel]] void load_store(Pair *pairs) {
  pairs[1] = kcc::atomic_ref<Pair, kcc::scope::device>(pairs[0]).load(std::memory_order_acquire);
  std::atomic_ref(pairs[2]).store(pairs[1], std::memory_order_release);
}
#endif

#if !defined(NONE) && (__KCC_ARCH__ >= 90 || __KCC_ARCH__ == 0)
// CHECK-LABEL: .entry change(
// CHECK: atom.relaxed.cluster.global.exch.b128
// CHECK: fence.sc.gpu;
// CHECK: atom.acquire.gpu.global.cas.b128
// CHECK: atom.acq_rel.cta.shared.cas.b128
// CHECK: ld.relaxed.gpu.global.b128
// CHECK: atom.relaxed.gpu.global.cas.b128
extern "C" [[kcc::kernel]] void change(Pair *pairs, unsigned __int128 *sum) {
  [[kcc::shared]] static Pair tile;
  pairs[1] = kcc::atomic_ref<Pair, kcc::scope::cluster>(pairs[0]).exchange({1, 2}, std::memory_order_relaxed);
  kcc::atomic_ref<Pair, kcc::scope::device>(pairs[2]).compare_exchange_strong(pairs[1], {3, 4});
  kcc::atomic_ref<Pair, kcc::scope::block>(tile).compare_exchange_weak(pairs[1], {3, 4}, std::memory_order_acq_rel);
  kcc::atomic_ref<unsigned __int128, kcc::scope::device>(*sum).fetch_add(5, std::memory_order_relaxed);
}
#endif

extern "C" [[kcc::kernel]] void narrow(int *value) {
  kcc::atomic_ref(*value).fetch_add(1);
}
