// [[kcc::no_alias]]: memory of different spans does not overlap, and what the kernel does not write does not change.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <tuple>

#include <kcc/atomic.h>
#include <kcc/warp.h>

static void relax(std::span<float> d, std::span<const float> row, std::span<const float> column, int n) {
  int i = static_cast<int>(kcc::global_index());
#pragma clang loop unroll(disable)
  for (int j = 0; j < n; ++j)
    d[i * n + j] = std::min(d[i * n + j], column[i] + row[j]);
}

// A step of Floyd and Warshall's algorithm. Without the attribute, d may contain column[i].
[[kcc::kernel("may_overlap")]] void may_overlap(std::span<float> d, std::span<const float> row,
                                                std::span<const float> column, int n) {
  relax(d, row, column, n);
}
// CHECK-LABEL: .entry may_overlap(
// CHECK: $L__BB[[#]]_[[#]]:
// CHECK-COUNT-3: ld.global.b32
// CHECK-NOT: ld.global
// CHECK: st.global
// CHECK: bra

[[kcc::kernel("disjoint"), kcc::no_alias]] void disjoint(std::span<float> d, std::span<const float> row,
                                                         std::span<const float> column, int n) {
  relax(d, row, column, n);
}
// CHECK-LABEL: .entry disjoint(
// CHECK: ld.global.nc.b32
// CHECK: $L__BB[[#]]_[[#]]:
// CHECK-DAG: ld.global.nc.b32
// CHECK-DAG: ld.global.b32
// CHECK-NOT: ld.global
// CHECK: st.global
// CHECK: bra

// The kernel changes its parameters, and the spans are in structs, arrays and tuples.
struct Field {
  std::array<std::span<float>, 2> xy;
};
[[kcc::kernel("in_structs"), kcc::no_alias]] void in_structs(Field field, std::tuple<int, std::span<float, 4>> four,
                                                             int n) {
  field.xy[0] = field.xy[0].subspan(4);
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; ++i)
    field.xy[0][i] += field.xy[1][0] + std::get<1>(four)[1];
}
// CHECK-LABEL: .entry in_structs(
// CHECK-COUNT-2: ld.global.nc.b32
// CHECK: $L__BB[[#]]_[[#]]:
// CHECK: ld.global.b32
// CHECK-NOT: ld.global
// CHECK: st.global
// CHECK: bra

// Only what comes from different parameters is disjoint: either may be a part of the other here.
[[kcc::kernel("same_span"), kcc::no_alias]] void same_span(std::span<int> a, std::span<int> b, bool choice, int n) {
  std::span<int> from = choice ? a : b;
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; ++i)
    a[i] = from[7] + 1;
}
// CHECK-LABEL: .entry same_span(
// CHECK: $L__BB[[#]]_[[#]]:
// CHECK: ld.global.b32
// CHECK: st.global
// CHECK: bra

// A variable of the module, and what a span's elements point to, may be anywhere.
int variable;
[[kcc::kernel("other_memory"), kcc::no_alias]] void other_memory(std::span<const int> a, std::span<int *> pointers,
                                                                 int n) {
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; ++i) {
    variable = a[0] + 1;
    *pointers[i] = a[1] + 1;
  }
}
// CHECK-LABEL: .entry other_memory(
// CHECK-NOT: ld.global.nc
// CHECK: $L__BB[[#]]_[[#]]:
// CHECK: ld.global.b32
// CHECK: st.global.b32
// CHECK: ld.global.b32
// CHECK: st.b32
// CHECK-NOT: ld.global.nc
// CHECK: bra

// Spans of const may overlap each other, so a write through one of them counts for all.
[[kcc::kernel("cast"), kcc::no_alias]] void cast(std::span<const int> a, std::span<const int> b, std::span<int> out) {
  const_cast<int &>(a[0]) = 1;
  out[0] = b[0];
}
// CHECK-LABEL: .entry cast(
// CHECK-NOT: ld.global.nc
// CHECK: ret;

// Barriers and shared memory are the block's own affair; so are relaxed atomic operations on another span.
[[kcc::kernel("block"), kcc::no_alias]] void block(std::span<const int> in, std::span<int> out) {
  [[kcc::shared]] int tile[256];
  tile[kcc::thread_rank()] = in[kcc::grid_rank()];
  kcc::sync_threads();
  int next = kcc::warp::shuffle_xor(tile[255 - kcc::thread_rank()], 1);
  kcc::atomic_ref<int>(out[in[next]]).fetch_add(next, std::memory_order_relaxed);
}
// CHECK-LABEL: .entry block(
// CHECK-COUNT-2: ld.global.nc.b32
// CHECK: ret;

// After an acquire operation, what another kernel or the host wrote may be visible.
[[kcc::kernel("waits"), kcc::no_alias]] void waits(std::span<const int> in, std::span<int> ready, std::span<int> out) {
  while (kcc::atomic_ref<int>(ready[0]).load(std::memory_order_acquire) == 0) {
  }
  out[0] = in[0];
}
// CHECK-LABEL: .entry waits(
// CHECK-NOT: ld.global.nc
// CHECK: ret;

[[kcc::kernel("fence"), kcc::no_alias]] void fence(std::span<const int> in, std::span<int> out) {
  out[0] = in[0];
  kcc::fence_device();
  out[1] = in[1];
}
// CHECK-LABEL: .entry fence(
// CHECK-NOT: ld.global.nc
// CHECK: ret;

// So may it after a volatile load, as older programs wait.
[[kcc::kernel("polls"), kcc::no_alias]] void polls(std::span<const int> in, std::span<volatile int> ready,
                                                   std::span<int> out) {
  while (ready[0] == 0) {
  }
  out[0] = in[0];
}
// CHECK-LABEL: .entry polls(
// CHECK-NOT: ld.global.nc
// CHECK: ret;

// Functions that are not inlined.
[[gnu::noinline]] void write_anywhere(int *to) { *to = 1; }
[[gnu::noinline]] int read(const int *from) { return *from; }
[[kcc::kernel("calls"), kcc::no_alias]] void calls(std::span<const int> in, std::span<int> out) {
  write_anywhere(&out[1]);
  out[0] = in[0];
}
[[kcc::kernel("reads"), kcc::no_alias]] void reads(std::span<const int> in, std::span<int> out) {
  out[0] = in[0] + read(&in[1]);
}
// CHECK-LABEL: .entry calls(
// CHECK-NOT: ld.global.nc
// CHECK: ret;
// CHECK-LABEL: .entry reads(
// CHECK: ld.global.nc
// CHECK: ret;

// Copies of structs, and a pointer with `__restrict__`, which is not checked.
struct Large {
  int values[3];
};
[[kcc::kernel("copies"), kcc::no_alias]] void copies(std::span<const Large> in, std::span<Large> out,
                                                     Large *__restrict__ more) {
  out[0] = in[1];
  more[0] = in[1];
}
// CHECK-LABEL: .entry copies(
// CHECK-COUNT-3: ld.global.nc.b32
// CHECK-NOT: ld.global
// CHECK: ret;

// A kernel's message goes to the runtime's memory.
[[kcc::kernel("prints"), kcc::no_alias]] void prints(std::span<const int> in, std::span<int> out) {
  if (in[0] < 0)
    __builtin_trap();
  out[0] = in[1];
}
// CHECK-LABEL: .entry prints(
// CHECK: ld.global.nc.b32
// CHECK: ld.global.nc.b32
// CHECK: ret;
