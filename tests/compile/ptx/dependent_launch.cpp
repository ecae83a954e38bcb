// Programmatic dependent launch: loads stay behind the wait, and are not loads of memory that never changes.
// RUN: %kcc %s --arch=sm_90 -o %t.ptx && %check < %t.ptx
// RUN: %kcc %s --arch=sm_75 -o - | %check --check-prefix=OLD
// RUN: %kcc %s --target=cpu --emit=llvm-ir -o - | %check --check-prefix=OLD
#include <kcc/device.h>

// CHECK-LABEL: .entry copy(
// CHECK-NOT: ld.global
// CHECK: griddepcontrol.wait;
// CHECK-NOT: ld.global.nc
// CHECK: ld.global.b32
// CHECK: st.global.b32
// CHECK: griddepcontrol.launch_dependents;
// OLD: copy
// OLD-NOT: griddepcontrol
[[kcc::kernel("copy")]] void copy(std::span<int> out, std::span<const int> in) {
  kcc::grid_dependency_synchronize();
  out[kcc::global_index()] = in[kcc::global_index()];
  kcc::trigger_programmatic_launch_completion();
}
