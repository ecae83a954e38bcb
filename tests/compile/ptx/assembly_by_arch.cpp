// Assembly in a branch that `if constexpr (kcc::arch …)` discards for the CPU device and for old GPUs, with every
// existing constraint.
// RUN: %kcc %s --arch=sm_75 -o %T/old.ptx && %check < %T/old.ptx
// RUN: %kcc %s --arch=sm_90 -o %T/new.ptx && %check --check-prefix=NEW < %T/new.ptx
// RUN: %kcc %s --target=cpu --emit=llvm-ir -o - | %check --check-prefix=CPU
#include <kcc/device.h>

[[kcc::kernel("work")]] void work(std::span<int> values, short h, long l, float f, double d, int *p) {
  asm volatile("" ::: "memory");
  if constexpr (kcc::arch != 0) {
    short half;
    int word;
    long wide;
    float single;
    double real;
    asm volatile("add.u16 %0, %1, %2;" : "=h"(half) : "h"(h), "n"(3));
    asm volatile("add.u32 %0, %1, %2;" : "=r"(word) : "r"(values[0]), "r"(2));
    asm volatile("add.u64 %0, %1, %2;" : "=l"(wide) : "l"(l), "l"(p));
    asm volatile("add.f32 %0, %1, %1;" : "=f"(single) : "f"(f));
    asm volatile("add.f64 %0, %1, %1;" : "=d"(real) : "d"(d));
    asm volatile("add.u32 %[sum], %[sum], %[one];" : [sum] "+r"(word) : [one] "r"(1));
    values[0] = half + word + static_cast<int>(wide) + static_cast<int>(single) + static_cast<int>(real);
  } else {
    values[0] = -1;
  }
  if constexpr (kcc::arch >= 80)
    asm volatile("cp.async.wait_all;" ::: "memory");
}

// CHECK: add.u16 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, 3;
// CHECK: add.u32
// CHECK: add.u64
// CHECK: add.f32
// CHECK: add.f64
// CHECK: add.u32
// CHECK-NOT: cp.async
// NEW: cp.async.wait_all;
// CPU: store i32 -1
