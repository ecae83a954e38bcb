// clang-format off
// --check-gpu puts the checks memory and arith into GPU code: bounds are found once, before the loop.
// RUN: %kcc --check=memory,race,arith --check-gpu -O3 --arch=sm_90 %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc --check=memory --check-gpu -O0 --arch=sm_75 %s -o %t.O0.ptx && %check --check-prefix=MEMORY < %t.O0.ptx
// RUN: %kcc --check=nan --check-gpu --arch=sm_90 %s -o %t.nan.ptx && %check --check-prefix=NAN < %t.nan.ptx
// RUN: %kcc --check=memory --check-gpu --emit=obj %s -o %t.o && nm %t.o | %FileCheck --check-prefix=MARK %s
// RUN: %kcc --check=memory --emit=obj %s -o %t.o && nm %t.o | %FileCheck --check-prefix=CPU %s
// FAIL: %kcc --check=race --check-gpu --emit=obj %s -o %t.o
// FAIL: %kcc --check-gpu --emit=obj %s -o %t.o
#include <kcc/device.h>
#include <span>

// CHECK-DAG: .visible .global .align 8 .u64 kcc_check_control;
// CHECK-DAG: .visible .global .align 16 .b8 kcc_check_sites_{{[0-9a-f]+}}[
// CHECK: .visible .entry sum
// CHECK: call.uni (retval0), __kcc_check_bounds
// CHECK: [[LOOP:\$L__BB[0-9_]+]]:
// CHECK-NOT: __kcc_check_bounds,
// CHECK: call.uni __kcc_check_outside
// CHECK: call.uni __kcc_check_nan
// MEMORY-NOT: __kcc_check_nan
// MEMORY: call.uni __kcc_check_outside
// NAN-NOT: __kcc_check_outside
// NAN: call.uni __kcc_check_nan
// MARK: V kcc_check_linked_gpu
// CPU-NOT: kcc_check_linked_gpu
extern "C" [[kcc::kernel]] void sum(float *result, const float *values, int count) {
  float total = 0;
  for (int i = 0; i < count; ++i)
    total += values[i];
  *result = total;
}

// ERROR: kcc: error: --check-gpu puts checks into GPU code, and none of the given ones can be there; add --check=memory or --check=arith
// ERROR: Run 'kcc --help' for all options.
// ERROR: kcc: error: --check-gpu puts checks into GPU code, and none of the given ones can be there; add --check=memory or --check=arith
// ERROR: Run 'kcc --help' for all options.
