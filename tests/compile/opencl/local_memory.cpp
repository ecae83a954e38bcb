// Each kernel has the local memory that it needs, not that of the largest in the file.
// REQUIRES: spirv-val
// RUN: %kcc --target=spirv %s -o %t.spv && spirv-val --target-env spv1.3 %t.spv
// RUN: spirv-dis %t.spv -o %t.txt && %check < %t.txt
#include <kcc/device.h>

// CHECK-DAG: = OpTypeArray %uchar %uint_4000
// CHECK-DAG: = OpTypeArray %uchar %uint_32
// CHECK: OpVariable %_ptr_Function__arr_uchar_uint_4000 Function
// CHECK: OpFunctionEnd
// CHECK-NOT: OpVariable %_ptr_Function__arr_uchar_uint_4000 Function
// CHECK: OpVariable %_ptr_Function__arr_uchar_uint_32 Function
[[kcc::kernel]] void large(std::span<int> out) {
  int own[1000];
  for (int i = 0; i < 1000; ++i)
    own[i] = out[i];
  out[0] = own[out[1]];
}

[[kcc::kernel]] void small(std::span<int> out) {
  int own[8];
  for (int i = 0; i < 8; ++i)
    own[i] = out[i];
  out[0] = own[out[1]];
}
