// ptxas keeps the address of a table in a register in a loop that calls functions, because it does not know a part of it.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>

using Operation = float (*)(float);
inline float twice(float x) {
  return x + x;
}
inline float square(float x) {
  return x * x;
}

// CHECK-LABEL: .entry calls(
// CHECK: %nctaid.z;
// CHECK: mov.b64 [[TABLE:%rd[0-9]+]], {{.*}}operations;
// CHECK-NEXT: add.s64 {{%rd[0-9]+}}, [[TABLE]], {{%rd[0-9]+}};
// CHECK: [[LOOP:\$L__BB[0-9_]+]]:
// CHECK-NOT: operations
// CHECK: call
// CHECK: bra [[LOOP]];
// CHECK: ret;
[[kcc::kernel("calls")]] void calls(std::span<const unsigned char> codes, std::span<float> values) {
  const Operation operations[2] = {twice, square};
  float value = values[0];
  for (unsigned char code : codes)
    value = operations[code & 1](value);
  values[0] = value;
}

// Without a call, it does anyway.
// CHECK-LABEL: .entry sum(
// CHECK-NOT: %nctaid.z
// CHECK: ret;
[[kcc::kernel("sum")]] void sum(std::span<const unsigned char> codes, std::span<float> values) {
  const float table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  float value = 0;
  for (unsigned char code : codes)
    value += table[code & 7];
  values[0] = value;
}
