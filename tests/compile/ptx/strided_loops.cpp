// Loops with a stride that is only known at run time are unrolled by four, so that loads overlap.
// RUN: %kcc %s --arch=sm_80 -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>
#include <kcc/math.h>

#include <utility>

[[kcc::kernel("sum")]] void sum(std::span<const float> values, std::span<float> sums) {
  float result = 0;
  for (std::size_t i = kcc::grid_rank(); i < values.size(); i += kcc::grid_size())
    result += values[i];
  sums[kcc::grid_rank()] = result;
}
// CHECK-LABEL: .entry sum(
// CHECK-NOT: div.
// CHECK: .pragma "nounroll"
// CHECK-COUNT-4: ld.global.b32
// CHECK: .pragma "nounroll"
// CHECK-COUNT-1: ld.global.b32
// CHECK-NOT: ld.global.b32
// CHECK: ret;

// The four need few registers: an address for each array, a distance, the index and its limit.
// CHECK-LABEL: .entry product(
// CHECK: .pragma "nounroll"
// CHECK: ld.global.b32 %r{{[0-9]+}}, [[[A:%rd[0-9]+]]];
// CHECK: ld.global.b32 %r{{[0-9]+}}, [[[B:%rd[0-9]+]]];
// CHECK: add.s64 [[A2:%rd[0-9]+]], [[A]], [[DISTANCE:%rd[0-9]+]];
// CHECK: add.s64 [[B2:%rd[0-9]+]], [[B]], [[DISTANCE]];
// CHECK: add.s64 [[A3:%rd[0-9]+]], [[A2]], [[DISTANCE]];
// CHECK: add.s64 [[B3:%rd[0-9]+]], [[B2]], [[DISTANCE]];
// CHECK: add.s64 %rd{{[0-9]+}}, [[A3]], [[DISTANCE]];
// CHECK: add.s64 %rd{{[0-9]+}}, [[B3]], [[DISTANCE]];
// CHECK-NOT: setp
// CHECK: setp.lt.u64 [[P:%p[0-9]+]],
// CHECK-NEXT: @[[P]] bra
[[kcc::kernel("product")]] void product(std::span<const float> left, std::span<const float> right,
                                        std::span<float> sums) {
  float result = 0;
  for (std::size_t i = kcc::grid_rank(); i < left.size(); i += kcc::grid_size())
    result += left[i] * right[i];
  sums[kcc::grid_rank()] = result;
}

// As CUDA's programmers write it.
[[kcc::kernel("indices")]] void indices(const float *values, int n, float *sums) {
  float result = 0;
  for (int i = static_cast<int>(kcc::grid_rank()); i < n; i += static_cast<int>(kcc::grid_size()))
    result += values[i];
  sums[kcc::grid_rank()] = result;
}
// CHECK-LABEL: .entry indices(
// CHECK: .pragma "nounroll"
// CHECK-COUNT-4: ld.global.b32
// CHECK: .pragma "nounroll"
// CHECK: ret;

// A store, which may be to what is loaded next, would stay between the loads.
[[kcc::kernel("stores")]] void stores(std::span<const float> from, std::span<float> to) {
  for (std::size_t i = kcc::grid_rank(); i < to.size(); i += kcc::grid_size())
    to[i] = from[i] + 1;
}
// CHECK-LABEL: .entry stores(
// CHECK-COUNT-1: ld.global.b32
// CHECK-NOT: ld.global.b32
// CHECK: ret;

// One to other memory comes after the loads of all four iterations, also past instructions in assembly.
[[kcc::kernel("apart")]] void apart(const float *__restrict__ from, float *__restrict__ to, int n) {
  for (int i = static_cast<int>(kcc::grid_rank()); i < n; i += static_cast<int>(kcc::grid_size()))
    to[i] = kcc::fast::exp(from[i]);
}
// CHECK-LABEL: .entry apart(
// CHECK: .pragma "nounroll"
// CHECK-COUNT-4: ld.global.nc.b32
// CHECK-COUNT-4: st.global.b32
// CHECK: .pragma "nounroll"
// CHECK: ld.global.nc.b32
// CHECK: st.global.b32
// CHECK: ret;

[[kcc::kernel("apart_spans"), kcc::no_alias]] void apart_spans(std::span<const float> from, std::span<float> to) {
  for (std::size_t i = kcc::grid_rank(); i < to.size(); i += kcc::grid_size())
    to[i] = from[i] + 1;
}
// CHECK-LABEL: .entry apart_spans(
// CHECK-COUNT-4: ld.global.nc.b32
// CHECK-COUNT-4: st.global.b32
// CHECK: ld.global.nc.b32
// CHECK: ret;

// Within one object, the next iteration may load what this one stores.
[[kcc::kernel("in_place")]] void in_place(float *__restrict__ values, int n) {
  for (int i = static_cast<int>(kcc::grid_rank()); i < n; i += static_cast<int>(kcc::grid_size()))
    values[i] = values[i + 1] + 1;
}
// CHECK-LABEL: .entry in_place(
// CHECK-COUNT-1: ld.global.b32
// CHECK-NOT: ld.global
// CHECK: ret;

// Pointers that a loop exchanges, and the parameters of a function that is called in each iteration, are apart
// only within an iteration; loads need not be load instructions.
[[kcc::kernel("exchanges")]] void exchanges(float *__restrict__ a, float *__restrict__ b, int n) {
  for (int i = static_cast<int>(kcc::grid_rank()); i < n; i += static_cast<int>(kcc::grid_size())) {
    b[i & 7] = a[i & 15] + 1;
    std::swap(a, b);
  }
}
// CHECK-LABEL: .entry exchanges(
// CHECK-COUNT-1: ld.global.b32
// CHECK-NOT: ld.global
// CHECK: ret;

[[kcc::kernel("choices")]] void choices(float *__restrict__ a, float *__restrict__ b, int n) {
  for (int i = static_cast<int>(kcc::grid_rank()); i < n; i += static_cast<int>(kcc::grid_size()))
    (i & 1 ? a : b)[i & 7] = (i & 1 ? b : a)[i & 15] + 1;
}
// CHECK-LABEL: .entry choices(
// CHECK-COUNT-1: ld.global.b32
// CHECK-NOT: ld.global
// CHECK: ret;

static void triple(float *__restrict__ to, const float *__restrict__ from) { *to = *from * 3; }
[[kcc::kernel("calls")]] void calls(float *values, unsigned n) {
  for (unsigned i = kcc::grid_rank(); i < n; i += kcc::grid_size())
    triple(values + (i + 1) % 16, values + i % 16);
}
// CHECK-LABEL: .entry calls(
// CHECK-COUNT-1: ld.global.b32
// CHECK-NOT: ld.global
// CHECK: ret;

[[kcc::kernel("reading_call")]] void reading_call(const float *__restrict__ from, float *__restrict__ to, unsigned n) {
  for (unsigned i = kcc::grid_rank(); i < n; i += kcc::grid_size())
    to[i] = from[i] + __nvvm_ldu_f(to + i / 2);
}
// CHECK-LABEL: .entry reading_call(
// CHECK-COUNT-1: ldu.global
// CHECK-NOT: ldu.global
// CHECK: ret;

// Not what other threads may write meanwhile.
[[kcc::kernel("volatiles")]] void volatiles(const volatile float *values, std::size_t n, float *sums) {
  float result = 0;
  for (std::size_t i = kcc::grid_rank(); i < n; i += kcc::grid_size())
    result += values[i];
  sums[kcc::grid_rank()] = result;
}
// CHECK-LABEL: .entry volatiles(
// CHECK-COUNT-1: ld.volatile
// CHECK-NOT: ld.volatile
// CHECK: ret;

// Two conditions on one load are no branches.
// CHECK-LABEL: .entry counted(
// CHECK-COUNT-4: ld.global{{.*}}.b32
// CHECK-NOT: ld.global
// CHECK: bra
// CHECK: ret;
[[kcc::kernel("counted")]] void counted(const unsigned *values, unsigned *counts, int n, unsigned limit) {
  unsigned matches = 0;
  for (int i = static_cast<int>(kcc::global_index()); i < n; i += static_cast<int>(kcc::grid_size()))
    if ((values[i] & 0xffff) < limit && values[i] % 3 == 1)
      ++matches;
  counts[kcc::global_index()] = matches;
}
