// With --ftz=true, instructions with a direction of rounding and conversions flush subnormal numbers, too.
// RUN: %kcc %s --ftz=true -o %t.ptx && %check < %t.ptx
// RUN: %kcc %s -o %t.ptx && %check --check-prefix=KEPT < %t.ptx
#include <cmath>
#include <kcc/device.h>
#include <kcc/math.h>

// KEPT-NOT: .ftz
// CHECK-LABEL: .entry directed(
// CHECK-DAG: add.rp.ftz.f32
// CHECK-DAG: mul.rz.ftz.f32
// CHECK-DAG: div.rm.ftz.f32
// CHECK-DAG: rcp.rp.ftz.f32
// CHECK-DAG: sqrt.rz.ftz.f32
// CHECK-DAG: fma.rm.ftz.f32
// CHECK-DAG: add.rp.f64
// CHECK: ret;
[[kcc::kernel("directed")]] void directed(float *f, double *d) {
  f[0] = kcc::add_ru(f[0], f[1]);
  f[2] = kcc::mul_rz(f[2], f[3]);
  f[4] = kcc::div_rd(f[4], f[5]);
  f[6] = kcc::rcp_ru(f[6]);
  f[7] = kcc::sqrt_rz(f[7]);
  f[8] = kcc::fma_rd(f[8], f[9], f[10]);
  d[0] = kcc::add_ru(d[0], d[1]);
}

// CHECK-LABEL: .entry conversions(
// CHECK-DAG: cvt.rpi.ftz.s32.f32
// CHECK-DAG: cvt.rmi.ftz.s64.f32
// CHECK-DAG: cvt.rpi.s32.f64
// CHECK: ret;
[[kcc::kernel("conversions")]] void conversions(const float *f, const double *d, int *i, long *l) {
  i[0] = static_cast<int>(std::ceil(f[0]));
  l[0] = static_cast<long>(std::floor(f[1]));
  i[1] = static_cast<int>(std::ceil(d[0]));
}
