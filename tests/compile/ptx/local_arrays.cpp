// Loops of few iterations are unrolled if a small local array becomes registers by that.
// RUN: %kcc %s --arch=sm_80 -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>

[[kcc::kernel("row")]] void row(std::span<const char> a, std::span<const char> b, std::span<unsigned> out) {
  unsigned row[33];
  for (unsigned i = 0; i <= 32; ++i)
    row[i] = i;
  for (unsigned j = 1; j <= b.size(); ++j) {
    unsigned diagonal = row[0];
    row[0] = j;
    for (unsigned i = 1; i <= 32; ++i) {
      const unsigned up = row[i], changed = diagonal + (a[i - 1] != b[j - 1]);
      row[i] = std::min(changed, std::min(up, row[i - 1]) + 1);
      diagonal = up;
    }
  }
  out[0] = row[32];
}
// CHECK-LABEL: .entry row(
// CHECK-NOT: .local
// CHECK: ret;

// Indices that depend on two loops.
[[kcc::kernel("matrix")]] void matrix(std::span<const float> a, std::span<float> out) {
  float sum[6][6] = {};
  for (unsigned k = 0; k < a.size(); ++k)
    for (unsigned i = 0; i < 6; ++i)
      for (unsigned j = 0; j < 6; ++j)
        sum[i][j] += a[k * i] * a[k * j];
  for (unsigned i = 0; i < 6; ++i)
    for (unsigned j = 0; j < 6; ++j)
      out[i * 6 + j] = sum[j][i];
}
// CHECK-LABEL: .entry matrix(
// CHECK-NOT: .local
// CHECK: ret;

// Unrolling would not help where the index is only known at run time.
[[kcc::kernel("histogram")]] void histogram(std::span<const unsigned> values, std::span<unsigned> out) {
  unsigned counts[24] = {};
  for (unsigned v : values)
    ++counts[v % 24];
  for (unsigned i = 0; i < 24; ++i)
    out[i] = counts[i];
}
// CHECK-LABEL: .entry histogram(
// CHECK: .local
// CHECK: st.local
// CHECK: ret;
