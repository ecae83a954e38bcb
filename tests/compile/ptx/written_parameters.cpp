// What a kernel wrote into a parameter need not point to global memory, though all that the host passes does.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc -O0 %s -o %T/O0/ && %check --check-prefix=O0 < %T/O0/written_parameters.ptx
#include <kcc/device.h>

struct Ways {
  int *to[2];
  int which;
};

[[gnu::noinline]] void redirect(Ways &ways, int *to, unsigned i) { ways.to[i] = to; }

[[kcc::kernel("write")]] void write(Ways ways, int *out) {
  [[kcc::shared]] int tile[1];
  ways.to[out[0] & 1] = tile;
  out[1] = *ways.to[ways.which & 1];
}

[[kcc::kernel("lend")]] void lend(Ways ways, int *out) {
  int local = out[2];
  redirect(ways, &local, out[0] & 1);
  out[1] = *ways.to[ways.which & 1];
}

// CHECK-LABEL: .entry write(
// CHECK: cvta.shared.u64 [[TILE:%rd[0-9]+]],
// CHECK: st.local.b64 [{{.*}}], [[TILE]];
// CHECK: ld.local.b64 [[TO:%rd[0-9]+]],
// CHECK-NEXT: ld.b32 {{.*}}, [[[TO]]];
// CHECK-LABEL: .entry lend(
// CHECK: call.uni {{.*}}redirect
// CHECK: ld.local.b64 [[TO:%rd[0-9]+]],
// CHECK-NEXT: ld.b32 {{.*}}, [[[TO]]];

// A parameter that is only read stays where it is, and what it holds is in global memory.
[[kcc::kernel("read")]] void read(Ways ways, int *out) {
  out[1] = *ways.to[out[0] & 1];
}
// CHECK-LABEL: .entry read(
// CHECK-NOT: local
// CHECK: ld.param.b64 [[TO:%rd[0-9]+]], [%rd{{[0-9]+}}];
// CHECK: cvta.to.global.u64 [[GLOBAL:%rd[0-9]+]], [[TO]];
// CHECK-NEXT: ld.global.b32 {{.*}}, [[[GLOBAL]]];

// So does what the host passed in one that is copied.
[[kcc::kernel("advance")]] void advance(Ways ways, int *out) {
  while (*ways.to[0] > 3)
    ways.to[0] += ways.which;
  out[0] = *ways.to[0];
}
// CHECK-LABEL: .entry advance(
// CHECK-NOT: local
// CHECK: ld.param.b64 [[TO:%rd[0-9]+]],
// CHECK: cvta.to.global.u64 {{.*}}, [[TO]];
// CHECK-NOT: ld.b32
// CHECK: ret;

// O0-NOT: cvta.to.global
