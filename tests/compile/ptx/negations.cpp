// ptxas gets neg.s16 and abs.s16 wrong for -32768 if the result is widened: they are products with -1.
// RUN: %kcc --emit=ptx %s -o - | %check
// RUN: %kcc --emit=ptx -O1 %s -o - | %check
#include <kcc/device.h>

// CHECK-LABEL: .entry negate(
// CHECK-NOT: neg.s16
// CHECK: mul.lo.s16 {{.*}}, -1;
// CHECK-NOT: neg.s16
// CHECK-LABEL: .entry absolute(
// CHECK-NOT: {{abs|neg}}.s16
// CHECK: mul.lo.s16 {{.*}}, -1;
// CHECK-NOT: {{abs|neg}}.s16
[[kcc::kernel("negate")]] void negate(std::span<long long> out, std::span<const short> in) {
  const std::size_t i = kcc::global_index();
  out[i] = static_cast<short>(-static_cast<unsigned>(in[i]));
}

[[kcc::kernel("absolute")]] void absolute(std::span<long long> out, std::span<const short> in) {
  const std::size_t i = kcc::global_index();
  out[i] = static_cast<short>(in[i] < 0 ? -in[i] : in[i]);
}

// It makes one instruction of the negation, the shift and the sum, which negates last. So it gets to see no negation.
// CHECK-LABEL: .entry shifted(
// CHECK-NOT: neg.s32
// CHECK: not.b32
// CHECK-NEXT: add.s32 {{.*}}, 1;
// CHECK: shr.s32 {{.*}}, 17;
// CHECK-NOT: neg.s32
// CHECK: not.b32
// CHECK: shr.u32 {{.*}}, 20;
// CHECK: neg.s32
// CHECK: ret;
extern "C" [[kcc::kernel]] void shifted(int *out, int x, unsigned y, int z) {
  out[0] = (-x >> 17) + z;
  out[1] = static_cast<int>((-y >> 20) + static_cast<unsigned>(z));
  out[2] = -z;
}
