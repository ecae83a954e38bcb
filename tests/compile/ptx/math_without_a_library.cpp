// Functions for which every GPU has instructions.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <algorithm>
#include <cmath>
#include <kcc/device.h>

[[kcc::kernel]] void all(float *f, double *d, int *i) {
  f[0] = std::sqrt(f[0]) + std::fma(f[1], f[2], f[3]) + std::floor(f[4]) + std::ceil(f[5]) + std::trunc(f[6]) +
         std::abs(f[7]) + std::fmin(f[8], f[9]) + std::fmax(f[10], f[11]) + std::copysign(f[12], f[13]) +
         std::rint(f[14]) + std::round(f[15]);
  d[0] = std::sqrt(d[0]) + std::fma(d[1], d[2], d[3]) + std::floor(d[4]) + std::ceil(d[5]) + std::trunc(d[6]) +
         std::abs(d[7]) + std::fmin(d[8], d[9]) + std::fmax(d[10], d[11]) + std::copysign(d[12], d[13]) +
         std::rint(d[14]) + std::round(d[15]);
  i[0] = std::abs(i[1]) + std::min(i[2], i[3]) + std::max(i[4], i[5]) + std::isnan(f[1]) + std::isinf(d[1]);
}

// CHECK-DAG: sqrt.rn.f32
// CHECK-DAG: fma.rn.f32
// CHECK-DAG: sqrt.rn.f64
// CHECK-DAG: fma.rn.f64
// CHECK-NOT: .extern
