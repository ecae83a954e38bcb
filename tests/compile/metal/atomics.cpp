// Relaxed atomic operations, on addresses and on shared memory.
// REQUIRES: spirv-cross
// RUN: for level in 0 3; do %kcc --emit=msl -O$level %s -o - | %check || exit 1; done
#include <kcc/atomic.h>
#include <kcc/device.h>

extern "C" [[kcc::kernel]] void change(unsigned *u, int *s, float *f, unsigned char *b) {
  constexpr auto relaxed = std::memory_order_relaxed;
  [[kcc::shared]] static int most;
  kcc::atomic_ref(u[0]).fetch_add(kcc::atomic_ref(u[1]).load(relaxed), relaxed);
  kcc::atomic_ref(s[0]).fetch_max(-4, relaxed);
  kcc::atomic_ref(u[2]).store(7, relaxed);
  unsigned expected = 5;
  if (kcc::atomic_ref(u[3]).compare_exchange_strong(expected, 6, relaxed))
    u[4] = 1;
  kcc::atomic_ref(f[0]).fetch_add(1.5f, relaxed);
  kcc::atomic_ref(b[0]).fetch_add(1, relaxed);
  kcc::atomic_ref(most).fetch_max(s[1], relaxed);
}

// CHECK: uint kcc_atomic_load(device const uint& [[P:_[0-9]+]])
// CHECK: atomic_load_explicit((device atomic_uint*)&[[P]], memory_order_relaxed);
// CHECK: uint kcc_atomic_add(device const uint& [[P:_[0-9]+]], uint [[V:_[0-9]+]])
// CHECK: atomic_fetch_add_explicit((device atomic_uint*)&[[P]], [[V]], memory_order_relaxed);
// CHECK: uint kcc_atomic_max(device const uint& [[P:_[0-9]+]], uint [[V:_[0-9]+]])
// CHECK: = uint(atomic_fetch_max_explicit((device atomic_int*)&[[P]], int([[V]]), memory_order_relaxed));
// CHECK: void kcc_atomic_store(device const uint& [[P:_[0-9]+]], uint [[V:_[0-9]+]])
// CHECK: atomic_store_explicit((device atomic_uint*)&[[P]], [[V]], memory_order_relaxed);
// CHECK: uint kcc_atomic_compare_exchange(device const uint& [[P:_[0-9]+]], uint [[NEW:_[0-9]+]], uint [[EXPECTED:_[0-9]+]])
// CHECK: [[FOUND:_[0-9]+]] = [[EXPECTED]];
// CHECK: while (!atomic_compare_exchange_weak_explicit((device atomic_uint*)&[[P]], &[[FOUND]], [[NEW]], memory_order_relaxed, memory_order_relaxed) && [[FOUND]] == [[EXPECTED]]);
// CHECK: kernel void change(
// CHECK-NOT: atomicAdd
// CHECK: kcc_atomic_add(
// CHECK: kcc_atomic_max(*{{_[0-9]+}}, 4294967292u);
// CHECK: kcc_atomic_store(*{{_[0-9]+}}, 7u);
// CHECK: kcc_atomic_compare_exchange(*{{_[0-9]+}}, 6u, 5u);
// A sum of float, and one of a byte, are loops.
// CHECK: for (;;)
// CHECK: + 1.5;
// CHECK: kcc_atomic_compare_exchange(
// CHECK: for (;;)
// CHECK: kcc_atomic_compare_exchange(
// CHECK: atomic_fetch_max_explicit((threadgroup atomic_int*)&shared_memory[{{.*}}], int({{_[0-9]+}}), memory_order_relaxed)
