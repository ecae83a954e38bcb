// ptxas assumes that the register which ld.param.s8 fills, in a function or after a call, is extended to 32 bits.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>

[[gnu::noinline]] unsigned take(signed char value, unsigned divisor) {
  return (static_cast<unsigned>(value) & 0xffff) / divisor;
}
[[gnu::noinline]] signed char give(int value) { return static_cast<signed char>(value); }

[[kcc::kernel("pass")]] void pass(std::span<const int> in, std::span<unsigned> out) {
  out[0] = take(static_cast<signed char>(in[0]), out[1]);
  out[1] = static_cast<unsigned short>(give(in[1])) * 3u;
}

// CHECK-NOT: ld.param{{.*}}.s8
// CHECK: ld.param.b8 [[VALUE:%rs[0-9]+]],
// CHECK-NEXT: cvt.s16.s8 [[VALUE]], [[VALUE]];
// CHECK-NOT: ld.param{{.*}}.s8
