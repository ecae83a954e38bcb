// Integer and 16-bit floating-point operations are the instructions that each GPU has.
// RUN: %kcc --arch=sm_60 %s -o - | %check --check-prefixes=CHECK,SM60
// RUN: %kcc --arch=sm_75 %s -o %t.75.ptx && %check --check-prefixes=CHECK,SM61,NOBRAIN < %t.75.ptx
// RUN: %kcc --arch=sm_80 %s -o %t.80.ptx && %check --check-prefixes=CHECK,SM61,BRAIN < %t.80.ptx
// RUN: %kcc --arch=sm_90 %s -o %t.90.ptx && %check --check-prefixes=CHECK,SM61,BRAIN < %t.90.ptx
// RUN: %kcc -O0 %s -o %T/O0/
#include <bit>
#include <kcc/device.h>
#include <kcc/device/integer.h>
#include <kcc/float16.h>

[[kcc::kernel("bits")]] void bits(std::uint32_t *v, std::uint64_t *w) {
  v[0] = static_cast<std::uint32_t>(std::popcount(v[0]));
  v[1] = static_cast<std::uint32_t>(std::countl_zero(v[1]));
  v[2] = std::rotl(v[2], static_cast<int>(v[3]));
  v[4] = std::byteswap(v[4]);
  v[5] = std::bit_cast<std::uint32_t>(std::bit_cast<float>(v[5]));
  v[6] = kcc::bit_reverse(v[6]);
  v[7] = kcc::funnel_shift_right(v[7], v[8], v[9]);
  v[10] = kcc::mul_hi(v[10], v[11]);
  v[12] = kcc::byte_permute(v[12], v[13], v[14]);
  w[0] = kcc::mul_hi(w[0], w[1]);
  w[2] = kcc::bit_reverse(w[2]);
}
// CHECK-LABEL: .entry bits(
// CHECK: popc.b32
// CHECK: clz.b32
// CHECK: shf.l.wrap.b32
// CHECK: prmt.b32
// CHECK: brev.b32
// CHECK: shf.r.wrap.b32
// CHECK: mul.hi.u32
// CHECK: prmt.b32
// CHECK: mul.hi.u64
// CHECK: brev.b64

[[kcc::kernel("dots")]] void dots(std::int32_t *i, std::uint32_t *u, std::int32_t *sum) {
  sum[0] = kcc::dot4(i[0], i[1], sum[0]);
  sum[1] = kcc::dot4(u[0], u[1], sum[1]);
  sum[2] = kcc::dot4(i[0], u[1], sum[2]);
  sum[3] = kcc::dot4(u[0], i[1], sum[3]);
  sum[4] = kcc::dot2<false>(i[0], i[1], sum[4]);
  sum[5] = kcc::dot2<true>(u[0], u[1], sum[5]);
  sum[6] = kcc::dot2<false>(i[0], u[1], sum[6]);
  sum[7] = kcc::dot2<true>(u[0], i[1], sum[7]);
}
// CHECK-LABEL: .entry dots(
// SM60-NOT: dp4a
// SM60-NOT: dp2a
// SM61-DAG: dp4a.s32.s32
// SM61-DAG: dp4a.u32.u32
// SM61-DAG: dp4a.s32.u32
// SM61-DAG: dp4a.u32.s32
// SM61-DAG: dp2a.lo.s32.s32
// SM61-DAG: dp2a.lo.u32.u32
// SM61-DAG: dp2a.lo.s32.u32
// SM61-DAG: dp2a.lo.u32.s32

[[kcc::kernel("halves")]] void halves(kcc::float16 *h, kcc::float16x2 *pairs, float *f) {
  h[0] = h[1] * h[2] + h[3];
  f[0] = static_cast<float>(h[4]);
  h[5] = static_cast<kcc::float16>(f[1]);
  pairs[0] = pairs[1] * pairs[2] + pairs[3];
}
// CHECK-LABEL: .entry halves(
// CHECK-DAG: fma.rn.f16 
// CHECK-DAG: cvt.f32.f16
// CHECK-DAG: cvt.rn.f16.f32
// CHECK-DAG: fma.rn.f16x2

[[kcc::kernel("brains")]] void brains(kcc::bfloat16 *b, kcc::bfloat16x2 *pairs) {
  b[0] = b[1] * b[2] + b[3];
  pairs[0] = kcc::fma(pairs[1], pairs[2], pairs[3]);
}
// CHECK-LABEL: .entry brains(
// CHECK: fma.rn.f32
// BRAIN: fma.rn.bf16x2
// NOBRAIN-NOT: fma.rn.bf16
// NOBRAIN: add.rn.f64

[[kcc::kernel("wide")]] void wide(unsigned __int128 *v, double *d) {
  v[0] = v[1] / v[2] + v[3] * v[4];
  d[0] = static_cast<double>(v[5]);
  v[6] = static_cast<unsigned __int128>(d[1]);
}
// CHECK-LABEL: .entry wide(
// CHECK: cvt.rn.f64.u64
