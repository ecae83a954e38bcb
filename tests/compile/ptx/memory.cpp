// Address spaces, cache hints, and 16-byte accesses: each instruction, and its replacement on older GPUs.
// RUN: %kcc --arch=sm_60 %s -o - | %check --check-prefixes=CHECK,OLD
// RUN: %kcc --arch=sm_75 %s -o %t.75.ptx && %check --check-prefixes=CHECK,OLD < %t.75.ptx
// RUN: %kcc --arch=sm_87 %s -o %t.87.ptx && %check --check-prefixes=CHECK,NEW < %t.87.ptx
// RUN: %kcc --arch=sm_90 %s -o %t.90.ptx && %check --check-prefixes=CHECK,NEW < %t.90.ptx
// RUN: %kcc -O0 %s -o %T/O0/
#include <kcc/device.h>
#include <kcc/device/address_space.h>
#include <kcc/device/cache_hints.h>

struct alignas(16) Quad {
  float x, y, z, w;
};
using enum kcc::cache;

[[kcc::kernel("spaces")]] void spaces(const void *const *places, unsigned *out) {
  const void *place = *places; // of a kernel's own pointers it is known
  out[0] = kcc::is_global(place);
  out[1] = kcc::is_shared(place);
  out[2] = kcc::is_constant(place);
  out[3] = kcc::is_local(place);
}
// CHECK-LABEL: .entry spaces(
// CHECK-DAG: isspacep.global
// CHECK-DAG: isspacep.shared
// CHECK-DAG: isspacep.const
// CHECK-DAG: isspacep.local

[[kcc::kernel("loads")]] void loads(const float *from, float *to) {
  to[0] = kcc::load<all_levels>(from);
  to[1] = kcc::load<level_2>(from + 1);
  to[2] = kcc::load<streaming>(from + 2);
  to[3] = kcc::load<last_use>(from + 3);
  to[4] = kcc::load<no_cache>(from + 4);
  to[5] = kcc::load<evict_first>(from + 5);
  to[6] = kcc::load<evict_last>(from + 6);
  to[7] = kcc::load<no_allocate>(from + 7);
  to[8] = kcc::load<prefetch_l2_64>(from + 8);
  to[9] = kcc::load<prefetch_l2_128>(from + 9);
  to[10] = kcc::load<prefetch_l2_256>(from + 10);
}
// CHECK-LABEL: .entry loads(
// CHECK: ld.ca.b32
// CHECK: ld.cg.b32
// CHECK: ld.cs.b32
// CHECK: ld.lu.b32
// CHECK: ld.cv.b32
// OLD-COUNT-6: ld.b32
// NEW: ld.L1::evict_first.b32
// NEW: ld.L1::evict_last.b32
// NEW: ld.L1::no_allocate.b32
// NEW: ld.L2::64B.b32
// NEW: ld.L2::128B.b32
// NEW: ld.L2::256B.b32

[[kcc::kernel("read_only")]] void read_only(const double *from, double *to) {
  to[0] = kcc::load_read_only(from);
  to[1] = kcc::load_read_only<streaming>(from + 1);
  to[2] = kcc::load_read_only<no_allocate>(from + 2);
}
// CHECK-LABEL: .entry read_only(
// CHECK: ld.global.nc.b64
// CHECK: ld.global.cs.nc.b64
// OLD: ld.global.nc.b64
// NEW: ld.global.nc.L1::no_allocate.b64

[[kcc::kernel("stores")]] void stores(std::uint16_t *to) {
  kcc::store<all_levels>(to, 1);
  kcc::store<level_2>(to + 1, 1);
  kcc::store<streaming>(to + 2, 1);
  kcc::store<no_cache>(to + 3, 1);
  kcc::store<evict_first>(to + 4, 1);
  kcc::store<evict_last>(to + 5, 1);
  kcc::store<no_allocate>(to + 6, 1);
}
// CHECK-LABEL: .entry stores(
// CHECK: st.wb.b16
// CHECK: st.cg.b16
// CHECK: st.cs.b16
// CHECK: st.wt.b16
// OLD-COUNT-3: st.b16
// NEW: st.L1::evict_first.b16
// NEW: st.L1::evict_last.b16
// NEW: st.L1::no_allocate.b16

[[kcc::kernel("prefetches")]] void prefetches(const Quad *from, Quad *to) {
  kcc::prefetch_l1(from + 8);
  kcc::prefetch_l2(from + 16);
  kcc::prefetch_uniform(from + 24);
  kcc::store<streaming>(to, kcc::load<streaming>(from));
}
// CHECK-LABEL: .entry prefetches(
// CHECK: prefetch.L1 [
// CHECK: prefetch.L2 [
// CHECK: prefetchu.L1 [
// CHECK: ld.cs.v2.b64
// CHECK: st.cs.v2.b64

[[kcc::kernel("quads")]] void quads(std::span<Quad> to, std::span<const Quad> from) {
  for (std::size_t i : kcc::grid_stride(to.size()))
    to[i] = {from[i].x + 1, from[i].y + 1, from[i].z + 1, from[i].w + 1};
}
// CHECK-LABEL: .entry quads(
// CHECK-NOT: ld.global.b32
// CHECK: ld.global.{{v4.b32|v2.b64}}
// CHECK: st.global.{{v4.b32|v2.b64}}

[[kcc::kernel("watch")]] void watch(volatile int *flag, int *seen) {
  seen[0] = *flag;
  *flag = 1;
}
// CHECK-LABEL: .entry watch(
// CHECK: ld.volatile.global.b32
// CHECK: st.volatile.global.b32
