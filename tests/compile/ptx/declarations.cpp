// Attributes on several declarations of a kernel count together; an explicit specialization has those of its
// template that it does not give itself.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>

[[kcc::kernel, kcc::launch_bounds(128, 2)]] void twice(std::span<float> values);
[[kcc::launch_bounds(128, 2), kcc::prec_div(false)]] void twice(std::span<float> values) { values[0] /= values[1]; }
[[kcc::ftz(true)]] void twice(std::span<float> values);

template <int n>
[[kcc::kernel, kcc::launch_bounds(n), kcc::ftz(true), kcc::prec_div(false)]] void special(std::span<float> values) {
  values[0] /= values[1];
}
template <>
[[kcc::launch_bounds(64), kcc::ftz(false)]] void special<96>(std::span<float> values) {
  values[0] /= values[2];
}
template void special<32>(std::span<float>);

// CHECK: .entry _Z5twice
// CHECK: .maxntid 128
// CHECK: .minnctapersm 2
// CHECK: div.full.ftz.f32
// CHECK: .entry _Z7specialILi96E
// CHECK: .maxntid 64
// CHECK: div.full.f32
// CHECK: .entry _Z7specialILi32E
// CHECK: .maxntid 32
// CHECK: div.full.ftz.f32
