// Loops advance pointers and end with a branch back that is taken if the comparison is true, as ptxas needs for unrolling.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>

// A product of the index and the columns, in 32 bits: the pointer advances by a constant distance.
// CHECK-LABEL: .entry column_sums(
// CHECK: [[LOOP:\$L__BB[0-9_]+]]:
// CHECK-NEXT: ld.global.b32 %r{{[0-9]+}}, [[[POINTER:%rd[0-9]+]]];
// CHECK-NOT: mul
// CHECK: add.s64 [[POINTER]], [[POINTER]],
// CHECK-NEXT: setp.ne.b32 [[P:%p[0-9]+]],
// CHECK-NEXT: @[[P]] bra [[LOOP]];
// CHECK-NOT: bra.uni
// CHECK: ret;
[[kcc::kernel("column_sums")]] void column_sums(const float *matrix, float *sums, int rows, int columns) {
  const int x = static_cast<int>(kcc::global_index());
  float sum = 0;
  for (int y = 0; y < rows; ++y)
    sum += matrix[y * columns + x];
  sums[x] = sum;
}

// Unsigned numbers wrap around: the index has to be computed in 32 bits.
// CHECK-LABEL: .entry wrapping(
// CHECK: mul.wide.u32
// CHECK-NEXT: add.s64
// CHECK-NEXT: ld.global.b32
// CHECK: ret;
[[kcc::kernel("wrapping")]] void wrapping(const float *matrix, float *sums, unsigned rows, unsigned columns) {
  const unsigned x = static_cast<unsigned>(kcc::global_index());
  float sum = 0;
  for (unsigned y = 0; y < rows; ++y)
    sum += matrix[y * columns + x];
  sums[x] = sum;
}

// Several indices of one iteration.
// CHECK-LABEL: .entry row_sums(
// CHECK: [[LOOP:\$L__BB[0-9_]+]]:
// CHECK-NOT: mul
// CHECK: ld.global.b32 %r{{[0-9]+}}, [[[POINTER:%rd[0-9]+]]+{{-?[0-9]+}}];
// CHECK-NOT: mul.
// CHECK: add.s64 [[POINTER]], [[POINTER]],
// CHECK: bra [[LOOP]];
[[kcc::kernel("row_sums")]] void row_sums(const float *matrix, float *sums, int rows) {
  float sum[8] = {};
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < 8; ++x)
      sum[x] += matrix[y * 8 + x];
  for (int x = 0; x < 8; ++x)
    sums[x] = sum[x];
}

// The number of iterations takes a maximum and a shift: the loop is unrolled.
// CHECK-LABEL: .entry strided(
// CHECK-COUNT-5: ld.global.b32
// CHECK: ret;
[[kcc::kernel("strided")]] void strided(const float *values, float *sums, int n) {
  float sum = 0;
  for (int x = static_cast<int>(kcc::thread_idx().x % 32); x < n; x += 32)
    sum += values[x];
  sums[kcc::global_index()] = sum;
}
