// Functions of <cmath>: there are no unresolved calls, on the oldest architecture and on newer ones, at every level.
// Without optimization they are calls; otherwise a square is a multiplication.
// RUN: %kcc %s --arch=sm_50 -O0 -o %T/O0.ptx && %check --check-prefix=O0 < %T/O0.ptx
// RUN: %kcc %s --arch=sm_75 -O1 -o %T/O1.ptx && %check < %T/O1.ptx
// RUN: %kcc %s --arch=sm_80 -O2 -o %T/O2.ptx && %check < %T/O2.ptx
// RUN: %kcc %s --arch=sm_90 -o %T/O3.ptx && %check < %T/O3.ptx
// RUN: %kcc %s --arch=sm_90 -ffast-math -o %T/fast.ptx && %check --check-prefix=FAST < %T/fast.ptx
// RUN: %kcc %s --arch=sm_90 -fmath-errno -fno-builtin -o %T/errno.ptx && %check < %T/errno.ptx
// RUN: %kcc %s --target=cpu --emit=llvm-ir -o - | %check --check-prefix=CPU
#include <cmath>
#include <complex>
#include <kcc/device.h>

[[kcc::kernel("functions")]] void functions(std::span<float> f, std::span<double> d, float (*volatile *p)(float)) {
  f[0] = std::sin(f[1]) + std::tgamma(f[2]) + std::fmod(f[3], f[4]);
  d[0] = std::pow(d[1], d[2]) + std::lgamma(d[3]) + std::remainder(d[4], d[5]);
  int exponent;
  d[6] = std::frexp(d[7], &exponent) + exponent + static_cast<double>(std::lrint(f[5]));
  std::complex<double> z = std::sqrt(std::complex<double>(d[8], d[9])) / std::complex<double>(d[10], d[11]);
  d[12] = z.real() + z.imag();
  *p = std::asin; // the overload for float, by its address
}

[[kcc::kernel("native")]] void native(std::span<float> f) {
  f[0] = std::sqrt(f[1]);
  f[2] = std::fma(f[3], f[4], f[5]);
}

// O0-NOT: .extern
// O0: call.uni{{.*}}
// O0: __kcc_math_sin_f32
// CHECK-NOT: .extern
// CHECK-LABEL: .entry functions
// CHECK-LABEL: .entry native
// CHECK: sqrt.rn.f32
// CHECK: fma.rn.f32
// CHECK-NOT: approx
// FAST-NOT: .extern
// FAST: .entry native
// FAST: fma.rn.f32
// CPU-NOT: declare {{.*}}@{{(sin|pow|tgamma|lgamma|fmod|remainder|csqrt|__divdc3)}}
