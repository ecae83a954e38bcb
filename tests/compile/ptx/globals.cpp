// Kernel variables keep their names, and their initial values are not assumed: the host changes them.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc -O0 %s -o %T/O0/
// RUN: %kcc --emit=manifest %s -o - | %check --check-prefix=MANIFEST
// RUN: %kcc --emit=header %s -o - | %check --check-prefix=HEADER
// RUN: %kcc --emit=obj %s -o %t.o && nm %t.o | %check --check-prefix=SYMBOLS
#include <kcc/device.h>

struct Größe {
  static inline float länge = 1;
};
int limit = 7;
unsigned written;
[[kcc::constant]] float weights[4] = {1, 2};
inline namespace version {
volatile int stop;
}
const int fixed = 5;
namespace {
int hidden = 1;
}
void *unreached;

[[kcc::kernel("apply")]] void apply(float *values) {
  static int local = 3;
  values[0] = limit * weights[1] + fixed + Größe::länge;
  written = 1;
  hidden += local++;
  while (!stop)
    ;
}

// CHECK-NOT: unreached
// CHECK-DAG: .visible .global .align 4 .u32 limit = 7;
// CHECK-DAG: .visible .global .align 4 .u32 written;
// CHECK-DAG: .visible .const .align 4 .b8 weights[16] = {0, 0, 128, 63, 0, 0, 0, 64};
// CHECK-DAG: .visible .global .align 4 .f32 {{.*}}_ZN7Gr$xc3$xb6$xc3$x9fe6l$xc3$xa4ngeE
// CHECK: .entry apply(
// CHECK-DAG: ld.global.b32 {{.*}}[limit]
// CHECK-DAG: ld.const.b32 {{.*}}[weights+4]
// CHECK-DAG: st.global.b32 [written], 1
// CHECK: ld.volatile.global

// MANIFEST: "globals":[{"name":"limit","type":"int","signature":"i32","size":4,"align":4,"symbol":"limit","memory":"global"}
// MANIFEST-SAME: {"name":"weights","type":"float[4]","signature":"array<f32,4>","size":16,"align":4,"symbol":"weights","memory":"constant"}
// MANIFEST-NOT: {{fixed|hidden|local|unreached}}

// HEADER: #include <kcc/runtime/global.h>
// HEADER: inline constexpr ::kcc::Global<int> limit{&kcc_image_globals_{{[0-9a-f]+}}, "limit", "limit"};
// HEADER: /// float[4] weights, in constant memory
// HEADER-NEXT: inline constexpr ::kcc::Global<float[4]> weights{

// The host's own variable of the same name, in another file, is a different one.
// SYMBOLS: d limit
// SYMBOLS-NOT: D limit
