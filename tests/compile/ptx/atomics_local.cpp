// Local memory has no atomic operations. If a pointer may be local, the operation tests for it; if no pointer to local
// memory escapes, there is no test.
// RUN: %kcc %s --arch=sm_90 -o %t.ptx && %check < %t.ptx
// RUN: %kcc %s --arch=sm_75 -O0 -o %T/plain.ptx
// RUN: %kcc %s --arch=sm_60 -o %T/old.ptx && %check --check-prefix=OLD < %T/old.ptx
// RUN: %kcc %s --arch=sm_90 -DNONE -o - | %check --check-prefix=NONE
#include <kcc/atomic.h>
#include <kcc/device.h>

// CHECK: isspacep.local
// CHECK: ld.b32
// CHECK: st.b32
// CHECK: atom.relaxed.gpu.add.u32
// OLD: isspacep.local
// NONE-NOT: isspacep
// NONE: atom.relaxed.gpu.add.u32
[[gnu::noinline]] int count(int *counter) {
  return kcc::atomic_ref<int, kcc::scope::device>(*counter).fetch_add(1, std::memory_order_relaxed);
}

extern "C" [[kcc::kernel]] void both(int *counters, int number) {
  counters[1] = count(counters);
#ifndef NONE
  int own[4] = {number, 2, 3, 4};
  counters[2] = count(own + number) + own[number];
#endif
}
