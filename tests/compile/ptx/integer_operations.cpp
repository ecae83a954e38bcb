// Integer operations that LLVM's back end would replace by slower ones.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>

// The comparison decides two things: no minimum, which would compare again.
// CHECK-LABEL: .entry reduce(
// CHECK-NOT: min.u32
// CHECK: ret;
[[kcc::kernel("reduce")]] void reduce(std::span<unsigned> values) {
  unsigned rest = values[0], digits = values[2];
  const unsigned divisor = values[1];
  if (rest >= divisor) {
    rest -= divisor;
    digits += 5;
  }
  values[3] = rest;
  values[4] = digits;
}

// The other branch of the same.
// CHECK-LABEL: .entry reduce_otherwise(
// CHECK-NOT: min.u32
// CHECK: ret;
[[kcc::kernel("reduce_otherwise")]] void reduce_otherwise(std::span<unsigned> values) {
  unsigned rest = values[0], digits = values[2];
  const unsigned divisor = values[1];
  if (rest < divisor)
    digits += 5;
  else
    rest -= divisor;
  values[3] = rest;
  values[4] = digits;
}

// Without another use, the minimum is shorter.
// CHECK-LABEL: .entry reduce_only(
// CHECK: min.u32
// CHECK: ret;
[[kcc::kernel("reduce_only")]] void reduce_only(std::span<unsigned> values) {
  const unsigned rest = values[0], divisor = values[1];
  values[3] = rest >= divisor ? rest - divisor : rest;
}

// A chain of halves: each is an addition and a shift.
// CHECK-LABEL: .entry root(
// CHECK-NOT: xor.b32
// CHECK: ret;
[[kcc::kernel("root")]] void root(std::span<const unsigned> from, std::span<unsigned> to) {
  unsigned rest = from[0], root = 0;
  for (unsigned bit = 1u << 30; bit != 0; bit >>= 2)
    if (rest >= root + bit) {
      rest -= root + bit;
      root = (root >> 1) + bit;
    } else {
      root >>= 1;
    }
  to[0] = root;
}
