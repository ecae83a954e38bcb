// Conversions to integers are single instructions, which round and saturate.
// RUN: %kcc %s --arch=sm_90 -o %t.ptx && %check < %t.ptx
// RUN: %kcc %s --arch=sm_90 -O0 -o %t.O0.ptx
#include <cmath>
#include <kcc/device.h>

[[kcc::kernel("rounded")]] void rounded(std::span<float> f, std::span<double> d) {
  f[0] = std::round(f[1]);
  d[0] = std::round(d[1]);
}
// CHECK-LABEL: .entry rounded(
// CHECK-COUNT-2: cvt.rzi.
// CHECK-NOT: cvt
// CHECK: ret;

[[kcc::kernel("nearest")]] void nearest(std::span<long> out, float f, double d) {
  out[0] = std::lrint(f);
  out[1] = std::lrint(d);
  out[2] = std::lround(f);
  out[3] = std::llround(d);
}
// CHECK-LABEL: .entry nearest(
// CHECK-NOT: setp
// CHECK-DAG: cvt.rni.s64.f32
// CHECK-DAG: cvt.rni.s64.f64
// CHECK-DAG: cvt.rzi.s64.f32
// CHECK-DAG: cvt.rzi.s64.f64
// CHECK-NOT: setp
// CHECK: ret;

[[kcc::kernel("casts")]] void casts(std::span<int> out, float f, double d) {
  out[0] = static_cast<int>(std::floor(f));
  out[1] = static_cast<int>(std::ceil(d));
  out[2] = static_cast<int>(static_cast<unsigned>(std::rint(f)));
}
// CHECK-LABEL: .entry casts(
// CHECK-NOT: cvt.r{{[a-z]+}}.f
// CHECK-DAG: cvt.rmi.s32.f32
// CHECK-DAG: cvt.rpi.s32.f64
// CHECK-DAG: cvt.rni.u32.f32
// CHECK: ret;

// A result that depends on whether the number is NaN.
[[kcc::kernel("selects")]] void selects(std::span<long> out, double d) {
  out[0] = d != d ? 5 : std::lrint(d);
}
// CHECK-LABEL: .entry selects(
// CHECK: cvt.rni.s64.f64
// CHECK: setp.nan.f64
// CHECK: selp.b64
// CHECK: ret;
