// Small copies take the widest accesses that the alignment allows, all loads first.
// RUN: %kcc %s --arch=sm_80 -o %t.ptx && %check < %t.ptx
#include <cstring>
#include <kcc/device.h>

struct alignas(16) Quad {
  float x, y, z, w;
};
struct alignas(16) Odd {
  float values[5];
  char last;
};
struct Plain {
  float x, y, z;
};

[[kcc::kernel("quads")]] void quads(std::span<const Quad> a, std::span<Quad> b) {
  b[1] = a[0];
}
// CHECK-LABEL: .entry quads(
// CHECK: ld.global.v4.b32
// CHECK-NEXT: st.global.v4.b32
// CHECK: ret;

[[kcc::kernel("odd")]] void odd(std::span<const Odd> a, std::span<Odd> b) {
  b[1] = a[0];
}
// CHECK-LABEL: .entry odd(
// CHECK: ld.global.v4.b32
// CHECK-NEXT: ld.global
// CHECK: st.global.v4.b32
// CHECK: ret;

[[kcc::kernel("plain")]] void plain(std::span<const Plain> a, std::span<Plain> b) {
  b[1] = a[0];
}
// CHECK-LABEL: .entry plain(
// CHECK: ld.global.b32
// CHECK-NEXT: ld.global.b32
// CHECK-NEXT: ld.global.b32
// CHECK-NEXT: st.global.b32
// CHECK: ret;

[[kcc::kernel("in_shared")]] void in_shared(std::span<const Quad> a, std::span<Quad> b) {
  [[kcc::shared]] static Quad tile[32];
  tile[kcc::thread_rank()] = a[kcc::grid_rank()];
  kcc::sync_threads();
  b[kcc::grid_rank()] = tile[kcc::thread_rank() ^ 1];
}
// CHECK-LABEL: .entry in_shared(
// CHECK: st.shared.v4.b32
// CHECK: ld.shared.v4.b32
// CHECK: ret;

// Overlapping memory, and a fill.
[[kcc::kernel("moved")]] void moved(Quad *a) {
  std::memmove(a + 1, a, 3 * sizeof(Quad));
  std::memset(a + 8, 0, sizeof(Quad));
}
// CHECK-LABEL: .entry moved(
// CHECK-COUNT-3: ld.global.v4.b32
// CHECK-COUNT-4: st.global.v4.b32
// CHECK: ret;
