// Neighbors in shared arrays are accessed together where their index shows that they are aligned.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>

[[kcc::kernel("pairs")]] void pairs(const float *from, float *to) {
  [[kcc::shared]] float x[256];
  const unsigned i = kcc::thread_rank();
  x[2 * i] = from[i];
  x[2 * i + 1] = from[i + 1];
  kcc::sync_threads();
  to[i] = x[2 * (i ^ 1)] + x[2 * (i ^ 1) + 1];
}
// CHECK-LABEL: .entry pairs(
// CHECK: .shared .align 16 .b8 {{.*}}[1024];
// CHECK: st.shared.v2.b32
// CHECK: ld.shared.v2.b32

[[kcc::kernel("fours")]] void fours(float *to) {
  [[kcc::shared]] float rows[64][8];
  const unsigned i = kcc::thread_rank();
  rows[i][i % 8] = to[i];
  kcc::sync_threads();
  to[i] = rows[i][4] + rows[i][5] + rows[i][6] + rows[i][7];
}
// CHECK-LABEL: .entry fours(
// CHECK: ld.shared.v4.b32

// x[i] and x[i + 1] are not aligned for every i.
[[kcc::kernel("neighbors")]] void neighbors(float *to) {
  [[kcc::shared]] float x[256];
  const unsigned i = kcc::thread_rank();
  x[i] = to[i];
  kcc::sync_threads();
  to[i] = x[i] + x[i + 1];
}
// CHECK-LABEL: .entry neighbors(
// CHECK-NOT: ld.shared.v
// CHECK: ret;

// 48 KiB, the most that there is, leave no room for padding.
[[kcc::kernel("full")]] void full(float *to) {
  [[kcc::shared]] float first[5], second[12279], third[4];
  const unsigned i = kcc::thread_rank();
  first[i] = second[i] = third[i] = to[i];
  kcc::sync_threads();
  to[i] = first[i + 1] + second[2 * i] + second[2 * i + 1] + third[i + 1];
}
// CHECK-LABEL: .entry full(
// CHECK: .shared .align 4 .b8 {{.*}}[49116];
// CHECK-NOT: ld.shared.v
// CHECK: ret;

// In the order of the source, padding would fit. In the order of ptxas it would not.
[[kcc::kernel("nearly_full")]] void nearly_full(char *to, int i) {
  [[kcc::shared]] char a[3], b[49081], c[15], d[31], e[2];
  a[i] = b[i] = c[i] = d[i] = e[i] = to[i];
  kcc::sync_threads();
  to[i] = static_cast<char>(a[to[0]] + b[to[1]] + c[to[2]] + d[to[3]] + e[to[4]]);
}
// CHECK-LABEL: .entry nearly_full(
// CHECK: .shared .align 1 .b8 {{.*}}[49081];
// CHECK: ret;
