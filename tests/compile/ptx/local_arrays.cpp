// Loops of few iterations are unrolled if a small local array becomes registers by that.
// RUN: %kcc %s --arch=sm_80 -o %t.ptx && %check < %t.ptx
#include <bit>
#include <cmath>
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

// Inner loops whose length depends on the outer one.
[[kcc::kernel("triangle")]] void triangle(std::span<const float> a, std::span<float> out, unsigned size) {
  float l[7][7], x[7];
  for (int row = 0; row < 7; ++row)
    for (int column = 0; column <= row; ++column) {
      float sum = a[(row * 7 + column) * size];
      for (int k = 0; k < column; ++k)
        sum -= l[row][k] * l[column][k];
      l[row][column] = row == column ? std::sqrt(sum) : sum / l[column][column];
    }
  for (int row = 6; row >= 0; --row) {
    float sum = a[row];
    for (int k = row + 1; k < 7; ++k)
      sum -= l[k][row] * x[k];
    x[row] = sum / l[row][row];
    out[row] = x[row];
  }
}
// CHECK-LABEL: .entry triangle(
// CHECK-NOT: .local
// CHECK: ret;

// A ring of 16 numbers, and many operations in each of 64 iterations.
[[kcc::kernel("ring")]] void ring(std::span<const unsigned> from, std::span<unsigned> to) {
  unsigned w[16], sum = 0;
  for (int k = 0; k < 16; ++k)
    w[k] = from[k];
  for (int k = 0; k < 64; ++k) {
    const unsigned x = w[(k + 1) % 16], y = w[(k + 14) % 16];
    w[k % 16] += (std::rotr(x, 7) ^ std::rotr(x, 18) ^ x >> 3) + (std::rotr(y, 17) ^ std::rotr(y, 19) ^ y >> 10);
    for (const int by : {2, 3, 5, 7, 11, 13, 17, 19})
      sum = (std::rotr(sum, by) ^ w[k % 16]) * 5 + (sum >> by);
  }
  to[0] = sum;
}
// CHECK-LABEL: .entry ring(
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
