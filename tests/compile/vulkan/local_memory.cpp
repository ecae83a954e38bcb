// Each kernel has the memory for local variables that it needs, and functions that are not open at the same time share
// theirs. What a function keeps over its call of itself is all that a frame holds.
// RUN: %kcc --target=vulkan %s -o %t && spirv-val --target-env vulkan1.2 %t && spirv-dis %t -o - | %check
// REQUIRES: spirv-dis
#include <kcc/device.h>

// CHECK-DAG: "kcc-local: 400 large"
extern "C" [[kcc::kernel]] void large(int *out) {
  int own[100];
  for (int i = 0; i < 100; ++i)
    own[i] = out[i];
  for (int i = 0; i < 100; ++i)
    out[i] = own[out[i] & 63];
}

// CHECK-NOT: "kcc-local: {{[0-9]+}} none"
extern "C" [[kcc::kernel]] void none(int *out) {
  out[0] = 1;
}

namespace {

// Where to go on, and n: 8 bytes, of which 768 are in 6144.
int sum(int n) {
  return n <= 0 ? 0 : n + sum(n - 1);
}

int parity(int n) {
  return n <= 0 ? 0 : n % 3 - parity(n - 2);
}

} // namespace

// CHECK-DAG: "kcc-local: [[RECURSION:6[0-9]+]] one"
extern "C" [[kcc::kernel]] void one(int *out) {
  out[0] = sum(out[1]);
}

// CHECK-DAG: "kcc-local: [[RECURSION]] two"
extern "C" [[kcc::kernel]] void two(int *out) {
  out[0] = sum(out[1]) + parity(out[1]);
}

// CHECK: OpDecorate [[WORDS:%[0-9a-z_]+]] SpecId 4
// CHECK: OpTypeArray %uint [[WORDS]]
