// C's `__restrict__` on pointers, of kernels and of the functions that they call.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>

[[kcc::kernel("plain")]] void plain(float *to, const float *from, int n) {
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; ++i)
    to[i] += from[0];
}
// CHECK-LABEL: .entry plain(
// CHECK: $L__BB[[#]]_[[#]]:
// CHECK-COUNT-2: ld.global.b32
// CHECK: bra

[[kcc::kernel("parameters")]] void parameters(float *__restrict__ to, const float *__restrict__ from, int n) {
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; ++i)
    to[i] += from[0];
}
// CHECK-LABEL: .entry parameters(
// CHECK: ld.global.nc.b32
// CHECK: $L__BB[[#]]_[[#]]:
// CHECK-COUNT-1: ld.global.b32
// CHECK-NOT: ld.global
// CHECK: bra

// A function's promise holds in the function: the load moves out of its loop, but other functions may write there.
static void add(float *__restrict__ to, const float *__restrict__ from, int n) {
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; ++i)
    to[i] += from[0];
}
[[kcc::kernel("function")]] void function(std::span<float> to, std::span<const float> from, int n) {
  add(to.data(), from.data(), n);
  to[0] = from[0];
}
// CHECK-LABEL: .entry function(
// CHECK: ld.global.b32
// CHECK: $L__BB[[#]]_[[#]]:
// CHECK-COUNT-1: ld.global.b32
// CHECK-NOT: ld.global
// CHECK: st.global
// CHECK: ld.global.b32
// CHECK: ret;

[[gnu::noinline]] void apart(float *__restrict__ to, const float *__restrict__ from, int n) { add(to, from, n); }
[[kcc::kernel("call")]] void call(std::span<float> to, std::span<const float> from, int n) {
  apart(to.data(), from.data(), n);
}
// CHECK-LABEL: .entry call(
// CHECK: call.uni
