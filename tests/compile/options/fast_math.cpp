// --use_fast_math and its parts, as nvcc's: which instructions PTX has for them. The CPU device computes accurately with each.
// RUN: %kcc %s -o - | %check --check-prefix=EXACT
// RUN: %kcc %s --use_fast_math -o %T/fast.ptx && %check --check-prefixes=FAST,FTZ < %T/fast.ptx
// RUN: %kcc %s -use_fast_math -o %T/nvcc.ptx && cmp %T/fast.ptx %T/nvcc.ptx
// RUN: %kcc %s --use_fast_math --arch=sm_70 -o - | %check --check-prefix=OLD
// RUN: %kcc %s -ffast-math -o - | %check --check-prefixes=FAST,CLANG
// RUN: %kcc %s --prec-div=false --prec-sqrt=false -o - | %check --check-prefix=FULL
// RUN: %kcc %s -prec-div=false -prec-sqrt=false -ftz=true -o - | %check --check-prefixes=FULL
// RUN: %kcc %s --ftz=true -o - | %check --check-prefixes=ZEROS
// The last one counts.
// RUN: %kcc %s --use_fast_math --ftz=false -o %T/some.ptx && %check --check-prefixes=FAST < %T/some.ptx && ! grep -q 'div.approx.ftz' %T/some.ptx
// RUN: %kcc %s --prec-div=false --prec-sqrt=false --ftz=true --prec-div=true --prec-sqrt=true --ftz=false -o %T/none.ptx && %kcc %s -o %T/default.ptx && cmp %T/none.ptx %T/default.ptx
// RUN: %kcc %s --target=cpu --emit=llvm-ir -o %T/cpu.ll && %kcc %s --target=cpu --emit=llvm-ir --use_fast_math -o %T/fast.ll && cmp %T/cpu.ll %T/fast.ll
// FAIL: %kcc %s --math=reproducible --use_fast_math -o %t.ptx
// FAIL: %kcc %s --math=reproducible --prec-div=false -o %t.ptx
// FAIL: %kcc %s --ftz=1 -o %t.ptx
#include <cmath>
#include <kcc/device.h>
#include <kcc/math.h>

[[kcc::kernel("quotient")]] void quotient(float *f, double *d) {
  f[0] = f[1] / f[2];
  d[0] = d[1] / d[2];
}
// EXACT-LABEL: .entry quotient
// EXACT: div.rn.f32
// FAST-LABEL: .entry quotient
// FAST: div.approx.{{(ftz.)?}}f32
// FAST: div.rn.f64
// FULL-LABEL: .entry quotient
// FULL: div.full.{{(ftz.)?}}f32
// FULL: div.rn.f64
// ZEROS-LABEL: .entry quotient
// ZEROS: div.rn.ftz.f32

[[kcc::kernel("root")]] void root(float *f, double *d) {
  f[0] = std::sqrt(f[1]);
  d[0] = std::sqrt(d[1]);
}
// EXACT-LABEL: .entry root
// EXACT: sqrt.rn.f32
// FAST-LABEL: .entry root
// FAST: sqrt.approx.{{(ftz.)?}}f32
// FAST: sqrt.rn.f64
// FULL-LABEL: .entry root
// FULL: sqrt.approx.{{(ftz.)?}}f32
// FULL: sqrt.rn.f64
// ZEROS-LABEL: .entry root
// ZEROS: sqrt.rn.ftz.f32

[[kcc::kernel("sums")]] void sums(float *f, double *d) {
  f[0] = f[1] + f[2];
  f[3] = f[4] * f[5];
  f[6] = std::fma(f[7], f[8], f[9]);
  d[0] = d[1] + d[2];
}
// EXACT-LABEL: .entry sums
// EXACT: add.rn.f32
// EXACT: mul.rn.f32
// EXACT: fma.rn.f32
// FTZ-LABEL: .entry sums
// FTZ: add{{(.rn)?}}.ftz.f32
// FTZ: mul{{(.rn)?}}.ftz.f32
// FTZ: fma.rn.ftz.f32
// FTZ: add{{(.rn)?}}.f64
// ZEROS-LABEL: .entry sums
// ZEROS: add.rn.ftz.f32
// ZEROS: mul.rn.ftz.f32
// ZEROS: fma.rn.ftz.f32
// ZEROS: add.rn.f64

[[kcc::kernel("functions")]] void functions(float *f) {
  f[0] = std::sin(f[0]);
  f[1] = std::cos(f[1]);
  f[2] = std::tan(f[2]);
  f[3] = std::exp(f[3]);
  f[4] = std::exp2(f[4]);
  f[5] = kcc::exp10(f[5]);
  f[6] = std::log(f[6]);
  f[7] = std::log2(f[7]);
  f[8] = std::log10(f[8]);
  f[11] = kcc::rsqrt(f[11]);
  f[12] = std::tanh(f[12]);
}
// FAST-LABEL: .entry functions
// FAST: sin.approx.{{(ftz.)?}}f32
// FAST: cos.approx.{{(ftz.)?}}f32
// FAST: sin.approx
// FAST: cos.approx
// FAST: div.approx
// FAST: ex2.approx.{{(ftz.)?}}f32
// FAST: ex2.approx
// FAST: ex2.approx
// FAST: lg2.approx.{{(ftz.)?}}f32
// FAST: lg2.approx
// FAST: lg2.approx
// FAST: rsqrt.approx.{{(ftz.)?}}f32
// FAST: tanh.approx.f32
// FAST: ret
// OLD-LABEL: .entry functions
// OLD-NOT: tanh.approx
// FULL-LABEL: .entry functions
// FULL-NOT: {{(sin|cos|lg2|tanh)}}.approx

// CUDA approximates powers, too, but -ffast-math must not change what a power of a negative number is.
[[kcc::kernel("power")]] void power(float *f) { f[0] = std::pow(f[0], f[1]); }
// FTZ-LABEL: .entry power
// FTZ: lg2.approx.ftz.f32
// FTZ: ex2.approx.ftz.f32
// CLANG-LABEL: .entry power
// CLANG-NOT: lg2.approx

// As in CUDA, sincospi stays accurate.
[[kcc::kernel("both")]] void both(float *f, double *d) {
  auto [sine, cosine] = kcc::sincos(f[0]);
  f[1] = sine, f[2] = cosine;
  auto [exact_sine, exact_cosine] = kcc::sincos(d[0]);
  d[1] = exact_sine, d[2] = exact_cosine;
  auto [sine_of_pi, cosine_of_pi] = kcc::sincospi(f[3]);
  f[4] = sine_of_pi, f[5] = cosine_of_pi;
}
// FTZ-LABEL: .entry both
// FTZ: sin.approx.ftz.f32
// FTZ: cos.approx.ftz.f32
// FTZ-NOT: {{(sin|cos)}}.approx
// FTZ: ret
// FULL-LABEL: .entry both
// FULL-NOT: {{(sin|cos)}}.approx

// Vectors of float element by element.
typedef float Vector __attribute__((vector_size(16)));
[[kcc::kernel("vectors")]] void vectors(Vector *v) {
  v[0] = v[1] / v[2];
  v[3] = __builtin_elementwise_sqrt(v[4]);
  v[5] = __builtin_elementwise_sin(v[6]);
}
// EXACT-LABEL: .entry vectors
// EXACT: div.rn.f32
// EXACT: sqrt.rn.f32
// FULL-LABEL: .entry vectors
// FULL-COUNT-4: div.full.{{(ftz.)?}}f32
// FULL-COUNT-4: sqrt.approx.{{(ftz.)?}}f32
// FAST-LABEL: .entry vectors
// FAST-COUNT-4: div.approx.{{(ftz.)?}}f32
// FAST-COUNT-4: sqrt.approx.{{(ftz.)?}}f32
// FAST-COUNT-4: sin.approx.{{(ftz.)?}}f32

// Half precision keeps its subnormal numbers and rounds divisions correctly, as with nvcc.
[[kcc::kernel("halves")]] void halves(_Float16 *h, float *f) {
  h[0] = h[1] + h[2];
  h[3] = h[4] * h[5] - h[6];
  h[7] = h[8] < h[9] ? h[10] : h[11];
  h[12] = h[13] / h[14];
  f[0] = static_cast<float>(h[15]);
  h[16] = static_cast<_Float16>(f[1]);
  if constexpr (kcc::arch != 0)
    asm("add.ftz.f16 %0, %1, %2;" : "=h"(h[17]) : "h"(h[18]), "h"(h[19]));
}
// FTZ-LABEL: .entry halves
// FTZ-NOT: ftz.f16
// FTZ: add.rn.f16
// FTZ-NOT: ftz.f16
// FTZ: setp.lt.f16
// FTZ-NOT: ftz.f16
// FTZ: div.rn.ftz.f32
// FTZ-NOT: ftz.f16
// FTZ: add.ftz.f16
// FTZ-NOT: ftz.f16

// ERROR: kcc: error: --math=reproducible and --use_fast_math contradict each other; leave one of them out
// ERROR: Run 'kcc --help' for all options.
// ERROR: kcc: error: --math=reproducible and --prec-div=false contradict each other; leave one of them out
// ERROR: Run 'kcc --help' for all options.
// ERROR: kcc: error: --ftz: there is no '1'; there are true, false
// ERROR: Run 'kcc --help' for all options.
