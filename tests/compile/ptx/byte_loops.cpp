// Loops over bytes are unrolled by eight, and not again by ptxas.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>

#include <cstdint>

// CHECK-LABEL: .entry hash(
// CHECK: .pragma "nounroll";
// CHECK-COUNT-8: ld.global.b8
// CHECK-NOT: ld.global.b8
// CHECK: .pragma "nounroll";
// CHECK-COUNT-1: ld.global.b8
// CHECK-NOT: ld.global.b8
// CHECK: ret;
[[kcc::kernel("hash")]] void hash(const char *text, const std::uint32_t *starts, std::uint32_t *hashes) {
  const std::size_t i = kcc::global_index();
  std::uint32_t result = 2166136261u;
  for (std::uint32_t k = starts[i]; k < starts[i + 1]; ++k)
    result = (result ^ static_cast<unsigned char>(text[k])) * 16777619u;
  hashes[i] = result;
}

// Elements of two bytes: as other loops, by four, which ptxas may unroll further.
// CHECK-LABEL: .entry sum_of_shorts(
// CHECK-NOT: .pragma
// CHECK-COUNT-4: ld.global.b16
// CHECK: .pragma "nounroll";
// CHECK-COUNT-1: ld.global.b16
// CHECK-NOT: ld.global.b16
// CHECK: ret;
[[kcc::kernel("sum_of_shorts")]] void sum_of_shorts(const std::uint16_t *values, int n, std::uint32_t *sum) {
  std::uint32_t result = 0;
  for (int k = 0; k < n; ++k)
    result += values[k];
  *sum = result;
}

// So is a loop that also reads what is far apart,
// CHECK-LABEL: .entry weighted(
// CHECK-NOT: .pragma
// CHECK-COUNT-4: ld.global.b8
// CHECK: .pragma "nounroll";
// CHECK-COUNT-1: ld.global.b8
// CHECK-NOT: ld.global.b8
// CHECK: ret;
[[kcc::kernel("weighted")]] void weighted(const std::uint8_t *values, const int *weights, int n, int *sum) {
  int result = 0;
  for (int k = 0; k < n; ++k)
    result += values[k] * weights[k];
  *sum = result;
}

// and one for which the source says how far.
// CHECK-LABEL: .entry by_two(
// CHECK: .pragma "nounroll";
// CHECK-COUNT-2: ld.global.b8
// CHECK-NOT: ld.global.b8
// CHECK: bra
[[kcc::kernel("by_two")]] void by_two(const std::uint8_t *values, int n, int *sum) {
  int result = 0;
#pragma unroll 2
  for (int k = 0; k < n; ++k)
    result += values[k];
  *sum = result;
}

// At most seven iterations are not unrolled, with a test for each.
// CHECK-LABEL: .entry tail(
// CHECK-COUNT-1: ld.global.b8
// CHECK-NOT: ld.global.b8
// CHECK: ret;
[[kcc::kernel("tail")]] void tail(const std::uint8_t *values, int n, int *sum) {
  int result = 0;
  for (int k = 0; k < (n & 7); ++k)
    result = (result ^ values[k]) * 31;
  *sum = result;
}
