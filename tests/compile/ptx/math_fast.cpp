// kcc::fast uses the GPU's approximate instructions, and the accurate functions on the CPU device; squares and constants
// have no more than their due cost.
// RUN: %kcc %s --arch=sm_75 -o %T/new.ptx && %check --check-prefixes=CHECK,NEW < %T/new.ptx
// RUN: %kcc %s --arch=sm_90 -o %T/newer.ptx && %check --check-prefixes=CHECK,NEW < %T/newer.ptx
// RUN: %kcc %s --arch=sm_70 -o %T/old.ptx && %check --check-prefixes=CHECK,OLD < %T/old.ptx
// RUN: %kcc %s --target=cpu --emit=llvm-ir -o - | %check --check-prefix=CPU
#include <cmath>
#include <kcc/device.h>
#include <kcc/math.h>

[[kcc::kernel("approximate")]] void approximate(float *f) {
  f[0] = kcc::fast::sin(f[0]);
  f[1] = kcc::fast::cos(f[1]);
  f[2] = kcc::fast::exp2(f[2]);
  f[3] = kcc::fast::log2(f[3]);
  f[4] = kcc::fast::divide(f[4], f[5]);
  f[6] = kcc::fast::reciprocal(f[6]);
  f[7] = kcc::fast::sqrt(f[7]);
  f[8] = kcc::fast::rsqrt(f[8]);
  f[9] = kcc::fast::tanh(f[9]);
}

[[kcc::kernel("square")]] void square(double *d) { d[0] = std::pow(d[0], 2); }

[[kcc::kernel("constant")]] void constant(double *d) { d[0] = std::exp(1.0); }

// CHECK-LABEL: .entry approximate
// CHECK: sin.approx.f32
// CHECK: cos.approx.f32
// CHECK: ex2.approx.f32
// CHECK: lg2.approx.f32
// CHECK: div.approx.f32
// CHECK: rcp.approx.f32
// CHECK: sqrt.approx.f32
// CHECK: rsqrt.approx.f32
// NEW: tanh.approx.f32
// OLD-NOT: tanh.approx
// CHECK-LABEL: .entry square
// CHECK-NOT: fma
// CHECK: mul.rn.f64
// CHECK-NOT: fma
// CHECK: ret
// CHECK-LABEL: .entry constant
// CHECK-NOT: fma
// CHECK: st.global
// CPU-NOT: {{(sin|cos|ex2|lg2|tanh|div|rcp|sqrt).approx}}
