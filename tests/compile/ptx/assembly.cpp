// GPU assembly in a kernel is kept; host assembly at namespace scope is not.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>

asm(".globl host_symbol");

[[kcc::kernel]] void lane(unsigned *values) {
  unsigned lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile("" ::: "memory");
  // Labels of an assembly that is inlined twice need a number of their own.
  auto next = [](unsigned &x) { asm volatile("bra next%=;\n\tnext%=: add.u32 %0, %0, 1;" : "+r"(x)); };
  next(lane);
  next(lane);
  values[0] = lane;
}

// CHECK-NOT: host_symbol
// CHECK: mov.u32 %{{.*}}, %laneid;
// CHECK: bra [[FIRST:next[0-9]+]];
// CHECK-NEXT: [[FIRST]]: add
// CHECK: bra [[SECOND:next[0-9]+]];
// CHECK-NOT: [[FIRST]]
// CHECK: [[SECOND]]: add
