// GPU assembly in a kernel is kept; host assembly at namespace scope is not.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>

asm(".globl host_symbol");

[[kcc::kernel]] void lane(unsigned *values) {
  unsigned lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile("" ::: "memory");
  values[0] = lane;
}

// CHECK-NOT: host_symbol
// CHECK: mov.u32 %{{.*}}, %laneid;
