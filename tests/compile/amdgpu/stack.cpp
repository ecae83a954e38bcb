// Recursion and calls through pointers need a stack of unknown depth, and the code object says so.
// REQUIRES: ld.lld-22 llvm-readobj-22
// RUN: %kcc --target=amdgpu --arch=gfx90a %s -o %t.hsaco && llvm-readobj-22 --notes %t.hsaco | %check
#include <kcc/device.h>

// CHECK: .symbol: recursive.kd
// CHECK-NEXT: .uniform_work_group_size: 1
// CHECK-NEXT: .uses_dynamic_stack: true
static int count(int n) { return n < 2 ? n : count(n - 1) * 3 + count(n - 2); }
extern "C" [[kcc::kernel]] void recursive(int *n) { *n = count(*n); }

// CHECK: .symbol: indirect.kd
// CHECK-NEXT: .uniform_work_group_size: 1
// CHECK-NEXT: .uses_dynamic_stack: true
extern "C" [[kcc::kernel]] void indirect(int (*const *steps)(int), int *n) { *n = (*steps)(*n); }

// CHECK: .symbol: plain.kd
// CHECK-NEXT: .uniform_work_group_size: 1
// CHECK-NEXT: .uses_dynamic_stack: false
extern "C" [[kcc::kernel]] void plain(int *n) { *n += 1; }
