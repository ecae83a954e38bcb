// Addresses that follow one another by a 32-bit number of elements are computed one from the other.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>

#include <cstdint>

// Two rows of a matrix in each iteration; the loop is unrolled by four.
// CHECK-LABEL: .entry relax(
// CHECK: add.s32 %r{{[0-9]+}}, %r{{[0-9]+}}, 4;
// CHECK-NEXT: setp.ne.b32
// CHECK-NEXT: add.s64 [[A0:%rd[0-9]+]], [[A4:%rd[0-9]+]], [[COLUMNS:%rd[0-9]+]];
// CHECK-NEXT: add.s64 [[B0:%rd[0-9]+]], [[B4:%rd[0-9]+]], [[COLUMNS]];
// CHECK: ld.global.nc.b32 %r{{[0-9]+}}, [[[A0]]];
// CHECK: ld.global.nc.b32 %r{{[0-9]+}}, [[[B0]]];
// CHECK: add.s64 [[A1:%rd[0-9]+]], [[A0]], [[COLUMNS]];
// CHECK: ld.global.nc.b32 %r{{[0-9]+}}, [[[A1]]];
// CHECK: add.s64 [[B1:%rd[0-9]+]], [[B0]], [[COLUMNS]];
// CHECK: ld.global.nc.b32 %r{{[0-9]+}}, [[[B1]]];
// CHECK: add.s64 [[A2:%rd[0-9]+]], [[A1]], [[COLUMNS]];
// CHECK: add.s64 [[B2:%rd[0-9]+]], [[B1]], [[COLUMNS]];
// CHECK: add.s64 [[A4]], [[A2]], [[COLUMNS]];
// CHECK: add.s64 [[B4]], [[B2]], [[COLUMNS]];
// CHECK: ret;
[[kcc::kernel("relax")]] void relax(const std::uint32_t *__restrict__ rows, std::uint32_t *__restrict__ shortest,
                                    int columns, int steps) {
  const int x = static_cast<int>(kcc::global_index());
  const int y = static_cast<int>(kcc::block_idx().y);
  for (int k = 0; k < steps; ++k)
    if (std::uint32_t through = rows[k * columns + y] + rows[k * columns + x]; through < shortest[x])
      shortest[x] = through;
}

// Distances of 64 bits gain nothing: each address is the pointer plus a distance of its own.
// CHECK-LABEL: .entry wide(
// CHECK: ld.global.b32 %r{{[0-9]+}}, [[[FIRST:%rd[0-9]+]]];
// CHECK: add.s64 [[SECOND:%rd[0-9]+]], [[FIRST]],
// CHECK: add.s64 [[THIRD:%rd[0-9]+]], [[FIRST]],
// CHECK: add.s64 [[FOURTH:%rd[0-9]+]], [[FIRST]],
// CHECK: ret;
[[kcc::kernel("wide")]] void wide(const float *matrix, float *sums, std::size_t rows, std::size_t columns) {
  const std::size_t x = kcc::global_index();
  float sum = 0;
  for (std::size_t y = 0; y < rows; ++y)
    sum += matrix[y * columns + x];
  sums[x] = sum;
}
