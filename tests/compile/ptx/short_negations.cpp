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
