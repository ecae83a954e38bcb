// Atomic operations on 16-bit numbers, and wrapping ones.
// RUN: %kcc %s --arch=sm_90 -o %t.ptx && %check < %t.ptx
// RUN: %kcc %s --arch=sm_75 -o %T/older.ptx && %check --check-prefix=OLDER < %T/older.ptx
// RUN: %kcc %s --arch=sm_80 -O0 -o %T/plain.ptx
// RUN: %kcc %s --arch=sm_60 -o %T/old.ptx && %check --check-prefix=OLD < %T/old.ptx
// RUN: %kcc %s --target=cpu --emit=obj -o %t.o
#include <kcc/atomic.h>
#include <kcc/device.h>

using std::memory_order_relaxed;

// CHECK-LABEL: .entry halves(
// CHECK: atom.relaxed.gpu.global.add.noftz.f16
// CHECK: red.relaxed.gpu.global.add.noftz.bf16
// CHECK: max.f16
// CHECK: atom.relaxed.gpu.global.cas.b32
// OLDER-LABEL: .entry halves(
// OLDER: atom.relaxed.gpu.global.add.noftz.f16
// OLDER-NOT: bf16
// OLDER: atom.relaxed.gpu.global.cas.b32
// OLD-LABEL: .entry halves(
// OLD: atom.gpu.global.cas.b32
// OLD-NOT: add.noftz
// OLD: ret;
extern "C" [[kcc::kernel]] void halves(_Float16 *f16, __bf16 *bf16) {
  f16[1] = kcc::atomic_ref<_Float16, kcc::scope::device>(f16[0]).fetch_add(f16[2], memory_order_relaxed);
  kcc::atomic_ref<__bf16, kcc::scope::device>(bf16[0]).fetch_sub(bf16[1], memory_order_relaxed);
  f16[1] = kcc::atomic_ref<_Float16, kcc::scope::device>(f16[3]).fetch_max(f16[2], memory_order_relaxed);
}

// CHECK-LABEL: .entry wrapping(
// CHECK: atom.acquire.cta.global.inc.u32
// CHECK: red.relaxed.sys.global.dec.u32
// CHECK: atom.relaxed.gpu.global.cas.b64
// OLD-LABEL: .entry wrapping(
// OLD: atom.cta.global.inc.u32
// OLD: red.sys.global.dec.u32
extern "C" [[kcc::kernel]] void wrapping(std::uint32_t *counters, std::uint64_t *wide, std::uint32_t last) {
  counters[1] = kcc::atomic_ref<std::uint32_t, kcc::scope::block>(counters[0])
                    .fetch_inc_wrap(last, std::memory_order_acquire);
  kcc::atomic_ref(counters[2]).fetch_dec_wrap(last, memory_order_relaxed);
  kcc::atomic_ref<std::uint64_t, kcc::scope::device>(*wide).fetch_inc_wrap(last, memory_order_relaxed);
}

// The second half of a word has the word's address: no instruction clears the lower bits.
// CHECK-LABEL: .entry second_half(
// CHECK-NOT: and.b64
// CHECK: ld.relaxed.cta.shared.b32 {{.*}}[{{.*}}second_halfE8counters];
// CHECK: atom.relaxed.cta.shared.cas.b32
// CHECK: and.b64 {{.*}}, -4;
// CHECK: atom.relaxed.cta.global.cas.b32
extern "C" [[kcc::kernel]] void second_half(std::uint16_t *out, std::uint16_t number, std::uint32_t index) {
  [[kcc::shared]] std::uint16_t counters[4];
  counters[kcc::thread_idx().x % 4] = 0;
  kcc::sync_threads();
  kcc::atomic_ref<std::uint16_t, kcc::scope::block>(counters[1]).fetch_add(number, memory_order_relaxed);
  kcc::sync_threads();
  kcc::atomic_ref<std::uint16_t, kcc::scope::block>(out[index]).fetch_add(counters[1], memory_order_relaxed);
}
