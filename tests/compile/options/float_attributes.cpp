// The floating-point options as attributes of one kernel: they beat the command line, and reach everything that the kernel calls.
// RUN: %kcc %s -o - | %check
// RUN: %kcc %s --use_fast_math -o - | %check --check-prefixes=CHECK,OPTION
// RUN: %kcc %s --fmad=false -o - | %check --check-prefixes=CHECK,SEPARATE
// RUN: %kcc %s -O0 -o %T/O0.ptx
// The CPU device fuses as each kernel says, and computes accurately.
// RUN: %kcc %s --target=cpu --emit=llvm-ir -o - | %check --check-prefix=CPU
// RUN: %kcc %s --target=cpu --emit=llvm-ir --fmad=false -o - | %check --check-prefix=CPU
#include <cmath>
#include <complex>
#include <kcc/device.h>
#include <kcc/math.h>

// What kernels of several modes call.
__attribute__((noinline)) static float shared(float x, float y) { return x / y + std::sqrt(x) * y; }
template <class F> __attribute__((noinline)) static float called(F f, float x) { return f(x); }

[[kcc::kernel("plain")]] void plain(float *f) { f[0] = shared(f[1], f[2]) + f[3] * f[4]; }
// CHECK-LABEL: .entry plain
// OPTION: fma.rn.ftz.f32
// SEPARATE: mul.rn.f32
// SEPARATE: add.rn.f32

[[kcc::kernel("fast"), kcc::use_fast_math]] void fast(float *f) {
  f[0] = shared(f[1], f[2]);
  f[3] = std::exp(f[4]);
}
// CHECK-LABEL: .entry fast
// CHECK: ex2.approx.ftz.f32

[[kcc::kernel("zeros"), kcc::use_fast_math, kcc::ftz(false)]] void zeros(float *f) { f[0] = std::exp(f[1]) + shared(f[1], f[2]); }
// CHECK-LABEL: .entry zeros
// CHECK: ex2.approx.f32

[[kcc::kernel("accurate"), kcc::use_fast_math(false)]] void accurate(float *f) {
  f[0] = f[1] / f[2] + std::sqrt(f[3]);
  f[4] = std::sin(f[5]);
}
// CHECK-LABEL: .entry accurate
// CHECK-NOT: ftz
// CHECK: div.rn.f32
// CHECK-NOT: ftz
// CHECK: sqrt.rn.f32
// CHECK-NOT: {{ftz|approx}}

[[kcc::kernel("full"), kcc::use_fast_math(false), kcc::prec_div(false), kcc::ftz(true)]] void full(float *f) { f[0] = f[1] / f[2]; }
// CHECK-LABEL: .entry full
// CHECK: div.full.ftz.f32

[[kcc::kernel("root"), kcc::use_fast_math(false), kcc::prec_sqrt(false)]] void root(float *f) { f[0] = std::sqrt(f[1]); }
// CHECK-LABEL: .entry root
// CHECK: sqrt.approx.f32

[[kcc::kernel("same"), kcc::math("reproducible")]] void same(float *f) {
  f[0] = std::exp(f[1]) + kcc::rsqrt(f[2]) + std::tanh(f[3]) + f[4] / f[5];
  f[6] = std::abs(std::exp(std::complex<float>(f[7], f[8])));
}
// CHECK-LABEL: .entry same
// CHECK-NOT: {{approx|ftz}}
// CHECK-LABEL: .entry other
[[kcc::kernel("other")]] void other(float *f) {
  f[0] = std::exp(f[1]) + kcc::rsqrt(f[2]) + std::tanh(f[3]);
  f[6] = std::abs(std::exp(std::complex<float>(f[7], f[8])));
}
// CHECK: ex2.approx

// Fused or not, in functions too.
__attribute__((noinline)) static double product(double x, double y, double z) { return x * y + z; }
[[kcc::kernel("apart"), kcc::fmad(false)]] void apart(double *d) { d[0] = product(d[1], d[2], d[3]) * d[4] + d[5]; }
// CHECK-LABEL: .entry apart
// CHECK-NOT: fma
// CHECK: mul.rn.f64
// CHECK-NOT: fma
// CHECK: add.rn.f64
// CHECK-NOT: fma
// CHECK: ret;
// CPU-LABEL: define {{.*}}@kcc.thread.apart(
// CPU-NOT: @llvm.fma
// CPU: fmul double
// CPU-NOT: @llvm.fma
// CPU: ret void
// CHECK-LABEL: .entry together
// CHECK: fma.rn.f64
// CPU-LABEL: define {{.*}}@kcc.thread.together(
// CPU: @llvm.fma.f64
// CPU: ret void
[[kcc::kernel("together"), kcc::fmad(true)]] void together(double *d) {
  double value = product(d[1], d[2], d[3]);
  double other = value * d[4];
  d[0] = other + d[5];
}

// Lambdas, templates, and attributes whose value depends on a template's arguments.
template <bool Zeros> [[kcc::kernel, kcc::use_fast_math(false), kcc::ftz(Zeros)]] void chosen(float *f) {
  f[0] = called([&](float x) { return x * f[1]; }, f[2]);
}
template void chosen<true>(float *);
template void chosen<false>(float *);
// CHECK-LABEL: .entry _Z6chosenILb1EEvPf
// CHECK-NOT: mul.rn.f32
// CHECK: mul{{(.rn)?}}.ftz.f32
// CHECK-LABEL: .entry _Z6chosenILb0EEvPf
// CHECK-NOT: ftz
// CHECK: mul.rn.f32

// A redeclaration may repeat or add attributes.
[[kcc::kernel("repeated"), kcc::ftz(true)]] void repeated(float *f);
[[kcc::ftz(true), kcc::prec_div(false)]] void repeated(float *f) { f[0] = f[1] / f[2]; }
// CHECK-LABEL: .entry repeated
// CHECK: div.{{full|approx}}.ftz.f32
