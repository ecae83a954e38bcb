// Multiplications and additions are fused across statements and calls, as by nvcc, and in no other place than lowering/Contraction.cpp:
// all other instructions say that they round. At -O0, where statements communicate through memory, within expressions only.
// RUN: %kcc %s -o - | %check
// RUN: %kcc %s --fmad=true -o %T/true.ptx && %kcc %s -fmad=true -o %T/nvcc.ptx && %kcc %s -ffp-contract=fast -o %T/fast.ptx && %kcc %s -o %T/default.ptx
// RUN: for other in true nvcc fast; do cmp %T/default.ptx %T/$other.ptx || exit 1; done
// RUN: %kcc %s -O0 -o - | %check --check-prefix=ON
// RUN: %kcc %s -ffp-contract=on -o - | %check --check-prefix=ON
// RUN: %kcc %s --fmad=false -o %T/false.ptx && %kcc %s --fmad=true -ffp-contract=off -o %T/off.ptx && cmp %T/false.ptx %T/off.ptx
// RUN: %check --check-prefix=OFF < %T/off.ptx
// The CPU device fuses the same. Its functions for blocks are copies.
// RUN: count() { sed '/^define.*x86-64-v/,/^}/d' "$@" | grep -cE "call .*@llvm.fma" || true; }; for level in 0 1 2 3; do for option in --fmad=true --fmad=false -ffp-contract=on; do \
// RUN:   %kcc %s -O$level $option --emit=llvm-ir -o %T/gpu.ll && %kcc %s -O$level $option --target=cpu --emit=llvm-ir -o %T/cpu.ll && \
// RUN:   test $(count %T/gpu.ll) = $(count %T/cpu.ll) || exit 1; done; done
#include <kcc/device.h>
#include <kcc/math.h>

[[kcc::kernel("expression")]] void expression(float *f) { f[0] = f[1] * f[2] + f[3]; }
// CHECK-LABEL: .entry expression
// CHECK: fma.rn.f32
// ON-LABEL: .entry expression
// ON: fma.rn.f32
// OFF-LABEL: .entry expression
// OFF: mul.rn.f32
// OFF: add.rn.f32

[[kcc::kernel("statements")]] void statements(double *f) {
  double product = f[1] * f[2];
  double difference = f[3] - product;
  f[0] = difference;
}
// CHECK-LABEL: .entry statements
// CHECK-NOT: mul.
// CHECK: fma.rn.f64
// CHECK-NOT: sub.
// ON-LABEL: .entry statements
// ON: mul.rn.f64
// ON: sub.rn.f64
// OFF-LABEL: .entry statements
// OFF: mul.rn.f64
// OFF: sub.rn.f64

// The host passes these structs in a vector and in an integer, GPUs do not.
struct Vector {
  float x, y, z;
};
struct Record {
  int number;
  float value;
};
static Vector operator*(float a, Vector v) { return {a * v.x, a * v.y, a * v.z}; }
static Vector operator+(Vector v, Vector w) { return {v.x + w.x, v.y + w.y, v.z + w.z}; }
static Record record(int n, float a) { return {n, a * a}; }
[[kcc::kernel("calls")]] void calls(Vector *v, float a, Record *r) {
  v[0] = a * v[1] + v[2];
  Record made = record(r->number, r->value);
  r->value = made.value + a;
}
// CHECK-LABEL: .entry calls
// CHECK-NOT: mul.rn
// CHECK-COUNT-4: fma.rn.f32
// CHECK-NOT: add.rn

// What was written to round for itself.
[[kcc::kernel("rounded")]] void rounded(float *f) {
  f[0] = kcc::mul_rn(f[1], f[2]) + f[3];
  float product = f[4] * f[5];
  f[6] = kcc::add_rn(product, f[7]);
}
// CHECK-LABEL: .entry rounded
// CHECK-NOT: fma
// CHECK: mul.rn.f32
// CHECK-NOT: fma
// CHECK: add.rn.f32
// CHECK-NOT: fma
// CHECK: mul.rn.f32
// CHECK-NOT: fma
// CHECK: add.rn.f32
// CHECK-NOT: fma

[[kcc::kernel("with_pragmas")]] void with_pragmas(float *f, float *g) {
  {
#pragma STDC FP_CONTRACT OFF
    f[0] = f[1] * f[2] + f[3];
  }
  {
#pragma clang fp contract(off)
    f[4] = f[5] * f[6] + f[7];
  }
  {
#pragma clang fp contract(on)
    float product = g[1] * g[2];
    g[0] = product + g[3];
    g[4] = g[5] * g[6] + g[7];
  }
}
// CHECK-LABEL: .entry with_pragmas
// CHECK: mul.rn.f32
// CHECK: add.rn.f32
// CHECK: mul.rn.f32
// CHECK: add.rn.f32
// CHECK: mul.rn.f32
// CHECK: add.rn.f32
// CHECK: fma.rn.f32

[[kcc::kernel("allowed_here")]] void allowed_here(float *f) {
#pragma clang fp contract(fast)
  float product = f[1] * f[2];
  f[0] = product + f[3];
}
// OFF-LABEL: .entry allowed_here
// OFF-NOT: mul.
// OFF: fma.rn.f32
