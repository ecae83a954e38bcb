// How kernels print and fail: through a variable that the runtime finds, which only such modules have.
// RUN: %kcc %s --arch=sm_50 -o %T/first.ptx && %check < %T/first.ptx
// RUN: %kcc %s --arch=sm_90 -o %T/new.ptx && %check < %T/new.ptx
// RUN: %kcc %s -O0 -o %T/plain.ptx && %check --check-prefix=PLAIN < %T/plain.ptx
// RUN: %kcc %s -DNDEBUG -DQUIET -o %T/quiet.ptx && %check --check-prefix=QUIET < %T/quiet.ptx
// RUN: %kcc %s --target=cpu --emit=llvm-ir -o - | %check --check-prefix=CPU
#include <cassert>
#include <cstdio>
#include <kcc/assert.h>
#include <kcc/device.h>
#include <kcc/print.h>

#ifndef QUIET
[[kcc::kernel("prints")]] void prints(std::span<const float> x) { kcc::print("x is {:.3f}\n", x[0]); }
[[kcc::kernel("prints_as_c")]] void prints_as_c(std::span<const float> x) {
  std::printf("%s %f\n", "x is", static_cast<double>(x[0]));
  std::puts("line");
  std::putchar('\n');
}
[[kcc::kernel("traps")]] void traps() { __builtin_trap(); }
[[kcc::kernel("stops")]] void stops() { kcc::breakpoint(); }
#endif
[[kcc::kernel("checks")]] void checks(std::span<int> x) {
  assert(x[0] > 0);
  KCC_ASSERT(x[0] < 100, "x is {}", x[0]);
  x[0] = 1;
}

// CHECK: .visible .global .align 8 .u64 kcc_print_control;
// CHECK-LABEL: .visible .entry prints(
// CHECK: call.uni {{.*}}send_record
// CHECK-LABEL: .visible .entry prints_as_c(
// CHECK: __kcc_print_begin
// CHECK-LABEL: .visible .entry traps(
// CHECK: __kcc_libc_fail
// CHECK-LABEL: .visible .entry stops(
// CHECK: brkpt;
// CHECK-LABEL: .visible .entry checks(
// CHECK: fail_assertion
// A message's record: reserved in GPU memory, and published after a fence.
// CHECK-LABEL: .func  (.param .b64 func_retval0) __kcc_print_begin(
// CHECK-DAG: atom{{.*}}.exch.b32
// CHECK-DAG: atom{{.*}}.add.u64
// CHECK-DAG: exit;
// CHECK-LABEL: .func __kcc_print_end(
// CHECK: {{membar.sys|fence.acq_rel.sys|fence.sc.sys}}
// CHECK: st.{{volatile|relaxed.sys}}.global.b64
// CHECK-LABEL: .func __kcc_print_stop(
// CHECK: trap;

// PLAIN: .visible .global .align 8 .u64 kcc_print_control;

// QUIET-NOT: kcc_print_control
// QUIET-NOT: trap;
// QUIET: .visible .entry checks(
// QUIET-NOT: kcc_print_control
// QUIET-NOT: trap;

// CPU-DAG: declare {{.*}}@kcc_cpu_print_begin(
// CPU-DAG: declare {{.*}}@kcc_cpu_print_put(
// CPU-DAG: declare {{.*}}@kcc_cpu_print_end(
// CPU-DAG: declare {{.*}}@kcc_cpu_trap(
// CPU-DAG: declare {{.*}}@kcc_cpu_breakpoint(
