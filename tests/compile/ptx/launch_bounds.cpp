// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc --emit=manifest %s -o - | %check --check-prefix=BOUNDS
#include <kcc/device.h>

constexpr int threads = 128;
namespace tuned {
inline constexpr unsigned long blocks = 4;
}

[[kcc::kernel("one"), kcc::launch_bounds(256)]] void one(int *values) { *values = 1; }
[[kcc::kernel("two"), kcc::launch_bounds(threads, tuned::blocks)]] void two(int *values) { *values = 2; }
[[kcc::launch_bounds(threads * 8)]] [[kcc::kernel("three")]] void three(int *values) { *values = 3; }
[[kcc::kernel("none")]] void none(int *values) { *values = 4; }

// CHECK: .visible .entry one(
// CHECK: .maxntid 256
// CHECK: .visible .entry two(
// CHECK: .maxntid 128
// CHECK-NEXT: .minnctapersm 4
// CHECK: .visible .entry three(
// CHECK: .maxntid 1024
// CHECK: .visible .entry none(
// CHECK-NOT: .maxntid

// BOUNDS: "entry":"one"{{.*}}"max_threads":256
// BOUNDS-SAME: "entry":"two"{{.*}}"max_threads":128
// BOUNDS-SAME: "entry":"three"{{.*}}"max_threads":1024
// BOUNDS-SAME: "entry":"none"{{.*}}"max_threads":0
