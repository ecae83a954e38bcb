// Messages and failures go through memory that the host reads, and a failure ends in a trap. A thread that
// fails while another one writes its report waits for it: it cannot end without the rest of its wave.
// REQUIRES: ld.lld-22 llvm-readobj-22
// RUN: %kcc --target=amdgpu -O0 %s -o %t.0.hsaco
// RUN: %kcc --target=amdgpu %s -o %t.hsaco && llvm-readobj-22 --dyn-symbols %t.hsaco | %FileCheck --check-prefix=SYMBOLS %s
// RUN: llvm-objdump-22 -d --no-show-raw-insn %t.hsaco | %check
#include <cassert>
#include <kcc/device.h>
#include <kcc/print.h>

// SYMBOLS: Name: kcc_print_control

// CHECK-DAG: s_trap 2
// CHECK-DAG: global_atomic_swap
// CHECK-DAG: global_atomic_add_u64
extern "C" [[kcc::kernel]] void prints(int *n) {
  kcc::print("{} of {}\n", *n, "all");
  assert(*n < 3);
}
