// --math: by default, a GPU's own instructions where functions gain from them; with --math=reproducible none of them, so that
// every device has the same bits. The CPU device always has these.
// RUN: %kcc %s --arch=sm_50 -o - | %check
// RUN: %kcc %s --math=fast -o %T/fast.ptx && %kcc %s -o %T/default.ptx && cmp %T/fast.ptx %T/default.ptx
// RUN: %kcc %s --math=fast -O0 -o - | %check --check-prefix=O0
// RUN: %kcc %s --math=reproducible -o - | %check --check-prefix=SAME
// RUN: %kcc %s --math=reproducible -O0 -o - | %check --check-prefix=SAME
// RUN: %kcc %s --target=cpu --emit=llvm-ir -o %T/fast.ll && %kcc %s --target=cpu --emit=llvm-ir --math=reproducible -o %T/same.ll
// RUN: cmp %T/fast.ll %T/same.ll
#include <cmath>
#include <kcc/device.h>
#include <kcc/math.h>

[[kcc::kernel("exponential")]] void exponential(float *x) { *x = std::exp(*x); }
[[kcc::kernel("hyperbolic")]] void hyperbolic(float *x) { *x = std::tanh(*x); }
[[kcc::kernel("root")]] void root(float *x) { *x = kcc::rsqrt(*x); }
[[kcc::kernel("logarithm")]] void logarithm(float *x) { *x = std::log(*x); }

// CHECK-LABEL: .entry exponential
// CHECK: fma.rn.sat.f32
// CHECK: ex2.approx.ftz.f32
// CHECK-LABEL: .entry hyperbolic
// CHECK: ex2.approx.ftz.f32
// CHECK: rcp.approx.ftz.f32
// CHECK-LABEL: .entry root
// CHECK: rsqrt.approx.ftz.f32
// CHECK-LABEL: .entry logarithm
// CHECK-NOT: approx
// O0: ex2.approx.ftz.f32
// SAME-NOT: approx
// SAME: .entry logarithm
// SAME-NOT: approx
